#!/bin/sh
# --axe keeps the rules of the Axe checker (axe_rules.awk), which finds files that do not.
#   axe.sh SIM
set -eu
sim=${1:?usage: axe.sh SIM}
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# passes WHAT OPTION...: a run whose file keeps the rules
passes() {
    what=$1
    shift
    "$sim" --quiet --axe "$dir/axe" "$@" >"$dir/log" 2>&1 || { echo "FAIL $what:"; tail -n 5 "$dir/log"; exit 1; }
    awk -f "$here/axe_rules.awk" "$dir/axe" >"$dir/log" || { echo "FAIL $what:"; cat "$dir/log"; exit 1; }
    echo "ok $what: $(cat "$dir/log")"
}
for seed in 1 2 3; do
    passes "seed $seed, words" --ops 200 --set atomics=0 --set wide=0 --seed $seed
    grep -q '^# units of time in a cycle: 1$' "$dir/axe" || { echo "FAIL words: the times are not cycles"; exit 1; }
    passes "seed $seed, words and lines" --ops 200 --set atomics=0 --set wide=50 --seed $seed
done
# What the reader has to find.
# refused WHAT LINES
refused() {
    printf "$2" >"$dir/wrong"
    ! awk -f "$here/axe_rules.awk" "$dir/wrong" >"$dir/log" || { echo "FAIL: the reader lets pass $1"; exit 1; }
}
refused "equal times" '0: M[0] := 1 @ 5:\n1: M[0] == 1 @ 5:9\n0: M[1] == 0 @ 5:9\n'
refused "times that run back" '0: M[0] := 1 @ 5:\n0: M[1] == 0 @ 4:9\n'
refused "an early end" '0: M[0] == 0 @ 5:4\n'
refused "a value written twice" '0: M[0] := 1 @ 5:\n0: M[0] := 1 @ 6:\n'
refused "what is no operation" '0: M[0] = 1 @ 5:\n'
refused "nothing" ''
