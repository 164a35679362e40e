#!/bin/sh
# A few mutants and what becomes of them: `pinned_UNIT` holds the layer, the search, the operator and the change,
# separated by bars. Only these searches are made, of the original as well, in the order in which they come here first.
#   sample.sh [SPEC PINNED]      default: RCC
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
spec=${1:-$top/specs/rcc/rcc.xml}
pinned=${2:-$top/tests/mutate/pinned_rcc}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0
searches=$(grep -v '^#' "$pinned" | awk -F '|' '!seen[$2]++ { printf "%s,", $2 }')
# Without a number: the list alone.
"$CAMPAIGN" --spec "$spec" --out "$tmp/out" --searches "$searches" --list
grep -v '^#' "$pinned" >"$tmp/pinned"
set --
while IFS='|' read -r layer by op text; do
    number=$(awk -F '\t' -v op="$op" -v text="$text" '$3 == op && $4 == text { print $1; exit }' "$tmp/out/list")
    [ -n "$number" ] || { echo "FAIL no mutant $op: $text"; failed=1; continue; }
    set -- "$@" "$number"
    printf '%s\t%s\t%s\n' "$number" "$layer" "$by" >>"$tmp/expected"
done <"$tmp/pinned"
"$CAMPAIGN" --spec "$spec" --out "$tmp/out" --searches "$searches" "$@" || failed=1
cut -f 1-3 "$tmp/out/results" >"$tmp/found"
diff "$tmp/expected" "$tmp/found" || { echo 'FAIL a verdict changed (< expected, > found)'; failed=1; }
exit $failed
