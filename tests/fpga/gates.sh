#!/bin/sh
# A prototype as gates, in Icarus, where a flip-flop without a reset is unknown until it is written (the models of FPGAs
# begin with 0): the board prints the same report, in the same cycles, as the Verilog does. Gates of no library:
# AND, OR, NOT, XOR, multiplexers, flip-flops; memories become flip-flops. In the Verilog no assertion (COHGEN_CHECKS) is
# violated meanwhile, by an unknown value either.
#   gates.sh COHGEN FPGA_TOP [UNIT]      tests/fpga/UNIT.xml (default: rcc_gates)
set -eu
cohgen=${1:?usage: gates.sh COHGEN FPGA_TOP [UNIT]} fpga_top=$2 unit=${3:-rcc_gates}
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$fpga_top" "$top/fpga/boards/hx8k.xml" "$here/$unit.xml" -o "$scratch/unit"
. "$scratch/unit/flow.sh"
# shellcheck disable=SC2086,SC2154
"$cohgen" emit "$top/$spec" $emit -o "$scratch/emitted" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
rtl=$scratch/emitted/rtl
libraries="$rtl $top/fpga/lib $top/fpga/units $top/templates"
# shellcheck disable=SC2086
search() { printf " $1%s" $libraries; }
# heard NAME FILE OPTION...: what the board prints, into NAME.txt
heard() {
    name=$1
    shift
    iverilog -g2012 -s gates_tb -Pgates_tb.LIMIT=20000 -o "$scratch/$name.vvp" "$here/gates_tb.v" "-I$top/fpga/sim" "$@" >"$scratch/log" 2>&1 ||
        { tail -5 "$scratch/log"; exit 1; }
    vvp -n "$scratch/$name.vvp" >"$scratch/$name.txt"
}
# shellcheck disable=SC2046
heard verilog -DCOHGEN_CHECKS "-I$scratch/emitted/checks" "-I$rtl" $(search -y) "$scratch/unit/fpga_top.v" \
    "$top/fpga/sim/fpga_pll.v"
sed 's/accesses [0-9A-F]* in [0-9A-F]* cycles/accesses ........ in ........ cycles/' "$scratch/verilog.txt" |
    cmp -s - "$scratch/unit/report.txt" ||
    { head -n 20 "$scratch/verilog.txt"; echo "FAIL: not the report foretold"; exit 1; }
yosys -q -p "verilog_defaults -add -I$rtl; read_verilog $top/fpga/sim/fpga_pll.v $scratch/unit/fpga_top.v
    hierarchy -check $(search '-libdir ') -top fpga_top -chparam DIVISOR 4 -chparam PAUSE 0 -chparam RESET_W 3
    synth -flatten -top fpga_top; select -assert-none t:\$mem* t:\$dlatch t:\$_DLATCH_*
    tee -o $scratch/stat stat; write_verilog -noattr $scratch/netlist.v" >"$scratch/log" 2>&1 ||
    { tail -5 "$scratch/log"; exit 1; }
heard gates -DFPGA_NETLIST "$scratch/netlist.v"
cat "$scratch/gates.txt"
cmp "$scratch/verilog.txt" "$scratch/gates.txt" || { echo FAIL; exit 1; }
awk '/Number of cells/ { print $4 " gates" }' "$scratch/stat"
# With every hundredth AND an OR the report is another one, or does not come.
awk '/^  assign .* & / && ++n % 100 == 0 { sub(/ & /, " | ") } { print }' "$scratch/netlist.v" >"$scratch/wrong.v"
heard wrong -DFPGA_NETLIST "$scratch/wrong.v"
! cmp -s "$scratch/verilog.txt" "$scratch/wrong.txt" || { echo "FAIL: wrong gates are not seen"; exit 1; }
echo PASSED
