#!/bin/sh
# Lanes of a warp that load one granule: one of them asks. All lanes meet, by two, in a few words; rows say how often
# the copy of another lane was good enough, and each message of a load is one less than without.
#   joins.sh SIMULATOR
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$1" --test tx_random --seed 7 --with words=24 --with transactions=20 --with stores=20 --stats "$dir/stats.csv" >"$dir/out"
grep -qx PASSED "$dir/out" || { cat "$dir/out"; exit 1; }
# fired CONTROLLER/STATES/EVENT
fired() { awk -F, -v row="$1" 'index($2, row) && $3 == "fired" { n += $NF } END { print n + 0 }' "$dir/stats.csv"; }
joined=$(fired load.joins) asked=$(fired load.now) meets=$(($(fired load.meets) + $(fired store.meets)))
sent=$(awk -F, '$1 == "message" && $2 == "Ld" && $3 == "sent" { print $NF }' "$dir/stats.csv")
rollovers=$(fired Resume)
echo "loads: $asked asked for, $joined from the copy of another lane; $meets refused for another lane; $rollovers Resumes"
[ "$sent" = "$asked" ] || { echo "FAIL: $sent messages Ld"; exit 1; }
[ "$joined" -ge 50 ] && [ "$meets" -ge 20 ] && [ "$rollovers" -ge 2 ] || { echo "FAIL: not often enough"; exit 1; }
