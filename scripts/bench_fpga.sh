#!/bin/sh
# Cells of GETM on a Lattice ECP5 as Yosys counts them: a core's end, or the whole system with small tables.
#   bench_fpga.sh [core|system]     (default: core; the system takes minutes)
# COHGEN: the generator. Exit status: 0 fine, 1 it does not synthesise, 2 wrong command line.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cohgen=${COHGEN:-$top/build/cohgen}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
what=${1:-core}
sizes="CORES=2 WARPS=4 LOG=4 GRANULE=32 TS_BITS=32 VU.ROWS=16 VU.APPROX_ROWS=8 VU.LLC_SETS=64 VU.LLC_WAYS=2"
# The system without flattening: quicker, and somewhat larger.
case $what in
    core) module=getm_tx flat= ;;
    system) module=getm flat=-noflatten ;;
    *) echo "bench_fpga.sh: core or system?" >&2; exit 2 ;;
esac
# shellcheck disable=SC2046
"$cohgen" emit "$top/specs/getm/getm.xml" -o "$scratch/getm" $(printf ' --set %s' $sizes)
yosys -q -p "read_verilog $scratch/getm/rtl/*.v; hierarchy -check -top $module
    synth_ecp5 $flat -top $module; tee -o $scratch/stat stat -top $module" >"$scratch/log" 2>&1 \
        || { tail -5 "$scratch/log" >&2; exit 1; }
echo "$module $sizes"
# The last table is that of the whole hierarchy, or of the one module.
awk '/Number of cells:/ { n = 0; split("", cell) }
    /^     (CCU2C|L6MUX21|LUT4|PFUMX|TRELLIS_DPR16X4|TRELLIS_FF|DP16KD|MULT18X18D) / { cell[$1] = $2 }
    END { for (c in cell) printf "  %-16s %d\n", c, cell[c] }' "$scratch/stat" | sort
