#!/bin/sh
# The Z-buffer unit of GPUDet as published: the smallest one ends well, and mistakes in the table are found.
. "$(dirname "$0")/../verify/lib.sh"
unit=specs/gpudet/published.xml order=tests/gpudet/order_published.xml torn=tests/gpudet/torn.xml
small="--warps 3 --lines 2"
# shellcheck disable=SC2086
{
expect 'one way, one entry, three updates of two blocks' 0 '62364 states' "$top/$unit" $small --expect-coverage
expect 'two ways, two entries' 0 'PASSED' "$top/$unit" $small --set WAYS=2 --set SLOTS=2
expect 'more blocks than ways' 0 'PASSED' "$top/$unit" --warps 3 --lines 3 --ops 1 --set WAYS=2 --set REQUESTS=1

# An update that lacks an entry, and is blocked: nobody wakes it.
room='<on event="UPDATE" when="not slot.room"><park in="buffer"\/><\/on>'
wrong $unit hit '/<never event="UPDATE"/d; /doc="\(2\) \(3\)"/i\'"$room"
expect 'a hit without an entry is blocked' 1 'parked in buffer, nothing wakes them' "$tmp/hit.xml" $small --set WAYS=2
wrong $unit miss '/<never event="UPDATE"/d; /<on event="UPDATE" doc="\(7\)">/i\'"$room"
expect 'a miss without an entry is blocked' 1 'parked in buffer, nothing wakes them' "$tmp/miss.xml" $small
wrong $unit locked '/<on event="FAIL"/s/<do macro="release"\/>/<done in="slot"\/>/; /name="locked"/d'
expect 'a block that stays locked' 1 'is locked' "$tmp/locked.xml" $small
wrong $unit unlocked 's/<lock what="z"\/>//'
expect 'a block that nobody locks' 1 "invariant 'locked' of ZU" "$tmp/unlocked.xml" $small
wrong $unit twice '/<on event="PASS"/a\<reply name="done" tag="slot.tag"\/>'
expect 'an update is acknowledged twice' 1 'FAILED: conservation' "$tmp/twice.xml" $small
wrong $unit lost '/<on event="FAIL"/s/<reply name="done" tag="slot.tag"\/>//'
expect 'an update is never acknowledged' 1 'FAILED: ' "$tmp/lost.xml" $small

# Lock and entry one after the other: harmless as long as the lock comes first.
for hit in 0 1; do
    for miss in 0 1; do
        expect "torn, hit $hit, miss $miss" 0 'PASSED' "$top/$torn" --lines 3 --set HIT=$hit --set MISS=$miss
    done
done
late='<in state="E"><on event="fetch"><allocate what="z"\/><lock what="z"\/><go to="F"\/><\/on>'
late=$late'<on event="UPDATE"><park in="buffer"\/><\/on><never event="*" why="nothing was asked for"\/><\/in>'
wrong $torn entry '/<state name="F"/i\<state name="E" at="slot" stable="no"\/>
    /<macro/i\<wake name="fetch" of="slot" in="E" when="true"\/>
    /<in state="N">/a\<on event="UPDATE" when="MISS eq 0"><do macro="take"\/><go to="E"\/><\/on>
    s/(<on event="UPDATE" when="MISS eq) 0/\1 1/; s/<in state="F">/'"$late"'&/'
expect 'the entry first' 1 "circular wait: room in 'slot' of ZU waits for event fetch waits for room in 'z'" \
    "$tmp/entry.xml"

# WIPE, and memory that is set back behind it.
wipe=$top/tests/gpudet/wipe.xml
expect 'memory is set back before a write-back is there' 1 "invariant 'zero' of MEM" "$wipe"
expect 'behind the answers of memory' 0 'PASSED' "$wipe" --set WAIT=1

# Which colour is in memory at last.
expect 'the smallest depth' 0 'PASSED' "$top/$order" --set SRCS=2
expect 'the later of two with one depth' 0 'PASSED' "$top/$order" --set SRCS=2 --set LAST=1 --set TWICE=1
expect 'less than, no two with one depth' 0 'PASSED' "$top/$order" --set SRCS=2 --set STRICT=1
expect 'less than, two with one depth' 1 'FAILED: invariant' "$top/$order" --set SRCS=1 --set TWICE=1 --set STRICT=1
expect 'and it is told which updates these were' 1 'pick d=0 w0=0 w1=1, unasked, line 0: N -> P' "$top/$order" \
    --set SRCS=1 --set TWICE=1 --set STRICT=1
wrong $order arrive 's/(<network name="updates" .*)pair/\1none/'
expect 'updates of one wavefront overtake' 1 'FAILED: invariant' "$tmp/arrive.xml" --set SRCS=1 --set TWICE=1
wrong $order colours 's/(<network name="colours" .*)pair/\1none/'
expect 'colours of one block overtake' 1 'FAILED: invariant' "$tmp/colours.xml" --set SRCS=2
wrong $order raised 's/p0 \? slot.d : z.d0/slot.d/'
expect 'a depth is raised' 1 'FAILED: invariant' "$tmp/raised.xml" --set SRCS=2
}
exit $failed
