#!/bin/sh
# Programs on GPUDet (specs/gpudet/gpudet.xml), on the same machine without quanta (plain.xml) and with a commit by locks
# (locks.xml): cycles until all are done, emitted Verilog; every answer in quanta is compared with the reference.
# docs/gpudet.md has the results.
# `./run bench quanta --help` lists tables and options.
# Exit status: 0 fine, 1 a run failed, 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
work=$build/bench_quanta jobs=${JOBS:-2} cus=2 warps=8 parts=2 words=8 groups=16 waves=4
all="cost locks quantum barrier options filter zcache requests"
usage() {
    cat <<END
Usage: ./run bench quanta [OPTION...] [TABLE...]
Tables (default: all), cycles of each program; memory 100 cycles away:
  cost      without quanta, and in quanta of 200
  locks     the commit by Z-buffer units and by locks: all cycles, and those in commit mode
  quantum   quanta of 100, 200, 600 and 1000 instructions
  barrier   barriers of all compute units that cost 0, 100 and 1000 cycles more
  options   WA, WA and DWP, EACH
  filter    Bloom filters of 64, 256 and 1024 bits
  zcache    Z-caches of several sizes
  requests  request buffers of several sizes
Options:
  --cus N --warps N --parts N --words N
            size of the machine: compute units, wavefronts of each, partitions, words of a line
            (default $cus, $warps, $parts, $words)
  --pins    only prints what is measured in place of parts/units.xml: with parameters as input pins
END
}
wrong() { echo "bench quanta: $1" >&2; usage >&2; exit 2; }

SPEC_EDIT=${SPEC_EDIT:-$build/tests/tools/spec_edit}
. "$top/scripts/variants.sh"

tables=
while [ $# -gt 0 ]; do
    case $1 in
        --help) usage; exit 0 ;;
        --pins) variant_gpudet; exit 0 ;;
        --cus|--warps|--parts|--words)
            case ${2:-} in ''|*[!0-9]*|0) wrong "$1: a number is missing" ;; esac
            export "${1#--}=$2"
            shift 2 ;;
        *) case " $all " in *" $1 "*) tables="$tables $1" ;; *) wrong "no table or option '$1'" ;; esac; shift ;;
    esac
done
work=$work/${cus}x${warps}x${parts}x$words
mkdir -p "$work/parts"
for file in gpudet locks commit parts/memory; do cp "$top/specs/gpudet/$file.xml" "$work/$file.xml"; done
variant_gpudet >"$work/parts/units.xml"

# simulator NAME SPEC PARAM=VALUE...: builds $work/NAME/sim
simulator() {
    name=$1 spec=$2
    shift 2
    for p; do shift; set -- "$@" "--set=$p"; done
    echo "building $name ..." >&2
    COHGEN_QUICK=-O1 COHGEN=$build/cohgen COHGEN_SIM_LIB=$build/sim/libcohgen_sim.a JOBS=$jobs \
        "$top/tests/torture/build_sim.sh" "$work/$name" "$spec" "--set=CUS=$cus" "--set=WARPS=$warps" \
        "--set=PARTS=$parts" "--set=WORDS=$words" --set=FLIT_BITS=256 "$@" >"$work/$name.log" 2>&1 ||
        { cat "$work/$name.log" >&2; exit 3; }
}
# quanta BITS: of the filter
quanta() { simulator "filter$1" "$work/gpudet.xml" "WAVES=$waves" "FILTER=$1"; }

names="triad tiles bfsf bfsr chains transfers ht atm racey"
sizes() {
    case $1 in
        triad) echo lines=8 work=20 ;; tiles) echo side=10 steps=8 ;; bfsf|bfsr) echo vertices=128 ;;
        chains) echo keys=4 ;; racey) echo words=512 ;;
    esac
}
head_of() {
    printf '\n%s\n%-18s' "$1" ''
    # shellcheck disable=SC2086
    printf ' %9s' $names
    echo
}
# simulate NAME PROGRAM OPTION...: leaves the report in $work/out.
simulate() {
    sim=$work/$1/sim program=$2
    shift 2
    for size in $(sizes "$program"); do set -- "$@" --set "$size"; done
    "$sim" --test "$program" --set groups=$groups --set waves=$waves --set read=0 --latency 100 --jitter 0 \
        --backpressure 0 --watchdog 0 "$@" >"$work/out" 2>&1
}
cycles() {
    grep -q '^PASSED' "$work/out" || { echo; tail -n 3 "$work/out"; exit 1; } >&2
    awk '$1 == "cycles" { print $2 }' "$work/out"
}
# row LABEL NAME OPTION...
row() {
    label=$1 built=$2
    shift 2
    printf '%-18s' "$label"
    for name in $names; do
        simulate "$built" "$name" "$@" || :
        of=$(cycles)
        printf ' %9d' "$of"
    done
    echo
}
# modes NAME PROGRAM: cycles in all, and in commit mode: the rows of the sequencer tell of its mode.
modes() {
    # shellcheck disable=SC2086
    { simulate "$@" $in_quanta --rows /dev/fd/3 3>&1 || :; } | awk '$2 == "SEQ" {
        spent[mode] += $1 - since; since = $1; mode = $9 } END { print spent["mode=1"] + 0 }' >"$work/commit"
    of=$(cycles)
    echo "$of $(cat "$work/commit")"
}
in_quanta="--model quanta --pin QUANTUM=200"
cost() {
    simulator plain "$top/specs/gpudet/plain.xml"
    quanta 1024
    head_of "cost of quanta"
    row plain plain
    row 'quanta of 200' filter1024 $in_quanta
}
# The ratios: of all cycles, and of those in commit mode; mean: geometric.
locks() {
    quanta 1024
    simulator locks "$work/locks.xml" "WAVES=$waves" FILTER=1024
    head_of "the commit by Z-buffer units and by locks; all cycles, those in commit mode"
    for name in $names; do
        for built in filter1024 locks; do modes $built "$name"; done
    done >"$work/both"
    awk 'function line(label, of) { printf "%-18s", label; for (i = 1; i <= n; i++) printf " %9d", of[i]; print "" }
        function ratio(label, a, b) {
            printf "%-18s", label
            for (i = 1; i <= n; i++) { sum += log(b[i] / a[i]); printf " %9.2f", b[i] / a[i] }
            printf "   mean %.2f\n", exp(sum / n)
            sum = 0
        }
        NR % 2 { n++; all_z[n] = $1; commit_z[n] = $2 } !(NR % 2) { all_l[n] = $1; commit_l[n] = $2 }
        END {
            line("Z-buffer", all_z); line("locks", all_l); ratio("times", all_z, all_l)
            line("Z-buffer, commit", commit_z); line("locks, commit", commit_l)
            ratio("times", commit_z, commit_l)
        }' "$work/both"
}
quantum() {
    quanta 1024
    head_of "instructions of a quantum"
    for n in 100 200 600 1000; do row "$n" filter1024 --model quanta --pin "QUANTUM=$n"; done
}
barrier() {
    quanta 1024
    head_of "cycles of a barrier"
    for n in 0 100 1000; do row "$n" filter1024 $in_quanta --pin "BARRIER=$n"; done
}
options() {
    quanta 1024
    head_of "options"
    row none filter1024 $in_quanta
    row WA filter1024 $in_quanta --pin WA=1
    row 'WA, DWP' filter1024 $in_quanta --pin WA=1 --pin DWP=1
    row EACH filter1024 $in_quanta --pin EACH=1
}
filter() {
    head_of "bits of a filter"
    for n in 64 256 1024; do quanta $n; row $n filter$n $in_quanta; done
}
# sizes_of PARAM WHAT N...: a row for each size of the Z-buffer units.
sizes_of() {
    param=$1 what=$2
    shift 2
    for n; do
        simulator "$param$n" "$work/gpudet.xml" "WAVES=$waves" FILTER=1024 "ZU.$param=$n"
        # shellcheck disable=SC2086
        row "$((n * $what)) $unit" "$param$n" $in_quanta
    done
}
zcache() {
    head_of "bytes of a Z-cache, 4 ways"
    unit=bytes
    sizes_of SETS "16 * $words" 1 2 4 8 16 32
}
requests() {
    head_of "entries of a request buffer"
    unit=entries
    sizes_of REQUESTS 1 4 8 16 32 64
}
for table in ${tables:-$all}; do $table; done
