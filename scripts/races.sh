#!/bin/sh
# Directed tests of races: `cohgen verify --races` looks for them, and the emitted Verilog is driven through all of
# them, one model for all; then the matrices.
#   races.sh [--out DIR] FILE.xml [VERIFY-OPTION...]   searches with these options (default: those of `searches` below
#                                                      for RCC, else none), leaves all in DIR (build/races), drives
#   races.sh [--spec FILE] DIR...                      drives what is there; --spec FILE: on the designs of this
#                                                      specification instead
# Several searches of one specification: each is driven, and the counts are added up.
# COHGEN, COHGEN_BUILD: the generator and the build folder with the libraries (default: build/). JOBS: compilers at a
# time (default 2).
# DIR/counts: the list of the pairs with how often each was met. A single test, with a waveform: DIR/replay
# DIR/tests/0001 --wave FILE.fst Exit status: 0 every race came about, and everything was as the model checker says; 1
# not so; 2 wrong command line; 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
cohgen=${COHGEN:-$build/cohgen}
spec= out=$build/races
wrong() {
    echo "races.sh: $1" >&2
    echo "usage: races.sh [--out DIR] FILE.xml [VERIFY-OPTION...] | [--spec FILE] DIR..." >&2
    exit 2
}

# Searches of RCC, a line each: two threads at each of two cores; three at one; leases that end, for which time must go
# on at another line.
searches() {
    cat <<END
--system bounded --warps 2 --stamp-max 3 --set LEASE_MAX=1 --compact --memory 1500
--system bounded --cores 1 --warps 3 --stamp-max 4 --set LEASE_MAX=1 --compact
--system bounded --cores 1 --lines 2 --ops 2 --set L1.WAYS=2 --set L2.WAYS=2 --stamp-max 12
--system bounded --warps 1 --lines 2 --ops 3 --no-atomics --set L1.WAYS=2 --set L2.WAYS=2 \
    --stamp-max 5 --set LEASE_MAX=1 --compact
END
}
while [ $# -gt 0 ]; do
    case $1 in
        --spec) [ $# -ge 2 ] || wrong "--spec: FILE is missing"; spec=$2; shift ;;
        --out) [ $# -ge 2 ] || wrong "--out: DIR is missing"; out=$2; shift ;;
        --spec=*) spec=${1#*=} ;;
        -*) wrong "unknown option '$1'" ;;
        *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || wrong "which specification or folder?"

# search NUMBER OPTION...: leaves $out/NUMBER. A search that reaches a limit has found some.
search() {
    code=0 to=$out/$1
    shift
    rm -rf "$to"
    "$cohgen" verify "$file" "$@" --races "$to" || code=$?
    [ -f "$to/races" ] || exit "$code"
}
if [ -f "$1" ]; then
    file=$1 n=0
    list=$(mktemp)      # two of these commands may run at a time
    trap 'rm -f "$list"' EXIT
    shift
    [ -z "$spec" ] || wrong "--spec goes with folders"
    case $#$(basename "$file") in
        0rcc.xml) searches >"$list" ;;
        *) echo "$*" >"$list" ;;
    esac
    set --
    while read -r options; do
        n=$((n + 1))
        # shellcheck disable=SC2086
        search "$n" $options
        set -- "$@" "$out/$n"
    done <"$list"
fi
[ -z "$spec" ] || [ -f "$spec" ] || wrong "no file '$spec'"
for dir; do
    [ -f "$dir/races" ] || wrong "'$dir' holds no list of races: 'cohgen verify FILE --races $dir' writes one"
done

status=0 lists=
for dir; do
    design=$dir
    if [ -n "$spec" ]; then
        design=$dir/with_$(basename "$spec" .xml)
        sets=$(sed -n 's/^set / /p' "$dir/tests/0001" | sed 's/ / --set /g')
        # shellcheck disable=SC2086
        "$cohgen" emit "$spec" -o "$design" --harness replay $sets
    fi
    COHGEN_BUILD=$build "$top/scripts/build_replay.sh" "$design" || exit 3
    "$design/replay" --races "$dir/races" --counts "$design/counts" "$dir"/tests/* >"$design/matrices" || status=$?
    [ "$status" -lt 2 ] || exit "$status"
    lists="$lists --races $design/counts"
    [ $# -eq 1 ] || echo "$dir: $(tail -n 1 "$design/matrices")"
done
if [ $# -eq 1 ]; then cat "$design/matrices"; exit "$status"; fi
# shellcheck disable=SC2086
"$design/replay" $lists || status=$?
exit "$status"
