#!/bin/sh
# Values that the search takes as 0: what asks for them is told, and the verdict is none of the whole system.
. "$(dirname "$0")/lib.sh"
cat >"$tmp/base.xml" <<'X'
<protocol name="wide" doc="a counter of 20 bits">
  <param name="CORES" default="2" min="1" max="4"/>
  <type name="big" bits="20" overflow="wrap"/>
  <network name="ask" class="0"/><network name="ans" class="1"/>
  <message name="Push" on="ask" key="no"/><message name="Ok" on="ans" key="no"><field name="n" type="big"/></message>
  <controller name="P">
    <register name="sent" type="big" reset="0"/>
    <history name="since" type="big" reset="0"/>
    <port name="core" kind="core"><event name="push" key="no" answer="pushed"/><reply name="pushed"/></port>
    <port name="i" takes="ans"/><port name="o" gives="ask"/>
    <state name="Idle" initial="yes"/><state name="W"/>
    HERE
    <in state="Idle"><on event="push"><send message="Push" to="Q"/><set name="sent" value="sent + 1"/>
      <set name="since" value="since + 1"/><go to="W"/></on><never event="Ok" why="x"/></in>
    <in state="W"><stall event="push" why="x"/>
      <on event="Ok"><set name="sent" value="sent + msg.n"/><reply name="pushed"/><go to="Idle"/></on></in>
  </controller>
  <controller name="Q"><port name="i" takes="ask"/><port name="o" gives="ans"/><state name="S" initial="yes"/>
    <in state="S"><on event="Push"><send message="Ok" to="msg.from" n="0"/></on></in></controller>
  <system name="wide"><place controller="P" count="CORES"/><place controller="Q" count="1"/></system>
</protocol>
X
# asks NAME TEXT LINE WHO: the property TEXT asks for WHO, on line 12.
asks() {
    sed "s|HERE|$2|" "$tmp/base.xml" >"$tmp/$1.xml"
    expect "$1: at its place" 0 "$1.xml:12:$3: warning: verify: '$4' has 20 bits and is taken as 0" "$tmp/$1.xml"
    expect "$1: not of the whole system" 0 'PASSED within the bounds' "$tmp/$1.xml"
    expect "$1: what it is" 0 'not looked at: what 1 comparison of invariants, covers or <progress> asks for' \
        "$tmp/$1.xml" --plain
}
asks register '<invariant name="few" scope="system" test="every c in P: c.sent lt 2"/>' 62 sent
asks own '<invariant name="few" test="sent lt 2"/>' 33 sent
asks history '<invariant name="few" scope="system" test="every c in P: c.since lt 2"/>' 62 since
asks message '<invariant name="none" scope="system" test="every m in Ok: m.n eq 0"/>' 64 n
asks cover '<cover name="many" test="sent gt 1"/>' 30 sent
asks progress '<progress name="ends" when="sent gt 1" leadsto="state eq Idle"/>' 33 sent
sed 's|HERE|<verify name="a"/>|; /<verify/d' "$tmp/register.xml" >"$tmp/plan.xml"
sed -i 's|</protocol>|<verify name="one"/>&|' "$tmp/plan.xml"
expect 'in a portfolio' 0 'PASSED within the bounds: one' "$tmp/plan.xml"
sed 's|HERE||' "$tmp/base.xml" >"$tmp/nobody.xml"
expect 'nobody asks' 0 'not looked at, taken as 0: P.sent (20 bits)' "$tmp/nobody.xml"
if grep -q 'within the bounds' "$tmp/out"; then echo 'FAIL nobody asks: plain PASSED expected'; failed=1; fi
# The verdict is the last that a run says.
"$COHGEN" verify "$tmp/register.xml" >"$tmp/out" 2>&1
case $(tail -n 1 "$tmp/out") in
PASSED*) grep -q warning "$tmp/out" && echo 'ok   warnings come before the verdict' || failed=1 ;;
*) echo 'FAIL something is said behind the verdict:'; tail -n 5 "$tmp/out"; failed=1 ;;
esac
exit $failed
