#!/bin/sh
# Queues of finite length in front of receivers: a message that cannot be taken blocks those behind it, a full queue its
# senders. Systems of more than 4 networks.
. "$(dirname "$0")/lib.sh"
paper=specs/rcc/rollover_paper.xml
msi=$top/tests/protocols/msi.xml

# E17 without any claim of order on requests: what is stalled holds the acknowledgement that it waits for.
wrong $paper e17 's|<network name="resp" class="1" order="none"|<network name="resp" class="1" order="pair"|
    s|(<network name="req" *class="0" order=)"pair"|\1"none"|'
expect 'E17, any order of requests' 1 'FLUSH_ACK on its way to L2[0]' "$tmp/e17.xml" --no-atomics --queues 4
for text in 'cannot be taken, and waits at the head of its queue' 'GETS of line 0 waits at the head of the queue of L2[0]'
do
    grep -qF "$text" "$tmp/out" || { echo "FAIL E17: no '$text'"; failed=1; }
done
expect 'E17 needs the queue' 0 'PASSED' "$tmp/e17.xml" --no-atomics --ops 2
expect 'a queue of one' 0 '5588 states, 14864 transitions' "$msi" --warps 1 --queues 1
# A row that sends four: they are taken one by one.
expect 'four messages of one row, a queue of one' 0 'PASSED' "$top/tests/verify/burst.xml" --queues 1
expect 'four messages of one row, a queue of two' 0 'PASSED' "$top/tests/verify/burst.xml" --queues 2
# A row that sends two messages to one receiver: they wait at the sender.
cat >"$tmp/two.xml" <<'X'
<protocol name="two" doc="a row sends two messages to one receiver in one network">
  <param name="CORES" default="2" min="1" max="4"/>
  <network name="ask" class="0"/><network name="ans" class="1"/>
  <message name="Push" on="ask" key="no"/><message name="One" on="ans" key="no"/><message name="Two" on="ans" key="no"/>
  <controller name="P"><register name="n" type="bool" reset="false"/>
    <port name="core" kind="core"><event name="push" key="no" answer="pushed"/><reply name="pushed"/></port>
    <port name="i" takes="ans"/><port name="o" gives="ask"/><state name="Idle" initial="yes"/><state name="W"/>
    <in state="Idle"><on event="push"><send message="Push" to="Q"/><go to="W"/></on>
      <never event="One Two" why="x"/></in>
    <in state="W"><stall event="push" why="x"/><on event="One Two"><choose>
      <when test="n"><reply name="pushed"/><set name="n" value="false"/><go to="Idle"/></when>
      <otherwise><set name="n" value="true"/></otherwise></choose></on></in>
  </controller>
  <controller name="Q"><port name="i" takes="ask"/><port name="o" gives="ans"/><state name="S" initial="yes"/>
    <in state="S"><on event="Push"><send message="One" to="msg.from"/><send message="Two" to="msg.from"/></on></in>
  </controller>
  <system name="two"><place controller="P" count="CORES"/><place controller="Q" count="1"/></system>
</protocol>
X
for n in 1 2; do expect "two messages of one row, queues of $n" 0 PASSED "$tmp/two.xml" --queues $n; done
sed 's|<send message="Two" to="msg.from"/></on>|</on>|' "$tmp/two.xml" >"$tmp/lost.xml"
expect 'one of them is lost' 1 'FAILED: deadlock' "$tmp/lost.xml" --queues 1
# What a network says that there is at most is looked at, with and without queues; its own hold all of it.
for n in 1 2; do sed "s|<network name=\"ans\" |&most=\"$n\" |" "$tmp/two.xml" >"$tmp/most$n.xml"; done
for more in '' '--queues 1'; do
    # shellcheck disable=SC2086
    expect "most=1, too few $more" 1 "network 'ans' says that at most 1 messages are on their way to one receiver: there are 2 to P[" \
        "$tmp/most1.xml" $more
    # shellcheck disable=SC2086
    expect "most=2 $more" 0 PASSED "$tmp/most2.xml" $more
done
"$COHGEN" emit "$tmp/most2.xml" -o "$tmp/emitted" >"$tmp/out" 2>&1 || failed=1
grep -q 'closed_most_ans) assert' "$tmp"/emitted/checks/*_checks.vh ||
    { echo 'FAIL most=: nothing in the Verilog'; failed=1; }
expect 'most=: not in SPIN' 2 'a network with most=: not exported' "$tmp/most2.xml" --export promela
expect 'a queue of two' 0 '8882 states, 25238 transitions' "$msi" --warps 1 --queues 2
expect 'the same with every numbering' 0 'PASSED' "$msi" --warps 1 --queues 2 --no-symmetry
expect 'messages that are joined' 2 'not where messages are joined' "$top/specs/getm/getm.xml" --queues 2
expect 'no chart' 2 'not with --replay, --chart,' "$msi" --queues 2 --chart "$tmp/chart.svg"
expect 'no replay' 2 'not with --replay' "$msi" --queues 2 --replay "$tmp/dir"

# Messages that nobody answers: without queues any number is under way, and the run says what its bound is.
cat >"$tmp/notes.xml" <<'X'
<protocol name="notes"><param name="CORES" default="1" min="1" max="2"/>
  <network name="down" class="0"/><message name="Note" on="down" key="no"/>
  <controller name="P">
    <port name="core" kind="core"><event name="post" key="no" answer="posted"/><reply name="posted"/></port>
    <port name="o" gives="down"/><state name="S" initial="yes"/>
    <in state="S"><on event="post"><send message="Note" to="Q"/><reply name="posted"/></on></in>
  </controller>
  <controller name="Q"><port name="i" takes="down"/><state name="S" initial="yes"/><in state="S"><on event="Note"/></in></controller>
  <system name="notes"><place controller="P" count="CORES"/><place controller="Q" count="1"/></system>
</protocol>
X
expect 'which bound' 0 'bounded: 1 transitions were not followed, to more than 24 messages under way (--queues N bounds them)' \
    "$tmp/notes.xml"
expect 'none with queues' 0 PASSED "$tmp/notes.xml" --queues 2
if grep -q '^bounded: ' "$tmp/out"; then echo 'FAIL a bound with queues'; failed=1; fi

# A ring, or two levels: what is stalled for one receiver holds what is for another. MESI's Inv and Fwd are stalled until
# an answer to another Fwd; check warns of it.
for shape in ring 'two-level" groups="1'; do
    wrong specs/mesi/mesi.xml shared "s|<network name=\"forward\" |&topology=\"$shape\" |"
    expect "MESI, forward: ${shape%%\"*}" 1 'FAILED: deadlock' "$tmp/shared.xml" --warps 1 --queues 2
    for text in 'waits at the head of the queue of L1[1]' 'held until Owned, which is sent when a message of network' ; do
        grep -qF "$text" "$tmp/out" || { echo "FAIL MESI, forward shared: no '$text'"; failed=1; }
    done
done

# MSI with its requests on two networks and its responses on three: 6 in all.
wrong tests/protocols/msi.xml nets 's|<network name="request"( *class="0").*|&<network name="request2"\1/>|
    s|<network name="response"( *class="2").*|&<network name="response2"\1/><network name="response3"\1/>|
    s/(takes|gives)="([a-z0-9 ]*)request/& request2/; s/(takes|gives)="([a-z0-9 ]*)response/& response2 response3/
    s|(name="GetM" *on="request)|\12|; s|(name="Owned" *on="response)|\12|; s|(name="InvAck" *on="response)|\13|'
for file in "$msi" "$tmp/nets.xml"; do
    expect "as many states on ${file##*/}" 0 '8562 states, 22953 transitions' "$file" --warps 1 --no-symmetry
done
exit $failed
