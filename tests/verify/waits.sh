#!/bin/sh
# Requests that wait for requests of others (waits=): no deadlock while others can go on; and what still is one.
. "$(dirname "$0")/lib.sh"
barrier=tests/protocols/barrier.xml
lock=tests/protocols/lock.xml

expect barrier 0 'PASSED' "$top/$barrier"
grep -q '^barrier: system [a-z]*, [0-9] cores x 1 warps' "$tmp/out" && ! grep '^barrier:.*line' "$tmp/out" || { echo 'FAIL lines where there are none'; failed=1; }
expect 'lines' 2 'no controller here has a key' "$top/$barrier" --lines 2
expect 'of four' 0 '34 states' "$top/$barrier" --cores 4
expect 'programs that end' 0 'PASSED' "$top/$barrier" --cores 3 --ops 2
expect 'lock, asked for again and again' 0 'PASSED' "$top/$lock" --cores 3
expect 'in SPIN' 2 'export: requests that wait for others: not exported' "$top/$barrier" --export promela

wrong $barrier without 's| waits="yes"||'
expect 'without waits=' 1 'FAILED: deadlock' "$tmp/without.xml"
wrong $barrier last 's|to="here bitor onehot\(core\(msg.from\)\)" of|to="here" of|'
expect 'the last is forgotten' 1 'FAILED: deadlock' "$tmp/last.xml" --cores 3
wrong $barrier lost 's|value="here bitor onehot\(core\(msg.from\)\)"|value="onehot(core(msg.from))"|'
expect 'an arrival is lost' 1 'core 2 warp 0 waits for the answer to its barrier' "$tmp/lost.xml" --cores 3
# Another request is no excuse: who works must be answered.
wrong $barrier work 's|<on event="work"><reply name="done"/></on>|<on event="work"><go to="Waits"/></on>|'
expect 'a request that does not say so' 1 'FAILED: ' "$tmp/work.xml"
# Who waits keeps others from asking.
wrong $barrier shut 's|(<register name="here".*)|\1<register name="shut" type="bool" reset="false"/>|;
    s|(<port name="in" takes="down"/>)|<input name="shut" type="bool" of="UNIT"/>\1|;
    s|<on event="work"><reply name="done"/></on>|<on event="work" when="not shut"><reply name="done"/></on><stall event="work" why="shut"/>|;
    s|<on event="barrier">|<on event="barrier" when="not shut">|; s|<on event="work" when|<stall event="barrier" why="shut"/>&|;
    s|(value="here bitor onehot\(core\(msg.from\)\)"/>)|\1<set name="shut" value="true"/>|'
expect 'all others are kept from asking' 1 'FAILED: deadlock' "$tmp/shut.xml"

wrong $lock yes 's| waits="others"||'
expect 'lock, without waits=' 1 'FAILED: livelock' "$tmp/yes.xml"
wrong $lock two 's|<set name="taken" value="true"/>||'
expect 'two have the lock' 1 "invariant 'one'" "$tmp/two.xml"
# Each asks for something that another one gives: they wait for ever, unless one always goes on.
wrong $barrier never '/<on event="Arrive" when=/,/<.on>/d; /<never event="Go"/,/^    <.in>/{/<on event="Go"/d}; s|name="Go" |&|'
expect 'nobody is let go' 1 'FAILED: deadlock' "$tmp/never.xml"
sed 's|waits="yes"|waits="others"|' "$tmp/never.xml" >"$tmp/others.xml"
expect 'nobody is let go, and programs know it' 0 'PASSED' "$tmp/others.xml"

# A request that waits at the port: the place is full until it is emptied, and empty until it is filled.
cat >"$tmp/cell.xml" <<'X'
<protocol name="cell" doc="one place between a core that fills it and one that empties it">
  <param name="CORES" default="1" min="1" max="1"/>
  <network name="down" class="0"/><network name="up" class="0"/>
  <message name="Push" on="down" key="no"/><message name="Credit" on="up" key="no"/>
  <controller name="PROD"><register name="free" type="bool" reset="true"/>
    <port name="core" kind="core"><event name="push" key="no" answer="pushed" waits="yes"/><reply name="pushed"/></port>
    <port name="in" takes="up"/><port name="out" gives="down"/><state name="S" initial="yes"/>
    <in state="S"><stall event="push" when="not free" why="full"/>
      <on event="push"><send message="Push" to="CONS"/><set name="free" value="false"/><reply name="pushed"/></on>
      <on event="Credit"><set name="free" value="true"/></on></in>
  </controller>
  <controller name="CONS"><register name="full" type="bool" reset="false"/>
    <port name="core" kind="core"><event name="pop" key="no" answer="popped" waits="yes"/><reply name="popped"/></port>
    <port name="in" takes="down"/><port name="out" gives="up"/><state name="S" initial="yes"/>
    <in state="S"><stall event="pop" when="not full" why="empty"/>
      <on event="pop"><send message="Credit" to="PROD"/><set name="full" value="false"/><reply name="popped"/></on>
      <on event="Push"><set name="full" value="true"/></on></in>
  </controller>
  <system name="cell"><place controller="PROD" count="CORES"/><place controller="CONS" count="1"/></system>
</protocol>
X
expect 'requests that are not accepted' 0 'PASSED' "$tmp/cell.xml"
sed 's|answer="pushed" waits="yes"|answer="pushed"|' "$tmp/cell.xml" >"$tmp/push.xml"
expect 'one that does not say that it waits' 1 'at rest, PROD[0] does not accept the push' "$tmp/push.xml"
grep -qF 'core 0 warp 0 of PROD[0] is kept from its next request' "$tmp/out" || { echo 'FAIL who is kept'; failed=1; }
if grep -q 'core 1 warp 0 .*is kept' "$tmp/out"; then echo 'FAIL one is kept that can ask'; failed=1; fi
sed 's|<send message="Credit" to="PROD"/>|<choose><when test="not full"><send message="Credit" to="PROD"/></when></choose>|' \
    "$tmp/cell.xml" >"$tmp/credit.xml"
expect 'all wait at their ports' 1 'FAILED: deadlock' "$tmp/credit.xml"
# The credit comes of a wish: at rest neither is accepted, but a push will be, and the pop after it.
sed 's|<send message="Credit" to="PROD"/>|<set name="owes" value="true"/>|
    s|<register name="full" type="bool" reset="false"/>|&<register name="owes" type="bool" reset="false"/><wish name="pay" when="owes"/>|
    s|<on event="Push">|<on event="pay"><send message="Credit" to="PROD"/><set name="owes" value="false"/></on>&|' \
    "$tmp/cell.xml" >"$tmp/pays.xml"
expect 'a wish will let the other one ask' 0 'PASSED' "$tmp/pays.xml"
sed 's|<on event="pay"><send message="Credit" to="PROD"/>|<on event="pay">|' "$tmp/pays.xml" >"$tmp/lost_credit.xml"
expect 'a wish that does not' 1 'FAILED: deadlock' "$tmp/lost_credit.xml"
if grep 'does not accept' "$tmp/out" | grep -q ' of line '; then echo 'FAIL a line where there is none'; failed=1; fi

# A lock whose owner gives it back by way of a hub: who is held at the port of the owner's core keeps the release back.
cat >"$tmp/behind.xml" <<'X'
<protocol name="behind" doc="a lock of two warps that share a port">
  <param name="CORES" default="1" min="1" max="2"/><param name="WARPS" default="2" min="1" max="2"/>
  <type name="warp" count="WARPS"/>
  <network name="up" class="0"/><network name="down" class="1"/>
  <message name="Rel" on="up" key="no"/><message name="Freed" on="down" key="no"/>
  <controller name="P">
    <register name="taken" type="bool" reset="false"/><register name="owner" type="warp" reset="0"/>
    <port name="core" kind="core" id="warp">
      <event name="acquire" answer="got" waits="others"><field name="warp" type="warp"/></event>
      <event name="release" answer="gone"><field name="warp" type="warp"/></event>
      <reply name="got"><field name="warp" type="warp"/></reply>
      <reply name="gone"><field name="warp" type="warp"/></reply>
    </port>
    <port name="in" takes="down"/><port name="out" gives="up"/>
    <state name="I" initial="yes"/>
    <in state="I">
      <stall event="acquire" when="taken and owner ne req.warp" why="somebody has it"/>
      <on event="acquire"><set name="taken" value="true"/><set name="owner" value="req.warp"/>
        <reply name="got" warp="req.warp"/></on>
      <on event="release" when="taken and owner eq req.warp"><send message="Rel" to="HUB"/>
        <reply name="gone" warp="req.warp"/></on>
      <on event="release"><reply name="gone" warp="req.warp"/></on>
      <on event="Freed"><set name="taken" value="false"/></on>
    </in>
  </controller>
  <controller name="HUB">
    <port name="in" takes="up"/><port name="out" gives="down"/><state name="I" initial="yes"/>
    <in state="I"><on event="Rel"><send message="Freed" to="msg.from"/></on></in>
  </controller>
  <system name="behind"><place controller="P" count="CORES"/><place controller="HUB" count="1"/></system>
</protocol>
X
expect 'who waits stands before the release' 1 'at rest, P[0] does not accept the acquire from warp 1' "$tmp/behind.xml"
sed 's|<port name="core" kind="core" id="warp">|<port name="back" kind="core" id="warp">\
      <event name="release" answer="gone"><field name="warp" type="warp"/></event>\
      <reply name="gone"><field name="warp" type="warp"/></reply></port>&|
    /<event name="acquire"/,/<\/port>/{/name="release"/d;/name="gone"/d}' "$tmp/behind.xml" >"$tmp/beside.xml"
expect 'a release with a port of its own' 0 'PASSED' "$tmp/beside.xml"
expect 'another core asks meanwhile' 0 'requests behind one that waits for others at the port of its' "$tmp/behind.xml" \
    --cores 2
expect 'one thread has nobody to wait for' 2 \
    "'acquire' waits for others, and there is one thread: expected two at least" "$tmp/behind.xml" --warps 1

# A promise that is never made says nothing of who waits.
cat >"$tmp/lost_take.xml" <<'X'
<protocol name="lost" doc="a lock whose unit loses a request that comes while the lock is held">
  <network name="up" class="0"/><network name="down" class="1"/>
  <message name="Take" on="up" key="no"/><message name="Give" on="up" key="no"/>
  <message name="Yours" on="down" key="no"/>
  <controller name="P">
    <port name="core" kind="core">
      <event name="lock" answer="locked" waits="others"/><event name="unlock" answer="unlocked"/>
      <reply name="locked"/><reply name="unlocked"/>
    </port>
    <port name="in" takes="down"/><port name="out" gives="up"/>
    <state name="Out" initial="yes"/><state name="Wants" stable="no"/><state name="Has"/>
    <in state="Out"><on event="lock"><send message="Take" to="U"/><go to="Wants"/></on></in>
    <in state="Wants"><on event="Yours"><reply name="locked"/><go to="Has"/></on></in>
    <in state="Has"><on event="unlock"><send message="Give" to="U"/><reply name="unlocked"/><go to="Out"/></on>
      <on event="lock"><reply name="locked"/></on></in>
    <in state="Out"><on event="unlock"><reply name="unlocked"/></on></in>
    <in state="*"><never event="*" why="not asked for"/></in>
  </controller>
  <controller name="U">
    <register name="taken" type="bool" reset="false"/>
    <register name="owed" type="bool" reset="false" doc="somebody waits"/>
    <port name="in" takes="up"/><port name="out" gives="down"/>
    <state name="Run" initial="yes"/>
    <in state="Run">
      <on event="Take" when="taken"/>
      <on event="Take"><send message="Yours" to="msg.from"/><set name="taken" value="true"/></on>
      <on event="Give"><set name="taken" value="false"/><set name="owed" value="false"/></on>
    </in>
    <progress name="served" scope="controller" when="owed and not taken" leadsto="taken"/>
  </controller>
  <system name="lost"><place controller="P" count="2"/><place controller="U" count="1"/></system>
</protocol>
X
expect 'a promise that is never made' 0 'whether who waits for others is answered, but for what <progress> says' "$tmp/lost_take.xml"
grep -qF "<progress> 'served' (its condition never held)" "$tmp/out" || { echo 'FAIL which promise'; failed=1; }
expect 'it is not covered' 1 "never met: the condition of <progress> 'served'" "$tmp/lost_take.xml" --expect-coverage
sed 's|<on event="Take" when="taken"/>|<on event="Take" when="taken"><set name="owed" value="true"/></on>|
    s|<set name="owed" value="false"/>||' "$tmp/lost_take.xml" >"$tmp/owed.xml"
expect 'one that is made and broken' 1 "progress 'served' of U" "$tmp/owed.xml"
expect 'one that is kept' 0 'PASSED' "$top/tests/protocols/kept_lock.xml" --cores 3
kept=$top/tests/protocols/kept_lock.xml
sed 's|<wish name="grant" when="asked ne 0|<wish name="grant" when="asked gt 1|' "$kept" >"$tmp/kept.xml"
expect 'one core is passed over' 1 "progress 'granted' of UNIT" "$tmp/kept.xml"
exit $failed
