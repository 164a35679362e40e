#!/bin/sh
# SWEEP=PROGRAM workflow.sh local|slurm: a sweep by Snakemake, here or on a Slurm of one node that this starts and ends.
# A run that fails and is tried again, one that fails for good, kill -9 of Snakemake in mid-run, a node that dies in
# mid-run: each run counts once, and what has a result is not made again. Exit status 77: something is not installed.
set -u
how=${1:?usage: SWEEP=PROGRAM workflow.sh local|slurm}
top=$(cd "$(dirname "$0")/../.." && pwd)
PATH=$PATH:${COHGEN_SNAKEMAKE_VENV:-$(dirname "$SWEEP")/../snakemake-venv}/bin
needs="snakemake sqlite3"
[ "$how" = local ] || needs="$needs sbatch scontrol slurmctld slurmd munged"
for program in $needs; do
    command -v "$program" >/dev/null || { echo "skipped: $program is not installed"; exit 77; }
done
[ "$how" = local ] || snakemake --help | grep -q cluster-generic-submit-cmd ||
    { echo "skipped: Snakemake's executor cluster-generic is not installed"; exit 77; }
tmp=$(mktemp -d)
end() {
    [ "$how" = local ] || slurm_stop
    cd / && rm -rf "$tmp"
}
trap end EXIT
bad=0
fail() { echo "FAIL $1"; bad=1; }
begun() { grep -cx "$1" "$tmp/starts"; }
rows() { sqlite3 "$dir/results.sqlite" "$1"; }
# wait_for FILE: until it is there, 60 seconds at most
wait_for() { n=0; while [ ! -e "$1" ] && [ $n -lt 600 ]; do sleep 0.1; n=$((n + 1)); done; [ -e "$1" ]; }

cat >"$tmp/job" <<'END'
#!/bin/sh
# job NAME OUT: half of the result, then the rest; `slow` waits for a file, `twice` fails once, `never` always
dir=$(dirname "$0")
echo "$1" >>"$dir/starts"
echo "half" >"$2"
case $1 in
    slow) [ -e "$dir/go" ] || sleep 100 ;;
    twice) [ -e "$dir/once" ] || { : >"$dir/once"; exit 7; } ;;
    never) [ ! -e "$dir/breaks" ] || exit 8 ;;
esac
echo "run,all,cycles,,,4" >>"$2"
END
chmod +x "$tmp/job"
cat >"$tmp/jobs.sweep" <<END
# Jobs that end well, and others
axis job plain twice never slow
axis part one
run $tmp/job {job} {out} {part}
figure cycles run,all,cycles
plot all value cycles bars job groups part
END
file=$tmp/jobs.sweep dir=$tmp/results
mkdir -p "$dir"
: >"$tmp/starts"
: >"$tmp/breaks"
work() {
    case $how in
        local) set -- --cores 2 "$@" ;;
        slurm) set -- --executor cluster-generic --jobs 4 --cluster-generic-submit-cmd \
            "sbatch --parsable --no-requeue --output $tmp/%j.out" --cluster-generic-status-cmd \
            "$top/sweep/slurm_status.sh" --cluster-generic-cancel-cmd scancel --seconds-between-status-checks 1 "$@" ;;
    esac
    cd "$dir" || exit 3
    exec snakemake --snakefile "$top/sweep/Snakefile" --nolock --forcerun page --rerun-incomplete \
        --rerun-triggers mtime --keep-going --latency-wait 2 --config "file=$file" "dir=$dir" "top=$top" \
        "build=$tmp/build" tries=2 "$@" >>"$tmp/log" 2>&1
}
if [ "$how" = slurm ]; then
    slurm=$tmp/slurm
    # shellcheck source=tests/sweep/one_node.sh
    . "$top/tests/sweep/one_node.sh"
    slurm_start || { cat "$tmp"/slurm/log/*; exit 3; }
fi
mkdir -p "$tmp/build/sweep"
ln -s "${SWEEP:?}" "$tmp/build/sweep/sweep"

# In mid-run everything is cut: Snakemake, or the node.
work & snakemake=$!
wait_for "$dir/job=slow,part=one.claim" && wait_for "$dir/job=plain,part=one.result" &&
    wait_for "$dir/job=twice,part=one.result" ||
    fail "no run has begun: $(tail -n 40 "$tmp/log")"
n=0 # a claim is made before its run begins
while [ "$(begun slow)" != 1 ] && [ $n -lt 600 ]; do sleep 0.1; n=$((n + 1)); done
if [ "$how" = local ]; then
    worker=$(cut -d' ' -f2 "$dir/job=slow,part=one.claim")
    for pid in $snakemake $worker $(cat "/proc/$worker/task/$worker/children"); do kill -9 "$pid"; done
    wait $snakemake 2>/dev/null
    : >"$tmp/go"
    work & snakemake=$!
else
    node_dies
    : >"$tmp/go"
    until_ 60 node_down || fail "the controller does not see that the node is gone: $(sinfo)"
    node_start || fail "the node does not come back: $(sinfo)"
fi
wait $snakemake && fail "exit status 0, with a run that fails for good"
[ ! -e "$dir/jobs.html" ] || fail "a page, with a run that fails for good"
[ -e "$dir/job=slow,part=one.result" ] || fail "the run that was cut: $(tail -n 40 "$tmp/log")"
[ "$(begun slow)" = 2 ] || fail "the run that was cut was begun $(begun slow) times"
[ "$(begun plain)" = 1 ] || fail "a run with a result was begun $(begun plain) times"
[ "$(begun twice)" = 2 ] || fail "the run that fails once was begun $(begun twice) times"
[ -e "$dir/job=never,part=one.failed" ] || fail "what fails for good leaves no word"
"$SWEEP" sql "$file" "$dir" | sqlite3 -bail "$dir/results.sqlite" || fail "database"
[ "$(rows 'SELECT group_concat(job || run_exit) FROM (SELECT * FROM run WHERE run_status = "failed")')" = never8 ] ||
    fail "what has failed: $(rows 'SELECT * FROM run')"

# What is wrong is mended; the rest is not made again.
rm "$tmp/breaks"
before=$(begun never)
(work) || fail "mended: $(tail -n 40 "$tmp/log")"
[ "$(begun never)" = $((before + 1)) ] || fail "mended: begun $(begun never) times"
[ "$(begun plain)$(begun twice)$(begun slow)" = 122 ] || fail "mended: others were made again"
[ "$(rows 'SELECT count(*), count(DISTINCT job), sum(cycles), sum(run_status = "done") FROM run')" = '4|4|16.0|4' ] ||
    fail "mended: $(rows 'SELECT * FROM run')"
grep -q 'runs: 4 of 4 have a result, 0 failed' "$dir/jobs.html" || fail "mended: page"
[ $bad = 0 ] && echo PASSED
exit $bad
