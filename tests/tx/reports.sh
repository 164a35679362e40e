#!/bin/sh
# What the simulator writes of a run whose cores are in C, in front of the validation unit in Verilog: rows, coverage,
# the report.
#   reports.sh TX_GETM
set -eu
program=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$program" atm --cores 2 --warps 4 --lanes 2 --partitions 1 --ts-bits 32 --with accounts=20 --with transfers=4 --seed 2 \
    --rows "$dir/rows" --coverage "$dir/coverage" --stats "$dir/stats.csv" >"$dir/out"
# has FILE PATTERN...
has() {
    file=$dir/$1
    shift
    for pattern; do
        grep -qE "$pattern" "$file" || { cat "$file"; echo "FAIL: no '$pattern'"; exit 1; }
    done
}
has out '^design +getm' '^test +tx_atm, seed 2, 2 cores x 4 warps x 2 threads' '^transactions 64, .*: serialisable$' \
    '^load +[1-9]' '^memory +[1-9][0-9]* line reads' '^VU: [1-9][0-9]* of [0-9]+ rows taken' '^PASSED$'
has rows ' VU .* Ld' ' VU .* St' ' VU .* Commit'
has coverage 'VU'
has stats.csv '^run,all,transactions.committed,,,64$' '^core,1,cycles.issued,,,[1-9]' '^core,1,load.completed,,,[1-9]' \
    '^VU,0,cycles.serves,,,[1-9]' '^row,"?VU/.*St.*,fired,,,[1-9]'
cycles=$(sed -n 's/^cycles *//p' "$dir/out")
last=$(awk '{ c = $1 } END { print c }' "$dir/rows")
[ "$last" -ge "$cycles" ] || { echo "FAIL: the last row is of cycle $last, the programs end in $cycles"; exit 1; }
echo "ok: $(wc -l <"$dir/rows") rows, $cycles cycles"
