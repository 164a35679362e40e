#!/bin/sh
# Stores that release and loads that acquire: the outcomes of litmus tests are those of the scoped model, and mistakes.
. "$(dirname "$0")/lib.sh"
release=tests/protocols/releases.xml
litmus=$top/tests/verify/litmus/released

# released TEST STATUS TEXT FILE CORES WARPS OPTION...
released() {
    test=$1 status=$2 text=$3 file=$4 cores=$5 warps=$6
    shift 6
    expect "$test" "$status" "$text" "$file" --cores "$cores" --warps "$warps" --model scoped \
        --litmus "$litmus/$test.litmus" "$@"
}

expect 'without a program' 0 'values (requests have scopes: litmus tests)' "$top/$release" --cores 2 --warps 1
expect 'two warps' 0 'PASSED' "$top/$release" --cores 1 --warps 2
expect 'two lines' 0 'PASSED' "$top/$release" --cores 2 --warps 1 --lines 2 --ops 2
for test in MP+release MP+sys+release LB+release; do
    released $test 0 '3 of 3 outcomes under the scoped model, no other' "$top/$release" 2 1
done
for test in MP+release+relaxed MP+relaxed+acquire; do
    released $test 0 '1:r0=1 1:r1=0   not under SC' "$top/$release" 2 1
done
released SB+release 0 '0:r0=0 1:r0=0   not under SC' "$top/$release" 2 1
for test in WRC+release ISA2+release; do
    released $test 0 '7 of 7 outcomes under the scoped model, no other' "$top/$release" 3 1 --posted 1 --preloads 0
done
released IRIW+acquire 0 '15 of 16 outcomes under the scoped model, no other' "$top/$release" 4 1 --posted 1 --preloads 0
released MP+neighbour 0 '6 of 6 outcomes under the scoped model, no other' "$top/$release" 2 2 --posted 1 --preloads 0
# It has no fence narrower than sc.sys: that does.
expect 'a fence of a CTA' 0 'under the scoped model, no other' "$top/$release" --cores 1 --warps 2 --model scoped \
    --litmus "$top/tests/verify/litmus/scoped/MP+cta.litmus"

bad='<- not allowed by the scoped model'
wrong $release early '/stall event="store_release" when/d'
released MP+release 1 "1:r0=1 1:r1=0   $bad" "$tmp/early.xml" 2 1
released MP+relaxed+acquire 0 'no other' "$tmp/early.xml" 2 1
wrong $release old 's|<walk over="line" where="state eq V"><free what="line"/></walk>||'
released MP+release 1 "1:r0=1 1:r1=0   $bad" "$tmp/old.xml" 2 1
wrong $release late 's|<set name="old" value="asking without onehot\(msg.id\)"/>||'
released MP+release 0 'no other' "$tmp/late.xml" 2 1
released MP+neighbour 1 "$bad" "$tmp/late.xml" 2 2 --posted 1 --preloads 0
wrong $release plain 's|does="load" order="relaxed" scope="sys"|does="load" order="acquire" scope="sys"|'
released MP+release 1 "1:r0=1 1:r1=0   $bad" "$tmp/plain.xml" 2 1
exit $failed
