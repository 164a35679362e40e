#!/bin/sh
# The netlist of a small prototype, of LUTs, flip-flops, carries and block RAMs of an iCE40, in Verilator with the cells'
# models: the board in simulation prints the same report as with the Verilog that it was made of.
#   netlist.sh FPGA_TOP
set -eu
fpga_top=$1
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$fpga_top" "$top/fpga/boards/hx8k.xml" "$top/fpga/units/llc.xml" -o "$scratch/llc"
gcc -std=c17 -O2 -c "$top/fpga/sim/uart.c" -o "$scratch/uart.o"
cells=$(dirname "$(dirname "$(command -v yosys)")")/share/yosys/ice40/cells_sim.v
# The line as fast as in simulation of the Verilog, so that both take the same cycles.
yosys -q -p "read_verilog $top/fpga/sim/fpga_pll.v $scratch/llc/fpga_top.v
    hierarchy -check -libdir $top/fpga/lib -libdir $top/fpga/units -libdir $top/templates -top fpga_top \
        -chparam DIVISOR 4 -chparam PAUSE 0 -chparam RESET_W 3
    synth_ice40 -top fpga_top; tee -o $scratch/stat stat; select -assert-none t:\$*; write_verilog -noattr $scratch/netlist.v" \
    >"$scratch/log" 2>&1 || { tail -5 "$scratch/log"; exit 1; }
[ -n "${OBJCACHE:-}" ] || ! command -v ccache >/dev/null || export OBJCACHE=ccache
# report NAME FILE OPTION...
report() {
    name=$1
    shift
    verilator --binary --timing -Wno-fatal -Wno-lint --top-module fpga_tb "-I$top/fpga/sim" "$top/fpga/sim/fpga_tb.sv" "$@" \
        "$scratch/uart.o" --Mdir "$scratch/$name" -CFLAGS -O0 >"$scratch/log" 2>&1 || { tail -5 "$scratch/log"; exit 1; }
    "$scratch/$name/Vfpga_tb" | grep -v 'Verilog .finish' >"$scratch/$name.txt"
}
report verilog "$scratch/llc/fpga_top.v" "$top/fpga/sim/fpga_pll.v" -y "$top/fpga/lib" -y "$top/fpga/units" \
    -y "$top/templates"
report netlist -DFPGA_NETLIST=4 -DNO_ICE40_DEFAULT_ASSIGNMENTS "$scratch/netlist.v" "$cells"
cmp "$scratch/verilog.txt" "$scratch/netlist.txt" || { cat "$scratch/netlist.txt"; echo FAIL; exit 1; }
[ "$(tail -n 1 "$scratch/netlist.txt")" = PASS ] || { cat "$scratch/netlist.txt"; echo FAIL; exit 1; }
cat "$scratch/netlist.txt"
awk '/ SB_|Number of cells/ { print }' "$scratch/stat"
