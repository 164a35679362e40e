#!/bin/sh
# Two masters of this project and two memories around an AXI4 crossbar of somebody else's, in Icarus. The crossbar is
# axi_crossbar of github.com/alexforencich/verilog-axi (MIT), which is not part of this project:
#   git clone https://github.com/alexforencich/verilog-axi && export COHGEN_VERILOG_AXI=$PWD/verilog-axi
# Exit status: 0 passed, 1 not, 77 skipped: it is not at hand.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
rtl=${COHGEN_VERILOG_AXI:-}/rtl
[ -f "$rtl/axi_crossbar.v" ] || { echo "skipped: no verilog-axi (COHGEN_VERILOG_AXI, see $0)"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# run FOLDER: with cg_axi_line of this folder
run() {
    iverilog -g2012 -s crossbar_tb -y "$1" -y "$top/templates" -y "$top/fpga/lib" -y "$rtl" -o "$scratch/sim.vvp" \
        "$top/tests/fpga/crossbar_tb.v" >"$scratch/log" 2>&1 || { tail -n 5 "$scratch/log"; echo "FAIL: iverilog"; exit 1; }
    vvp -n "$scratch/sim.vvp" | grep -v "^Addressing\|^ [0-9] ("
}
out=$(run "$top/templates")
echo "$out"
echo "$out" | grep -q '^PASS' || exit 1
# A master that takes any fill for that of identifier 0 is found.
mkdir "$scratch/wrong"
sed 's/m_axi_arid *= .*;/m_axi_arid = ar_id_q ^ ar_id_q;/' "$top/templates/cg_axi_line.v" >"$scratch/wrong/cg_axi_line.v"
! cmp -s "$scratch/wrong/cg_axi_line.v" "$top/templates/cg_axi_line.v" || { echo "FAIL: no mutant"; exit 1; }
! run "$scratch/wrong" | grep '^PASS' || { echo "FAIL: wrong identifiers are not seen"; exit 1; }
echo ok
