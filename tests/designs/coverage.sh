#!/bin/sh
# Runs a simulator several times and asks that together the runs take every row of every controller; one operation must
# not be enough.
#   coverage.sh SIM EXCEPT [simulator option...]
# EXCEPT: list of rows that cannot be taken, or - if there are none.
set -eu
usage="usage: coverage.sh SIM EXCEPT [OPTION...]"
sim=${1:?$usage} except=${2:?$usage}
shift 2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
if [ "$except" = - ]; then except=; else except=--coverage-except=$except; fi
for seed in 1 2 3; do
    "$sim" "$@" --quiet --seed "$seed" --coverage "$dir/$seed.txt" >"$dir/log" 2>&1 || {
        echo "FAIL seed $seed: $sim $*"
        tail -n 40 "$dir/log"
        exit 1
    }
done
# shellcheck disable=SC2086
"$sim" --coverage-merge --coverage-full $except --coverage "$dir/all.html" "$dir"/[123].txt || exit 1
"$sim" --coverage-merge "$dir"/[123].txt >"$dir/all.txt" || exit 1
sed -n 's/^# \(.* rows taken\)$/\1/p' "$dir/all.txt"
status=0
"$sim" "$@" --quiet --ops 1 --cores 1 --warps 1 --coverage-full >"$dir/log" 2>&1 || status=$?
[ "$status" = 1 ] && grep -q "^error: row never taken: " "$dir/log" || {
    echo "FAIL: one operation passed as a full set, or failed otherwise:"
    cat "$dir/log"
    exit 1
}
