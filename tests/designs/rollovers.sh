#!/bin/sh
# Rollovers of GETM in mid-transaction: rollovers.sh TRIAL SIM OPTION...
# Fails unless there were many, some of them with transactions open (quit), reservations held (Cleanup between Stop and
# Resume) and requests waiting; prints what one costs.
set -eu
trial=$1 sim=$2
shift 2
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
"$sim" "$@" --rows "$rows" >/dev/null
"$trial" rollovers "$rows" >"$rows.out" || { cat "$rows.out"; exit 1; }
cat "$rows.out"
read -r _ rollovers _ quits _ logs _ parked _ <"$rows.out"
rm -f "$rows.out"
for n in "$rollovers" "$quits" "$logs" "$parked"; do
    [ "$n" -ge 20 ] || { echo "FAIL: too few of a kind"; exit 1; }
done
