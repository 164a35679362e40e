#!/bin/sh
# CHOPIN's two schedulers (specs/studies), emitted and simulated, on synthetic frames: docs/studies/chopin.md.
# `./run bench chopin --help` lists tables and options.
# Exit status: 0 fine, 1 a run failed, 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
cohgen=$build/cohgen jobs=${JOBS:-2}
seed=1 frames=5 groups=7 percent=100 cycles=8

usage() {
    cat <<END
Usage: ./run bench chopin [OPTION...] [TABLE...]
Tables (default: draws interval frames), cycles of emitted Verilog for 8 GPUs:
  draws      opaque groups: draws by the scheduler, in turn, and by who knows the pixels too
  interval   the same against the triangles that a GPU reports at once
  frames     whole frames: composed by the scheduler, and without one; and drawn by all GPUs without composition
  clock      cells and clock of both schedulers on an iCE40 HX8K, placed and routed (needs nextpnr-ice40)
Options:
  --seed N      of the first frame (default $seed; the others have the next numbers)
  --frames N    (default $frames)
  --groups N    groups of a frame that are composed, every second one transparent (default $groups, at most 16)
  --percent N   of the published number of triangles of a frame (default $percent)
END
}
wrong() { echo "bench chopin: $1" >&2; usage >&2; exit 2; }
tables=
while [ $# -gt 0 ]; do
    case $1 in
        --help) usage; exit 0 ;;
        --seed|--frames|--groups|--percent)
            case ${2:-} in ''|*[!0-9]*|0) wrong "$1: a number is missing" ;; esac
            export "${1#--}=$2"
            shift 2 ;;
        draws|interval|frames|clock) tables="$tables $1"; shift ;;
        *) wrong "no table or option '$1'" ;;
    esac
done
[ "$groups" -le 16 ] || wrong "--groups: at most 16"
work=$build/bench_chopin code=$top/tests/bench/chopin
mkdir -p "$work"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# program DIR SPEC NAME SOURCE... -- SET...: builds a bench; its path is left in $program
program() {
    dir=$work/$1 spec=$2 program=$work/$1/$3 sources=''
    shift 3
    while [ "$1" != -- ]; do sources="$sources $code/$1"; shift; done
    shift
    "$cohgen" emit "$top/specs/studies/$spec.xml" -o "$dir" "$@" >"$scratch/log" 2>&1 &&
        COHGEN_QUICK=-O1 JOBS=$jobs "$top/scripts/verilate.sh" "$dir" "$spec" >>"$scratch/log" 2>&1 &&
        cc -std=c17 -O2 -I"$top/sim" -DCG_LIB=cg_dut -o "$program" $sources "$top/tests/bench/dut.c" "$code/frame.c" \
            "$top/tb/cg_model.c" "$dir/harness/${spec}_dut.c" "$dir/verilated/libcg_dut.a" \
            "$build/sim/libcohgen_sim.a" -lstdc++ -latomic -lm -lz -lpthread >>"$scratch/log" 2>&1 || {
                cat "$scratch/log" >&2
                exit 3
            }
}
draw_program() { # STEP
    program "draw$1" chopin_draw bench_chopin_draw draw.c -- --set="STEP=$1" --set="RATE=$(($1 * cycles))" \
        --set=FLIT_BITS=64
}
draw_head() {
    printf '%6s %8s %9s %9s | %9s %9s %9s | %8s %8s\n' '' '' '' '' cycles 'in turn' 'knows' 'in turn/' 'cycles/' \
        seed draws triangles reports '' '' pixels cycles knows
}

draws() {
    draw_program 16
    echo "draws: opaque groups of synthetic frames, cycles until the last GPU has drawn (16 triangles per report)"
    draw_head
    "$program" "$seed" "$frames" "$groups" "$percent"
}
interval() {
    for step in 1 4 16 64 256 1024; do
        draw_program $step
        printf '\ninterval: %s triangles per report\n' $step
        [ $step != 1 ] || draw_head
        "$program" "$seed" "$frames" "$groups" "$percent"
    done
}
frames() {
    draw_program 16
    "$program" "$seed" "$frames" "$groups" "$percent" "$scratch/shares" >/dev/null
    program "compose$groups" chopin_compose bench_chopin_compose compose.c links.c -- --set="GROUPS=$groups"
    printf '\nframes: cycles; MB that are moved; drawn by all GPUs; draws and composition by the schedulers; the same'
    printf ' draws composed\nwithout a scheduler, receivers from GPU 0 on, or from the next GPU on; draws in turn and'
    printf ' receivers from GPU 0 on; no transfers\n'
    printf '%6s %8s %9s | %9s %9s %9s %9s %9s | %8s %8s %8s %8s\n' '' '' all sched- 'from 0' 'from' 'in turn,' free \
        all/ '0/' next/ turn/ seed MB GPUs ulers '' next 'from 0' links sched. sched. sched. sched.
    "$program" "$seed" "$frames" "$percent" "$scratch/shares"
}
clock() {
    command -v nextpnr-ice40 >/dev/null || "$top/scripts/setup.sh" nextpnr-ice40
    for gpus in 4 8; do
        for unit in draw compose; do
            dir=$work/clock_$unit$gpus
            "$cohgen" emit "$top/specs/studies/chopin_$unit.xml" -o "$dir" --set=GPUS=$gpus >/dev/null
            printf '%s GPUs: ' $gpus
            "$top/scripts/place.sh" "$dir" chopin_${unit}_scheduler
        done
    done
}

for table in ${tables:-draws interval frames}; do $table; done
