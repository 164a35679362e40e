#!/bin/sh
# --shrink and `trial soak` on the mock design: a fault is shrunk to a few operations that fail alike, and that pass without
# the fault.
#   shrink.sh MOCK_SIM TRIAL
set -eu
sim=${1:?usage: shrink.sh MOCK_SIM TRIAL} trial=${2:?usage: shrink.sh MOCK_SIM TRIAL}
top=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
fail() { echo "FAIL $*"; cat log; exit 1; }
# shrinks FAULT MOST MESSAGE OPTION...: to MOST operations or less
shrinks() {
    fault=$1 most=$2 message=$3 status=0
    shift 3
    MOCK_FAULT=$fault "$sim" --quiet --seed 3 "$@" --shrink short.trace >log 2>&1 || status=$?
    [ $status = 1 ] || fail "$fault: exit status $status"
    n=$(grep -c '^[0-9]' short.trace)
    [ "$n" -le "$most" ] && grep -q "^shrink     seed [0-9]*: $n of " log || fail "$fault: $n operations"
    status=0
    MOCK_FAULT=$fault "$sim" --quiet --test trace short.trace >log 2>&1 || status=$?
    [ $status = 1 ] && grep -q "error: cycle [0-9]*: $message" log || fail "$fault: the short trace does not fail alike"
    "$sim" --quiet --test trace short.trace >log 2>&1 || fail "$fault: the short trace fails without the fault"
    grep '^option' short.trace >>options
    echo "ok $fault: $n operations"
}
shrinks store_buffer 20 'the history is not' --ops 500
shrinks torn_atomic 20 'the history is not' --ops 500
shrinks lost 40 'no operation has completed' --ops 500
MOCK_FAULT=lost "$sim" --quiet --test trace short.trace >log 2>&1 || true
grep -A1 '^the latest [0-9]* rows of the design:$' log | grep -q '^ *[0-9]* times CACHE' || fail "lost: which rows went on"
shrinks wrong_key 40 'core [0-9] warp [0-9], key' --ops 500
# Candidates are tried with other seeds, and hangs are waited for no longer than needed.
grep '^option seed' options | grep -qv ' 3$' && grep -q '^option watchdog 5000$' options || {
    echo "FAIL options of the short traces:"
    cat options
    exit 1
}

"$sim" --quiet --ops 50 --shrink none.trace >log 2>&1 && [ ! -e none.trace ] || fail "a run that passes left a trace"
"$trial" soak 1 5 "$sim" >log 2>&1 && grep -q 'runs, no failure' log &&
    grep -q ": CACHE: [67] of 7 rows taken$" log && [ -s soak-${sim##*/}.html ] || fail "soak"
status=0
MOCK_FAULT=torn_atomic "$trial" soak 20 5 "$sim" >log 2>&1 || status=$?
[ $status = 1 ] && grep -q '^first seed 5$' log && grep -q '^FAIL: .* --seed [0-9]' log && grep -q '^shrink ' log ||
    fail "soak with a fault: exit status $status"
echo "ok soak"
