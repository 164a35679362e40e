#!/bin/sh
# Records runs of a simulator and repeats them: the trace and the history (with its times) must come out the same, byte
# for byte; with another latency they must not.
#   trace.sh SIM [simulator option...]
# Each further argument is the command line of one run.
set -eu
sim=${1:?usage: trace.sh SIM RUN...}
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# run NAME WORD...: leaves NAME.trace and NAME.axe.
run() {
    name=$1
    shift
    "$sim" "$@" --quiet --record "$dir/$name.trace" --axe "$dir/$name.axe" >"$dir/log" 2>&1 || {
        echo "FAIL: $sim $*"
        tail -n 40 "$dir/log"
        exit 1
    }
}
for words; do
    # shellcheck disable=SC2086
    run first --seed 5 $words
    run second --test trace "$dir/first.trace"
    for kind in trace axe; do
        cmp "$dir/first.$kind" "$dir/second.$kind" || { echo "FAIL: $words (seed 5)"; exit 1; }
    done
    run other --test trace --latency 300 "$dir/first.trace"
    ! cmp -s "$dir/first.axe" "$dir/other.axe" || grep -q request "$dir/first.trace" || {
        echo "FAIL: $words: the latency of memory changed nothing"
        exit 1
    }
    echo "ok $words: $(grep -c '^[0-9]' "$dir/first.trace") operations"
done
