#!/bin/sh
# A specification must be free of errors, and have tables and figures in every format. Those of the stock may not even give warnings.
#   run.sh COHGEN SPEC.xml
set -eu
cohgen=${1:?usage: run.sh COHGEN SPEC.xml} spec=${2:?usage: run.sh COHGEN SPEC.xml}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() { echo "FAIL $spec: $1"; cat "$scratch/err"; exit 1; }
# Every state and event named in the text format must be there in the others.
names() { sed -n 's/.*\(state\|event\) name="\([A-Za-z_.]*\)".*/\2/p' "$spec" | sort -u; }

"$cohgen" check "$spec" >"$scratch/out" 2>"$scratch/err" || fail "check"
case $spec in */specs/*/published.xml) ;; */specs/*) [ ! -s "$scratch/err" ] || fail "check warns" ;; esac
cat "$scratch/out"
for format in text md csv; do
    "$cohgen" table --format=$format "$spec" >"$scratch/table.$format" 2>"$scratch/err" || fail "table --format=$format"
    for name in $(names); do
        tr -d '\\' <"$scratch/table.$format" | grep -qF -- "$name" || fail "table --format=$format lacks $name"
    done
done
"$cohgen" stats "$spec" >"$scratch/stats" 2>"$scratch/err" || fail "stats"
grep -q "instances*, .* states" "$scratch/stats" || fail "stats prints no counts"
