#!/bin/sh
# The litmus tests on a design whose pin `wo` chooses between sequential consistency and weak ordering: weak.sh SIM
#   pin 0           no outcome that sequential consistency forbids;
#   pin 1           store buffering and R are seen, so that the pin does something; with fences nothing that the weak
#                   model forbids, which is judged for
#                   each outcome and for the history; the table of weak outcomes is printed;
#   pin 1, judged for sequential consistency   fails.
set -eu
sim=${1:?usage: weak.sh SIM}
dir=$(cd "$(dirname "$0")/../../sim/litmus" && pwd)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
fail() { tail -n 40 "$log"; echo "FAIL $*"; exit 1; }
# seen NAME: how often its condition was satisfied
seen() { sed -n "s/^litmus $1 .*satisfied in \([0-9]*\) of .*/\1/p" "$log" | grep . || fail "$1 was not run"; }

"$sim" --test litmus --ops 8 --pin wo=1 --model weak "$dir"/*.litmus "$dir"/fenced/*.litmus >"$log" 2>&1 ||
    fail "pin 1, weak model"
sed -n 's/^litmus \([^ ]*\) .*: condition \([a-z ]*\); satisfied in \(.*\)/\1: weak outcome \2, seen in \3/p' "$log"
for name in SB R; do [ "$(seen $name)" -gt 0 ] || fail "pin 1: $name was never seen"; done
for test in "$dir"/fenced/*.litmus; do
    name=$(basename "$test" .litmus)
    [ "$(seen "$name")" = 0 ] || fail "pin 1: $name"
done
"$sim" --test litmus --ops 4 "$dir"/*.litmus "$dir"/fenced/*.litmus >"$log" 2>&1 || fail "pin 0"
for name in SB R; do [ "$(seen $name)" = 0 ] || fail "pin 0: $name was seen"; done
status=0
"$sim" --test litmus --ops 4 --pin wo=1 "$dir"/SB.litmus >"$log" 2>&1 || status=$?
[ $status = 1 ] && grep -q '^FAILED .*SB: an outcome that the model forbids' "$log" ||
    fail "pin 1, judged for sequential consistency: exit status $status"
