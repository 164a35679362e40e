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
finds table '/<event name="St.late"/s/ and not \(meta.hit and meta.owner eq msg.from\)//'
finds table '/<event name="St.late"/s/ or \(UNIQUE [^"]*"/"/'
finds table 's/"state eq U or \([^"]*"/"state eq U"/'
finds table 's/"state eq U or \(/"(/'
for reference in warp table; do
    finds $reference '/<function name="end"/s/t ge/t gt/'
    finds $reference '/<function name="end"/s/- EARLY -/- 2 * EARLY -/'
done
finds warp '/<function name="end"/s/ - mod\(.*, CORES \* WARPS\)//'
finds warp '/<wake name="send"/s/phase\[log.warp\] ne doing.run/phase[log.warp] eq doing.commit/'
for wish in quit drain; do
    finds warp "/<wish name=\"$wish\"/s/stop and //"
    finds warp "/<wish name=\"$wish\"/s/ and not busy\[w\]//"
done
finds warp '/<wish name="quit"/s/open\[w\] and //'
finds warp '/<on event="quit"/s/ and not busy\[w\]//'
finds warp '/<on event="quit"/s/first w in wid: open\[w\] and/first w in wid:/'
finds warp '/<wish name="quit"/s/some w in wid: (.*)"\/>/every w in wid: \1"\/>/'
finds warp '/<wish name="drain"/s/every w in wid:/some w in wid:/'
finds warp '/<wish name="drain"/s/ and phase\[w\] eq doing.run//'
finds warp '/<wish name="drain"/s/phase\[w\] eq doing.run/phase[w] ne doing.abort/'
finds warp '/<wish name="drain"/s/not open\[w\] and //'
finds warp '/<wish name="drain"/s/not marked and //'
finds warp '/<event name="store.taken"/s/log.hit and //'
finds warp '/<event name="store.full"/s/ and used eq LOG//'
finds warp '/<function name="clock"/s/OWN_CLOCK eq 1/OWN_CLOCK eq 0/'
finds unit '/<wish name="rollover"/s/full and //'
finds unit '/<wish name="rollover"/s/ and not asked//'
finds unit '/<wish name="onward"/s/empty and //'
finds unit '/<wish name="onward"/s/not reset : reset/reset : not reset/'
finds unit '/<wish name="onward"/s/not reset : reset/not reset : true/'
finds unit '/<wish name="over"/s/unit eq 0 and //'
finds unit '/<wish name="over"/s/ and reset//'
exit $failed
