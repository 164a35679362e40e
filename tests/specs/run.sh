#!/bin/sh
# A specification must be free of errors, and have tables and figures in every format. Those of the stock may not even
# give warnings.
#   run.sh COHGEN SPEC.xml
set -eu
cohgen=${1:?usage: run.sh COHGEN SPEC.xml} spec=${2:?usage: run.sh COHGEN SPEC.xml}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() { echo "FAIL $spec: $1"; cat "$scratch/err"; exit 1; }
# Every state and event named in the text format must be there in the others.
names() { grep -oE '<(state|event) name="[A-Za-z_.0-9]+"' "$spec" | sed 's/.*name="\(.*\)"/\1/' | sort -u; }
# The cells of a table, each in a line, without the marks of the format.
cells() { tr -d '\\"*' <"$1" | tr '|,' '\n\n' | sed 's/^ *//; s/ *$//'; }

"$cohgen" check "$spec" >"$scratch/out" 2>"$scratch/err" || fail "check"
case $spec in
    */specs/*/published.xml | */specs/*/rollover_paper.xml) ;;       # what is wrong with it is told
    */specs/*) ! grep -q "<system" "$spec" || # without one it is a part of others
        [ ! -s "$scratch/err" ] || fail "check warns" ;;
esac
cat "$scratch/out"
for format in text md csv; do
    "$cohgen" table --format=$format "$spec" >"$scratch/table.$format" 2>"$scratch/err" || fail "table --format=$format"
    cells "$scratch/table.$format" >"$scratch/cells"
    for name in $(names); do
        grep -qxF -- "$name" "$scratch/cells" || fail "table --format=$format lacks $name"
    done
done
"$cohgen" stats "$spec" >"$scratch/stats" 2>"$scratch/err" || fail "stats"
# The sums over the controllers are those of `check`.
sums=$(sed -n 's/^controller [^ ]*: .* \([0-9][0-9]*\) states (.* \([0-9][0-9]*\) rows$/\1 \2/p' "$scratch/stats" \
    | awk '{ n++; states += $1; rows += $2 } END { printf "%d controllers, %d states, %d rows", n, states, rows }')
told=$(sed -n 's/^.*: \([0-9]* controllers*, [0-9]* states*, [0-9]* rows*\), no errors.*/\1/p' "$scratch/out" \
    | sed 's/ controller,/ controllers,/; s/ state,/ states,/; s/ row$/ rows/')
[ "$sums" = "$told" ] || fail "stats has '$sums', check '$told'"
