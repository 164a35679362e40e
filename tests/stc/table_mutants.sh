#!/bin/sh
# Conditions, functions and periods that the mutator (tests/mutate) leaves alone: the references find each mistake in
# them.
#   table_mutants.sh FOLDER       where the references are
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
folder=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0
cp "$top/specs/stc/l2.xml" "$tmp"

# finds emu|cu SED-SCRIPT
finds() {
    sed -E "$2" "$top/specs/stc/stc.xml" >"$tmp/stc.xml"
    if cmp -s "$top/specs/stc/stc.xml" "$tmp/stc.xml"; then echo "FAIL $2: changes nothing"; failed=1; return; fi
    code=0
    "$folder/test_stc_$1" "$tmp/stc.xml" >"$tmp/out" 2>&1 || code=$?
    if [ $code != 1 ] || ! grep -q 'differs\|begins anew' "$tmp/out"; then
        echo "FAIL $2: test_stc_$1 ends with $code"
        cat "$tmp/out"
        failed=1
    fi
}
finds emu '/<timer name="wakeup"/s/PERIOD/WATCH/'
finds emu '/<timer name="watch"/s/WATCH/PERIOD/'
finds emu 's/prepare and all\(ready\)/all(ready)/'
finds emu 's/prepare and all\(ready\)/prepare and any(ready)/'
finds emu 's/change and ready eq 0/change/'
finds emu 's/change and ready eq 0/ready eq 0/'
for unit in emu cu; do
    finds $unit '/<function name="band"/s/a shr s/a shr (s + 1)/'
    finds $unit '/<function name="band"/s/at\(pow2\(N\) - 1\)/at(pow2(N) - 2)/'
done
finds emu '/<function name="following"/s/e \+ 1/e/'
finds emu '/<function name="following"/s/\? 0/? 1/'
finds cu '/<function name="byte_of"/s/4 \* WORDS/2 * WORDS/'
finds cu '/<function name="granted"/s/bit\(g, .*\)"/not bit(g, band(byte_of(k), s))"/'
finds cu '/<function name="drained"/s/n eq 0/n le 1/'
finds cu '/<wish name="PrepareEpochChange"/s/prepare and //'
finds cu '/<wish name="PrepareEpochChange"/s/ and not closed//'
finds cu '/<wish name="ReadyAck"/s/prepare and closed/closed/'
finds cu '/<wish name="ReadyAck"/s/ and closed//'
finds cu '/<wish name="ReadyAck"/s/ and not ready//'
finds cu '/<wish name="ReadyAck"/s/ and drained\(pw\)//'
finds cu '/<wish name="ChangeEpoch"/s/ready and //'
finds cu '/<wish name="ChangeEpoch"/s/ and not prepare//'
finds cu '/<wake name="open"/s/not closed and //'
finds cu '/<wake name="open"/s/ and granted\(cer, seb, key\)//'
finds cu '/<wake name="demand"/s/VARIANT ge 1 and //'
finds cu '/<wake name="demand"/s/VARIANT ge 1/VARIANT ge 2/'
finds cu '/<wake name="demand"/s/not granted\(coming, moved, key\) and//'
finds cu 's/not granted\(asked, moved, key\) and \(closed/(closed/'
finds cu 's/\(closed or not granted\(cer, seb, key\)\)"/not granted(cer, seb, key)"/'
finds cu 's/\(closed or not granted\(cer, seb, key\)\)"/closed"/'
finds cu '/<walk over="line"/s/state eq V/false/'
finds cu '/<walk over="miss"/s/state eq I_V/false/'
exit $failed
