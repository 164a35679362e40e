#!/bin/sh
# Rollovers of logical time are frequent, and each runs through: random traffic, with the order of the events read from
# the rows that fired.
#   rcc_rollovers.sh SIM CYCLES
# CYCLES: the greatest mean distance of two rollovers. For each rollover, every L1 takes STOP before bank 0 has the last
# DRAINED, and RESUME after RESET is back.
set -eu
sim=${1:?usage: rcc_rollovers.sh SIM CYCLES} most=${2:?usage: rcc_rollovers.sh SIM CYCLES}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$sim" --test random --ops 300 --seed 11 --rows "$dir/rows" >"$dir/log" 2>&1 || { tail -n 40 "$dir/log"; exit 1; }
awk -v most="$most" '
    function wrong(text) { print "FAIL: line " FNR " of the rows, cycle " $1 ": " text; bad = 1; exit 1 }
    FNR == NR { for (i = 1; i <= NF; i++) if ($i ~ /^CORES=/) cores = substr($i, 7) + 0; next }
    { cycle = $1 }
    $2 == "L1" && $6 == "STOP" {
        if (++stops[$3] > rollovers + 1 + (resumes[$3] < rollovers)) wrong("a STOP too many at L1 " $3) }
    $2 == "L2" && $3 == 0 && $6 == "DRAINED.last" {
        for (i = 0; i < cores; i++) if (stops[i] <= rollovers) wrong("L1 " i " has not stopped"); drained++ }
    $2 == "L2" && $3 == 0 && $6 == "over" {
        if (drained != ++rollovers) wrong("time begins anew before all are drained") }
    $2 == "L1" && $6 == "RESUME" { if (++resumes[$3] > rollovers) wrong("RESUME without a rollover at L1 " $3) }
    END {
        if (bad) exit 1
        if (!rollovers || cycle / rollovers > most) { print "FAIL: " rollovers + 0 " rollovers in " cycle " cycles";
            exit 1 }
        print rollovers " rollovers in " cycle " cycles"
    }' "$dir/log" "$dir/rows"
