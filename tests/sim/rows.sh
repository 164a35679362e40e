#!/bin/sh
# --rows writes as many rows as --stats counts, each in the documented form.
#   rows.sh SIM
set -eu
sim=${1:?usage: rows.sh SIM}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$sim" --ops 50 --quiet --rows "$dir/rows" --stats "$dir/run.csv"
counted=$(awk -F, '$1 == "row" && $3 == "fired" { n += $6 } END { print n + 0 }' "$dir/run.csv")
written=$(grep -cE \
    '^[0-9]+ [A-Za-z0-9]+ [0-9]+ (-|0x[0-9a-f]+) [^ ]+ [^ ]+ [^ ]+ [^ ]+:[0-9]+( [A-Za-z0-9_]+=[0-9]+)*$' "$dir/rows")
[ "$counted" -gt 50 ] && [ "$counted" = "$written" ] && [ "$(wc -l <"$dir/rows")" = "$written" ] || {
    echo "FAIL: $counted rows fired, $written written"
    exit 1
}
