#!/bin/sh
# Runs a command and asks for its exit status and for what it prints, both (a PASS_REGULAR_EXPRESSION of CTest overrides
# the status).
#   expect.sh STATUS REGEX COMMAND [ARGUMENT...]
# REGEX, of grep -E, is looked for in the output with its lines joined by blanks.
set -u
usage="usage: expect.sh STATUS REGEX COMMAND [ARGUMENT...]"
expected=${1:?$usage} regex=${2:?$usage}
shift 2
[ $# -gt 0 ] || { echo "$usage" >&2; exit 2; }
log=$(mktemp) || exit 3
trap 'rm -f "$log"' EXIT
status=0
"$@" >"$log" 2>&1 || status=$?
cat "$log"
[ $status = "$expected" ] || { echo "FAIL: exit status $status, expected $expected"; exit 1; }
tr '\n' ' ' <"$log" | grep -qE -e "$regex" || { echo "FAIL: nothing like '$regex' was printed"; exit 1; }
