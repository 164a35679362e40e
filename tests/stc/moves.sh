#!/bin/sh
# STC as published, with all that errata S1 to S5 say put right, and SEB that moves under two CUs: it moves between
# PrepareEpochChange and ChangeEpoch (docs/errata.md, S2).
. "$(dirname "$0")/../verify/lib.sh"
expect 'published: SEB moves in the midst of a change' 1 "invariant 'er3' of CU" "$top/specs/stc/published.xml" \
    --lines 3 --set VARIANT=2 --set SEB_MAX=3 --warps 2 --ops 1 --set S1=1 --set S2=1 --set S3=1 --set S4=1 --set S5=1
for test in R 2+2W; do
    expect "$test with fences" 0 'under SC, no other' "$top/specs/stc/stc.xml" \
        --litmus "$top/sim/litmus/fenced/$test+fences.litmus"
done
exit $failed
