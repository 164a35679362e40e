#!/bin/sh
# Runs every litmus test (those with fences too) on a design and counts its timings: a test that was run less often than
# it should be fails too.
#   litmus.sh LEAST SIM [simulator option...]
# LEAST: least number of runs of each test, over all placements of threads and variables, cold and cached; half of it
# are cold.
set -eu
usage="usage: litmus.sh LEAST SIM [OPTION...]"
least=${1:?$usage} sim=${2:?$usage}
shift 2
dir=$(cd "$(dirname "$0")/../../sim/litmus" && pwd)
log=$(mktemp)
trap 'rm -f "$log" "$log.all"' EXIT

# run OPS WORD...: OPS times each placement
run() { "$sim" --test litmus --ops "$@" >"$log" 2>&1 || { tail -n 60 "$log"; exit 1; }; cat "$log" >>"$log.all"; }
# The placements of a test: its threads over the cores, times its variables over the lines, times cold and cached; at
# least so many on every design here.
run $(((least + 1) / 2)) "$@" "$dir"/CoRW1.litmus "$dir"/CoWW.litmus
run $(((least + 3) / 4)) "$@" "$dir"/CoRR[13].litmus "$dir"/CoRW2.litmus
run $(((least + 7) / 8)) "$@" "$dir"/2+2W.litmus "$dir"/LB.litmus "$dir"/MP.litmus "$dir"/R.litmus "$dir"/S.litmus \
    "$dir"/SB.litmus
run $(((least + 17) / 18)) "$@" "$dir"/CoRR2.litmus "$dir"/RWC.litmus "$dir"/W*.litmus
run $(((least + 53) / 54)) "$@" "$dir"/IRIW.litmus
run $(((least + 99) / 100)) "$@" "$dir"/fenced/*.litmus
set -- "$dir"/*.litmus
awk -v least="$least" -v tests=$# '
    $1 == "litmus" { n++; fenced += $2 ~ /fences/; runs = $(NF - 1); total += runs;
        printf "%-13s %7d runs\n", $2, runs; if ($2 !~ /fences/ && runs < least) { print "FAIL: fewer than " least;
            bad = 1 } }
    END { print n " tests, " total " runs"; exit bad || n - fenced != tests }' "$log.all"
