#!/bin/sh
# An assertion of the Verilog that ends the simulation ends it as a failure, with each driver, and with each of the
# tasks that do so; also one that speaks only once, and one whose word stands in two instances.
#   ended.sh COHGEN SPEC.xml DESIGN TRIAL
# COHGEN_SIM_LIB: the simulation library.
set -eu
usage="usage: ended.sh COHGEN SPEC.xml DESIGN TRIAL"
cohgen=${1:?$usage} spec=${2:?$usage} design=${3:?$usage} trial=${4:?$usage}
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
lib=${COHGEN_SIM_LIB:-$top/build/sim/libcohgen_sim.a}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export COHGEN_QUICK=-O0 COHGEN_SIM_LIB="$lib"
bad=0

# ends NAME COMMAND...: with status 1 and a word about the assertion
ends() {
    name=$1 status=0
    shift
    "$@" >"$dir/log" 2>&1 || status=$?
    if [ $status = 1 ] && grep -q '^FAILED .*assertion' "$dir/log" && grep -q 'told you so' "$dir/log"; then
        echo "ok $name"
    else
        echo "FAIL $name: exit status $status, 1 and FAILED expected:"
        tail -n 8 "$dir/log"
        bad=1
    fi
}

# with TASK: the design with an assertion that fails in one cycle and says so by this task
with() {
    "$cohgen" emit "$spec" -o "$dir/$1"
    sed -i "s|^endmodule|\`ifndef SYNTHESIS\nreg [6:0] cycle_q = 0;\nalways @(posedge clk_i) begin\n\
cycle_q <= cycle_q + {6'd0, cycle_q != 7'd127};\n\
if (cycle_q == 7'd100) begin \$display(\"told you so\"); \$$1; end\nend\n\`endif\nendmodule|" \
        "$dir/$1/rtl/$design.v"
}

for task in finish stop fatal; do
    with $task
    (cd "$here" && ./driver.sh "$dir/$task" "$design" "$dir/$task" >"$dir/log" 2>&1) || { cat "$dir/log"; exit 1; }
    ends "\$$task" "$dir/$task/sim" --test generic --ops 500
done
# A short trace of it, found with trials that are not heard.
ends "shrunk" "$dir/finish/sim" --test generic --ops 500 --shrink "$dir/short"
[ "$(grep -c 'told you so' "$dir/log")" = 1 ] || { echo "FAIL: each trial speaks"; bad=1; }
"$trial" soak 1 1 "$dir/finish/sim" >"$dir/log" 2>&1 && status=0 || status=$?
[ $status = 1 ] && grep -q FAIL "$dir/log" || { echo "FAIL soak: exit status $status"; cat "$dir/log"; bad=1; }

for file in "$top/tb/cg_tb_dpi.c" "$dir/finish/harness/${design}_dut.c"; do
    gcc -O1 -std=c17 -I"$top/sim" -I"$dir/finish/harness" -c "$file" -o "$dir/$(basename "$file" .c).o"
done
cache=
! command -v ccache >/dev/null || cache=OBJCACHE=ccache
verilator --binary -O3 --timescale 1ns/1ps --top-module "${design}_tb" --output-split 0 -MAKEFLAGS "OPT_FAST=-O0 $cache" \
    --Mdir "$dir/top" -o run -y "$dir/finish/rtl" \
    "$dir/finish/harness/${design}_tb.sv" "$dir/finish/harness/${design}_harness.sv" "$dir/cg_tb_dpi.o" \
    "$dir/${design}_dut.o" "$lib" >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
ends "the SystemVerilog top" "$dir/top/run" "+args=--test generic --ops 500"
exit $bad
