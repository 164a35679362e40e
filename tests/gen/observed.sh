#!/bin/sh
# Accesses outside of transactions are seen to take effect in the rows of every event that is one, refined or not.
# COHGEN: the program.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
sed 's|<event name="Ld.end"|<event name="Read.open" from="Read" when="meta.writes gt 0"/>&|
    s|<on event="Read">|<on event="Read Read.open">|' "$top/specs/getm/getm.xml" >"$tmp/getm.xml"
"$COHGEN" emit "$tmp/getm.xml" -o "$tmp/out" >/dev/null
failed=0
for event in Read Write Atomic Read.open; do
    number=$(grep -o "{\"$event\", [0-9]*}" "$tmp/out/harness/getm_dut.c" | grep -o '[0-9]*' | tail -n 1)
    if [ "$(grep -c "g_vu.*st_refined == 5'd$number\\b" "$tmp/out/harness/getm_harness.sv")" -gt 0 ]; then
        echo "ok   $event, number $number"
    else
        echo "FAIL $event, number $number, is not looked at"
        failed=1
    fi
done
exit $failed
