#!/bin/sh
# sweep.sh SWEEP: descriptions and plans; results that survive kill -9 of the worker, several workers, one that is gone
# from another machine, runs that fail. $tmp/starts has a line for each time that a run was begun.
set -u
sweep=${1:?usage: sweep.sh SWEEP}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0
fail() { echo "FAIL $1"; bad=1; }
# begun NAME: how often
begun() { grep -cx "$1" "$tmp/starts"; }
# wait_for FILE: until it is there, 20 seconds at most
wait_for() { n=0; while [ ! -e "$1" ] && [ $n -lt 400 ]; do sleep 0.05; n=$((n + 1)); done; }

cat >"$tmp/job" <<'END'
#!/bin/sh
# job NAME OUT: half of the result, a pause, the rest
echo "$1" >>"$(dirname "$0")/starts"
echo "half" >"$2"
sleep 0.3
[ "$1" != "a=2,b=x" ] || [ ! -e "$(dirname "$0")/breaks" ] || exit 7
echo "run,all,cycles,,,$1" >>"$2"
END
chmod +x "$tmp/job"
cat >"$tmp/four" <<END
# two by two
axis a 1 2
axis b x y
run $tmp/job a={a},b={b} {out}
figure cycles run,all,cycles
END
"$sweep" plan "$tmp/four" >"$tmp/plan" || fail "plan"
[ "$(cut -f1 "$tmp/plan" | tr '\n' ' ')" = "a=1,b=x a=1,b=y a=2,b=x a=2,b=y " ] || fail "plan: names"

# The worker is killed in the middle of the second run: the first is kept, the second made again, nothing twice.
: >"$tmp/starts"
"$sweep" run "$tmp/four" "$tmp/killed" & worker=$!
wait_for "$tmp/killed/a=1,b=y.claim"
kill -9 $worker
wait $worker 2>/dev/null
[ -e "$tmp/killed/a=1,b=x.result" ] || fail "killed: the first run has no result"
[ ! -e "$tmp/killed/a=1,b=y.result" ] || fail "killed: half of a result"
"$sweep" table "$tmp/four" "$tmp/killed" >"$tmp/out" 2>"$tmp/err" && fail "killed: the table is not whole"
grep -q 'of 4 runs 3 have no result yet, 0 failed' "$tmp/err" || fail "killed: $(cat "$tmp/err")"
"$sweep" run "$tmp/four" "$tmp/killed" || fail "resumed: exit status $?"
"$sweep" table "$tmp/four" "$tmp/killed" >"$tmp/out" || fail "resumed: table"
[ "$(tail -n +2 "$tmp/out" | wc -l)" = 4 ] || fail "resumed: $(cat "$tmp/out")"
tail -n 1 "$tmp/out" | grep -qx '2,y,b=y' || fail "table: $(cat "$tmp/out")"
[ "$(begun a=1,b=x)" = 1 ] || fail "resumed: a run with a result was made again"
[ "$(begun a=2,b=y)" = 1 ] || fail "resumed: a=2,b=y begun $(begun a=2,b=y) times"
[ "$(begun a=1,b=y)" = 2 ] || fail "resumed: the run that was cut was not made again"
ls "$tmp/killed" | grep -q claim && fail "resumed: a claim is left"

# Two workers, and two parts: each run once.
for parts in "0/1 0/1" "0/2 1/2"; do
    : >"$tmp/starts"
    rm -rf "$tmp/two"
    # shellcheck disable=SC2086
    set -- $parts
    "$sweep" run "$tmp/four" "$tmp/two" --part "$1" & one=$!
    "$sweep" run "$tmp/four" "$tmp/two" --part "$2" & two=$!
    wait $one && wait $two || fail "two workers: exit status"
    [ "$(sort "$tmp/starts" | uniq -c | awk '$1 == 1' | wc -l)" = 4 ] || fail "two workers: $(sort "$tmp/starts")"
done
"$sweep" run "$tmp/four" "$tmp/part" --part 1/2 || fail "part"
[ "$(ls "$tmp/part" | grep -c result)" = 2 ] || fail "part: $(ls "$tmp/part")"

# A claim of another machine stays while it is touched, and goes when it is not.
mkdir "$tmp/away"
echo "elsewhere 1" >"$tmp/away/a=1,b=x.claim"
"$sweep" run "$tmp/four" "$tmp/away" --patience 2 & worker=$!
n=0
while [ $n -lt 16 ]; do touch "$tmp/away/a=1,b=x.claim"; sleep 0.25; n=$((n + 1)); done
[ ! -e "$tmp/away/a=1,b=x.result" ] || fail "away: a claim that is alive was taken away"
wait $worker || fail "away: exit status"
[ -e "$tmp/away/a=1,b=x.result" ] || fail "away: a claim that nobody touches was kept"

# A run that fails: no result, what it said is kept, others go on; again only when asked.
: >"$tmp/breaks"
"$sweep" run "$tmp/four" "$tmp/failed" 2>"$tmp/err" && fail "failed: exit status 0"
[ "$(ls "$tmp/failed" | grep -c result)" = 3 ] && [ -e "$tmp/failed/a=2,b=x.failed" ] || fail "failed: $(ls "$tmp/failed")"
: >"$tmp/starts"
"$sweep" run "$tmp/four" "$tmp/failed" 2>/dev/null && fail "failed: forgotten"
[ ! -s "$tmp/starts" ] || fail "failed: made again without --retry"
rm "$tmp/breaks"
"$sweep" run "$tmp/four" "$tmp/failed" --retry || fail "failed: --retry"
"$sweep" table "$tmp/four" "$tmp/failed" >/dev/null || fail "failed: table"

# wrong TEXT LINE...: a description is refused, exit status 2
wrong() {
    text=$1
    shift
    printf '%s\n' "$@" >"$tmp/wrong"
    code=0
    "$sweep" plan "$tmp/wrong" >"$tmp/out" 2>&1 || code=$?
    [ $code = 2 ] && grep -qF "$text" "$tmp/out" || fail "wrong: '$text', exit status $code: $(cat "$tmp/out")"
}
wrong "wrong:2: error: no axis for '{b} {out}'" "axis a 1" "run true {a} {b} {out}"
wrong "wrong:2: error: the command does not use axis 'a'" "axis a 1" "run true {out}"
wrong "wrong:1: error: expected a value of letters" "axis a 1 ../2" "run true {a} {out}"
wrong "wrong:1: error: a value that is there already '1'" "axis a 1 1" "run true {a} {out}"
wrong "wrong:2: error: the command names no {out}" "axis a 1" "run true {a}"
wrong "wrong:1: error: no line run COMMAND" "axis a 1"
wrong "wrong:1: error: expected axis, run or figure, found 'axes'" "axes a 1"
sed 's/b x y/b x/' "$tmp/four" >"$tmp/other"
"$sweep" run "$tmp/other" "$tmp/failed" 2>"$tmp/err" && fail "another description is taken"
grep -q 'holds the results of another description' "$tmp/err" || fail "another description: $(cat "$tmp/err")"
[ $bad = 0 ] && echo "PASSED"
exit $bad
