#!/bin/sh
# Errata of docs/errata.md reproduced in simulated RTL: the published cell is put back into the shipped tables (E1: the
# published tables as they are), a small design is built, and the simulation has to fail in the way the entry says.
#   run.sh [-d DIR] [-s SEED] [NAME...]      names: E1 E2 E7 (default: all)
# SEED is the first seed (default 1); a mistake that needs a rare interleaving is looked for with ten of them.
# DIR keeps the built designs (default build/errata). Exit status: 0 all reproduced, 1 one is not, 2 wrong command line,
# 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
dir=$top/build/errata seed=1
builder=$top/tests/torture/build_sim.sh
[ -f "$builder" ] || { echo "run.sh: $builder is missing" >&2; exit 3; }
while getopts d:s: o; do
    case $o in
        d) dir=$OPTARG ;;
        s) seed=$OPTARG ;;
        *) echo "usage: run.sh [-d DIR] [-s SEED] [E1|E2|E7]..." >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- E1 E2 E7

# mutant NAME FROM SED: one line of the specification, and only one, is to change
mutant() {
    sed -e "$3" "$top/specs/rcc/$2" >"$dir/$1.xml"
    changed=$(diff "$top/specs/rcc/$2" "$dir/$1.xml" | grep -c '^>' || true)
    [ "$changed" -eq 1 ] || { echo "$1: $changed lines of $2 changed, expected 1" >&2; exit 3; }
}

# attempt NAME MESSAGE SETTINGS SIMULATION-OPTION...: one line of cache at L2, so that lines leave all the time
attempt() {
    name=$1 message=$2 settings=$3
    shift 3
    set_list=
    for s in CORES=3 WARPS=2 BANKS=1 LINE_BYTES=8 L1.SETS=1 L1.WAYS=2 L1.MSHRS=2 L1.DEPTH=2 L2.SETS=1 L2.WAYS=1 \
        L2.MSHRS=2 L2.DEPTH=4 $settings; do
        set_list="$set_list --set $s"
    done
    # shellcheck disable=SC2086
    sh "$builder" "$dir/$name" "$dir/$name.xml" $set_list
    s=$seed
    while [ "$s" -lt $((seed + 9)) ] && "$dir/$name/sim" --seed "$s" --quiet "$@" >"$dir/$name.log" 2>&1; do
        s=$((s + 1))
    done
    if "$dir/$name/sim" --seed "$s" --quiet "$@" >"$dir/$name.log" 2>&1; then
        echo "$name: NOT reproduced: the simulations passed"
    elif grep -q "$message" "$dir/$name.log"; then
        grep -v '^seed' "$dir/$name.log" | head -14
        echo "$name: reproduced with seed $s"
        return 0
    else
        cat "$dir/$name.log"
        echo "$name: NOT reproduced: the simulation failed, but not with '$message'"
    fi
    failed=1
}

mkdir -p "$dir"
failed=0
for e in "$@"; do
    case $e in
        E1) cp "$top/specs/rcc/published.xml" "$dir/E1.xml"
            attempt E1 'an operation has been waiting' '' --ops 300 --watchdog 5000 --set lines=1 --set words=1 \
                --set evict=0 --set atomics=0 ;;
        E2) mutant E2 rcc.xml 's/max(mshr.lastwr, msg.now, mnow + 1)/max(mshr.lastwr, msg.now, mnow)/'
            attempt E2 'not sequentially consistent' 'LEASE_MIN=8 LEASE_MAX=16' --backpressure 0 --ops 2000 \
                --set lines=3 --set words=1 --set evict=0 --set stores=20 --set atomics=0 ;;
        E7) mutant E7 rcc.xml 's|<write to="mshr.data" data="msg.data" mask="msg.mask"/>|<choose><when test="msg.now ge mshr.lastwr">&</when></choose>|'
            attempt E7 'held another value' 'LEASE_MIN=8 LEASE_MAX=16' --ops 1000 ;;
        *) echo "run.sh: '$e' is not reproduced here, expected E1, E2 or E7" >&2; exit 2 ;;
    esac
done
exit $failed
