#!/bin/sh
# The published walk-through of a protocol, replayed in the emitted Verilog by real operations and compared number by
# number with the figure.
#   walkthrough.sh rcc|getm|gpudet [cohgen emit OPTION...]
# Runs in Icarus and, if it is installed, in Verilator; both must print the same. Options are added to those of the
# walk-through, e.g. --set=LEASE_MIN=9 to see it fail. COHGEN: the generator (default: build/cohgen).
# Exit status: 0 as published, 1 different, 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cohgen=${COHGEN:-$top/build/cohgen}
case ${1:-} in
    rcc)
        spec=$top/specs/rcc/rcc.xml
        config="CORES=3 WARPS=2 BANKS=1 LINE_BYTES=16 LEASE_MIN=10 LEASE_MAX=10
            L1.SETS=4 L1.WAYS=2 L1.MSHRS=4 L1.DEPTH=4 L2.SETS=4 L2.WAYS=1 L2.MSHRS=4 L2.DEPTH=4" ;;
    getm)
        spec=$top/specs/getm/getm.xml
        config="CORES=3 WARPS=1 GRANULE=16 LOG=2 VU.ROWS=4 VU.APPROX_ROWS=4 VU.LLC_SETS=4 VU.LLC_WAYS=2 VU.HOLD=2" ;;
    gpudet)
        spec=$top/specs/gpudet/zunit.xml
        config="FEEDS=2 WORDS=4 TAGS=8 WARPS=8 IDS=8 FLIT_BITS=512 DEPTHS=16 ZU.SETS=1 ZU.WAYS=1 ZU.SLOTS=2
            ZU.REQUESTS=4 L2.SETS=8 L2.WAYS=2 L2.MSHRS=2" ;;
    *) echo "usage: walkthrough.sh rcc|getm|gpudet [cohgen emit OPTION...]" >&2; exit 2 ;;
esac
name=$1
shift
[ -x "$cohgen" ] || { echo "walkthrough.sh: no generator at $cohgen: build it first" >&2; exit 3; }
command -v iverilog >/dev/null || { echo "walkthrough.sh: iverilog is not installed" >&2; exit 3; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for p in $config; do set -- "--set=$p" "$@"; done
"$cohgen" emit "$spec" -o "$scratch" "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }
bench=${name}_walkthrough_tb
files="$top/tb/walkthrough/$bench.v $top/tb/walkthrough/axi_memory.v $scratch/rtl/$(basename "$spec" .xml).v"
search="-y $scratch/rtl"

# check SIMULATOR: the run must have ended with PASS.
check() {
    grep -q '^PASS' "$scratch/$1" && ! grep -q DIFFERENT "$scratch/$1" && return
    echo "$1:"
    cat "$scratch/$1"
    exit 1
}

# shellcheck disable=SC2086
iverilog -g2005-sv $search -s "$bench" -o "$scratch/vvp" $files || exit 1
vvp -N "$scratch/vvp" >"$scratch/icarus" 2>&1 || true
check icarus
cat "$scratch/icarus"
command -v verilator >/dev/null || { echo "Icarus only: Verilator is not installed"; exit 0; }
cache=
! command -v ccache >/dev/null || cache=OBJCACHE=ccache
# shellcheck disable=SC2086
verilator --binary -O3 --timescale 1ns/1ps $search --top-module "$bench" --output-split 0 \
    -MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 VM_PARALLEL_BUILDS=0 $cache" --Mdir "$scratch/verilated" \
    -o run $files >"$scratch/log" 2>&1 ||
    { cat "$scratch/log"; exit 1; }
# Verilator reports every $finish; Icarus does not.
"$scratch/verilated/run" 2>&1 | grep -v 'Verilog \$finish$' >"$scratch/verilator" || true
check verilator
if cmp -s "$scratch/icarus" "$scratch/verilator"; then echo "Icarus and Verilator agree byte for byte"; else
    echo "Icarus and Verilator differ:"
    diff "$scratch/icarus" "$scratch/verilator" || true
    exit 1
fi
