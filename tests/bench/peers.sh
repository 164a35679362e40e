#!/bin/sh
# peers.sh: `./run bench rcc peers` without its runs: the table says means and spreads of what it is given.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# Two seeds: MESI takes 2 and 4 times as long as RCC, all others as long; flits and waiting alike.
for c in RCC MESI FRIENDLY TCS TCW HALF WO; do
    for w in one two; do
        a=100 b=100
        [ $c != MESI ] || { a=200; b=400; }
        echo "$c $w cycles=$a flits=$a load.stall_cycles=$a"
        echo "$c $w cycles=$b flits=$b load.stall_cycles=$b"
    done
done | awk -v workloads="one two" -f "$top/scripts/bench_rcc_peers.awk" >"$tmp/out"
grep -qE '^gmean +3[.]00 +1[.]41 +1[.]00 +0[.]00 ' "$tmp/out" || { echo "FAIL: cycles"; cat "$tmp/out"; exit 1; }
grep -qE '^gmean +0[.]38 +0[.]18 +1[.]00 +0[.]00 ' "$tmp/out" || { echo "FAIL: flits"; cat "$tmp/out"; exit 1; }
# Energy: half of the flits and rows, as many lines of memory.
printf '%s\n' "A w flits=100 serves.L1=100 serves.L2=10 memory.lines=1" \
    "B w flits=200 serves.L1=200 serves.L2=20 memory.lines=1" |
    awk -v workloads=w -v energy=A/B -f "$top/scripts/bench_rcc_peers.awk" >"$tmp/out"
# A: 15500 + 2000 + 5920 on the chip, 32000 for memory; B: twice the first.
[ "$(awk '/^gmean/ { printf "%s ", $2 }' "$tmp/out")" = "0.50 0.50 0.70 " ] ||
    { echo "FAIL: energy"; cat "$tmp/out"; exit 1; }
echo "ok peers"
