#!/bin/sh
# As templates/reset, of controllers and systems as they are emitted with the asynchronous reset.
#   reset_emitted.sh COHGEN
set -eu
cohgen=${1:?usage: reset_emitted.sh COHGEN}
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0 n=0
# resets SPEC NAME=VALUE...
resets() {
    spec=$1 name=$(basename "$1") settings=
    shift
    for s; do settings="$settings --set=$s"; done
    rm -rf "$scratch/out"
    # shellcheck disable=SC2086
    "$cohgen" emit "$top/specs/$spec.xml" $settings --reset async -o "$scratch/out" >"$scratch/log" 2>&1 ||
        { echo "FAIL, $spec: emit"; head -n 3 "$scratch/log"; bad=1; return; }
    {
        for file in "$scratch"/out/rtl/*.v; do echo "read_verilog -I$scratch/out/rtl $file"; done
        echo "hierarchy -top $name"
        echo proc
    } >"$scratch/proc.ys"
    yosys -q -l "$scratch/log" -s "$scratch/proc.ys" >/dev/null 2>&1 ||
        { echo "FAIL, $spec:"; tail -n 3 "$scratch/log"; bad=1; return; }
    awk -v what="$spec $*" -f "$here/not_reset.awk" "$scratch/log" || bad=1
    n=$((n + 1))
}
resets rcc/rcc CORES=2 BANKS=1 WARPS=2
resets rcc/rcc CORES=2 BANKS=1 WARPS=2 L1.STAGES=3 L2.STAGES=3
resets getm/getm TX.STAGES=3 VU.STAGES=3 TS_BITS=16
resets gpudet/zunit ZU.STAGES=3 L2.STAGES=3
resets stc/stc CU.STAGES=3 EMU.STAGES=3 L2.STAGES=3
resets rcd/lrc
[ $bad = 0 ] && echo "ok: $n systems"
exit $bad
