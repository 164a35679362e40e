#!/bin/sh
# The specifications in the repository, and synthetic ones of growing size, pass `$COHGEN check` without errors; the
# largest within seconds.
set -u
: "${COHGEN:?set COHGEN to the program under test}"
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0
for rows in 10 100 1000 10000; do "$here/gen_synthetic.sh" $rows >"$scratch/synthetic_$rows.xml" || exit 1; done
for file in "$here"/../../specs/*/*.xml "$here"/../protocols/*.xml "$scratch"/*.xml; do
    timeout $((5 * ${COHGEN_SLOW:-1})) "$COHGEN" check "$file" >"$scratch/out" 2>&1 && continue
    echo "FAIL $file: exit code $?"
    cat "$scratch/out"
    bad=$((bad + 1))
done
# the size asked for is the size made, within a third
made=$("$COHGEN" check "$scratch/synthetic_10000.xml" | sed 's/.* \([0-9]*\) rows.*/\1/')
[ "$made" -gt 7000 ] && [ "$made" -lt 13000 ] || { echo "FAIL synthetic_10000: $made rows"; bad=$((bad + 1)); }
echo "specs: $bad failed"
[ $bad -eq 0 ]
