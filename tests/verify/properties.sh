#!/bin/sh
# Each property can fail: small mistakes in small specifications, and the text that names them.
. "$(dirname "$0")/lib.sh"
toy=tests/protocols/toy.xml
rcc=specs/rcc/rcc.xml
msi=tests/protocols/msi.xml

wrong $toy never 's|<on event="Read"> <send message="Value".*</on>|<never event="Read" why="test"/>|'
expect never 1 'event Read in state V meets a row marked never: test' "$tmp/never.xml"

wrong $toy deadlock 's|^ *<send message="Done" to="msg.from"/></on>|</on>|'
expect deadlock 1 'waits for the answer to its store of line 0' "$tmp/deadlock.xml"

expect 'deadlock: what --keyed leaves out' 1 '(CORE has timers or wishes, which do not happen here: --keyed)' \
    "$top/tests/protocols/locks.xml" --keyed

wrong $toy livelock 's|<on event="Read"> <send message="Value"|<on event="Read" when="replayed"><allocate what="mshr"/><send port="mem" request="READ"/><park/><go to="F"/></on>&|'
expect livelock 1 'without new requests, no run from here comes to rest' "$tmp/livelock.xml"
expect 'livelock allowed' 0 'PASSED (ways to rest not searched)' "$tmp/livelock.xml" --allow livelock

wrong $toy value 's|<on event="evict">.*</on>|<on event="evict"><go to="I"/></on>|'
expect 'value: lost write-back' 1 'reads an old value: a newer write has taken effect' "$tmp/value.xml"

wrong $toy unmarked 's/ performs="(read|write)"//g'
expect 'value: rows that mark nothing' 0 'not looked at: values that are read and written (no row has performs=)' \
    "$tmp/unmarked.xml"

wrong $toy garbage 's|<write to="line.data" data="msg.data"/><replay/>|<replay/>|'
expect 'value: line without data' 1 'reads data that was never written' "$tmp/garbage.xml"

wrong $toy twice 's|(performs="write"/>)(<set name="line.dirty")|/>\2|; s|(mask="msg.mask" )performs="write"/>|\1/>|'
expect 'conservation: answered before it takes effect' 1 'the store is answered, but it has not taken effect' \
    "$tmp/twice.xml"

# Time that stands: what comes later is not looked at, and the verdict says so.
ends=$top/tests/verify/ends.xml
expect 'time that stands' 0 'PASSED within the bounds' "$ends"
expect 'where time stands' 0 "bounded: 't' stands at 7 (--ticks N)" "$ends"
expect 'time that goes on' 1 'FAILED: ' "$ends" --ticks 14
sed 's/bits="4"/bits="48"/' "$ends" >"$tmp/wide.xml"
expect 'time that is not followed' 0 "'t' stands at 0, since it has more than 16 bits" "$tmp/wide.xml"
sed '/<invariant/d; /<never/s/.*/<stall event="touch" when="t lt 9" why="test"\/>/' "$ends" >"$tmp/none.xml"
expect 'nothing happens' 0 'any row of NODE' "$tmp/none.xml"
# What waits for a time beyond the end is no deadlock; what waits for none of its values is one.
expect 'a wait beyond the end of time' 0 'PASSED within the bounds' "$tmp/none.xml" --ticks 8
sed 's/t lt 9/t lt 9 or t lt 16 /; s/bits="4"/bits="5"/' "$tmp/none.xml" >"$tmp/far.xml"
expect 'a wait far beyond it' 0 'PASSED within the bounds' "$tmp/far.xml" --ticks 5
# One moment, further behind the end than all ticks that are tried by themselves.
sed 's/t lt 9/t ne 100 or t lt 9/; s/bits="4"/bits="8"/' "$tmp/none.xml" >"$tmp/moment.xml"
expect 'a wait for one moment' 0 'PASSED within the bounds' "$tmp/moment.xml" --ticks 5
sed 's/t ne 100/t ne 99 + 100 - 99 or t eq 100/' "$tmp/moment.xml" >"$tmp/no_moment.xml"
expect 'a wait for no moment' 1 'FAILED: deadlock' "$tmp/no_moment.xml" --ticks 5
# One that a register has from reset on, or that is so far behind what it is given.
sed 's|<state name="S"|<register name="due" type="tick" reset="100"/>&|; s/t ne 100/t ne due/' "$tmp/moment.xml" \
    >"$tmp/due.xml"
expect 'a wait for the moment of a register' 0 'PASSED within the bounds' "$tmp/due.xml" --ticks 5
sed 's/reset="100"/reset="4"/' "$tmp/due.xml" >"$tmp/due_past.xml"
expect 'a wait for a moment that is over' 1 'FAILED: deadlock' "$tmp/due_past.xml" --ticks 5
sed 's/reset="100"/reset="0"/; s/t ne due or t lt 9/due ne 0 and t ne due + 70/
    s|\(<on event="touch">\)<reply|\1<set name="due" value="2"/><reply|' "$tmp/due.xml" >"$tmp/given.xml"
expect 'a wait for a moment behind what is given' 0 'PASSED within the bounds' "$tmp/given.xml" --ticks 5 --ops 2
sed 's/due + 70/due - 1/' "$tmp/given.xml" >"$tmp/given_past.xml"
expect 'a wait for a moment given that is over' 1 'FAILED: deadlock' "$tmp/given_past.xml" --ticks 5 --ops 2
sed 's/t lt 9/t lt 9 or t ge 9/' "$tmp/none.xml" >"$tmp/ever.xml"
expect 'a wait for ever' 1 'FAILED: deadlock' "$tmp/ever.xml"
# Something else that happens behind the end of time frees nobody.
sed 's|<state name="S"|<register name="b" type="bool" reset="false"/><wish name="beat" when="t ge 9 and not b"/>&|
    s|<on event="touch">|<on event="beat"><set name="b" value="true"/></on>&|' "$tmp/ever.xml" >"$tmp/beat.xml"
expect 'a wait for ever beside a wish' 1 'FAILED: deadlock' "$tmp/beat.xml"

# Two masters of one line of memory: what is between them is not modelled, and that is said.
expect 'memory that two nodes use' 0 'writes to memory under way when another uses the line' "$top/tests/verify/baton.xml"
expect 'memory that one bank uses' 0 'PASSED' "$top/tests/verify/read_before.xml"
if grep -q 'writes to memory' "$tmp/out"; then echo 'FAIL one bank: said all the same'; failed=1; fi

# The mask of an entry: with two cells it makes a difference whether it is heeded.
expect 'a write that waits in an entry' 0 'PASSED' "$top/tests/verify/entry_mask.xml" --cells 2
sed 's| mask="mshr.mask"||' "$top/tests/verify/entry_mask.xml" >"$tmp/entry_mask.xml"
expect 'the same without its mask' 1 'FAILED: data value' "$tmp/entry_mask.xml" --cells 2
expect 'the same, to SPIN' 2 'a mask that an entry keeps: not exported' "$top/tests/verify/entry_mask.xml" --export promela

# The number of a line in a register, however wide keys are.
cat >"$tmp/last.xml" <<'X'
<protocol name="last" doc="one request at a time, whose line is kept in a register">
  <param name="CORES" default="1" min="1" max="4"/>
  <type name="addr" bits="32" key="yes" offset="4"/>
  <network name="up" class="0"/><network name="down" class="1"/>
  <message name="Ask" on="up"/><message name="Yes" on="down"/>
  <controller name="P" key="addr">
    <register name="last" type="addr" reset="0"/>
    <port name="core" kind="core"><event name="ping" answer="pong"/><reply name="pong"/></port>
    <port name="in" takes="down"/><port name="out" gives="up"/>
    <state name="I" at="none" initial="yes"/>
    <in state="I">
      <on event="ping"><set name="last" value="key"/><send message="Ask" to="HUB"/></on>
      <never event="Yes" when="last ne key" why="another line was asked for"/>
      <on event="Yes"><reply name="pong"/></on>
    </in>
  </controller>
  <controller name="HUB" key="addr">
    <port name="in" takes="up"/><port name="out" gives="down"/><state name="I" at="none" initial="yes"/>
    <in state="I"><on event="Ask"><send message="Yes" to="msg.from"/></on></in>
  </controller>
  <system name="last"><place controller="P" count="CORES"/><place controller="HUB" count="1"/></system>
</protocol>
X
expect 'a line in a register' 0 'PASSED' "$tmp/last.xml" --lines 2
sed 's|<set name="last" value="key"/>||' "$tmp/last.xml" >"$tmp/first.xml"
expect 'the register is not set' 1 'another line was asked for' "$tmp/first.xml" --lines 2

expect 'errors of a memory that is not there' 2 '--bad-lines: no controller has a memory port' "$tmp/last.xml" --bad-lines 1

# A row that changes nothing is no step, but it is taken.
expect 'a wish that does nothing' 0 'NODE: 3 of 3 rows taken' "$top/tests/verify/idle.xml" --coverage

# The order of rows means nothing.
expect 'the rest stands first' 0 'C: 4 of 4 rows taken' "$top/tests/verify/rest_first.xml" --coverage

# Data that are not opaque are not followed.
expect 'data that are not opaque' 2 "no answer to 'load' has a field of an opaque type" \
    "$top/tests/verify/plain_data.xml"

# Two core ports of a controller.
beside=tests/designs/beside.xml
expect 'a second core port' 0 'BANK: 9 of 9 rows taken' "$top/$beside" --coverage --lines 3 --cores 2
wrong $beside lost 's|(<on event="Clean">)<send message="Cleaned" to="msg.from" dirty="false"/>(</on>)|\1\2|'
expect 'a request of a second core port' 1 'waits for the answer to its clean' "$tmp/lost.xml"

# Nothing keeps a state for a key: it is that of the controller, for events with a key and without.
whole=tests/designs/whole.xml
expect 'a state of the whole controller' 0 '92 states, ' "$top/$whole" --set WARPS=2 --warps 2 --queues 1
wrong $whole shut 's|test="shut . state eq Shut : state eq Open"|test="not shut"|'
expect 'a state of the whole controller changes' 1 "invariant 'as_it_says' of GATE" "$tmp/shut.xml"

wrong $toy invariant 's|<in state="F">|<invariant name="clean" test="not line.dirty"/>&|'
expect invariant 1 "invariant 'clean' of BANK" "$tmp/invariant.xml"
# Also in the state to begin with, and where it speaks of no controller.
wrong $toy first 's|<in state="F">|<invariant name="two" scope="system" test="every a in addr: a eq 1"/>&|'
expect 'invariant of the first state' 1 "invariant 'two' of BANK" "$tmp/first.xml"
wrong $toy line 's|(<state name="V" at="line")/>|\1/> <state name="W" at="line" stable="no"/>|; s|(<send message="Done" to="msg.from"/>)</on>|\1<go to="W"/></on>|; s|<in state="V">|<in state="W"><as state="V" event="*"/></in>&|'
expect 'a line at rest in a state that is not stable' 1 'at rest line 0 of BANK[0] is in state W, which is not stable' \
    "$tmp/line.xml"
# Threads by a type of bits: two of them, or as many as are asked for.
wrong tests/verify/remote.xml bits 's|(<type name="warp_id") *count="[A-Z0-9]*"|\1 bits="2"|'
expect 'threads by bits' 0 '2 cores x 2 warps' "$tmp/bits.xml" --ops 1
expect 'more threads than bits name' 2 "type 'warp_id' has numbers for 4 threads" "$tmp/bits.xml" --warps 5
# An <error> may be allowed by itself.
wrong $toy reports 's|<on event="Read"> <send message="Value".*</on>|<on event="Read"><error why="test"/></on>|'
expect 'error' 1 'meets an error' "$tmp/reports.xml"
expect 'error allowed' 0 PASSED "$tmp/reports.xml" --allow error
expect 'never is no error' 1 'meets a row marked never' "$tmp/never.xml" --allow error
# The field that names the thread: of each event its own, by its type.
wrong tests/verify/remote.xml names '/<port name="core"/,/<.port>/s|name="id"|name="warp"|;
    s|reply name="([a-z]*)" id=|reply name="\1" warp=|; s|req\.id|req.warp|g'
expect 'the thread has another name in messages' 0 '465 states' "$tmp/names.xml" --cores 1 --no-symmetry
# A step about one line breaks what an invariant says of the other one: by a register, by a walk.
mode='s|(<controller name="BANK" key="addr">)|\1<register name="mode" type="bool" reset="false"/><invariant name="quiet" test="not (mode and line.dirty)"/>|; s|(<on event="evict">)|\1<set name="mode" value="false"/>|'
wrong $toy register \
    "$mode; s|<set name=\"line.dirty\" value=\"true\"/>|<set name=\"mode\" value=\"false\"/>&|; s|(<on event=\"Read\"> <send .*performs=\"read\"/>)|\1<set name=\"mode\" value=\"not line.dirty\"/>|"
expect 'invariant of a line that the step is not about' 1 "invariant 'quiet' of BANK" "$tmp/register.xml" --lines 2
walked='<set name="line.dirty" value="true"/><walk over="line"><set name="line.old" value="true"/></walk>'
wrong $toy walked \
    "s|(<controller name=\"BANK\" key=\"addr\">)|\1<invariant name=\"young\" test=\"not line.old or not line.dirty\"/>|; s|<field name=\"dirty\" |<field name=\"old\" type=\"bool\" reset=\"false\"/>&|; s|<set name=\"line.dirty\" value=\"true\"/>|$walked|; s|(<on event=\"Read\"> <send .*performs=\"read\"/>)|\1<set name=\"line.old\" value=\"false\"/>|; s|<on event=\"Write\"><write|<on event=\"Write\"><set name=\"line.old\" value=\"false\"/><write|; s|(<on event=\"evict\">)|\1<set name=\"line.old\" value=\"false\"/>|"
expect 'invariant of a line that a walk changes' 1 "invariant 'young' of BANK" "$tmp/walked.xml" --lines 2
sed "s|test=\"not line.old or not line.dirty\"|scope=\"system\" test=\"every a in addr, b in BANK: not b.line.old(a) or not b.line.dirty(a)\"|" "$tmp/walked.xml" >"$tmp/system.xml"
expect 'invariant over the system, and a walk' 1 "invariant 'young' of BANK" "$tmp/system.xml" --lines 2

wrong $toy overflow 's|(<port name="net" takes="ask"/>)|<register name="n" type="two" reset="0"/>\1|;
    s|(<type name="block")|<type name="two" bits="2"/>\1|;
    s|(<on event="Write">)(<write to="line.data")|\1<set name="n" value="n + 1"/>\2|'
expect overflow 1 'a sum does not fit its type: state V, event Write' "$tmp/overflow.xml"

wrong $rcc order 's|max\(msg.now, line.ver, line.exp \+ 1\)|max(msg.now, line.ver)|'
expect 'order: a write inside a lease' 1 'FAILED: ' "$tmp/order.xml" --system bounded --warps 1 --stamp-max 6

wrong $rcc behind 's/value="max\((r|w)now, msg.ver\)"/value="max(\1now, msg.ver - msg.ver)"/g'
expect 'order: a core that stays behind' 1 'but its core goes on at time' "$tmp/behind.xml" --system bounded --warps 1 \
    --stamp-max 6

wrong $msi stale '/single_writer/,+1d;
    s|<on event="Inv">  <send message="InvAck" to="msg.who"/><go to="I"/></on>|<on event="Inv">  <send message="InvAck" to="msg.who"/></on>|'
expect 'value: a copy that is not invalidated' 1 'FAILED: data value' "$tmp/stale.xml" --warps 1
expect 'litmus: a copy that is not invalidated' 1 '<- not sequentially consistent' "$tmp/stale.xml" --warps 1 \
    --litmus "$top/sim/litmus/MP.litmus"

# A field that means nothing yet is reset to core 0, in whatever numbers: the run is told all the same.
wrong $msi owner '/<in state="IS_D">/,/<\/in>/s|<on event="Data.last Owned">|<on event="Data.last">|'
expect 'a run told in the numbers of its first state' 1 '   3  DIR[0]  GetM from L1[1], line 0: I -> F' \
    "$tmp/owner.xml" --warps 1

wrong $rcc forever 's|when="line.exp lt msg.at and not line.once"|when="line.exp lt msg.at and false"|'
expect 'litmus: leases that never end' 1 '1:r0=1 1:r1=0   <- not sequentially consistent' "$tmp/forever.xml" \
    --system bounded --warps 1 --stamp-max 8 --litmus "$top/sim/litmus/MP.litmus"

wrong $rcc stays 's|<on event="evict"> <go to="I"/></on>|<on event="evict"/>|'
expect 'deadlock: a way that is never free' 1 ', whatever is evicted' "$tmp/stays.xml" --system bounded --warps 1 \
    --lines 2 --stamp-max 3 --set LEASE_MAX=1

wrong $rcc held \
    's|<on event="store"> <allocate what="mshr"/><do macro="put"/><go to="VI"/></on>|<stall event="store" why="test"/>|'
expect 'deadlock: a request that only an eviction would help' 1 \
    'at rest, L1[0] does not accept the store of line 0 from warp 0' "$tmp/held.xml" --system bounded --warps 1 \
    --stamp-max 3

# The row takes two lines; the second closes it. Only a message is refused, so the test of requests at rest does not see
# it.
wrong $rcc message \
    's|<on event="WRITE"><do macro="order"/><write to="line.data" data="msg.data" mask="msg.mask"/>|<stall event="WRITE" why="test"/><!--|; s|(<send message="ACK" to="msg.from" id="msg.id" ver="line.ver" performs="write"/></on>)|\1-->|'
expect 'livelock: a message that only an eviction would help' 1 'WRITE of line 0 on its way to L2[0]' \
    "$tmp/message.xml" --system bounded --warps 1 --stamp-max 3

wrong $rcc hit \
    's|<replay first="must-hit"/><done/><go to="V"/></on>|<replay first="must-hit"/><done/><go to="I"/></on>|'
# An answer that comes before an acknowledgement, and is gone with it: the load behind it asks again, and can lose every
# time.
wrong $rcc late '/<macro name="came"/,/<.macro>/s| first="must-hit"||'
expect 'livelock: an answer of no use' 1 \
    'the first request that is replayed at L1[0] parks again: what came for it was of no use' "$tmp/late.xml" \
    --system bounded --cores 1 --stamp-max 6 --no-atomics --served
expect 'not noticed without --served' 0 'PASSED within the bounds' "$tmp/late.xml" --system bounded --cores 1 \
    --stamp-max 6 --no-atomics
expect 'served: rcc' 0 'PASSED within the bounds' "$top/$rcc" --system bounded --cores 1 --stamp-max 6 \
    --no-atomics --served
grep -q '^bounded: .* not followed, to a timestamp or a time beyond the bound$' "$tmp/out" || { echo 'FAIL which bound'; failed=1; }
expect 'served: msi' 0 'PASSED' "$top/$msi" --warps 1 --served
# What waits for an eviction has asked for nothing yet.
wrong $msi parks '/<in state="(MI_A|SI_A|II_A)">/,/<.in>/s|<stall event="load store" why="[^"]*"/>|<on event="load store"><park/></on>|'
expect 'served: parked while the line leaves' 0 'PASSED' "$tmp/parks.xml" --warps 1 --served
# Memory that fails later: what a copy says of it is no longer what L2 says.
wrong $rcc copied 's#(<reply name="old" id="msg.id" )err="msg.err"#\1err="state eq VI ? line.err : msg.err"#'
expect 'value: an error that is not told' 1 'the answer does not say that memory could not read line 0' \
    "$tmp/copied.xml" --system bounded --warps 1 --stamp-max 4 --bad-lines 1 --fails
expect 'not noticed without --fails' 0 'PASSED within the bounds' "$tmp/copied.xml" --system bounded --warps 1 \
    --stamp-max 4 --bad-lines 1
expect 'memory that fails' 0 'PASSED within the bounds' "$top/$rcc" --system bounded --warps 1 --stamp-max 4 \
    --bad-lines 1 --fails
expect 'errors that no event takes' 2 "'FILL' has no field of type bool that tells of memory's errors" \
    "$top/specs/studies/tardis.xml" --system small --bad-lines 1
expect 'only with bad lines' 2 '--fails is for --bad-lines' "$top/$rcc" --system bounded --fails
expect 'livelock: must hit, and parks again' 1 \
    'the first request that is replayed at L1[0] must hit, and it parks again' "$tmp/hit.xml" --system bounded \
    --warps 1 --stamp-max 3

wrong $rcc operands 's|a="msg.a" b="msg.b"/>|a="msg.b" b="msg.a"/>|'
expect 'value: operands of an atomic' 1 'operand a of the atomic is not the one that it was issued with' \
    "$tmp/operands.xml" --system bounded --warps 1 --stamp-max 3

wrong specs/rcc/wo.xml old \
    's|<reply name="old" id="msg.id" data="msg.data"/>|<reply name="old" id="msg.id" data="line.data"/>|'
expect "value: an atomic's answer" 1 'the atomic is answered with a value that is not the one before it' \
    "$tmp/old.xml" --warps 1 --stamp-max 3

wrong $rcc kind 's|<reply name="stored" id="msg.id"/>|<reply name="loaded" id="msg.id" err="false" data="line.data"/>|'
expect 'conservation: another kind of answer' 1 'the store is answered with loaded' "$tmp/kind.xml" --system bounded \
    --warps 1 --stamp-max 3

wrong $rcc silent 's|err="line.err" data="line.data" performs="read"|err="false" data="line.data" performs="read"|'
expect 'value: an error that is not told' 1 'the answer does not say that memory could not read line 0' \
    "$tmp/silent.xml" --system bounded --warps 1 --stamp-max 3 --bad-lines 1
expect 'no bad line, no error' 0 'PASSED' "$tmp/silent.xml" --system bounded --warps 1 --stamp-max 3

wrong $rcc alarm 's|err="line.err" data="line.data" performs="read"|err="line.hit" data="line.data" performs="read"|'
expect 'value: an error that is none' 1 'the answer says that memory could not read line 0' "$tmp/alarm.xml" \
    --system bounded --warps 1 --stamp-max 3

wrong $rcc spread 's|line.dirty and not line.err|line.dirty|'
expect 'value: write-back of what was never read' 1 \
    'line 0 is written back, but what it holds was never read from memory' "$tmp/spread.xml" --system bounded \
    --warps 1 --stamp-max 3 --bad-lines 1

wrong $toy absent \
    's|<in state="I">|&<on event="Read"><send message="Value" to="msg.from" data="line.data" performs="read"/></on>|;
        s|<on event="Read Write"><allocate what="line mshr"/>|<on event="Write"><allocate what="line mshr"/>|'
expect 'value: a line that is not there' 1 'reads data that was never written' "$tmp/absent.xml"

wrong $toy empty 's|<send message="Value" to="msg.from" data="line.data" performs="read"/>|<send message="Done" to="msg.from" performs="read"/>|'
expect 'value: an answer without data' 1 'reads data that was never written' "$tmp/empty.xml"

wrong $rcc atomic 's|<on event="ATOMIC"><do macro="order"/>|<on event="ATOMIC"><set name="line.ver" value="max(msg.now, line.ver)"/><set name="line.dirty" value="true"/><set name="line.lease" value="LEASE_MIN"/>|'
expect 'order: an atomic before a read' 1 \
    'the atomic takes effect at time 0, but the value before it was read at time 1' "$tmp/atomic.xml" --system bounded \
    --warps 1 --ops 2 --lines 2 --stamp-max 12 --set L2.WAYS=2 --allow value

wrong $msi writers 's|<on event="Inv">  <send message="InvAck" to="msg.who"/><go to="I"/></on>|<on event="Inv">  <send message="InvAck" to="msg.who"/></on>|'
expect 'invariant over the system: two writers' 1 \
    "invariant 'single_writer' of L1 (line 153) does not hold: every a in addr" "$tmp/writers.xml" --warps 1

wrong $rcc leased \
    's|exp="line.exp" ver="line.ver" data="line.data"/></on>|exp="line.exp + 1" ver="line.ver" data="line.data"/></on>|'
expect 'invariant over the system: a lease that the bank does not know' 1 "invariant 'leased' of L2" "$tmp/leased.xml" \
    --system bounded --warps 1 --stamp-max 5

wrong $rcc same \
    's|<set name="line.lease" value="line.lease ge LEASE_MAX - line.lease \? LEASE_MAX : line.lease \+ line.lease"/>||'
expect 'cover that is not met' 1 "never met: cover 'renewed'" "$tmp/same.xml" --system bounded --cores 1 --lines 2 \
    --ops 2 --stamp-max 12 --set L1.WAYS=2 --set L2.WAYS=2 --expect-coverage

expect 'coverage that is expected' 1 'FAILED: coverage' "$top/$rcc" --system bounded --warps 1 --stamp-max 3 \
    --expect-coverage

exit $failed
