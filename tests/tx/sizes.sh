#!/bin/sh
# Without options a run is as large as the emitted design; what does not fit it is said once, before the run.
#   sizes.sh TX_GETM
set -eu
program=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$program" random --with transactions=2 >"$dir/out"
grep -q '^test  *tx_random, seed 1, 4 cores x 4 warps x 4 threads, 1 partitions, granules of 32 bytes$' "$dir/out" &&
    grep -qx PASSED "$dir/out" || { cat "$dir/out"; exit 1; }
# refused TEXT OPTION...
refused() {
    text=$1 code=0
    shift
    "$program" random "$@" >"$dir/out" 2>&1 || code=$?
    [ "$code" = 2 ] && [ "$(grep -c -- "$text" "$dir/out")" = 1 ] && [ "$(grep -c error "$dir/out")" = 1 ] ||
        { echo "FAIL: $*: exit status $code, not 2, or not '$text' once"; cat "$dir/out"; exit 1; }
}
refused 'times of 32 bits' --ts-bits 48 --partitions 6
refused 'no times before END' --ts-bits 5
refused 'granules of 32 bytes' --granule 64
refused '16 warps' --cores 5
echo ok
