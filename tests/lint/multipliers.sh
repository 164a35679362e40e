#!/bin/sh
# No multiplier in an emitted design, whatever its rows multiply by.
#   multipliers.sh COHGEN SPEC [P=V...]
# Exit status: 0 no $mul or $macc cell, 1 otherwise.
set -eu
cohgen=$1 spec=$2
shift 2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
sets=
for s; do sets="$sets --set=$s"; done
# shellcheck disable=SC2086
"$cohgen" emit "$spec" $sets -o "$tmp/out" >/dev/null
design=$(basename "$(ls "$tmp"/out/*.f)" .f)
# As a synthesiser sees it before it looks for DSP cells: constants folded, powers of two made shifts.
yosys -q -p "read_verilog -DSYNTHESIS $tmp/out/rtl/$design.v; hierarchy -check -libdir $tmp/out/rtl -top $design
    proc; flatten; opt; wreduce; peepopt; opt_clean; tee -o $tmp/mul select -list t:\$mul t:\$macc" >"$tmp/log" 2>&1 ||
    { cat "$tmp/log"; exit 1; }
[ ! -s "$tmp/mul" ] || { echo "FAIL $design: $(wc -l <"$tmp/mul") multipliers"; head -n 5 "$tmp/mul"; exit 1; }
echo "ok $design: no multiplier"
