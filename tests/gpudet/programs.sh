#!/bin/sh
# Does a table of the compute units and the sequencer (gpudet.xml, its parts within it) run the programs as the rules of
# quanta say? For `./run mutate`: small designs of it, without and with the options, and each program on them.
#   programs.sh FILE       exit status: 0 as the rules say, 1 not, 2 the design cannot be built
set -u
file=${1:?usage: programs.sh FILE} top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
small="CUS=2 WARPS=4 WAVES=2 QUANTUM=9"
# A log of fewer entries than there are wavefronts: a number for the other shows.
options="LOG=2 WORDS=4 GRAIN=2 QUANTA=8 BLOCKS=600 ZEROED=0 LOG_AT=4096 DEPTHS=1026 WA=1 DWP=1 EACH=1 FILTER=64 BARRIER=7
    CLEARS=2 CU.SETS=2 CU.WAYS=1 CU.MSHRS=2 ZU.SETS=2 ZU.WAYS=1 ZU.REQUESTS=2 ZU.SLOTS=1 L2.SETS=2 L2.WAYS=2 L2.MSHRS=2
    L2.DEPTH=1 THROTTLE=40"

# build NAME PARAM=VALUE...
build() {
    name=$1
    shift
    for set; do set -- "$@" "--set=$set"; shift; done
    COHGEN_QUICK=-O0 JOBS=1 "$top/tests/torture/build_sim.sh" "$scratch/$name" "$file" "$@" >"$scratch/log" 2>&1 ||
        { tail -n 5 "$scratch/log"; exit 2; }
}
# program NAME OPTION...: ends as it must.
program() {
    "$scratch/$name/sim" --test "$@" --model quanta --pin GROUPS=9 --watchdog 100000 >"$scratch/log" 2>&1 && return
    echo "$name: $*: $(grep -m 1 -E '^(FAILED|SQUAT|DEAD|error)|watchdog|wrong|expected' "$scratch/log")"
    exit 1
}
programs() {
    for kernel; do
        program "$kernel"
        program "$kernel" --seed 2 --backpressure 30
    done
    program parts --set part=$part
    program twice --set programs=3
}

# shellcheck disable=SC2086
build plain $small LOG=4 PARTS=1 WORDS=2 FLIT_BITS=256
part=4
programs triad mixed twice racey chains ht transfers atm tiles bfsr bfsf
# shellcheck disable=SC2086
build options $small PARTS=2 $options
part=2
programs triad mixed twice racey tiles
# Each barrier costs BARRIER cycles, two for each step of its counter; the last one may be cut short.
awk '/^ +Ready +count / { steps = $3 } /^ +Ready +(arrive|turned) / { barriers += $3 }
    END { exit !(barriers > 0 && steps <= 3 * barriers && steps >= 3 * (barriers - 1)) }' "$scratch/log" ||
    { echo "barriers of 7 cycles: $(grep -E '^ +Ready +(count|arrive|turned) ' "$scratch/log" | tr -s ' \n' ' ')"; exit 1; }
