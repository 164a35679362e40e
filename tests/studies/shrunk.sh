#!/bin/sh
# What random programs find wrong in a design with a mistake is shrunk to a few operations, which fail alike.
#   shrunk.sh SIM [OPTION...]        OPTION: of the random programs
set -eu
sim=${1:?usage: shrunk.sh SIM [OPTION...]}
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
if "$sim" --test random --seed 1 --no-invariants "$@" --shrink "$dir/trace" >"$dir/out" 2>&1; then
    echo "FAIL: the mistake is not found"
    exit 1
fi
operations=$(grep -c '^[0-9]' "$dir/trace")
grep -E '^(error|shrink)' "$dir/out"
grep '^[0-9]' "$dir/trace"
[ "$operations" -le 20 ] || { echo "FAIL: $operations operations are left"; exit 1; }
if "$sim" --test trace "$dir/trace" --no-invariants >"$dir/out" 2>&1 ||
    ! grep -q '^error: .*the history is not sequentially consistent' "$dir/out"; then
    echo "FAIL: the short trace does not fail alike"
    exit 1
fi
