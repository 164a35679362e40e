#!/bin/sh
# `./run bench getm` in short: every table has as many lines of numbers as it should, and the bounds that do not depend
# on the size hold.
#   getm.sh BENCH [PROGRAM]    with PROGRAM the tables of the emitted validation unit, without it the others
set -eu
bench=$1 program=${2:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# lines TABLE NUMBER ARGUMENT...: lines that end in a number, and hold no "nan"
lines() {
    table=$1 want=$2
    shift 2
    "$bench" --no-report getm "$@" "$table" >"$scratch/$table" || { echo "FAIL $table"; cat "$scratch/$table"; exit 1; }
    got=$(grep -cE '[0-9](.*\|)?( %)? *$' "$scratch/$table" || true)
    if [ "$got" -lt "$want" ] || grep -qi nan "$scratch/$table"; then
        echo "FAIL $table: $got lines of numbers, not $want"
        cat "$scratch/$table"
        exit 1
    fi
}
# holds TABLE PATTERN TEST: the test, in awk, of every line that matches
holds() {
    awk -v pattern="$2" '$0 ~ pattern { n++; if (!('"$3"')) { print "FAIL: " $0; bad = 1 } } END { exit bad || !n }' \
        "$scratch/$1" || {
        echo "FAIL $1: $2: $3"
        cat "$scratch/$1"
        exit 1
    }
}
code=0
"$bench" --no-report getm nonsense 2>/dev/null || code=$?
[ $code = 2 ] || { echo "FAIL: exit status $code for a table that is not there"; exit 1; }
if [ -n "$program" ]; then
    quick="--program $program --entries 4K --requests 300"
    # shellcheck disable=SC2086
    {
        lines occupied 11 $quick
        lines locked 11 $quick
        lines hits 4 $quick
        lines others 30 $quick
        lines commit 4 $quick
    }
    holds occupied '^ *[0-9.]+ % .* [0-9.]+$' '$7 <= 1.1'          # slots per request, a tenth locked
    holds hits 'loads|stores' '$(NF - 1) >= 0.9'
    holds commit 'granule, cached' '$NF >= 16'
else
    small="--cores 2 --warps 2"
    # shellcheck disable=SC2086
    {
        lines storage 6
        lines aborts 24 $small
        lines locks 4 $small
        lines mixes 8 --cores 1 --warps 1
        lines sizes 4 $small
        lines false 20 $small
        lines stall 8 $small
    }
    holds storage 'precise table' '$NF > 40 && $NF < 64'
    holds false 'exact' '$7 == 0'
    holds stall '4 x 4' '$6 <= $8 && $7 <= $9'                     # granules and requests
fi
echo "ok"
