#!/bin/sh
# Programs on GPUDet (specs/gpudet/gpudet.xml) and on the same machine without quanta (plain.xml): cycles until all are
# done, emitted Verilog; every answer in quanta is compared with the reference. docs/gpudet.md has the results.
# `./run bench quanta --help` lists tables and options.
# Exit status: 0 fine, 1 a run failed, 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
work=$build/bench_quanta jobs=${JOBS:-2} cus=2 warps=8 parts=2 words=8 groups=16 waves=4
all="cost quantum barrier options filter"
usage() {
    cat <<END
Usage: ./run bench quanta [OPTION...] [TABLE...]
Tables (default: all), cycles of each program; memory 100 cycles away:
  cost      without quanta, and in quanta of 200
  quantum   quanta of 100, 200, 600 and 1000 instructions
  barrier   barriers of all compute units that cost 0, 100 and 1000 cycles more
  options   WA, WA and DWP, EACH
  filter    Bloom filters of 64, 256 and 1024 bits
Options:
  --cus N --warps N --parts N --words N
            size of the machine: compute units, wavefronts of each, partitions, words of a line
            (default $cus, $warps, $parts, $words)
  --pins    only prints the specification that is measured: gpudet.xml with parameters as input pins
END
}
wrong() { echo "bench quanta: $1" >&2; usage >&2; exit 2; }

# The shipped table with five parameters as input pins: one design for all tables but filter.
pins() {
    awk '/<param name="(QUANTUM|BARRIER|WA|DWP|EACH)"/ { while ($0 !~ /\/>/) getline; next } { print }' \
        "$top/specs/gpudet/gpudet.xml" | sed \
        -e 's|<type name="instr" .*|<type name="instr" bits="12" overflow="saturate"/> <type name="pin" bits="1"/>|' \
        -e 's|^ *<input name="GROUPS" type="group"/>|&<input name="QUANTUM" type="instr"/><input name="WA" type="pin"/>|
            s|^ *<input name="GROUPS".*QUANTUM.*|&<input name="DWP" type="pin"/><input name="EACH" type="pin"/>|' \
        -e 's|^ *<input name="GROUPS" type="group" doc.*|&<input name="BARRIER" type="delay"/>|
            s|^ *<input name="GROUPS".*BARRIER.*|&<input name="DWP" type="pin"/>|'
}

tables=
while [ $# -gt 0 ]; do
    case $1 in
        --help) usage; exit 0 ;;
        --pins) pins; exit 0 ;;
        --cus|--warps|--parts|--words)
            case ${2:-} in ''|*[!0-9]*|0) wrong "$1: a number is missing" ;; esac
            eval "${1#--}=$2"
            shift 2 ;;
        *) case " $all " in *" $1 "*) tables="$tables $1" ;; *) wrong "no table or option '$1'" ;; esac; shift ;;
    esac
done
mkdir -p "$work"
cp "$top/specs/gpudet/commit.xml" "$work/commit.xml"
pins >"$work/pins.xml"

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
quanta() { simulator "filter$1" "$work/pins.xml" "WAVES=$waves" "FILTER=$1"; }

head_of() {
    printf '\n%s\n%-14s' "$1" ''
    printf ' %9s' triad tiles bfsf bfsr chains transfers racey
    echo
}
# row LABEL NAME OPTION...
row() {
    label=$1 sim=$work/$2/sim
    shift 2
    printf '%-14s' "$label"
    for program in "triad --set lines=8 --set work=20" "tiles --set side=10 --set steps=8" "bfsf --set vertices=128" \
        "bfsr --set vertices=128" "chains --set keys=4" transfers "racey --set words=512"; do
        # shellcheck disable=SC2086
        "$sim" --test $program --set groups=$groups --set waves=$waves --set read=0 --latency 100 --jitter 0 \
            --backpressure 0 --watchdog 0 "$@" >"$work/out" 2>&1 || { echo; tail -n 3 "$work/out" >&2; exit 1; }
        printf ' %9d' "$(awk '$1 == "cycles" { print $2 }' "$work/out")"
    done
    echo
}
in_quanta="--model quanta --pin QUANTUM=200"
cost() {
    simulator plain "$top/specs/gpudet/plain.xml"
    quanta 1024
    head_of "cost of quanta"
    row plain plain
    row 'quanta of 200' filter1024 $in_quanta
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
for table in ${tables:-$all}; do $table; done
