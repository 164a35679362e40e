#!/bin/sh
# Emits a specification with corner values of its parameters and asks three tools for their opinion of the text.
#   run.sh COHGEN SPEC.xml TOP SETTINGS-FILE     one set of NAME=VALUE per line; the tools must be silent.
# Asynchronous reset with the first set: the sizes do not matter to it.
set -eu
cohgen=${1:?usage: run.sh COHGEN SPEC.xml TOP SETTINGS} spec=$2 top=$3 settings=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0 n=0

complain() { echo "FAIL $top: $1"; head -6 "$scratch/log"; failures=$((failures + 1)); }

while read -r line; do
    case $line in '#'*) continue ;; esac
    resets=sync
    [ $n -gt 0 ] || resets="sync async"
    for reset in $resets; do
        set --
        for word in $line; do set -- "$@" --set "$word"; done
        rm -rf "$scratch/design"
        n=$((n + 1))
        "$cohgen" emit "$spec" -o "$scratch/design" --reset $reset "$@" >"$scratch/log" 2>&1 || {
            complain "emit $line"
            continue
        }
        (cd "$scratch/design" && verilator --lint-only -Wall --top-module "$top" -f "$top.f") >"$scratch/log" 2>&1 &&
            [ ! -s "$scratch/log" ] || complain "verilator -Wall: $line ($reset)"
        [ $reset = sync ] || continue
        (cd "$scratch/design" && iverilog -g2005 -Wall -Wno-timescale -s "$top" -o "$scratch/top.vvp" -c "$top.f") \
            >"$scratch/log" 2>&1 && [ ! -s "$scratch/log" ] || complain "iverilog: $line"
    done
done <"$settings"
echo "$top: $n designs, $failures complaints"
[ "$failures" -eq 0 ] && [ "$n" -gt 0 ]
