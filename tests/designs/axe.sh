#!/bin/sh
# The Axe checker (github.com/CTSRD-CHERI/axe), a judge of histories that shares nothing with ours, reads what runs
# export. Each run keeps MODEL for Axe; if MODEL is SC, those that the simulator has found sequentially consistent do,
# and it may find more wrong: it knows in which order stores took effect, Axe only of those whose values were read.
#   axe.sh FIRST COUNT MODEL VIOLATIONS SIM ARGUMENT...
# VIOLATIONS: how many of the runs at least Axe must find not sequentially consistent: a judge that nods is noticed.
# AXE, else `axe` in PATH, is the program; without it nothing is tested (exit status 77).
set -eu
first=$1 count=$2 model=$3 least=$4
shift 4
axe=${AXE-$(command -v axe || :)}
[ -n "$axe" ] || {
    echo "skipped: no Axe here. Build github.com/CTSRD-CHERI/axe and set AXE=PROGRAM, or put axe in PATH"
    exit 77
}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
violations=0
# judged MODEL: prints OK or NO
judged() {
    timeout 120 "$axe" check "$1" "$dir/trace" >"$dir/said" 2>&1 || :
    grep -qxE 'OK|NO' "$dir/said" || { echo "FAIL seed $seed: axe check $1: $(cat "$dir/said")" >&2; exit 1; }
    cat "$dir/said"
}
for seed in $(seq "$first" $((first + count - 1))); do
    rm -f "$dir/trace"
    status=0
    "$@" --quiet --seed "$seed" --axe "$dir/trace" >"$dir/log" 2>&1 || status=$?
    [ $status -le 1 ] && [ -s "$dir/trace" ] || { echo "FAIL seed $seed: exit status $status"; cat "$dir/log"; exit 1; }
    if [ $status = 1 ] && ! grep -q 'not sequentially consistent' "$dir/log"; then
        echo "FAIL seed $seed:"; tail -n 12 "$dir/log"; exit 1
    fi
    sc=$(judged SC)
    [ "$sc" = OK ] || violations=$((violations + 1))
    [ "$sc" = OK ] || [ "$model" != SC ] || [ $status = 1 ] || { echo "FAIL seed $seed: axe check SC: NO"; exit 1; }
    [ "$model" = SC ] || [ "$(judged "$model")" = OK ] || { echo "FAIL seed $seed: axe check $model: NO"; exit 1; }
done
echo "$count runs from seed $first: $violations not sequentially consistent for Axe; axe check $model agrees"
[ $violations -ge "$least" ] || { echo "FAIL: expected $least runs at least that are not SC"; exit 1; }
