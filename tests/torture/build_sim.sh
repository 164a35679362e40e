#!/bin/sh
# Emits a design, verilates it and links the plain C driver: build_sim.sh DIR SPEC [cohgen option...]
# Leaves DIR/sim, the design in DIR/emit. What was built from the same inputs is kept.
# COHGEN, COHGEN_SIM_LIB: the generator and the simulation library (default: those of build/). MAIN: another main function's source.
# OPT: optimisation of the model (default -O2). Verilator itself runs without -O3, which would inline every instance of every controller into one module.
set -eu
[ $# -ge 2 ] || { echo "usage: build_sim.sh DIR SPEC [cohgen option...]" >&2; exit 2; }
top=$(cd "$(dirname "$0")/../.." && pwd)
dir=$1 spec=$2
shift 2
cohgen=${COHGEN:-$top/build/cohgen}
lib=${COHGEN_SIM_LIB:-$top/build/sim/libcohgen_sim.a}
main=${MAIN:-$top/sim/main.c}
for f in "$cohgen" "$lib"; do [ -f "$f" ] || { echo "build_sim.sh: $f is missing: build the project first" >&2; exit 3; }; done

mkdir -p "$dir"
"$cohgen" emit "$spec" -o "$dir/emit" "$@" 2>"$dir/emit.log" || { cat "$dir/emit.log" >&2; exit 1; }
name=$(basename "$dir"/emit/harness/*_harness.sv _harness.sv)
sum=$(cat "$dir"/emit/rtl/*.v "$dir"/emit/harness/* | sha256sum)
if [ ! -f "$dir/stamp" ] || [ "$(cat "$dir/stamp")" != "$sum" ]; then
    rm -rf "$dir/vl"
    objcache=
    command -v ccache >/dev/null && objcache=OBJCACHE=ccache
    verilator --lib-create "${name}lib" --cc --build -j "${JOBS:-2}" --no-timing --timescale 1ns/1ps -Wno-fatal --top-module "${name}_harness" \
        -MAKEFLAGS "OPT_FAST=${OPT:--O2} $objcache" --Mdir "$dir/vl" "$dir"/emit/rtl/*.v "$dir/emit/harness/${name}_harness.sv" >"$dir/verilate.log" 2>&1 || { cat "$dir/verilate.log" >&2; exit 1; }
    echo "$sum" >"$dir/stamp"
fi
# shellcheck disable=SC2086
${CC:-gcc} -O2 -std=c17 -D_POSIX_C_SOURCE=200809L "-DCG_LIB=${name}lib" -I"$top/sim" -I"$dir/emit/harness" "$main" "$top/tb/cg_model.c" \
    "$dir/emit/harness/${name}_dut.c" "$lib" "$dir/vl/lib${name}lib.a" -lstdc++ -lm -pthread -lz -o "$dir/sim"
