#!/bin/sh
# Units whose memory is the SDRAM of a board, with a chip that looks after its times: the report; a controller that is
# told of a faster chip than there is stops the simulation; boards and units without SDRAM are refused.
#   sdram.sh COHGEN FPGA_TOP
set -eu
cohgen=$1 fpga_top=$2
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/fpga"
ln -s "$cohgen" "$scratch/cohgen"
ln -s "$fpga_top" "$scratch/fpga/fpga_top"
run() { COHGEN_BUILD=$scratch JOBS=1 "$top/scripts/fpga.sh" --sim --sdram --board ulx3s-45f "$@"; }
run rcc llc
for unit in rcc llc; do
    [ "$(tail -n 1 "$scratch/fpga/$unit-ulx3s-45f-sdram/heard.txt")" = PASS ] || { echo "FAIL $unit"; exit 1; }
done

# The same netlist with a chip that is slower by a cycle than the controller was told.
made=$scratch/fpga/llc-ulx3s-45f-sdram
for time in RCD RP RFC WR; do
    sed "s/[.]$time(\([0-9]*\))/.$time(\1 + 46000)/" "$made/fpga_chip.v" >"$scratch/fpga_chip.v"
    ! cmp -s "$made/fpga_chip.v" "$scratch/fpga_chip.v" || { echo "FAIL: no mutant of $time"; exit 1; }
    folders="$top/fpga/lib $top/fpga/units $top/templates $top/fpga/sim"
    # shellcheck disable=SC2046,SC2086
    iverilog -g2012 -s gates_tb "-I$top/fpga/sim" -DFPGA_SDRAM "-DFPGA_BUTTON=1'b0" -o "$scratch/slow.vvp" $(printf ' -y%s' $folders) \
        "$top/tests/fpga/gates_tb.v" "$made/fpga_top.v" "$scratch/fpga_chip.v"
    vvp -n "$scratch/slow.vvp" >"$scratch/log" || true
    grep -q 'SDRAM: ' "$scratch/log" || { tail -n 4 "$scratch/log"; echo "FAIL: a slower $time is not seen"; exit 1; }
done
for other in "orangecrab-85f.xml llc board" "ulx3s-45f.xml zunit unit"; do
    # shellcheck disable=SC2086
    set -- $other
    code=0
    "$fpga_top" "$top/fpga/boards/$1" "$top/fpga/units/$2.xml" -o "$scratch/none" --sdram 2>"$scratch/log" || code=$?
    [ $code = 1 ] && grep -q "error: the $3 has no SDRAM" "$scratch/log" || { cat "$scratch/log"; echo "FAIL: $other"; exit 1; }
done
echo ok
