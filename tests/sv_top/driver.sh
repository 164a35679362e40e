#!/bin/sh
# Builds the plain C driver of an emitted design.
#   driver.sh DIR DESIGN OUT [verilator option...]
# DIR holds rtl/ and harness/ of `cohgen emit`; the program is OUT/sim. COHGEN_SIM_LIB: the simulation library.
set -eu
usage="usage: driver.sh DIR DESIGN OUT [verilator option...]"
dir=${1:?$usage} design=${2:?$usage} out=${3:?$usage}
shift 3
top=$(cd "$(dirname "$0")/../.." && pwd)
lib=${COHGEN_SIM_LIB:-$top/build/sim/libcohgen_sim.a}
cache=
! command -v ccache >/dev/null || cache=OBJCACHE=ccache
mkdir -p "$out"
[ ! -f "$dir/harness/$design.vlt" ] || set -- "$dir/harness/$design.vlt" "$@"
verilator --lib-create "${design}lib" -CFLAGS "-DVL_USER_FINISH -DVL_USER_STOP" --cc --build -O3 --no-timing --timescale 1ns/1ps \
    --top-module "${design}_harness" "$@" \
    --output-split 0 -MAKEFLAGS "OPT_FAST=-O0 VM_PARALLEL_BUILDS=0 $cache" \
    --Mdir "$out/verilated" -y "$dir/rtl" "$dir/harness/${design}_harness.sv" \
        >"$out/log" 2>&1 || {
        cat "$out/log"
        exit 1
    }
gcc -O1 -std=c17 -Wall -Wextra -D_POSIX_C_SOURCE=200809L "-DCG_LIB=${design}lib" -I"$top/sim" -I"$dir/harness" \
    "$top/sim/main.c" "$top/tb/cg_model.c" "$dir/harness/${design}_dut.c" "$lib" "$out/verilated/lib${design}lib.a" \
        -lstdc++ -lm -pthread -lz -o "$out/sim"
