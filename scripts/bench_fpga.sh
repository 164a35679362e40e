#!/bin/sh
# Cells of fpga/getm on a Lattice ECP5 as Yosys counts them: a core's end, or the whole system with small tables.
#   bench_fpga.sh [core|system]     (default: core; the system takes minutes)
# COHGEN: the generator. Exit status: 0 fine, 1 it does not synthesise, 2 wrong command line.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cohgen=${COHGEN:-$top/build/cohgen}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
what=${1:-core}
case $what in
    core) sizes="WARPS=8 CORE_WARPS=4 OPEN=8 LOG_ENTRIES=4 GRANULE=32 TS_BITS=32" ;;
    system) sizes="CORES=2 CORE_WARPS=4 OPEN=8 LOG_ENTRIES=4 GRANULE=32 TS_BITS=32 VU_ROWS=16 VU_APPROX_ROWS=8 VU_LLC_SETS=64 VU_LLC_WAYS=2" ;;
    *) echo "bench_fpga.sh: core or system?" >&2; exit 2 ;;
esac
"$cohgen" emit "$top/specs/getm/getm.xml" -o "$scratch/getm" --open TX
set=$(printf ' %s' "$sizes" | sed 's/ \([A-Z_]*\)=/ -chparam \1 /g')
# The system without flattening: quicker, and somewhat larger.
flat=
[ $what = core ] || flat=-noflatten
yosys -q -p "read_verilog -I$scratch/getm/rtl $top/fpga/getm/getm_core.v $top/fpga/getm/getm_system.v
    hierarchy -check -libdir $scratch/getm/rtl -libdir $top/templates -top getm_$what $set
    synth_ecp5 $flat -top getm_$what; tee -o $scratch/stat stat -top getm_$what" >"$scratch/log" 2>&1 \
        || { tail -5 "$scratch/log" >&2; exit 1; }
echo "getm_$what $sizes"
# The last table is that of the whole hierarchy, or of the one module.
awk '/Number of cells:/ { n = 0;
    split("", cell) } /^     (CCU2C|L6MUX21|LUT4|PFUMX|TRELLIS_DPR16X4|TRELLIS_FF|DP16KD|MULT18X18D) / {
        cell[$1] = $2 } END { for (c in cell) printf "  %-16s %d\n", c, cell[c] }' "$scratch/stat" | sort
