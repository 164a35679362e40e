#!/bin/sh
# Registers without a reset hold anything at the beginning of a simulation, not 0: a queue whose count lacks its reset
# is found by a run that passes otherwise.
#   no_reset.sh COHGEN LIB         LIB: the simulation library
set -eu
usage="usage: no_reset.sh COHGEN LIB"
COHGEN=${1:?$usage} COHGEN_SIM_LIB=${2:?$usage}
export COHGEN COHGEN_SIM_LIB COHGEN_QUICK=-O0
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
build() { "$here/../torture/build_sim.sh" "$scratch/$1" "$here/../protocols/toy.xml" --set CORES=2 >"$scratch/log" 2>&1 ||
    { cat "$scratch/log"; exit 1; }; }
run() { "$scratch/$1/sim" --test random --ops 200 --seed 1 --quiet >"$scratch/log" 2>&1; }
build right
run right || { cat "$scratch/log"; echo 'FAIL: the design as it is'; exit 1; }
mkdir "$scratch/wrong"
cp -R "$scratch/right/emit" "$scratch/wrong"
rm -rf "$scratch/wrong/emit/verilated"
fifo=$scratch/wrong/emit/rtl/cg_fifo.v
sed -i '/count_q <= {CW{1.b0}};/d' "$fifo"
! cmp -s "$fifo" "$scratch/right/emit/rtl/cg_fifo.v" || { echo 'FAIL: the mistake does not apply'; exit 1; }
name=$(basename "$scratch"/wrong/emit/harness/*_harness.sv _harness.sv)
top=$here/../..
"$top/scripts/verilate.sh" "$scratch/wrong/emit" "$name" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
"${CC:-gcc}" -O1 -std=c17 -D_POSIX_C_SOURCE=200809L -DCG_LIB=cg_dut -I"$top/sim" -I"$scratch/wrong/emit/harness" \
    "$top/sim/main.c" "$top/tb/cg_model.c" "$scratch/wrong/emit/harness/${name}_dut.c" \
    "$scratch/wrong/emit/verilated/libcg_dut.a" "$COHGEN_SIM_LIB" -lstdc++ -latomic -lm -pthread -lz -o "$scratch/wrong/sim"
if run wrong; then echo 'FAIL: a count without its reset is not found'; exit 1; fi
tail -n 1 "$scratch/log"
echo ok
