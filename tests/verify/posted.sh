#!/bin/sh
# Stores that are answered before they take effect (posted="yes"): what the weak model allows, and mistakes.
. "$(dirname "$0")/lib.sh"
posted=tests/protocols/posted.xml
litmus=$top/sim/litmus

expect 'posted stores' 0 'posted stores: 2 of each warp' "$top/$posted"
expect 'one at a time' 0 'PASSED' "$top/$posted" --posted 1
grep -qF 'a second posted store of a thread (--posted 2)' "$tmp/out" || { echo 'FAIL not said: a second one'; failed=1; }
expect 'two lines' 0 '41080 states' "$top/$posted" --lines 2 --ops 2 --no-symmetry
expect 'up to numbering' 0 '20830 states' "$top/$posted" --lines 2 --ops 2
expect 'three cores' 0 'posted stores: 1 of each warp' "$top/$posted" --cores 3 --ops 2
expect 'two warps are too many for three' 2 '2 threads with 4 posted stores each: expected 8 at most' "$top/$posted" \
    --posted 4
expect 'no event says so' 2 "--posted: no event 'store' says posted=\"yes\"" "$top/tests/protocols/toy.xml" --posted 1
expect 'in Verilog' 2 'posted stores: not with --replay' "$top/$posted" --replay "$tmp/replay"
expect 'in SPIN' 2 'export: posted stores: not exported' "$top/$posted" --keyed --export promela
expect SB 1 '<- not sequentially consistent' "$top/$posted" --litmus "$litmus/SB.litmus"
for test in SB MP; do
    expect "$test with fences" 0 'under SC, no other' "$top/$posted" --litmus "$litmus/fenced/$test+fences.litmus"
done

expect 'a store that the limit holds back' 0 'no thread makes a store while 1 of its posted ones is under way' \
    "$top/$posted" --posted 1 --model weak --litmus "$litmus/MP.litmus"
grep -qx 'PASSED within the bounds' "$tmp/out" || { echo 'FAIL within the bounds'; failed=1; }
expect 'none is held back' 0 'PASSED' "$top/$posted" --posted 2 --model weak --litmus "$litmus/MP.litmus"
! grep -q 'under way\|bounds' "$tmp/out" || { echo 'FAIL none is'; failed=1; }

wrong $posted early 's| posted="yes"||'
expect 'answered before it takes effect' 1 'the store is answered, but it has not taken effect' "$tmp/early.xml"
wrong $posted fence 's|when="fencing and buffer.empty"|when="fencing"|'
expect 'a fence that does not wait' 1 \
    'the fence is answered, but a store to line 0, which was answered before, has not taken effect' "$tmp/fence.xml"
expect 'a fence that does not wait, litmus' 1 'the fence is answered, but a store to line' "$tmp/fence.xml" \
    --litmus "$litmus/fenced/SB+fences.litmus"
wrong $posted lost 's|<on event="Write">|<on event="Write" when="replayed"><send message="Done" to="msg.from"/></on>&|'
expect 'a store that is lost' 1 'has not taken effect' "$tmp/lost.xml"
wrong $posted nobody 's|<on event="sent"><reply name="fenced"/>|<on event="sent"><reply name="fenced"/>|;
    s|<on event="Write">|<on event="Write" when="replayed"></on>&|'
expect 'a store that is lost, without an acknowledgement' 1 \
    'a store of core 0 warp 0 to line 0, which was answered, has not taken effect' "$tmp/nobody.xml" --keyed
wrong $posted passes 's|<on event="load"><reply name="loaded" data="buffer.data" performs="read"/></on>|<on event="load"><send message="Read" to="BANK"/></on>|;
    s|<never event="Value" why="loads.*/>|<on event="Value"><reply name="loaded" data="msg.data"/></on>|'
expect 'a load that passes its own store' 1 'the load does not see the store that its thread has made before' \
    "$tmp/passes.xml"
# The newer of two stores of a thread comes first.
wrong $posted order 's|<on event="store"><park/></on>|<on event="store"><send message="Write" to="BANK" data="req.data" mask="req.mask"/><reply name="stored"/></on>|'
expect 'stores that pass each other' 1 'FAILED: data value' "$tmp/order.xml"
# A read that another one of its thread has overtaken: an answer of the bank from before.
wrong $posted stale 's|(<controller name="BANK" key="addr">)|\1<register name="n" type="bool" reset="false"/>|;
    s|<waiters name="mshr" kind="mshr" entries="2" depth="4"/>|<waiters name="mshr" kind="mshr" entries="2" depth="4"/>|;
    s|(<field name="dirty" type="bool" reset="false"/><field name="data" type="block"/>)|\1<field name="old" type="block"/>|;
    s|<write to="line.data" data="msg.data" mask="msg.mask" performs="write"/>|<write to="line.old" data="line.data"/>&|;
    s|<on event="Read"><send message="Value" to="msg.from" data="line.data" performs="read"/></on>|<on event="Read" when="n and line.dirty"><set name="n" value="false"/><send message="Value" to="msg.from" data="line.old" performs="read"/></on><on event="Read"><set name="n" value="true"/><send message="Value" to="msg.from" data="line.data" performs="read"/></on>|'
expect 'a load that reads what was there before a newer one that its thread has read' 1 \
    'the load reads an old value, which the weak model does not allow' "$tmp/stale.xml"
exit $failed
