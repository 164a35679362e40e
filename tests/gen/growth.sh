#!/bin/sh
# The time of `check` grows with the number of things, not with its square: four times as many of one kind must not take 12 times as long (16: its square).
#   COHGEN=path/to/cohgen tests/gen/growth.sh [LESS]
set -eu
cohgen=${COHGEN:?set COHGEN to the program under test} less=${1:-5000}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
bad=0

# hundredths KIND N: processor time of the user, in hundredths of a second, at least 5: the rest is noise.
hundredths() {
    "$here/gen_many.sh" "$1" "$2" >many.xml
    bash -c 'TIMEFORMAT=%U; time "$1" check many.xml >log 2>&1' - "$cohgen" 2>time || true
    ! grep -q 'more attributes\|too many' log || { echo "FAIL $1: $(cat log)"; exit 1; }
    awk '{ n = int($1 * 100); print (n > 5 ? n : 5) }' time
}

for kind in $("$here/gen_many.sh"); do
    [ "$kind" != attributes ] || continue           # at most 4000: see below
    few=$(hundredths "$kind" "$less") many=$(hundredths "$kind" $((4 * less)))
    echo "$kind: $less in $few, $((4 * less)) in $many hundredths of a second"
    [ "$many" -lt $((12 * few)) ] || { echo "FAIL $kind"; bad=$((bad + 1)); }
done
"$here/gen_many.sh" attributes 40000 >many.xml
status=0
timeout 5 "$cohgen" check many.xml >log 2>&1 || status=$?
[ $status = 1 ] && grep -q 'too many attributes: at most 4000 in one element' log \
    || { echo "FAIL 40000 attributes: exit $status"; bad=$((bad + 1)); }
[ $bad = 0 ]
