#!/bin/sh
# Arrays of registers: what is counted and chosen stays true, and mistakes in it are found.
. "$(dirname "$0")/lib.sh"
lanes=tests/protocols/dispatch.xml
{
expect 'jobs are spread over lanes' 0 'PASSED' "$top/$lanes" --expect-coverage
expect 'three lanes' 0 'PASSED' "$top/$lanes" --set LANES=3 --expect-coverage
wrong $lanes full 's/<stall event="job".*//'
expect 'a lane gets more than it holds' 1 'FAILED: overflow' "$tmp/full.xml"
wrong $lanes most 's/argmin k in lane from next/argmax k in lane from next/'
expect 'the fullest lane is chosen' 1 'FAILED: overflow' "$tmp/most.xml"
wrong $lanes forgets 's/(<set name="runs)\[msg.client\]\[msg.lane\]/\1[msg.client][0]/'
expect 'the wrong element is set' 1 'FAILED: invariant' "$tmp/forgets.xml"
wrong $lanes each 's/in="lane">/in="client">/; s/done\[l\]( gt|" value| - )/done[lane(l)]\1/g'
expect 'lanes that no client has the number of' 0 'PASSED' "$tmp/each.xml"
wrong $lanes room 's/d.load\[l\] le MOST/d.load[l] lt MOST/'
expect 'an invariant over the system names an array' 1 "invariant 'room' of DISPATCH" "$tmp/room.xml"
wrong $lanes two 's/every l in lane, d (in DISPATCH:) d.load\[l\] le MOST/every c in client, d \1 not d.runs[c][1]/'
expect 'one of two indices' 1 "invariant 'room' of DISPATCH" "$tmp/two.xml"
}
exit $failed
