#!/bin/sh
# Requests with scopes: the outcomes of litmus tests are those of the scoped model, and mistakes.
. "$(dirname "$0")/lib.sh"
scopes=tests/protocols/scopes.xml
litmus=$top/tests/verify/litmus/scoped

# scoped TEST STATUS TEXT FILE OPTION...
scoped() {
    test=$1 status=$2 text=$3 file=$4
    shift 4
    expect "$test" "$status" "$text" "$file" --model scoped --litmus "$litmus/$test.litmus" "$@"
}

expect 'without a program' 0 'values (requests have scopes: litmus tests)' "$top/$scopes" --cores 2 --warps 1
expect 'two warps' 0 'PASSED' "$top/$scopes" --cores 1 --warps 2
expect 'two lines' 0 'PASSED' "$top/$scopes" --cores 2 --warps 1 --lines 2 --ops 2
for test in MP+gpu MP+sys SB+fences CoRR+gpu; do
    scoped $test 0 '3 of 3 outcomes under the scoped model, no other' "$top/$scopes" --cores 2 --warps 1
done
for test in MP+far SB+acq_rel CoRR+weak; do
    scoped $test 0 '3 of 4 outcomes under the scoped model, no other' "$top/$scopes" --cores 2 --warps 1
done
scoped MP+narrow 0 '1:r0=1 1:r1=0   not under SC' "$top/$scopes" --cores 2 --warps 1
scoped MP+cta 0 '3 of 3 outcomes under the scoped model, no other' "$top/$scopes" --cores 1 --warps 2
scoped WRC+scopes 0 '7 of 7 outcomes under the scoped model, no other' "$top/$scopes" --cores 2 --warps 2 --posted 1
scoped ISA2+scopes 0 '7 of 7 outcomes under the scoped model, no other' "$top/$scopes" --cores 2 --warps 2 --posted 1 \
    --preloads 0
scoped IRIW+fences 0 '15 of 15 outcomes under the scoped model, no other' "$top/$scopes" --cores 4 --warps 1 --posted 1 \
    --preloads 0

# Threads where the test wants them.
scoped MP+cta 2 'no warps for the scopes of this test' "$top/$scopes" --cores 2 --warps 1
scoped MP+sys 2 'no warps for the scopes of this test' "$top/$scopes" --cores 1 --warps 2
scoped MP+sys 0 '4 placements' "$top/$scopes" --cores 2 --warps 2 --posted 1 --preloads 0
# Lines that leave only where something lacks a way: what an eviction does wrong is seen where there is one way only.
expect 'room for all' 0 'evictions that nothing needs' "$top/$scopes" --cores 1 --warps 1 --lines 2 --evict-for-room
wrong $scopes stays 's|<on event="evict"><go to="I"/></on>|<never event="evict" why="it stays"/>|'
expect 'evictions at any time' 1 'it stays' "$tmp/stays.xml" --cores 1 --warps 1 --lines 2
expect 'room for all, none leaves' 0 PASSED "$tmp/stays.xml" --cores 1 --warps 1 --lines 2 --evict-for-room
one='s|sets="4" ways="2" victims|sets="1" ways="1" victims|'
sed "$one" "$tmp/stays.xml" >"$tmp/narrow.xml"
expect 'room for one' 1 'it stays' "$tmp/narrow.xml" --cores 1 --warps 1 --lines 2 --evict-for-room
wrong $scopes one "$one"
expect 'room for one, which leaves' 0 PASSED "$tmp/one.xml" --cores 1 --warps 1 --lines 2 --evict-for-room
# gpus= says which GPU a core is in: threads of one GPU of the test share one.
wrong $scopes gpus 's|kind="core" id="warp"|kind="core" id="warp" gpus="2"|'
scoped MP+gpu 2 'no warps for the scopes of this test' "$tmp/gpus.xml" --cores 2 --warps 1
scoped MP+gpu 0 '4 placements' "$tmp/gpus.xml" --cores 2 --warps 2 --posted 1 --preloads 0
scoped MP+sys 0 '2 placements' "$tmp/gpus.xml" --cores 2 --warps 1
expect 'GPUs of one size' 2 'gpus= is 2, expected a number that divides the 3 cores' "$tmp/gpus.xml" --cores 3 --warps 1
# Where no request says how strong it is all of them are alike.
scoped MP+gpu 0 'under the scoped model, no other' "$top/tests/protocols/msi.xml" --cores 2 --warps 1
sed 's/ y.relaxed.gpu  ;/ y.acquire.gpu ;/' "$litmus/MP+gpu.litmus" >"$tmp/acquire.litmus"
expect 'nothing as strong' 2 "this port has no event 'load' as strong as one of the test" "$top/$scopes" --cores 2 \
    --warps 1 --model scoped --litmus "$tmp/acquire.litmus"

bad='1:r0=1 1:r1=0   <- not allowed by the scoped model'
wrong $scopes reach 's|name="fence_cta" does="fence" order="sc" scope="cta"|name="fence_cta" does="fence" order="sc" scope="gpu"|'
scoped MP+gpu 1 "$bad" "$tmp/reach.xml" --cores 2 --warps 1
wrong $scopes early 's|when="any\(fencing\) and buffer.empty"|when="any(fencing)"|'
scoped MP+gpu 1 "$bad" "$tmp/early.xml" --cores 2 --warps 1
wrong $scopes old 's|<walk over="line"><free what="line"/></walk>||'
scoped MP+gpu 1 "$bad" "$tmp/old.xml" --cores 2 --warps 1
scoped MP+cta 0 'no other' "$tmp/old.xml" --cores 1 --warps 2
wrong $scopes half 's|order="sc" scope="sys" key|order="sc" key|'
expect 'an order without a scope' 1 'order= and scope= go together' "$tmp/half.xml"
wrong $scopes odd 's|<event name="load" order="relaxed"|<event name="load" order="release"|'
expect 'an order that does not fit' 1 'error: a load is relaxed or acquire' "$tmp/odd.xml"
wrong $scopes what 's| does="fence" order="sc" scope="cta"| order="sc" scope="cta"|'
expect 'of what' 1 'belong to a load, store, atomic or fence; does= says which one it is' "$tmp/what.xml"
exit $failed
