#!/bin/sh
# latency.sh SWEEP SIM: the sweep of the manual, smaller, with a real simulator: its figures are there, and slower memory
# takes more cycles.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
top=$(cd "$(dirname "$0")/../.." && pwd)
sed -e 's/^axis kernel .*/axis kernel hashtable/' -e 's/^axis latency .*/axis latency 20 400/' \
    -e 's/^axis seed .*/axis seed 1 2/' -e "s|^run [^ ]*|run $2|" "$top/sweeps/latency.sweep" >"$tmp/small.sweep"
"$1" run "$tmp/small.sweep" "$tmp/dir"
"$1" table "$tmp/small.sweep" "$tmp/dir" | tee "$tmp/table"
awk -F, 'NR > 1 { n++; sum[$2] += $4; if ($4 <= 0 || $5 <= 0) bad = 1 }
    END { exit bad || n != 4 || sum[400] <= sum[20] }' "$tmp/table"
