#!/bin/sh
# RCC-WO with a fence that does not move the read view: the litmus tests with fences must find it. weak_mutant.sh DIR
# SPEC COHGEN, COHGEN_SIM_LIB: as build_sim.sh has it.
set -eu
dir=${1:?usage: weak_mutant.sh DIR SPEC} spec=${2:?usage: weak_mutant.sh DIR SPEC}
top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$dir"
sed -E 's|<on event="fence"><set name="rnow" value="max\(rnow, wnow\)"/>|<on event="fence">|' "$spec" >"$dir/mutant.xml"
! cmp -s "$spec" "$dir/mutant.xml" || {
    echo "FAIL: the fence of $spec is written otherwise than this test expects"
    exit 1
}
COHGEN_QUICK=-O0 "$top/tests/torture/build_sim.sh" \
    "$dir" "$dir/mutant.xml" --set CORES=2 --set WARPS=1 --set TS_BITS=24 --set L1.SETS=2
status=0
"$dir/sim" --test litmus --ops 40 --pin wo=1 --model weak "$top/sim/litmus/fenced/SB+fences.litmus" >"$dir/log" \
    2>&1 || status=$?
[ $status = 1 ] && grep -q '^FAILED .*SB+fences: an outcome that the model forbids' "$dir/log" || {
    tail -n 30 "$dir/log"
    echo "FAIL: exit status $status"
    exit 1
}
grep '^litmus SB+fences (' "$dir/log"
