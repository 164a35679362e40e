#!/bin/sh
# run.sh DESIGN icarus|verilator|yosys: the example of DESIGN (rcc, mesi, getm: DESIGN_example.v) simulated by Icarus or
# Verilator, which must print PASSED, or its system elaborated and checked by Yosys.
set -eu
[ $# -eq 2 ] || { echo "usage: run.sh DESIGN icarus|verilator|yosys" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
design=$1
[ -f "$here/${design}_example.v" ] || { echo "run.sh: no example $design" >&2; exit 2; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$here/../$design"       # file lists are seen from the folder of the design
files="$(tr '\n' ' ' <"$design.f") ../example/${design}_example.v ../example/axi_memory.v"
[ "$design" = getm ] || files="$files ../example/core.v"
options="-Wall -Irtl -DEXAMPLE=${design}_example"
# shellcheck disable=SC2086
case $2 in
    icarus)
        iverilog -g2005 $options -s tb -o "$out/example" $files ../example/tb.v
        "$out/example" >"$out/log" ;;
    verilator)
        verilator --binary -O1 $options --top-module tb --Mdir "$out/obj" $files ../example/tb.v >"$out/build" 2>&1 ||
            { cat "$out/build"; exit 1; }
        "$out/obj/Vtb" >"$out/log" ;;
    yosys)
        yosys -q -p "read_verilog -Irtl $files; hierarchy -check -top ${design}_example; proc; check -assert"
        echo "PASSED: elaborated and checked" >"$out/log" ;;
    *) echo "run.sh: no tool $2" >&2; exit 2 ;;
esac
cat "$out/log"
grep -q '^PASSED' "$out/log"
