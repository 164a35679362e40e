#!/bin/sh
# lengths.sh SIMULATOR: partial.xml with SPARSE_FLITS=1. The flits of the messages are those of the
# networks, but for two that may be on their way at the end; and a Write
# (21 flits of 16 bits with all bytes) takes 5 (no byte; kind, sender, key, mask: 67 bits) to 9 on average.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$1" --test random --ops 2000 --set loads=20 --set stores=80 --set wide=0 --stats "$tmp/stats" >"$tmp/out" 2>&1 ||
    { cat "$tmp/out"; exit 1; }
awk '$1 == "network" { part = "network"; next } $1 == "message" { part = "message"; next } !NF { part = "" }
    part == "network" { flits[$1] = $2 } part == "message" { sum[$2] += $5; if ($1 == "Write") { sent = $3; of = $5 } }
    END {
        for (n in flits) if (sum[n] < flits[n] || sum[n] > flits[n] + 2 * 21) { print "FAIL " n ": " flits[n] " flits, of messages " sum[n]; bad = 1 }
        if (sent < 100 || of < 5 * sent || of > 9 * sent) { print "FAIL " sent " Writes took " of " flits"; bad = 1 }
        print sent " Writes, " of " flits"
        exit bad
    }' "$tmp/stats"
