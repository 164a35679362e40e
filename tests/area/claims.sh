#!/bin/sh
# Cost claims: the table in docs/area.md is what `area --claims` prints, line by line.
#   claims.sh COHGEN AREA
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
COHGEN=$1 "$2" --claims >"$scratch/now"
awk '/^WarpTM, sizes as published/ { on = 1 } on && /^```/ { exit } on' "$top/docs/area.md" >"$scratch/told"
diff "$scratch/told" "$scratch/now" || { echo "FAIL: docs/area.md (<) is not what area --claims prints (>)"; exit 1; }
[ "$(grep -c mm2 "$scratch/now")" -gt 30 ] || { echo "FAIL: rows are missing"; exit 1; }
echo ok
