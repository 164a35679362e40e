#!/bin/sh
# Makes the library DIR/verilated/libcg_dut.a of an emitted design, unless it is there already for the same files and
# options.
#   verilate.sh DIR DESIGN [verilator option...]
# DIR holds what `cohgen emit` wrote. DESIGN is the name of the protocol in lower case.
set -eu
dir=${1:?usage: verilate.sh DIR DESIGN [OPTION...]} design=${2:?usage: verilate.sh DIR DESIGN [OPTION...]}
shift 2
script=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
cd "$dir"
out=verilated work=verilated
opt=${COHGEN_QUICK:-${COHGEN_OPT:--O2}}
# Clock gates: a controller that has nothing to do costs nothing. COHGEN_GATES=no: without, for comparison.
gates=+define+CG_CLOCK_GATE
[ "${COHGEN_GATES:-yes}" != no ] || gates=
[ ! -f "harness/$design.vlt" ] || set -- "harness/$design.vlt" "$@"
# COHGEN_QUICK=-O0|-O1: for a model that runs for a few seconds. It is compiled as two files, what runs and what runs
# once. Measured on RCC with 4 cores, without Verilator itself: 45 s of processor time at -O2, 18 s so at -O1, 9 s at
# -O0; of these 4 to 7 s are Verilator's runtime, which ccache keeps. A run takes as long at -O1 as at -O2, four times
# that at -O0.
[ -z "${COHGEN_QUICK:-}" ] || set -- "$@" --output-split 0 -MAKEFLAGS VM_PARALLEL_BUILDS=0
# By clang, if there is one: as many instructions as from g++ 12, but measured on RCC a run takes 5 % (4 cores, lines of
# 16 bytes) to 15 % (16 cores, lines of 128 bytes) less time, and compiling a quarter less.
! command -v clang++-14 >/dev/null || set -- "$@" -MAKEFLAGS CXX=clang++-14
key=$({
    verilator --version
    cat "$script"
    echo "$opt $gates $*"
    cat "$design.f" rtl/*.v harness/*.sv checks/*.vh
} | sha256sum)
if [ -f "$out/libcg_dut.a" ] && [ "$(cat "$out/key" 2>/dev/null)" = "$key" ]; then exit 0; fi
rm -rf "$out"
mkdir -p "$out"
case $(pwd) in
    *[[:space:]]*) # make cannot work in such a folder
        work=$(mktemp -d)
        trap 'rm -rf "$work"' EXIT ;;
esac
! command -v ccache >/dev/null || export OBJCACHE=ccache
# Measured: -O2 takes a third more time than -O1, and halves the instructions of what moves whole lines of 128 bytes
# (a tenth less in a design with lines of 16 bytes). COHGEN_OPT: another level. Verilator itself without -O3, which
# inlines every instance of every controller into one module: twice the C++, and no faster. -fno-table: tables have
# numbers, and so would keep the code of two instances apart (harness/DESIGN.vlt).
# $finish and $stop (of assertions) are for the driver to judge: tb/cg_model.c.
verilator --lib-create cg_dut --cc -CFLAGS "-DVL_USER_FINISH -DVL_USER_STOP" --build -j "${JOBS:-2}" --no-timing \
    --timescale 1ns/1ps --top-module "${design}_harness" $gates \
    -MAKEFLAGS "OPT_FAST=$opt" --Mdir "$work" -Ichecks -fno-table "$@" -F "$design.f" \
        "harness/${design}_harness.sv" >"$out.log" 2>&1 ||
    { cat "$out.log"; exit 1; }
[ "$work" = "$out" ] || cp "$work"/libcg_dut.a "$out"
mv "$out.log" "$out/log"
echo "$key" >"$out/key"
