#!/bin/sh
# The SystemVerilog top of an emitted design (harness/DESIGN_tb.sv over tb/cg_tb_dpi.c, verilator --binary) must report
# exactly what the plain C driver reports.
#   run.sh DIR DESIGN [SIM]
# DIR holds rtl/ and harness/ of `cohgen emit`; SIM is the plain C driver of the design (default: built here).
# COHGEN_SIM_LIB: the simulation library.
# Everything made lies in DIR/sv_top.
set -eu
usage="usage: run.sh DIR DESIGN [SIM]"
dir=${1:?$usage} design=${2:?$usage}
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
lib=${COHGEN_SIM_LIB:-$top/build/sim/libcohgen_sim.a}
out=$(cd "$dir" && pwd)/sv_top
mkdir -p "$out"
if [ $# -gt 2 ]; then sim=$3; else
    "$here/driver.sh" "$dir" "$design" "$out"
    sim=$out/sim
fi

# The C side as a library; the SystemVerilog side, whose imports must fit it.
cflags="-O1 -std=c17 -Wall -Wextra -Wpedantic -Werror -I$top/sim -I$dir/harness"
for file in "$top/tb/cg_tb_dpi.c" "$dir/harness/${design}_dut.c"; do
    # shellcheck disable=SC2086
    gcc $cflags -c "$file" -o "$out/$(basename "$file" .c).o"
done
ar rcs "$out/libtb.a" "$out/cg_tb_dpi.o" "$out/${design}_dut.o"
cache=
! command -v ccache >/dev/null || cache=OBJCACHE=ccache
rm -f "$out/top/run" # not made anew when only a library has changed
verilator --binary -O3 --timescale 1ns/1ps --top-module "${design}_tb" --output-split 0 \
    -MAKEFLAGS "OPT_FAST=-O0 VM_PARALLEL_BUILDS=0 $cache" --Mdir "$out/top" -o run -y "$dir/rtl" \
    "$dir/harness/${design}_tb.sv" "$dir/harness/${design}_harness.sv" "$out/libtb.a" "$lib" >"$out/log" 2>&1 || {
        cat "$out/log"
        exit 1
    }
# shellcheck disable=SC2086
gcc $cflags -I"$(verilator --getenv VERILATOR_ROOT)/include/vltstd" -include "$out/top/V${design}_tb__Dpi.h" \
    -fsyntax-only "$top/tb/cg_tb_dpi.c"

bad=0
# same NAME STATUS "ARGUMENTS": both drivers end with STATUS and say the same.
same() {
    got=0 want=0
    "$out/top/run" "+args=$3" >"$out/$1.top" 2>&1 || got=$?
    # shellcheck disable=SC2086
    "$sim" $3 >"$out/$1.c" 2>&1 || want=$?
    # Only the top's $finish is announced.
    sed -i '/Verilog \$finish$/d' "$out/$1.top"
    if [ $got -eq "$2" ] && [ $want -eq "$2" ] &&
        diff "$out/$1.c" "$out/$1.top" >"$out/diff"; then echo "ok $design $1"; else
        echo "FAIL $design $1: exit status $want of the C driver, $got of the SystemVerilog top," \
            "$2 expected (< C driver, > top):"
        head -n 40 "$out/diff"
        bad=1
    fi
}
same random 0 "--test random --ops 200 --seed 7 --set lines=4"
same other_seed 0 "--test random --ops 100 --seed 8 --backpressure 40 --latency 3"
same too_long 1 "--test random --ops 200 --seed 7 --max-cycles 100"
same option 2 "--test random --seed x"
same help 0 "--help"
# Every number, and the count of every row.
"$out/top/run" "+args=--ops 100 --seed 9 --stats $out/top.json" >/dev/null
"$sim" --ops 100 --seed 9 --stats "$out/c.json" >/dev/null
if cmp "$out/c.json" "$out/top.json"; then echo "ok $design numbers"; else bad=1; fi
# A comparison that cannot tell two runs apart would be worthless.
if cmp -s "$out/random.top" "$out/other_seed.top"; then echo "FAIL $design: the seed changes nothing"; bad=1; fi
exit $bad
