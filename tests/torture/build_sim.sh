#!/bin/sh
# Emits a design, verilates it and links the plain C driver: build_sim.sh DIR SPEC [cohgen option...]
# Leaves DIR/sim, the design in DIR/emit. What was built from the same inputs is kept.
# CORES_IN_C=1: of GETM, with the cores of sim/tx in the place of its own (`./run sim ... --open TX`); COHGEN_TX_LIB: their
# library.
# VERILATE: more options of verilator; COHGEN_QUICK: as for scripts/verilate.sh. COHGEN, COHGEN_SIM_LIB: the generator
# and the simulation library (default: those of build/). JOBS: compilers at a time (default 2).
set -eu
[ $# -ge 2 ] || { echo "usage: build_sim.sh DIR SPEC [cohgen option...]" >&2; exit 2; }
top=$(cd "$(dirname "$0")/../.." && pwd)
dir=$1 spec=$2
shift 2
cohgen=${COHGEN:-$top/build/cohgen}
lib=${COHGEN_SIM_LIB:-$top/build/sim/libcohgen_sim.a}
more=
if [ "${CORES_IN_C:-0}" = 1 ]; then
    tx=${COHGEN_TX_LIB:-$top/build/sim/tx/libcohgen_tx_core.a}
    more="-DCOHGEN_SIM_MORE=tx_more_rtl -I$top/gen $top/sim/tx/rtl/rtl.c $top/sim/tx/rtl/rtl_rows.c
        $top/sim/tx/rtl/rtl_ports.c $top/sim/tx/rtl/rtl_design.c $top/sim/tx/rtl/situations.c $top/sim/tx/rtl/command.c $tx"
    set -- --harness=replay "$@"
    VERILATE="-Wno-MULTIDRIVEN ${VERILATE:-}" # the hooks of the test bench write registers of the design
fi
for f in "$cohgen" "$lib"; do
    [ -f "$f" ] || { echo "build_sim.sh: $f is missing: build the project first" >&2; exit 3; }
done

mkdir -p "$dir"
rm -f "$dir"/emit/harness/*_harness.sv # of a protocol that had another name
status=0
"$cohgen" emit "$spec" -o "$dir/emit" "$@" 2>"$dir/emit.log" || status=$?
[ $status = 0 ] || { cat "$dir/emit.log" >&2; exit $status; }
name=$(basename "$dir"/emit/harness/*_harness.sv _harness.sv)
# shellcheck disable=SC2086
"$top/scripts/verilate.sh" "$dir/emit" "$name" ${VERILATE:-}
# shellcheck disable=SC2086
"${CC:-gcc}" -O1 -std=c17 -D_POSIX_C_SOURCE=200809L -DCG_LIB=cg_dut \
    -I"$top/sim" -I"$dir/emit/harness" "$top/sim/main.c" $more "$top/tb/cg_model.c" \
    "$dir/emit/harness/${name}_dut.c" "$dir/emit/verilated/libcg_dut.a" "$lib" \
        -lstdc++ -latomic -lm -pthread -lz -o "$dir/sim"
