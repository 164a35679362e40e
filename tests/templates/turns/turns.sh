#!/bin/sh
# Turns and resets of blocks, in Icarus: small benches that say FAIL where one of several who wait is passed over.
#   turns.sh TEMPLATES                  the folder of the blocks
set -eu
here=$(cd "$(dirname "$0")" && pwd)
blocks=${1:?usage: turns.sh TEMPLATES}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
for bench in mshr axi_line sdram walk stall; do
    iverilog -g2005 -y "$blocks" -s "${bench}_turns" -o "$dir/$bench" "$here/$bench.v" 2>"$dir/log" || {
        cat "$dir/log"; echo "FAIL $bench: it cannot be built"; failed=1; continue; }
    timeout 60 vvp -n "$dir/$bench" >"$dir/out" || failed=1
    cat "$dir/out"
    grep -q '^cg_' "$dir/out" || { echo "FAIL $bench: no result"; failed=1; }
    ! grep -q FAIL "$dir/out" || failed=1
done
exit $failed
