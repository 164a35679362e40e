#!/bin/sh
# Rates of GPUDet's Z-buffer unit, emitted and simulated: specs/gpudet/published.xml by itself, and
# specs/gpudet/zunit.xml with its feeders, networks and L2: docs/gpudet.md. `./run bench gpudet --help` lists tables and
# options. Exit status: 0 fine, 1 a run failed or left wrong colours, 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
cohgen=$build/cohgen jobs=${JOBS:-2}
updates=10000 sets='' spec='' units='published zunit' work=$build/bench_gpudet
all="streams zcache requests slots"
streams="hit_pass hit_fail miss conflict single burst anywhere hot"

usage() {
    cat <<END
Usage: ./run bench gpudet [OPTION...] [TABLE...]
Tables (default: all), updates per cycle; memory 100 cycles away, 32 bytes per cycle and 16 reads at a time:
  streams    at the default sizes: $streams
  zcache     Z-caches of 8 to 128 KB
  requests   request buffers of 4 to 64 updates
  slots      comparator buffers of 1 to 16 updates
Options:
  --updates N   of each line (default $updates)
  --unit NAME   published or zunit, by itself (default: both side by side)
  --spec FILE   another table of that unit
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
        --unit) case ${2:-} in published|zunit) ;; *) wrong "--unit: published or zunit?" ;; esac; units=$2; shift 2 ;;
        --spec) [ $# -ge 2 ] || wrong "--spec: a file is missing"; spec=$2; shift 2 ;;
        --work) [ $# -ge 2 ] || wrong "--work: a folder is missing"; work=$2; shift 2 ;;
        --set) [ $# -ge 2 ] || wrong "--set: PARAM=VALUE is missing"; sets="$sets --set=$2"; shift 2 ;;
        *) case " $all " in *" $1 "*) tables="$tables $1" ;; *) wrong "no table or option '$1'" ;; esac; shift ;;
    esac
done
case $units in *' '*) [ -z "$spec" ] || wrong "--spec: of which --unit?" ;; esac
mkdir -p "$work"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# unit NAME [PARAM=VALUE]: builds the bench; its path is left in program_NAME. The L2 of zunit holds all blocks, and its
# networks take a message per cycle.
unit() {
    dir=$work/$1_$(echo "${2:-default}" | tr -c 'A-Za-z0-9\n' _)${sets:+_$(echo "$sets" | cksum | cut -d ' ' -f 1)}
    case $1 in
        published) design=zunit_published bench=bench_zunit sizes= ;;
        zunit) design=zunit bench=bench_commit sizes='--set=FLIT_BITS=4096 --set=L2.SETS=1024 --set=L2.WAYS=8' ;;
    esac
    # shellcheck disable=SC2086
    "$cohgen" emit "${spec:-$top/specs/gpudet/$1.xml}" -o "$dir" --set=BEAT_BYTES=32 --set=MEM_SLOTS=16 $sizes $sets \
        ${2:+--set=$2} >"$scratch/log" 2>&1 &&
        COHGEN_QUICK=-O1 JOBS=$jobs "$top/scripts/verilate.sh" "$dir" $design >>"$scratch/log" 2>&1 &&
        cc -std=c17 -O2 -I"$top/sim" -DCG_LIB=cg_dut -o "$dir/$bench" "$top/tests/bench/zunit/$bench.c" \
            "$top/tests/bench/zunit/streams.c" "$top/tests/bench/dut.c" "$top/tb/cg_model.c" \
            "$dir/harness/${design}_dut.c" "$dir/verilated/libcg_dut.a" "$build/sim/libcohgen_sim.a" \
            -lstdc++ -latomic -lm -lz -lpthread >>"$scratch/log" 2>&1 || {
                cat "$scratch/log" >&2
                exit 3
            }
    case $1 in published) program_published=$dir/$bench ;; zunit) program_zunit=$dir/$bench ;; esac
}
# both [PARAM=VALUE]: all units that are measured.
both() { for u in $units; do unit "$u" "$@"; done; }
# head_of TABLE TEXT: the line of a table with two units has rates only.
head_of() {
    printf '\n%s: %s\n' "$1" "$2"
    case $units in
        published) printf '%-10s %9s %10s %9s %10s %10s %10s\n' stream updates cycles /cycle misses 'not drawn' drawn ;;
        zunit) printf '%-10s %9s %10s %9s %10s %10s\n' stream updates cycles /cycle misses blocked ;;
        *) printf '%-10s %10s %10s %10s %10s\n' stream published zunit misses blocked ;;
    esac
}
run() {
    for stream; do
        for u in $units; do
            case $u in published) program=$program_published ;; zunit) program=$program_zunit ;; esac
            # shellcheck disable=SC2086
            "$program" $stream "$updates" >"$scratch/$u" || exit 1
        done
        case $units in
            *' '*) paste "$scratch/published" "$scratch/zunit" |
                awk '{ printf "%-10s %10s %10s %8s %% %8s %%\n", $1, $4, $14, $15, $17 }' ;;
            *) cat "$scratch/$units" ;;
        esac
    done
}
streams() {
    both
    head_of streams "one kind of update after the other"
    # shellcheck disable=SC2086
    run $streams
}
zcache() {
    for n in 16 32 64 128 256; do
        both "ZU.SETS=$n"
        head_of zcache "$((n / 2)) KB, 4 ways"
        run anywhere hot
    done
}
requests() {
    for n in 4 8 16 32 64; do
        both "ZU.REQUESTS=$n"
        head_of requests "$n updates can be blocked"
        run burst anywhere hot
    done
}
slots() {
    for n in 1 2 4 8 16; do
        both "ZU.SLOTS=$n"
        head_of slots "$n entries"
        run hit_pass miss anywhere hot
    done
}
for table in ${tables:-$all}; do $table; done
