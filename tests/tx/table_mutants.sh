#!/bin/sh
# Conditions that the mutator (tests/mutate) leaves alone, END and wishes: the references find each mistake in them.
# table_mutants.sh FOLDER: where the references are.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
folder=$1
spec=$top/specs/getm/getm.xml
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

# finds REFERENCE SED-SCRIPT
finds() {
    sed -E "$2" "$spec" >"$tmp/mutant.xml"
    if cmp -s "$spec" "$tmp/mutant.xml"; then echo "FAIL $2: changes nothing"; failed=1; return; fi
    code=0
    "$folder/test_tx_$1" "$tmp/mutant.xml" >"$tmp/out" 2>&1 || code=$?
    if [ $code != 1 ] || ! grep -q 'differs\|not refused at END\|not marked never\|answer' "$tmp/out"; then
        echo "FAIL $2: test_tx_$1 ends with $code"
        cat "$tmp/out"
        failed=1
    fi
}
for reference in warp table; do
    finds $reference '/<function name="end"/s/t ge/t gt/'
    finds $reference '/<function name="end"/s/- EARLY -/- 2 * EARLY -/'
done
finds warp '/<function name="end"/s/ - mod\(.*, WARPS\)//'
finds warp '/<wake name="send"/s/phase ne doing.run/phase eq doing.commit/'
for wish in quit drain; do
    finds warp "/<wish name=\"$wish\"/s/stop and //"
    finds warp "/<wish name=\"$wish\"/s/not busy and //"
    finds warp "/<wish name=\"$wish\"/s/ and phase eq doing.run//"
    finds warp "/<wish name=\"$wish\"/s/phase eq doing.run/phase ne doing.abort/"
done
finds warp '/<wish name="quit"/s/open and //'
finds warp '/<wish name="drain"/s/not open and //'
finds warp '/<wish name="drain"/s/ and not marked//'
finds unit '/<wish name="rollover"/s/full and //'
finds unit '/<wish name="rollover"/s/ and not asked//'
finds unit '/<wish name="onward"/s/empty and //'
finds unit '/<wish name="onward"/s/not reset : reset/reset : not reset/'
finds unit '/<wish name="onward"/s/not reset : reset/not reset : true/'
finds unit '/<wish name="over"/s/unit eq 0 and //'
finds unit '/<wish name="over"/s/ and reset//'
exit $failed
