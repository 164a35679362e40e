#!/bin/sh
# Every register that a block moves where it looks at the reset is reset: with the asynchronous style Yosys makes a
# flip-flop without a reset of what is forgotten, or refuses a branch that asks for more than the reset. Of each block
# with 1, 2 and 3 stages where it has them.
#   reset.sh TEMPLATES
set -eu
templates=${1:?usage: reset.sh TEMPLATES}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$templates"/cg_*.v "$scratch"
sed -i 's/^`define CG_EDGE .*/`define CG_EDGE posedge clk_i or posedge rst_i/' "$scratch"/cg_*.v
bad=0 n=0
for stages in 1 2 3; do
    {
        for file in "$scratch"/cg_*.v; do echo "read_verilog $file"; done
        echo 'chparam -set LEVEL 64 cg_throttle'   # its registers start with it
        for file in $(grep -l 'parameter.* STAGES ' "$scratch"/cg_*.v); do
            echo "chparam -set STAGES $stages $(basename "$file" .v)"
        done
        echo proc
    } >"$scratch/proc.ys"
    yosys -q -l "$scratch/log" -s "$scratch/proc.ys" >/dev/null 2>&1 ||
        { echo "FAIL, $stages stages:"; tail -n 3 "$scratch/log"; bad=1; continue; }
    awk -v what="$stages stages" -f "$here/../../lint/not_reset.awk" "$scratch/log" || bad=1
    n=$((n + 1))
done
[ $bad = 0 ] && echo "ok: $n times all blocks"
exit $bad
