#!/bin/sh
# Measures the emitted RCC systems: latencies and throughputs in cycles with their targets, simulation speed, what
# verilating costs.
#   bench_rtl.sh [DESIGN...]      rtl_targets, rcc_small, rcc: see tests/bench/CMakeLists.txt (default: all three)
# Takes minutes: every design is verilated, two of them twice. COHGEN_BUILD: the build folder (default build/). JOBS:
# compilers at a time (default 1).
# Exit status: 0 fine, 1 a target is missed or a run failed, 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
export JOBS="${JOBS:-1}"
[ $# -gt 0 ] || set -- rtl_targets rcc_small rcc
for name in "$@"; do
    case $name in rtl_targets|rcc_small|rcc) ;;
    *) echo "bench_rtl.sh: no design '$name', expected rtl_targets, rcc_small or rcc" >&2; exit 2 ;; esac
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. "$top/scripts/bench_lib.sh"

row() { printf '  %-62s %9s %s\n' "$@"; }

# simulated DESIGN LENGTH SEED COMMAND...: COMMAND with a run of the design as its arguments: random traffic of every
# warp, checked for sequential consistency; of the default the demo. LENGTH: full or short.
simulated() {
    run=$1.$2 seed=$3 program=$build/designs/$1/sim_$1
    shift 3
    case $run in
        rcc.full) "$@" "$program" --test kernel bfs --set scale=10 --set edges=8 --seed "$seed" --no-invariants ;;
        rcc.short) "$@" "$program" --test kernel bfs --set scale=5 --set edges=4 --seed "$seed" --no-invariants ;;
        *.full) "$@" "$program" --test random --ops 3000 --seed "$seed" --no-invariants ;;
        *) "$@" "$program" --test random --ops 300 --seed "$seed" --no-invariants ;;
    esac
}
cycles() { awk '$1 == "cycles" { print $2; exit }' "$scratch/out"; }

# The best of three runs, in processor time.
speed() {
    best=
    for number in 1 2 3; do
        simulated "$1" full "$number" measured
        best=$(printf '%s\n%s\n' "$best" "$(calculate 0 "$(cycles) / $cpu")" | sort -n | tail -n 1)
    done
    case $1 in rcc) what="demo" ;; *) what="random traffic" ;; esac
    row "simulation of the $what, checks included" "$best" "cycles per second"
}

# Where the instructions go: counted by Valgrind over a short run, so that a busy machine does not matter.
shares() {
    command -v callgrind_annotate >/dev/null || { row "shares of the simulation" "-" "(needs valgrind)"; return; }
    simulated "$1" short 1 quiet valgrind --tool=callgrind "--callgrind-out-file=$scratch/calls"
    mv "$scratch/log" "$scratch/out"
    callgrind_annotate --auto=no --threshold=100 "$scratch/calls" |
        awk -v cycles="$(cycles)" -f "$top/scripts/bench_shares.awk"
}

verilation_of() {
    from=$build/designs/$1 copy=$scratch/$1
    design=$(basename "$from"/harness/*_harness.sv _harness.sv)
    mkdir "$copy"
    cp -r "$from"/*.f "$from/rtl" "$from/harness" "$copy"
    verilation "$copy" "$design"
    row "Verilator" "$(calculate 1 "$verilator_cpu")" "seconds"
    row "  peak memory" "$verilator_memory" "MB"
    row "C++ compiler" "$(calculate 1 "$compiler_cpu")" "seconds"
    row "  peak memory of both" "$compiler_memory" "MB"
    row "size of the C++" "$cpp_size" "MB"
    row "Verilog" "$(cat "$copy"/rtl/*.v | wc -l)" "lines"
}

[ -f "$build/CMakeCache.txt" ] || quiet cmake -S "$top" -B "$build"
bad=0
for name in "$@"; do
    echo "$name: building ..."
    quiet cmake --build "$build" -j "$JOBS" --target "bench_$name" "sim_$name"
    "$build/designs/$name/bench_$name" --check || bad=1
    [ "$name" != rtl_targets ] || { echo; continue; }
    echo "  (processor seconds from here)"
    speed "$name"
    shares "$name"
    verilation_of "$name"
    echo
done
exit $bad
