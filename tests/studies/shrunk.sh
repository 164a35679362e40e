#!/bin/sh
# What random programs find wrong in a design with a mistake is shrunk to a few operations, which fail alike.
#   shrunk.sh TEXT PIN SIM [OPTION...]        TEXT: of the error; PIN: NAME=VALUE, chooses the mistake, and is in the
# short trace; OPTION: of the random programs. Without the pin they pass: nothing else is wrong.
set -eu
usage='usage: shrunk.sh TEXT PIN SIM [OPTION...]'
text=${1:?$usage} pin=${2:?$usage} sim=${3:?$usage}
shift 3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$sim" --test random --seed 1 --no-invariants "$@" >"$dir/out" 2>&1 || {
    tail -n 5 "$dir/out"; echo "FAIL: wrong without $pin"; exit 1; }
if "$sim" --test random --seed 1 --no-invariants --pin "$pin" "$@" --shrink "$dir/trace" >"$dir/out" 2>&1; then
    echo "FAIL: the mistake is not found"
    exit 1
fi
operations=$(grep -c '^[0-9]' "$dir/trace")
grep -E '^(error|shrink)' "$dir/out"
grep '^[0-9]' "$dir/trace"
[ "$operations" -le 20 ] || { echo "FAIL: $operations operations are left"; exit 1; }
if "$sim" --test trace "$dir/trace" --no-invariants >"$dir/out" 2>&1 ||
    ! grep -q "^error: .*$text" "$dir/out"; then
    cat "$dir/out"
    echo "FAIL: the short trace does not fail alike"
    exit 1
fi
