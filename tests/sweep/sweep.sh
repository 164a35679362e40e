#!/bin/sh
# sweep.sh SWEEP CHECK: descriptions, plans, plots; results that survive kill -9 of the worker, several workers, one that is gone
# from another machine, runs that fail. $tmp/starts has a line for each time that a run was begun.
set -u
sweep=${1:?usage: sweep.sh SWEEP CHECK} check=${2:?}
top=$(cd "$(dirname "$0")/../.." && pwd)
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

# A folder of any name: of its characters none means anything to the shell.
odd="$tmp/a b\$(touch ran)'\"&#"
mkdir "$odd" || exit 3
cd "$tmp" || exit 3
printf 'axis a 1\nrun echo run,all,cycles,{a} >{out}\nfigure cycles run,all,cycles\n' >"$tmp/one"
"$sweep" run "$tmp/one" "$odd/d" || fail "a folder of blanks and quotes"
[ -e "$odd/d/a=1.result" ] && [ ! -e "$tmp/ran" ] || fail "a folder's name was read by the shell"
"$sweep" run "$tmp/one" "$tmp/line
end" 2>/dev/null
[ $? -eq 2 ] || fail "a folder with a line end"

# The front: what is no command line, with the status of one.
front() {
    timeout -k 5 60 "$top/run" "$@" >"$tmp/out" 2>&1
    [ $? -eq 2 ] || fail "./run $*: $(head -2 "$tmp/out")"
}
front fuzz x
front fuzz -1
front fuzz --inputs x
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

# The database: a row for each run that has a result or has failed, of the folder as it is; kill -9 of who writes leaves
# the one before.
if command -v sqlite3 >/dev/null; then
    db=$tmp/killed/results.sqlite
    fill() { "$sweep" sql "$tmp/four" "$tmp/killed" | sqlite3 -bail "$db"; }
    rows() { sqlite3 "$db" "$1"; }
    fill && fill || fail "database"
    [ "$(rows 'SELECT count(*), count(DISTINCT run_name), sum(a), min(b) FROM run')" = '4|4|6|x' ] ||
        fail "database: $(rows 'SELECT * FROM run')"
    [ "$(rows 'SELECT run_exit, run_seconds >= 0, run_kib > 0, run_bytes FROM run WHERE a = 2 AND b = "y"')" = \
        '0|1|1|30' ] || fail "database, costs: $(rows 'SELECT * FROM run')"
    [ "$(rows 'SELECT description FROM sweep')" = "$(cat "$tmp/four")" ] || fail "database: its description"
    { "$sweep" sql "$tmp/four" "$tmp/killed" | sed "/^INSERT INTO run VALUES(2,/,\$d"; sleep 5; } |
        sqlite3 -bail "$db" & writer=$!
    n=0
    while ! rows 'BEGIN IMMEDIATE' 2>&1 | grep -q locked && [ $n -lt 100 ]; do sleep 0.05; n=$((n + 1)); done
    [ $n -lt 100 ] || fail "database: nobody writes"
    sleep 1   # not between two statements: all the while
    rows 'BEGIN IMMEDIATE' 2>&1 | grep -q locked || fail "database: it is written statement by statement"
    kill -9 $writer
    wait $writer 2>/dev/null
    [ "$(rows 'SELECT count(*) FROM run; PRAGMA integrity_check')" = "4
ok" ] || fail "database, killed: $(rows 'SELECT count(*) FROM run')"
    mv "$tmp/killed/a=1,b=x.result" "$tmp/kept"
    echo "it's broken" >"$tmp/killed/a=1,b=x.failed"
    fill || fail "database, failed"
    [ "$(rows 'SELECT run_status, cycles IS NULL, run_said FROM run WHERE run_number = 0')" = \
        "failed|1|it's broken" ] || fail "database, failed: $(rows 'SELECT * FROM run')"
    rm "$tmp/killed/a=1,b=x.failed"
    fill || fail "database, gone"
    [ "$(rows 'SELECT count(*) FROM run')" = 3 ] || fail "database, gone: $(rows 'SELECT * FROM run')"
    mv "$tmp/kept" "$tmp/killed/a=1,b=x.result"
else
    echo "no sqlite3: the database is not tried"
fi
"$sweep" costs "$tmp/four" "$tmp/killed" | grep -q 'runs: 4 of 4 have a result, 0 failed' || fail "costs"

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

# Texts for values, figures that are sums, plots: 2 bars, 2 groups, 3 seeds; the cycles are 40 * group + seed, and b
# halves them. One group has nothing of one figure, and is not part of its mean.
cat >"$tmp/count" <<'END'
#!/bin/sh
# count FACTOR GROUP SEED [half] OUT
factor=$1 group=$2 seed=$3
shift 3
cycles=$((10 * factor * group + seed))
[ "$1" != half ] || { cycles=$((cycles / 2)); shift; }
printf 'run,all,cycles,,,%s\nL1,0,hits,,,%s\nL1,1,hits,,,1\nrun,all,none,,,%s\n' $cycles $group $((group - 1)) >"$1"
END
chmod +x "$tmp/count"
cat >"$tmp/runs.sweep" <<END
axis how a b
as how b half
as how a
axis group 1 2
axis seed 2 4 6
run $tmp/count 4 {group} {seed} {how} {out}
figure cycles run,all,cycles
figure weighed 2*run,all,cycles + L1,*,hits
figure hits L1,*,hits
figure none run,all,none + nowhere
figure nowhere nowhere
END
cat >"$tmp/plots.sweep" <<'END'
runs runs.sweep
plot times speedup cycles bars how to a groups group over seed title Speed & <more>
plot sums value weighed/hits bars how=a groups group over seed
plot nothing ratio none bars how to a groups group over seed
END
"$sweep" run "$tmp/plots.sweep" "$tmp/plotted" || fail "plots: runs"
[ "$("$sweep" whose "$tmp/plots.sweep")" = "$tmp/runs.sweep" ] || fail "plots: whose runs"
"$sweep" table "$tmp/plots.sweep" "$tmp/plotted" >"$tmp/out"
grep -qx 'a,2,4,84,171,3,1,' "$tmp/out" || fail "plots: $(cat "$tmp/out")"
"$sweep" plots "$tmp/plots.sweep" "$tmp/plotted" >"$tmp/out" || fail "plots: exit status"
grep -qx '1  *1.00   0.00     2.00   0.00' "$tmp/plotted/times.txt" || fail "plots: $(cat "$tmp/plotted/times.txt")"
# (2 * 42 + 2) / 2, (2 * 44 + 2) / 2, (2 * 46 + 2) / 2
grep -qx '1  *45.00   2.00' "$tmp/plotted/sums.txt" || fail "plots: $(cat "$tmp/plotted/sums.txt")"
grep -qx 'gmean  *1.00   0.00     1.00   0.00' "$tmp/plotted/nothing.txt" ||
    fail "plots: $(cat "$tmp/plotted/nothing.txt")"
for plot in times sums nothing; do
    "$check" svg "$tmp/plotted/$plot.svg" || fail "plots: $plot.svg"
done
"$sweep" page "$tmp/plots.sweep" "$tmp/plotted" || fail "page: exit status"
"$check" page "$tmp/plotted/plots.html" || fail "page"
[ "$(grep -c '<svg' "$tmp/plotted/plots.html")" = 3 ] || fail "page: plots"
[ "$(grep -c '<title>' "$tmp/plotted/times.svg")" = 6 ] || fail "plots: bars"
printf 'runs runs.sweep\nplot no value nowhere bars how groups group over seed\n' >"$tmp/no.sweep"
"$sweep" plots "$tmp/no.sweep" "$tmp/plotted" >"$tmp/out" 2>"$tmp/err" && fail "plots: no figure, exit status 0"
grep -q 'lacks a figure' "$tmp/err" || fail "plots: $(cat "$tmp/err")"
rm "$tmp/plotted/how=b,group=2,seed=4.result"
"$sweep" plots "$tmp/plots.sweep" "$tmp/plotted" >"$tmp/out" 2>"$tmp/err" &&
    fail "plots: a run is missing, exit status 0"
grep -q 'no result yet of how=b,group=2,seed=4' "$tmp/err" || fail "plots: $(cat "$tmp/err")"
printf 'design one specs/a.xml A=1 B=2\naxis a 1\nrun {one} {a} {out}\n' >"$tmp/built.sweep"
[ "$(SWEEP_DESIGNS=d "$sweep" designs "$tmp/built.sweep")" = "d/built.designs/one/sim specs/a.xml A=1 B=2" ] ||
    fail "designs: $("$sweep" designs "$tmp/built.sweep")"
printf 'needs cohgen_tx bench\naxis a 1\nrun true {a} {out}\n' >"$tmp/needs.sweep"
[ "$("$sweep" needs "$tmp/needs.sweep")" = "cohgen_tx bench" ] || fail "needs: $("$sweep" needs "$tmp/needs.sweep")"
printf 'runs needs.sweep\n' >"$tmp/theirs.sweep"
[ "$("$sweep" needs "$tmp/theirs.sweep")" = "cohgen_tx bench" ] || fail "needs: of whose runs these are"
[ -z "$("$sweep" needs "$tmp/built.sweep")" ] || fail "needs: where none are"
# All that are shipped can be read, and what they need is a target.
for file in "$top"/sweeps/*.sweep; do
    "$sweep" plan "$file" >"$tmp/out" && [ -s "$tmp/out" ] || fail "shipped: $file"
    for target in $("$sweep" needs "$file"); do
        case $target in cohgen|cohgen_tx|bench|tx_getm|tx_getm_reader|sim_rcc_small) ;; *) fail "shipped: $file: $target" ;; esac
    done
    # a command or a text that runs something of the build folder says so
    ! grep -E '^(run|as) .*build/' "$file" >/dev/null || grep -q '^needs ' "$file" || fail "shipped: $file needs nothing"
done

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
wrong "wrong:1: error: no axis before it that is named 'a'" "as a 1 x"
wrong "wrong:2: error: the axis has no value '2'" "axis a 1" "as a 2 x"
wrong "wrong:3: error: no design for '{rcc}'" "axis a 1" "as a 1 {rcc}" "run true {a} {out}"
wrong "wrong:2: error: expected figure NAME" "axis a 1" "figure f run,all + "
wrong "wrong:2: error: expected plot, found 'axis'" "runs runs.sweep" "axis a 1"
wrong "wrong:2: error: no figure before it that is named 'x'" "runs runs.sweep" "plot p value x bars how groups group"
wrong "wrong:2: error: which value? expected at AXIS=VALUE for axis 'seed'" "runs runs.sweep" \
    "plot p value hits bars how groups group"
wrong "wrong:2: error: ratio and speedup want" "runs runs.sweep" "plot p ratio hits bars how groups group over seed"
wrong "wrong:2: error: a second column of the table of runs that is named 'Run_Name'" "axis Run_Name 1" \
    "run true {Run_Name} {out}"
wrong "wrong:2: error: a second column of the table of runs that is named 'A'" "axis a 1" "run true {a} {out}" \
    "figure A run,all"
wrong "wrong:1: error: no line run COMMAND" "axis a 1"
wrong "wrong:1: error: expected targets of the project, found '--target'" "needs --target x" "axis a 1"
wrong "wrong:2: error: a second line needs" "needs x" "needs y"
wrong "wrong:1: error: expected axis, as, needs, design, run, figure, plot or runs, found 'axes'" "axes a 1"
sed 's/b x y/b x/' "$tmp/four" >"$tmp/other"
"$sweep" run "$tmp/other" "$tmp/failed" 2>"$tmp/err" && fail "another description is taken"
grep -q 'holds the results of another description' "$tmp/err" || fail "another description: $(cat "$tmp/err")"
[ $bad = 0 ] && echo "PASSED"
exit $bad
