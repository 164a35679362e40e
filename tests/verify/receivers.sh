#!/bin/sh
# Messages to instances that are not there, and to those that have no row for them.
. "$(dirname "$0")/lib.sh"
cat >"$tmp/hint.xml" <<'X'
<protocol name="hint" doc="each answer comes with a hint for the next core">
  <param name="CORES" default="3" min="1" max="4"/>
  <type name="core" count="CORES"/><type name="wide" bits="4"/><type name="set" bits="CORES"/>
  <network name="ask" class="0"/><network name="ans" class="1"/>
  <message name="Push" on="ask" key="no"/><message name="Ok" on="ans" key="no"/><message name="Hint" on="ans" key="no"/>
  <controller name="P">
    <port name="core" kind="core"><event name="push" key="no" answer="pushed"/><reply name="pushed"/></port>
    <port name="i" takes="ans"/><port name="o" gives="ask"/><state name="Idle" initial="yes"/><state name="W"/>
    <in state="Idle"><on event="push"><send message="Push" to="Q"/><go to="W"/></on><never event="Ok" why="x"/></in>
    <in state="W"><stall event="push" why="x"/><on event="Ok"><reply name="pushed"/><go to="Idle"/></on></in>
    <in state="*"><on event="Hint"/></in>
  </controller>
  <controller name="Q"><register name="last" type="core"/><register name="who" type="node"/>
    <port name="i" takes="ask"/><port name="o" gives="ans"/><state name="S" initial="yes"/>
    <in state="S"><on event="Push"><set name="last" value="core(msg.from)"/><send message="Ok" to="msg.from"/>
      <send message="Hint" to="HERE"/></on></in></controller>
  <system name="hint"><place controller="P" count="CORES"/><place controller="Q" count="1"/></system>
</protocol>
X
to() { sed "s|HERE|$2|" "$tmp/hint.xml" >"$tmp/$1.xml"; }

to next 'P(core(msg.from) + 1)'
gone='message Hint is sent to P[3], which is not there: of P there are 3'
for how in '' --plain '--queues 2' --no-symmetry '--compact' '--threads 2'; do
    expect "an instance that is not there ${how:-by parts}" 1 "$gone" "$tmp/next.xml" $how
done
expect 'the step that sends it' 1 'next.xml:15), sends Ok to P[2], sends Hint to P[3]' "$tmp/next.xml"
to wraps 'P(wide(core(msg.from)) + 4)'
expect 'the bits of a node come to another one' 1 'message Hint is sent to P[4], which is not there: of P there is 1' \
    "$tmp/wraps.xml" --cores 1
to choice 'last eq core(msg.from) ? P(last) : P(core(msg.from) + 1)'
expect 'only where it is chosen' 0 'PASSED' "$tmp/choice.xml"
to last 'last eq core(msg.from) ? P(core(msg.from) + 1) : P(last)'
expect 'chosen in a ?:' 1 "$gone" "$tmp/last.xml"
to who 'who'
sed -i 's|<set name="last" value="core(msg.from)"/>|<set name="who" value="me"/>|; /<register name="last"/s|<register name="last" type="core"/>||' \
    "$tmp/who.xml"
expect 'a receiver without a row for it' 1 'message Hint is sent to Q[0], which has no row for it' "$tmp/who.xml"
# Of a network with a <multicast> receivers are bits.
to both 'P(core(msg.from) + 1)'
sed -i 's|<send message="Ok" to="msg.from"/>|<let name="one" type="set" value="onehot(core(msg.from))"/><multicast message="Ok" to="one" of="P"/>|' "$tmp/both.xml"
expect 'beside a multicast' 1 "$gone" "$tmp/both.xml"

# A literal that some system has not is an error of the file.
refused() {
    to "$1" "$2"
    if "$COHGEN" check "$tmp/$1.xml" >"$tmp/out" 2>&1 || ! grep -qF -- "$3" "$tmp/out"; then
        echo "FAIL $1: expected '$3', not:"; cat "$tmp/out"; failed=1
    else echo "ok   $1"; fi
}
refused literal 'P(3)' "'P(3)' is not there: system 'hint' has 3 instances of 'P', expected a number below 3"
refused beyond 'P(7)' "'P(7)' is not there: system 'hint' has 3 instances of 'P', expected a number below 3"
refused me me "message 'Hint' is sent to 'Q', which has no row for it"
refused branch 'last eq 0 ? Q : P(0)' "message 'Hint' is sent to 'Q', which has no row for it"
to ruled_out 'CORES gt 3 ? P(3) : P(0)'
expect 'a literal that the parameters rule out' 0 'PASSED' "$tmp/ruled_out.xml"
exit $failed
