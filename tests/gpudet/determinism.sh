#!/bin/sh
# 1,000 runs of each program with ever other times: one outcome on GPUDet, each answer that of the reference; racey has
# many on the same machine without quanta.
#   determinism.sh [RUNS]
# COHGEN, COHGEN_SIM_LIB, TRIAL: the generator, the simulation library, the program behind `./run determinism`
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
runs=${1:-1000}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# build NAME OPTION...
build() {
    name=$1
    shift
    "$top/tests/torture/build_sim.sh" "$tmp/$name" "$top/specs/gpudet/$name.xml" --set=CUS=2 --set=PARTS=2 \
        --set=WARPS=4 --set=WORDS=4 "$@" >"$tmp/$name.log" 2>&1 || { cat "$tmp/$name.log"; exit 1; }
}
build gpudet --set=WAVES=2 --set=QUANTUM=20
build plain
"$TRIAL" determinism --sim "gpudet+=$tmp/gpudet/sim" --set groups=5 --runs "$runs" | tee "$tmp/out"
"$TRIAL" determinism --sim "plain=$tmp/plain/sim" --set groups=5 --set waves=2 --runs "$runs" racey |
    tee "$tmp/plain.out"
awk '/^racey/ { n = $2 } END { exit n < 2 }' "$tmp/plain.out" || { echo "FAIL racey does not vary"; exit 1; }
awk 'NR > 1 { n++; bad += $2 != 1 } END { exit !n || bad }' "$tmp/out" || { echo "FAIL several outcomes"; exit 1; }
echo "ok $runs runs of each"
