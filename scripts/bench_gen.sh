#!/bin/sh
# Measures the generator: rows per second and peak memory of `check` over synthetic specifications of growing size, and
# `emit` of the stock.
# Each figure is the best of three runs. COHGEN: the generator.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cohgen=${COHGEN:-$top/build/cohgen}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
[ -x "$cohgen" ] || { echo "bench_gen.sh: no generator at $cohgen: build it first" >&2; exit 3; }
gcc -O1 -std=c17 -o "$scratch/measure" "$top/scripts/measure.c"

# best COMMAND...: seconds and peak memory in MB of the fastest of three runs
best() {
    for _ in 1 2 3; do "$scratch/measure" "$@" 2>&1 >"$scratch/out"; done | sort -n | head -n 1
}
rows() { sed -n 's/.* \([0-9]*\) rows.*/\1/p' "$scratch/out"; }

echo "check          rows   seconds      rows/s   peak MB"
for size in 10 100 1000 10000; do
    "$top/tests/gen/gen_synthetic.sh" $size >"$scratch/$size.xml"
    result=$(best "$cohgen" check "$scratch/$size.xml")
    echo "synthetic $(rows) $result" | awk '{ printf "%-10s %8d %9.4f %11.0f %9.1f\n", $1, $2, $3, $2 / $3, $4 }'
done
echo
echo "emit           rows   seconds      rows/s   peak MB"
for spec in "$scratch/1000.xml" "$scratch/10000.xml" "$top"/specs/*/*.xml "$top"/tests/protocols/msi.xml \
    "$top"/tests/protocols/toy.xml; do
    "$cohgen" check "$spec" >"$scratch/out" 2>/dev/null || continue
    n=$(rows)
    name=$(basename "$spec" .xml)
    if ! "$cohgen" emit "$spec" -o "$scratch/design" >"$scratch/log" 2>&1; then
        echo "$name: not emitted: $(head -n 1 "$scratch/log")"
        continue
    fi
    rm -rf "$scratch/design"
    result=$(best "$cohgen" emit "$spec" -o "$scratch/design")
    echo "$name $n $result" | awk '{ printf "%-10s %8d %9.4f %11.0f %9.1f\n", $1, $2, $3, $2 / $3, $4 }'
done
