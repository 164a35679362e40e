#!/bin/sh
# latency.sh SIM: a network with latency="0" is not late: a store to a line that others hold takes one way to L2 and back,
# 2 * 60 cycles here, and some cycles for the sharers, not another round trip.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$1" --test readers --latency 0 --jitter 0 --backpressure 0 --quiet --stats "$tmp/stats.csv" >/dev/null
awk -F, '$1 == "run" && $3 == "store.average" { stores = $6 }
    $1 == "L2" && $3 == "row.V.GetX.shared" { shared += $6 }
    END { print "stores take " stores " cycles"; exit !(stores > 120 && stores < 200) }' "$tmp/stats.csv"
