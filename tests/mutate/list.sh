#!/bin/sh
# The mutator: all mutants of a small table, how many mutants of each operator there are, that a mutant differs from the
# file in one place, and what it refuses.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
rcc=$top/specs/rcc/rcc.xml
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0
fail() { echo "FAIL $1"; failed=1; }

"$MUTATE" "$top/tests/mutate/small.xml" --list | cut -f 2- >"$tmp/small"
diff "$top/tests/mutate/small" "$tmp/small" || fail 'the mutants of small.xml changed (< expected, > found)'

"$MUTATE" "$rcc" --list >"$tmp/list"
cut -f 3 "$tmp/list" | LC_ALL=C sort | uniq -c | awk '{ print $2, $1 }' >"$tmp/counts"
diff "$top/tests/mutate/operators" "$tmp/counts" ||
    fail 'the number of mutants of an operator changed (< expected, > found)'

total=$(wc -l <"$tmp/list")
for i in $(seq 1 7 "$total") "$total"; do
    "$MUTATE" "$rcc" -n "$i" -o "$tmp/$i.xml"
    # blanks between attributes are not kept
    diff -b "$rcc" "$tmp/$i.xml" | grep '^[0-9,]*[acd]' >"$tmp/places" || true
    # what changes places does so in two
    case $(awk -F '\t' -v n="$i" '$1 == n { print $3 }' "$tmp/list") in swap-*) most=2 ;; *) most=1 ;; esac
    places=$(wc -l <"$tmp/places")
    { [ "$places" -ge 1 ] && [ "$places" -le $most ]; } || fail "mutant $i differs from the file in $places places"
    where=$(sed -n 's/^\([0-9]*\).*/\1/p;q' "$tmp/places")
    [ "$where" = "$(awk -F '\t' -v n="$i" '$1 == n { print $2 }' "$tmp/list")" ] ||
        fail "mutant $i is in line $where, not where the list says"
done

# refused STATUS ARGUMENT...
refused() {
    status=$1 code=0
    shift
    "$MUTATE" "$@" >"$tmp/out" 2>&1 || code=$?
    [ "$code" = "$status" ] || fail "mutate $*: exit status $code, expected $status"
}
refused 1 "$rcc" -n $((total + 1)) -o "$tmp/out.xml"
refused 1 "$tmp/none.xml" --list
refused 2 "$rcc"
refused 2 "$rcc" -n 0 -o "$tmp/out.xml"
refused 2 "$rcc" -n 1x -o "$tmp/out.xml"
refused 3 "$rcc" -n 1 -o "$tmp/none/out.xml"
echo "$total mutants"
exit $failed
