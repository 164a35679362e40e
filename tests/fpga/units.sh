#!/bin/sh
# The tops of every unit under Verilator -Wall, Icarus and Yosys, which must be silent.
#   units.sh COHGEN FPGA_TOP
set -eu
cohgen=$1 fpga_top=$2
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0
complain() { echo "FAIL $1:"; head -6 "$scratch/log"; bad=1; }
for description in "$top"/fpga/units/*.xml; do
    unit=$(basename "$description" .xml)
    for board in ulx3s-45f orangecrab-85f hx8k; do
        "$fpga_top" "$top/fpga/boards/$board.xml" "$description" -o "$scratch/$unit-$board"
    done
    dir=$scratch/$unit-hx8k more="$top/fpga/sim/fpga_pll.v"
    # With SDRAM where that can be
    if grep -q 'sdram="yes"' "$description"; then
        dir=$scratch/$unit-sdram more="$more $top/fpga/sim/fpga_clock_out.v"
        "$fpga_top" "$top/fpga/boards/ulx3s-45f.xml" "$description" -o "$dir" --sdram
    fi
    . "$dir/flow.sh"
    folders="$top/fpga/lib $top/fpga/units $top/templates"
    for folder in $files; do folders="$folders $top/$folder"; done
    if [ "$spec" != - ]; then
        # shellcheck disable=SC2086
        "$cohgen" emit "$top/$spec" $emit -o "$scratch/$unit" >/dev/null
        folders="$folders $scratch/$unit/rtl"
    fi
    # shellcheck disable=SC2046,SC2086
    verilator --lint-only -Wall --top-module fpga_top $(printf ' -y %s' $folders) $(printf ' -I%s' $folders) \
        "$dir/fpga_top.v" $more >"$scratch/log" 2>&1 && [ ! -s "$scratch/log" ] ||
        complain "verilator -Wall: $unit"
    # shellcheck disable=SC2046,SC2086
    iverilog -g2005 -s fpga_top $(printf ' -y %s' $folders) $(printf ' -I %s' $folders) -o "$scratch/netlist" \
        "$dir/fpga_top.v" $more >"$scratch/log" 2>&1 && [ ! -s "$scratch/log" ] ||
        complain "iverilog: $unit"
    # shellcheck disable=SC2086
    yosys -q -p "verilog_defaults -add -I$scratch/$unit/rtl
        read_verilog $dir/fpga_top.v $more
        hierarchy -check $(printf ' -libdir %s' $folders) -top fpga_top
        proc; select -assert-none t:\$dlatch; check -assert" >"$scratch/log" 2>&1 || complain "yosys: $unit"
done
[ $bad -eq 0 ] && echo ok
exit $bad
