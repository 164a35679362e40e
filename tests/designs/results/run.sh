#!/bin/sh
# What data paths have written, in replies, masks of writes and messages: results.xml emitted, against results_tb.v.
#   run.sh COHGEN
here=$(cd "$(dirname "$0")" && pwd) top=$(cd "$(dirname "$0")/../../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"${1:?usage: run.sh COHGEN}" emit "$here/results.xml" -o "$tmp" >"$tmp/log" 2>&1 || { cat "$tmp/log"; exit 1; }
iverilog -g2005-sv -y "$tmp/rtl" -s results_tb -o "$tmp/run" "$here/results_tb.v" "$top/tb/walkthrough/axi_memory.v" \
    "$tmp/rtl/results.v" || exit 1
vvp -N "$tmp/run" | tee "$tmp/out"
grep -q '^PASS' "$tmp/out"
