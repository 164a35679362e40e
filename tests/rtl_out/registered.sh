#!/bin/sh
# registered.sh DESIGN TOP [PARAMETER VALUE]...: every output of module TOP comes from registers, as the pages in
# rtl_out/ say: no path leads from an input to an output, but for the constant number of a tile.
set -eu
design=$1 top=$2
shift 2
cd "$(dirname "$0")/../../rtl_out/$design"
list=$(echo *.f) # it is named after the top module
set=
while [ $# -gt 1 ]; do set="$set -chparam $1 $2"; shift 2; done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# paths MODULE OPTIONS: fails if there is one; registers end a path, memories become registers.
paths() {
    yosys -q -p "read_verilog -Irtl $(tr '\n' ' ' <"$list"); hierarchy -check -top $1 $2
        proc; flatten; memory_map; opt_clean
      select -assert-none o:* %ci*:-\$dff,-\$adff,-\$dffe,-\$sdff i:* %i w:node_i %d w:index_i %d" >"$scratch/log" 2>&1
}
paths "$top" "$set" || { echo "FAIL $top: an output depends on an input of its cycle:"; cat "$scratch/log"; exit 1; }
# It finds a path where there is one: in the crossbar, or where there is none in the arbiter.
block=cg_xbar pin=in_valid_i
grep -q cg_xbar.v "$list" || block=cg_source_arb pin=valid_i
if paths $block "" || ! grep -q $block/$pin "$scratch/log"; then echo "FAIL: no path in $block"; exit 1; fi
echo "ok $top"
