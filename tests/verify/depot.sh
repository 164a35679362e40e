#!/bin/sh
# Three stores and three kinds of waiting places at one controller, with every option; what is refused.
. "$(dirname "$0")/lib.sh"
depot=tests/protocols/depot.xml
litmus=$top/sim/litmus

expect 'a depot' 0 '43048 states, 160608 transitions' "$top/$depot" --expect-coverage
expect 'two lines' 0 'PASSED' "$top/$depot" --lines 2 --ops 2
expect 'a line in two parts' 0 'PASSED' "$top/$depot" --cells 2 --ops 2
expect 'two warps' 0 'PASSED' "$top/$depot" --warps 2 --ops 1 --no-drain
expect 'a load that is repeated' 0 'PASSED' "$top/$depot" --progress
expect 'as well where it needs a way' 0 'PASSED' "$top/$depot" --progress --lines 2 --no-drain
expect 'litmus' 0 'MP       3 of 3 outcomes under SC, no other' "$top/$depot" --litmus "$litmus/MP.litmus" \
    --litmus "$litmus/CoRR1.litmus"

wrong $depot held 's/test="held.hit"/test="held.hit and region.writes gt 2"/'
expect 'reads are held for ever' 1 'parked in held' "$tmp/held.xml"
wrong $depot asleep 's/test="turn.hit"/test="turn.hit and region.writes gt 2"/'
expect 'writes that nobody wakes' 1 'parked in turn' "$tmp/asleep.xml"
wrong $depot locked 's/<unlock what="line"\/><set name="line.ready" value="false"\/>//'
expect 'a line that stays locked' 1 'FAILED: ' "$tmp/locked.xml"
wrong $depot clean 's/<set name="line.dirty" value="true"\/>//'
expect 'what was written is forgotten' 1 'the load reads an old value' "$tmp/clean.xml"
expect 'litmus: the same' 1 'FAILED: litmus CoWR' "$tmp/clean.xml" --litmus "$top/specs/rcc/litmus/CoWR.litmus"
wrong $depot stuck \
    's/<on event="Read" when="line.locked">/<stall event="Read" when="line.locked and note.times gt 2" why="one of three"\/>\n&/;
    s/(<on event="Read" when="line.locked)(">)/\1 and note.times le 2\2/'
expect 'a read that is not taken' 0 'PASSED' "$tmp/stuck.xml"

# What does not fit.
more='<store name="s0" kind="assoc" sets="1" ways="1"\/>'
for n in 1 2 3 4 5; do more="$more<store name=\"s$n\" kind=\"assoc\" sets=\"1\" ways=\"1\"\\/>"; done
wrong $depot nine "s/<waiters name=\"mshr\"/$more&/"
expect 'nine stores' 2 'too many stores of a controller, expected at most 8' "$tmp/nine.xml"
stc=tests/protocols/stc.xml
expect 'waiters that cannot be led' 2 \
    "stc.xml:$(grep -n '<waiters name="bsq"' "$top/$stc" | cut -d: -f1):5: error: verify: replay: not with waiters" \
    "$top/$stc" --set CUS=2 --set WAVES=1 --set N=1 --set LINE_BYTES=128 --set SEB_MIN=8 --set SETS=1 --set WAYS=1 \
    --set BSQ=2 --set BANKS=1 --set MISSES=1 --replay "$tmp/none"
peek=tests/protocols/peek.xml
expect 'ports that cannot be led' 2 'peek.xml:51:5: error: verify: replay: not with a port of kind probe' \
    "$top/$peek" --replay "$tmp/none"
expect 'sweeps that cannot be led' 2 "error: verify: --races: not with sweeps, whose order is the store's" \
    "$top/tests/protocols/flush.xml" --races "$tmp/none"

# Several look, one at what another one has seen: each answer is of the time of its row.
watch=tests/protocols/watch.xml
expect 'guards and auditors' 0 'AUDITOR: 6 of 6 rows taken' "$top/$watch" --expect-coverage
expect 'two of each' 0 'PASSED' "$top/$watch" --cores 2 --ops 1 --set GUARDS=2 --set AUDITORS=2 --lines 2
wrong $watch told 's/<set name="tag.told" value="false"\/>//'
expect 'a note behind the mark' 1 'the note is behind the mark' "$tmp/told.xml"
exit $failed
