#!/bin/sh
# program.sh BENCH BUILD: how benches are run, with a project of its own whose generator, compiler and simulator do
# nothing: results stay and are not made again, a run that fails, an end in the middle, paths with blanks, reports.
# $tmp/starts has a line for each run that was begun.
set -u
bench=${1:?usage: program.sh BENCH BUILD} real=${2:?usage: program.sh BENCH BUILD}
tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT
bad=0
fail() { echo "FAIL $1"; bad=1; }
begun() { wc -l <"$tmp/starts"; }
COHGEN_TOP="$tmp/a project" COHGEN_BUILD="$tmp/a build" CC=$tmp/cc JOBS=2 TMPDIR="$tmp/a scratch"
export COHGEN_TOP COHGEN_BUILD CC JOBS TMPDIR
mkdir -p "$COHGEN_TOP/scripts" "$COHGEN_TOP/specs/rcc" "$COHGEN_BUILD/tests/tools" "$TMPDIR"
echo '<protocol name="rcc"/>' >"$COHGEN_TOP/specs/rcc/rcc.xml"
cp "$real/tests/tools/bench_page" "$COHGEN_BUILD/tests/tools"
program() { { echo '#!/bin/sh'; cat; } >"$1"; chmod +x "$1"; }
program "$COHGEN_TOP/scripts/verilate.sh" <<'END'
[ -f "$1/harness/$2_harness.sv" ]
END
program "$COHGEN_BUILD/tests/tools/spec_edit" <<'END'
cat "$1"
END
program "$COHGEN_BUILD/cohgen" <<'END'
mkdir -p "$4/harness" && : >"$4/harness/rcc_harness.sv"
END
# The compiler leaves the simulator.
program "$CC" <<'END'
while [ "$1" != -o ]; do shift; done
cp "$(dirname "$0")/simulator" "$2"
END
program "$tmp/simulator" <<END
workload=\$2
while [ "\$1" != --stats ]; do [ "\$1" != --seed ] || seed=\$2; shift; done
echo "\$workload \$seed" >>"$tmp/starts"
echo half >"\$2"
[ ! -e "$tmp/slow" ] || sleep 20
[ "\$workload.\$seed" != place.2 ] || [ ! -e "$tmp/breaks" ] || { echo "it broke"; exit 7; }
printf 'run,all,cycles,,,100\nrun,all,load.completed,,,50\nrun,all,load_by_view,,,5\n' >"\$2"
END
run() { "$bench" "$@" >"$tmp/out" 2>"$tmp/err"; }
line='place             100    0.0 %           10       10.0 %                0                  0.0 %'
report="$COHGEN_BUILD/bench/rcc-seeds-2-only-tree-place-expired"

: >"$tmp/starts"
run rcc --seeds 2 --only 'tree place' expired || fail "exit status $?: $(cat "$tmp/err")"
grep -qxF "$line" "$tmp/out" || fail "the table: $(cat "$tmp/out")"
[ "$(begun)" = 6 ] || fail "$(begun) runs, not two of both designs' comparison and four of the table"
grep -qF "report: $report.html, as text $report.txt" "$tmp/out" || fail "no report named: $(cat "$tmp/out")"
grep -qxF "$line" "$report.txt" && grep -q '<figure>' "$report.html" || fail "the report's text and page"
[ "$(ls "$TMPDIR")" = "" ] || fail "left in the scratch folder: $(ls "$TMPDIR")"

# What was measured is kept; other seeds are other runs; another program has results of its own.
run rcc --seeds 2 --only 'tree place' expired && [ "$(begun)" = 6 ] || fail "made again: $(begun) runs"
run --no-report rcc --seeds 3 --only 'tree place' expired && [ "$(begun)" = 8 ] || fail "third seed: $(begun) runs"
[ ! -e "$COHGEN_BUILD/bench/rcc-seeds-3-only-tree-place-expired.txt" ] || fail "a report in spite of --no-report"
echo '# another' >>"$tmp/simulator"
: >"$tmp/starts"
run rcc --seeds 2 --only 'tree place' expired && [ "$(begun)" = 6 ] || fail "another program: $(begun) runs"

# A run that fails: exit status 1, what it said, the report of before; then it is made again.
echo '# a third' >>"$tmp/simulator"
cp "$report.txt" "$tmp/before"
: >"$tmp/starts" >"$tmp/breaks"
status=0
run rcc --seeds 2 --only 'tree place' expired || status=$?
[ $status = 1 ] && grep -q "^FAILED: .*'--test' 'place'" "$tmp/err" && grep -qx "it broke" "$tmp/err" ||
    fail "a run that fails: exit status $status, $(cat "$tmp/err")"
grep -q '^place ' "$tmp/out" && fail "a table in spite of a run that failed"
cmp -s "$tmp/before" "$report.txt" || fail "the report of before is gone"
[ "$(begun)" = 6 ] || fail "a run that fails: $(begun) runs"
rm "$tmp/breaks"
run rcc --seeds 2 --only 'tree place' expired && [ "$(begun)" = 7 ] || fail "made again after a failure: $(begun) runs"

# An end in the middle: nothing half-written, no process left, and on it goes.
for signal in TERM INT; do
    echo "# $signal" >>"$tmp/simulator"
    : >"$tmp/starts" >"$tmp/slow"
    # a shell's jobs in the background ignore SIGINT
    env --default-signal=INT "$bench" rcc --only 'tree place' expired >"$tmp/out" 2>"$tmp/err" &
    pid=$! n=0
    while [ "$(begun)" -lt 2 ] && [ $n -lt 200 ]; do sleep 0.05; n=$((n + 1)); done
    kill -$signal $pid
    status=0
    wait $pid || status=$?
    case $signal in TERM) expected=143 ;; INT) expected=130 ;; esac
    [ $status = $expected ] || fail "SIG$signal: exit status $status"
    [ "$(ls "$TMPDIR")" = "" ] || fail "SIG$signal: left in the scratch folder: $(ls "$TMPDIR")"
    ls "$COHGEN_BUILD/bench" | grep -qv '\.txt$\|\.html$' && fail "SIG$signal: $(ls "$COHGEN_BUILD/bench")"
    [ ! -e "$COHGEN_BUILD/bench/rcc-only-tree-place-expired.txt" ] || [ $signal = INT ] || fail "SIG$signal: a report"
    ls "$COHGEN_BUILD/bench_rcc/runs" | grep 'claim\|\.out\.\|\.log\.' && fail "SIG$signal: left in the runs' folder"
    rm "$tmp/slow"
    run rcc --only 'tree place' expired || fail "after SIG$signal: exit status $?"
    [ "$(begun)" = 6 ] || fail "after SIG$signal: $(begun) runs"
done

# A compiler that fails: exit status 3, and what it said.
echo 'echo no such thing; exit 1' | program "$CC"
status=0
run rcc --only tree expired || status=$?
[ $status = 3 ] && grep -q 'no such thing' "$tmp/err" || fail "a compiler that fails: exit status $status"

# Wrong command lines.
wrong() {
    status=0
    run "$@" || status=$?
    [ $status = 2 ] && ! grep -q 'report: ' "$tmp/out" || fail "$*: exit status $status"
}
wrong
wrong nothing
wrong rcc nonsense
wrong rcc --cores
wrong rcc --cores 0
wrong rcc --cores 2x
wrong rcc --only nothing
wrong rcc --odd
run rcc --help && grep -q '^Usage: ./run bench rcc ' "$tmp/out" || fail "--help"
[ $bad = 0 ] && echo ok
exit $bad
