#!/bin/sh
# Makes the library DIR/verilated/libcg_dut.a of an emitted design, unless it is there already for the same files and options.
#   verilate.sh DIR DESIGN [verilator option...]
# DIR holds what `cohgen emit` wrote. DESIGN is the name of the protocol in lower case.
set -eu
dir=${1:?usage: verilate.sh DIR DESIGN [OPTION...]} design=${2:?usage: verilate.sh DIR DESIGN [OPTION...]}
shift 2
out=$dir/verilated
key=$({ verilator --version; cat "$0"; echo "$*"; cat "$dir/$design.f" "$dir"/rtl/*.v "$dir"/harness/*.sv; } | sha256sum)
if [ -f "$out/libcg_dut.a" ] && [ "$(cat "$out/key" 2>/dev/null)" = "$key" ]; then exit 0; fi
rm -rf "$out"
mkdir -p "$out"
! command -v ccache >/dev/null || export OBJCACHE=ccache
# -O2 for the code of every cycle: twice as fast as Verilator's own choice. Verilator itself without -O3, which inlines every instance of every controller
# into one module, and without spelling out every word of wide signals: a fifth of the C++, and no slower.
verilator --lib-create cg_dut --cc --build -j "${JOBS:-2}" --no-timing --expand-limit 8 --timescale 1ns/1ps --top-module "${design}_harness" "$@" \
    -MAKEFLAGS OPT_FAST=-O2 --Mdir "$out" -F "$dir/$design.f" "$dir/harness/${design}_harness.sv" >"$out.log" 2>&1 ||
    { cat "$out.log"; exit 1; }
mv "$out.log" "$out/log"
echo "$key" >"$out/key"
