#!/bin/sh
# Numbers that cores give with requests: few values are all tried, others as --values says or one; what is handed on only
# needs one.
. "$(dirname "$0")/lib.sh"
cat >"$tmp/base.xml" <<'X'
<protocol name="chosen" doc="a core asks with numbers">
  <param name="CORES" default="2" min="1" max="4"/>
  <type name="mode" count="3"/><enum name="way"><value name="up"/><value name="down"/></enum>
  <type name="big" bits="8" overflow="wrap"/>
  <network name="ask" class="0"/><network name="ans" class="1"/>
  <message name="Push" on="ask" key="no"><field name="m" type="mode"/><field name="w" type="way"/><field name="b" type="big"/><field name="at" type="node"/></message>
  <message name="Ok" on="ans" key="no"/>
  <controller name="P">
    <port name="core" kind="core">
      <event name="push" key="no" answer="pushed"><field name="m" type="mode"/><field name="w" type="way"/><field name="b" type="big"/><field name="at" type="node"/></event>
      <event name="pull" key="no" answer="pulled"><field name="m" type="mode"/></event>
      <reply name="pushed"/><reply name="pulled"/></port>
    <port name="i" takes="ans"/><port name="o" gives="ask"/>
    <register name="last" type="mode" reset="0"/>
    <state name="Idle" initial="yes"/><state name="W"/>
    <in state="Idle">
      <on event="push"><send message="Push" to="Q" m="req.m" w="req.w" b="req.b" at="req.at"/><go to="W"/></on>
      <on event="pull"><set name="last" value="req.m"/><reply name="pulled"/></on>
      <never event="Ok" why="x"/></in>
    <in state="W"><stall event="push" why="x"/><stall event="pull" why="x"/>
      <on event="Ok"><reply name="pushed"/><go to="Idle"/></on></in>
  </controller>
  <controller name="Q"><port name="i" takes="ask"/><port name="o" gives="ans"/><state name="S" initial="yes"/>
    <in state="S"><never event="Push" when="TEST" why="not this one"/>
      <on event="Push"><send message="Ok" to="msg.from"/></on></in></controller>
  <system name="chosen"><place controller="P" count="CORES"/><place controller="Q" count="1"/></system>
</protocol>
X
# asks NAME TEST: the bank must not get a message of which TEST holds.
asks() { sed "s/TEST/$2/" "$tmp/base.xml" >"$tmp/$1.xml"; }
plain() { if grep -q 'within the bounds\|not looked at, taken' "$tmp/out"; then echo "FAIL $name: plain PASSED expected"; failed=1; fi; }
asks few 'msg.m eq 2'
expect 'every value of a small number' 1 'warp 0 push m=2 at=' "$tmp/few.xml"
expect 'the run is told' 1 'Push m=2 w=up b=0' "$tmp/few.xml"
expect 'which are tried' 1 'numbers of requests: P.m 0 1 2, P.at' "$tmp/few.xml"
expect 'only these' 0 'numbers of requests: P.m 0 1, P.at' "$tmp/few.xml" --values m=0,1
expect 'is a bound' 0 'PASSED within the bounds' "$tmp/few.xml" --values m=0,1
expect 'of another request' 1 'm=2' "$tmp/few.xml" --values pull.m=0,1
expect 'of this request' 0 'PASSED within the bounds' "$tmp/few.xml" --values push.m=0,1
asks name 'msg.w eq way.down'
expect 'names of values' 1 'push w=down' "$tmp/name.xml"
expect 'given by name' 0 'PASSED within the bounds' "$tmp/name.xml" --values w=up
asks many 'msg.b eq 100'
expect 'too many to try' 0 'not looked at, taken as 0: P.b of requests' "$tmp/many.xml"
expect 'a bound of the verdict' 0 'PASSED within the bounds' "$tmp/many.xml"
expect 'those that are given' 1 'b=100' "$tmp/many.xml" --values b=0,100
asks node 'msg.at eq P(1)'
expect 'every node' 1 'at=' "$tmp/node.xml" --no-symmetry
sed 's|<never event="Push" when="TEST" why="not this one"/>||' "$tmp/base.xml" >"$tmp/none.xml"
expect 'handed on only' 0 'one value for all, since rows only hand it on: P.m, P.w, P.b' "$tmp/none.xml"
plain
sed 's|value="req.m"/>|value="(req.m eq 2 ? 1 : 0)"/>|' "$tmp/none.xml" >"$tmp/sum.xml"
expect 'looked at where it comes from' 0 'numbers of requests: P.m 0 1 2' "$tmp/sum.xml"
plain
sed 's|</protocol>|<verify name="up" values="w=up push.m=0,1"/>&|' "$tmp/few.xml" >"$tmp/plan.xml"
expect 'a search of the file' 0 'PASSED within the bounds: up' "$tmp/plan.xml"
expect 'no such field' 2 'verify: --values x=1: no request of a core has this field' "$tmp/few.xml" --values x=1
expect 'no such value' 2 "'3' is no value of 'm': expected 0 to 2" "$tmp/few.xml" --values m=1,3
expect 'no values' 2 'expected FIELD=VALUE,VALUE...' "$tmp/few.xml" --values m
expect 'nodes are all tried' 2 'this field is no number of at most 16 bits that is chosen' "$tmp/few.xml" --values at=1
expect 'not exported' 2 'a request with numbers of which several are tried' "$tmp/few.xml" --export promela
# What an atomic was given must arrive, whatever it is.
rcc="--system bounded --warps 1 --ops 2 --keyed --no-drain"
expect 'operands that are chosen' 0 'numbers of requests: L1.op add max' "$top/specs/rcc/rcc.xml" $rcc --values op=add,max
wrong specs/rcc/rcc.xml op 's/op="req.op"/op="op.max"/'
expect 'another operation is applied' 1 'operand op of the atomic is not the one that it was issued with' "$tmp/op.xml" \
    $rcc --values op=add,max
exit $failed
