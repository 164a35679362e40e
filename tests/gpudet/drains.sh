#!/bin/sh
# A read at the L2 is answered however Drains fall (specs/gpudet/parts/memory.xml): in the emitted Verilog, with a memory
# that answers when the sweep is about to come by. Without the row that holds the sweep it is fetched again and again,
# which is what `verify --served` finds.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
: "${COHGEN:=$top/build/cohgen}"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/parts"
cp "$top"/specs/gpudet/*.xml "$tmp" && cp "$top"/specs/gpudet/parts/*.xml "$tmp/parts"
# starving: of all phases tried, in how many the read is never answered.
starving() {
    rm -rf "$tmp/out"
    "$COHGEN" emit "$tmp/zunit.xml" -o "$tmp/out" --set FEEDS=1 --set TAGS=4 --set WARPS=4 --set IDS=4 --set WORDS=2 \
        --set L2.SETS=1 --set L2.WAYS=1 --set L2.MSHRS=1 --set L2.DEPTH=2
    iverilog -g2005 -y "$tmp/out/rtl" -I "$tmp/out/rtl" -s drains -o "$tmp/drains" "$top/tests/gpudet/drains.v" \
        2>"$tmp/log" || { cat "$tmp/log"; exit 1; }
    : >"$tmp/runs"
    for latency in 2 3 4 5 6 7 8 9 10 11; do
        for pause in 0 2 4 6; do "$tmp/drains" "+latency=$latency" "+pause=$pause" >>"$tmp/runs"; done
    done
    if [ "$(grep -c '^answered\|^starves' "$tmp/runs")" != 40 ]; then sort "$tmp/runs" | uniq -c; exit 1; fi
    grep -c '^starves' "$tmp/runs" || :
}
failed=0
n=$(starving)
if [ "$n" = 0 ]; then echo 'ok   a read is answered between Drains'; else echo "FAIL starves in $n of 40 phases"; failed=1; fi
# The bit that keeps a line which was wanted while it was read back saves a fetch: without it nobody starves, and
# `verify --served`, which asks for the first replay of a request that has asked, does not complain.
sed 's/line.dirty or mshr.asked/line.dirty/' "$tmp/parts/memory.xml" >"$tmp/asked.xml"
if cmp -s "$tmp/asked.xml" "$tmp/parts/memory.xml"; then echo 'FAIL no bit asks'; exit 1; fi
mv "$tmp/parts/memory.xml" "$tmp/kept.xml" && mv "$tmp/asked.xml" "$tmp/parts/memory.xml"
n=$(starving 2>/dev/null)
if [ "$n" = 0 ]; then echo 'ok   nor without that bit'; else echo "FAIL without that bit it starves in $n phases"; failed=1; fi
code=0
"$COHGEN" verify "$tmp/zunit.xml" --search three-requests --served >"$tmp/log" 2>/dev/null || code=$?
if [ $code = 0 ]; then echo 'ok   verify --served passes then'; else echo 'FAIL verify --served'; tail "$tmp/log"; failed=1; fi
mv "$tmp/kept.xml" "$tmp/parts/memory.xml"
sed -i '/<stall event="drain check"/d' "$tmp/parts/memory.xml"
if cmp -s "$tmp/parts/memory.xml" "$top/specs/gpudet/parts/memory.xml"; then echo 'FAIL no row holds the sweep'; exit 1; fi
n=$(starving)
if [ "$n" != 0 ]; then echo "ok   without that row it starves in $n of 40 phases"; else echo 'FAIL it never starves'; failed=1; fi
code=0
"$COHGEN" verify "$tmp/zunit.xml" --search three-requests --served >"$tmp/log" || code=$?
if [ $code = 1 ] && grep -q 'FAILED: livelock' "$tmp/log"; then echo 'ok   verify --served says so'
else echo 'FAIL verify --served does not say so'; failed=1; fi
exit $failed
