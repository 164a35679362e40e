#!/bin/sh
# Rates of GPUDet's Z-buffer unit (specs/gpudet/zunit.xml), emitted and simulated by itself: docs/gpudet.md.
# `./run bench gpudet --help` lists tables and options.
# Exit status: 0 fine, 1 a run failed or left wrong colours, 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
cohgen=$build/cohgen jobs=${JOBS:-2}
updates=10000 sets='' spec=$top/specs/gpudet/zunit.xml work=$build/bench_gpudet
all="streams zcache requests slots"
streams="hit_pass hit_fail miss conflict single burst anywhere hot"

usage() {
    cat <<END
Usage: ./run bench gpudet [OPTION...] [TABLE...]
Tables (default: all), updates per cycle; depths 100 cycles away, 32 bytes per cycle; colours taken at once:
  streams    at the default sizes: $streams
  zcache     Z-caches of 8 to 128 KB
  requests   request buffers of 4 to 64 updates
  slots      comparator buffers of 1 to 16 updates
Options:
  --updates N   of each line (default $updates)
  --spec FILE   another table of the unit
  --work DIR    where programs are built (default: build/bench_gpudet)
  --set P=V     another size than the default; may be repeated
END
}
wrong() { echo "bench gpudet: $1" >&2; usage >&2; exit 2; }
tables=
while [ $# -gt 0 ]; do
    case $1 in
        --help) usage; exit 0 ;;
        --updates) case ${2:-} in ''|*[!0-9]*|0) wrong "$1: a number is missing" ;; esac; updates=$2; shift 2 ;;
        --spec) [ $# -ge 2 ] || wrong "--spec: a file is missing"; spec=$2; shift 2 ;;
        --work) [ $# -ge 2 ] || wrong "--work: a folder is missing"; work=$2; shift 2 ;;
        --set) [ $# -ge 2 ] || wrong "--set: PARAM=VALUE is missing"; sets="$sets --set=$2"; shift 2 ;;
        *) case " $all " in *" $1 "*) tables="$tables $1" ;; *) wrong "no table or option '$1'" ;; esac; shift ;;
    esac
done
mkdir -p "$work"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# unit [PARAM=VALUE]: builds the bench; its path is left in $program
unit() {
    dir=$work/$(echo "${1:-default}$sets" | tr -c 'A-Za-z0-9\n' _) program=$dir/bench_zunit
    # shellcheck disable=SC2086
    "$cohgen" emit "$spec" -o "$dir" --set=BEAT_BYTES=32 --set=MEM_SLOTS=16 $sets \
        ${1:+--set=$1} >"$scratch/log" 2>&1 &&
        COHGEN_QUICK=-O1 JOBS=$jobs "$top/scripts/verilate.sh" "$dir" zunit >>"$scratch/log" 2>&1 &&
        cc -std=c17 -O2 -I"$top/sim" -DCG_LIB=cg_dut -o "$program" "$top/tests/bench/zunit/bench_zunit.c" \
            "$top/tests/bench/dut.c" "$top/tb/cg_model.c" "$dir/harness/zunit_dut.c" \
            "$dir/verilated/libcg_dut.a" "$build/sim/libcohgen_sim.a" -lstdc++ -latomic -lm -lz -lpthread \
            >>"$scratch/log" 2>&1 || {
                cat "$scratch/log" >&2
                exit 3
            }
}
head_of() {
    printf '\n%s: %s\n%-10s %9s %10s %9s %10s %10s %10s\n' "$1" "$2" stream updates cycles \
        /cycle misses 'not drawn' drawn
}
run() { for stream; do "$program" "$stream" "$updates"; done; }
streams() {
    unit
    head_of streams "one kind of update after the other"
    # shellcheck disable=SC2086
    run $streams
}
zcache() {
    for n in 16 32 64 128 256; do
        unit "ZU.SETS=$n"
        head_of zcache "$((n / 2)) KB, 4 ways"
        run anywhere hot
    done
}
requests() {
    for n in 4 8 16 32 64; do
        unit "ZU.REQUESTS=$n"
        head_of requests "$n updates can be blocked"
        run burst anywhere hot
    done
}
slots() {
    for n in 1 2 4 8 16; do
        unit "ZU.SLOTS=$n"
        head_of slots "$n entries"
        run hit_pass miss anywhere hot
    done
}
for table in ${tables:-$all}; do $table; done
