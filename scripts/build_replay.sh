#!/bin/sh
# Builds the test bench of replays of a design that `cohgen emit --harness replay`, `verify --replay` or `verify
# --races` has written: DIR/replay.
#   build_replay.sh DIR
# COHGEN_BUILD: the build folder with the libraries (default: build/). Exit status: 0, or 3 after a message.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build} dir=$1
for f in "$build/sim/libcohgen_replay.a" "$build/sim/libcohgen_sim.a"; do
    [ -f "$f" ] || { echo "build_replay.sh: $f is missing: build the project first" >&2; exit 3; }
done
name=$(basename "$dir"/harness/*_harness.sv _harness.sv)
# The hooks of the test bench write registers of the design.
"$top/scripts/verilate.sh" "$dir" "$name" --trace-fst -Wno-MULTIDRIVEN || exit 3
"${CC:-gcc}" -O1 -std=c17 -D_POSIX_C_SOURCE=200809L -DCG_LIB=cg_dut -I"$top/sim" "$top/tb/cg_model.c" \
    "$dir/harness/${name}_dut.c" \
    "$build/sim/libcohgen_replay.a" "$build/sim/libcohgen_sim.a" "$dir/verilated/libcg_dut.a" \
        -lstdc++ -latomic -lm -pthread -lz -o "$dir/replay" || exit 3
