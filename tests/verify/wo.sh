#!/bin/sh
# RCC-WO: the pin at 0 is sequentially consistent; at 1 the outcomes of litmus tests are those of the weak model, and
# with fences those of sequential consistency.
. "$(dirname "$0")/lib.sh"
wo=specs/rcc/wo.xml
litmus=$top/sim/litmus
own=$top/tests/verify/litmus

expect 'SC pin' 0 'PASSED within the bounds' "$top/$wo" --system wo --stamp-max 4
expect 'WO pin' 0 'PASSED within the bounds' "$top/$wo" --system wo --stamp-max 4 --set wo=1
expect 'WO pin, two warps' 0 'PASSED within the bounds' "$top/$wo" --system wo --cores 1 --warps 2 --stamp-max 4 \
    --set wo=1
for test in SB R; do
    expect "$test, SC pin" 0 '3 of 3 outcomes under SC, no other' "$top/$wo" --system wo --stamp-max 10 \
        --litmus "$litmus/$test.litmus"
    expect "$test, WO pin" 0 '4 of 4 outcomes under the weak model, no other' "$top/$wo" --system wo --stamp-max 10 \
        --set wo=1 --model weak --litmus "$litmus/$test.litmus"
    grep -q 'not under SC' "$tmp/out" || { echo "FAIL $test: the weak outcome is not listed"; failed=1; }
    expect "$test, WO pin, judged as SC" 1 '<- not sequentially consistent' "$top/$wo" --system wo --stamp-max 10 \
        --set wo=1 --litmus "$litmus/$test.litmus"
    expect "$test, WO pin, fences" 0 '3 of 3 outcomes under the weak model, no other' "$top/$wo" --system wo \
        --stamp-max 10 --set wo=1 --model weak --litmus "$litmus/fenced/$test+fences.litmus"
done
for test in MP LB S 2+2W CoRR1 CoRW1 CoRW2 CoWW; do
    expect "$test, WO pin" 0 'under SC, no other' "$top/$wo" --system wo --stamp-max 10 --set wo=1 \
        --litmus "$litmus/$test.litmus"
done

wrong $wo fence 's|<on event="fence"><set name="rnow" value="max\(rnow, wnow\)"/>|<on event="fence">|'
expect 'a fence that does not move the read view' 1 '0:r0=0 1:r0=0   <- not allowed by the weak model' \
    "$tmp/fence.xml" --system wo --stamp-max 10 --set wo=1 --model weak --litmus "$litmus/fenced/SB+fences.litmus"
wrong $wo half 's|(<on event="fence"><set name="rnow" value="max.rnow, wnow."/>)<set name="wnow"[^>]*/>|\1|'
expect 'a fence that does not move the write view' 1 'but its core goes on at time' "$tmp/half.xml" --system wo \
    --stamp-max 4 --set wo=1
wrong $wo store 's|now="wnow" mask|now="0" mask|'
expect 'stores out of order' 1 'FAILED: order of writes' "$tmp/store.xml" --system wo --lines 2 --ops 2 \
    --no-atomics --stamp-max 8 --set wo=1

expect 'a thread reads its own store' 0 '2 of 2 outcomes under the weak model, no other' "$top/$wo" --system wo \
    --cores 1 --warps 2 --stamp-max 10 --set wo=1 --model weak --litmus "$top/specs/rcc/litmus/CoWR.litmus"
wrong $wo e18 's| or mshr.gets||'
expect 'E18: it does not' 1 '1:r0=0 0:r0=0   <- not allowed by the weak model' "$tmp/e18.xml" --system wo --cores 1 \
    --warps 2 --stamp-max 10 --set wo=1 --model weak --litmus "$top/specs/rcc/litmus/CoWR.litmus"
expect 'E18 is none with the SC pin' 0 '2 of 2 outcomes under SC, no other' "$tmp/e18.xml" --system wo --cores 1 \
    --warps 2 --stamp-max 10 --litmus "$top/specs/rcc/litmus/CoWR.litmus"
expect 'a pin that is too large' 2 "2 does not fit the input 'wo' of 1 bit" "$top/$wo" --set wo=2
for option in --coverage --expect-coverage --no-drain '--ops 2'; do
    # shellcheck disable=SC2086
    expect "$option with a litmus test" 2 '--litmus is without --ops' "$top/$wo" --litmus "$top/sim/litmus/SB.litmus" $option
done
expect '--preloads without a litmus test' 2 '--preloads is for --litmus' "$top/$wo" --preloads 0
expect '--model without a litmus test' 2 '--model is for --litmus' "$top/$wo" --model weak
expect 'its name of before' 2 "unknown option '--weak', did you mean '--model weak'?" "$top/$wo" --weak
expect 'no such model' 2 "'week' is not one of: sc weak scoped, did you mean 'weak'?" "$top/$wo" --model week
exit $failed
