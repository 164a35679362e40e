#!/bin/sh
# The scripts of the tests themselves fail when they should: seeds.sh, runs.sh, those of programs with transactions,
# expect.sh, specs/run.sh on programs that do nothing, or wrong things.
#   scripts.sh COHGEN SPECS
set -u
cohgen=${1:?usage: scripts.sh COHGEN SPECS} specs=${2:?usage: scripts.sh COHGEN SPECS}
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d) || exit 3
trap 'rm -rf "$dir"' EXIT
bad=0
# must STATUS WHAT COMMAND...
must() {
    expected=$1 what=$2 status=0
    shift 2
    "$@" >"$dir/log" 2>&1 || status=$?
    [ $status = "$expected" ] || { echo "FAIL $what: exit status $status, expected $expected"; cat "$dir/log"; bad=1; }
}
# program NAME LINE...: a program that prints these lines
program() {
    name=$1
    shift
    { echo '#!/bin/sh'; printf "echo '%s'\n" "$@"; } >"$dir/$name"
    chmod +x "$dir/$name"
}
head='operation     completed  average' line='load                 50     12.1' \
    history='history    50 operations, 70 edges'
program right "$head" "$line" "" "$history" PASSED
program silent ""
program no_history "$head" "$line" "" PASSED
program nothing_done "$head" "" "history    0 operations, 0 edges" PASSED
program no_verdict "$head" "$line" "" "$history"
must 0 "seeds.sh" "$here/designs/seeds.sh" 1 2 "$dir/right"
for name in silent no_history nothing_done no_verdict; do
    must 1 "seeds.sh, $name" "$here/designs/seeds.sh" 1 2 "$dir/$name"
done
must 1 "seeds.sh, no runs" "$here/designs/seeds.sh" 1 0 "$dir/right"
must 0 "runs.sh" "$here/torture/runs.sh" "$dir/right" 1 1 10 1 plain generic
for name in silent no_history nothing_done no_verdict; do
    must 1 "runs.sh, $name" "$here/torture/runs.sh" "$dir/$name" 1 1 10 0 plain
    must 1 "runs.sh, litmus, $name" "$here/torture/runs.sh" "$dir/$name" 1 0 10 1 plain
done
must 1 "runs.sh, no runs" "$here/torture/runs.sh" "$dir/right" 1 0 10 0 plain

must 0 "docs.sh" "$here/sim/docs.sh" "$dir/right"
must 1 "docs.sh, silent" "$here/sim/docs.sh" "$dir/silent"

judged="history    50 operations, 70 edges: sequentially consistent"
program transactions "messages   64 requests, 0 log entries" "$judged" PASSED
program no_requests "messages   0 requests, 0 log entries" "$judged" PASSED
program transactions_alone "messages   64 requests, 0 log entries" "$judged"
program unjudged "messages   64 requests, 0 log entries" PASSED
must 0 "rtl.sh" "$here/tx/rtl.sh" "$dir/transactions"
for name in silent no_requests transactions_alone unjudged; do
    must 1 "rtl.sh, $name" "$here/tx/rtl.sh" "$dir/$name"
done

must 0 "expect.sh" "$here/expect.sh" 3 'a b$|a b ' sh -c 'echo a; echo b; exit 3'
must 1 "expect.sh, status" "$here/expect.sh" 0 a sh -c 'echo a; exit 3'
must 1 "expect.sh, text" "$here/expect.sh" 0 b echo a

# wrong NAME SED: cohgen with what it prints changed
wrong() {
    printf '#!/bin/sh\n"%s" "$@" >"%s/printed"\nstatus=$?\nsed "%s" "%s/printed"\nexit $status\n' "$cohgen" "$dir" \
        "$2" "$dir" >"$dir/$1"
    chmod +x "$dir/$1"
}
wrong same 's/@@@//'
wrong longer_event 's/load/loads/g'
wrong longer_state 's/IS_D/IS_DD/g; s/IS.._D/IS__DD/g'
wrong more_states 's/, \([0-9]*\) states (/, 1\1 states (/'
wrong more_rows 's/ \([0-9]*\) rows, no errors/ 1\1 rows, no errors/'
must 0 "specs/run.sh" "$here/specs/run.sh" "$dir/same" "$specs/mesi/mesi.xml"
for name in longer_event longer_state more_states more_rows; do
    must 1 "specs/run.sh, $name" "$here/specs/run.sh" "$dir/$name" "$specs/mesi/mesi.xml"
done
[ $bad = 0 ] && echo ok
exit $bad
