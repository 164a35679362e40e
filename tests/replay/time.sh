#!/bin/sh
# Physical time in replays: it stands between steps, and passes where the schedule says so.
#   time.sh            a counterexample, random runs, changed schedules
#   time.sh SPEC.xml OPTION...   the races of a search of the system `small`: all come about, and everything is as the
#                                model says
# COHGEN: the program; COHGEN_BUILD: the build folder. Three small designs are built, or one.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0
tcs=$top/specs/tc/tcs.xml tcw=$top/specs/tc/tcw.xml lapse=$top/tests/protocols/lapse.xml

# does NAME STATUS TEXT COMMAND...: its output must hold TEXT
does() {
    name=$1 status=$2 text=$3 code=0
    shift 3
    "$@" >"$tmp/$name.log" 2>&1 || code=$?
    if [ "$code" = "$status" ] && grep -qF -- "$text" "$tmp/$name.log"; then
        echo "ok   $name"
    else
        echo "FAIL $name: exit status $code, expected $status with '$text'; output:"
        tail -n 30 "$tmp/$name.log"
        failed=1
    fi
}
if [ $# -gt 0 ]; then
    spec=$1
    shift
    does races 0 ' 0 different' "$top/scripts/races.sh" --out "$tmp/races" "$top/$spec" --system small "$@"
    grep -a '^races  \|^[0-9]* tests' "$tmp/races.log" || :
    exit $failed
fi

# A bank that is a tick ahead of an L1, and no margin: it lets a line go that the L1 still reads.
does found 1 "FAILED: invariant" "$COHGEN" verify "$tcs" --system small --warps 1 --ops 2 --set HEAD=0 --set SKEW=1 \
    --replay "$tmp/skew"
does skew 0 'REPRODUCED' "$top/scripts/replay.sh" "$tmp/skew"
grep -q 'time passes: .*L2\[0\]\.time = 1' "$tmp/skew.log" || { echo "FAIL no time passes"; failed=1; }
# tampered NAME TEXT SED-SCRIPT: the same run with a change
tampered() {
    sed -E "$3" "$tmp/skew/schedule" >"$tmp/schedule"
    if cmp -s "$tmp/schedule" "$tmp/skew/schedule"; then echo "FAIL $1: nothing changed"; failed=1; fi
    does "$1" 1 "$2" "$tmp/skew/replay" --quiet "$tmp/schedule"
}
tampered 'time that stands' DIVERGED 's/now L2\[0\] time [0-9]+/now L2[0] time 0/'
tampered 'time that comes early' 'expected 1' 's/now L2\[0\] time 0/now L2[0] time 2/'
tampered 'no such time' "no time 'date' passes here" 's/(now L1\[0\]) time/\1 date/'
tampered 'time in a step' "no time 'time' passes here" \
    '$s/^found/step 99 L1[0] evict line 0\n  now L1[0] time 1\nfound/'

# After the last step time runs: what only waits for it gets on.
mkdir "$tmp/tc"
cp "$top"/specs/tc/*.xml "$tmp/tc"
sed -i 's|<on event="due">.*</on>|<never event="due" why="test"/>|' "$tmp/tc/tcs.xml"
does stuck 1 'meets a row marked never' "$COHGEN" verify "$tmp/tc/tcs.xml" --system small --warps 1 --ops 2 \
    --set HEAD=0 --no-atomics --replay "$tmp/stuck"
{
    sed '/^tick/,$d; s/ SKEW=0 / SKEW=1 /' "$tmp/stuck/schedule"
    printf 'found deadlock the store waits\nleft waits L1[1] warp 0\n'
} >"$tmp/schedule"
does 'time runs in the end' 1 'is answered after all' "$tmp/skew/replay" "$tmp/schedule"

# Time that goes round, wakes; wishes, and a time that ends.
random() {
    run=$1
    shift
    does "$run-run" 0 '800 steps' "$COHGEN" verify "$@" --random-run 800 --seed 3 --replay "$tmp/$run"
    grep -q '^tick' "$tmp/$run/schedule" && grep -q ' level ' "$tmp/$run/schedule" ||
        { echo "FAIL $run: no tick, or nothing that no message brings"; failed=1; }
    does "$run-agrees" 0 'AGREES: ' "$top/scripts/replay.sh" --quiet "$tmp/$run"
}
random round "$lapse" --lines 3
random fences "$tcw" --system small --warps 2 --set TIME_BITS=12
exit $failed
