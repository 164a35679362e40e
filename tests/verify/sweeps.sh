#!/bin/sh
# Sweeps and gathers: every row of flush.xml is taken, and mistakes in it are found.
. "$(dirname "$0")/lib.sh"
flush=tests/protocols/flush.xml
one="--system small --cores 1 --lines 2"
two="--system small --lines 1"

# shellcheck disable=SC2086
{
expect 'two threads: every row of the L1' 0 'L1: 16 of 16 rows taken' "$top/$flush" --system small --cores 1 --warps 2 \
    --lines 2 --coverage
expect 'two cores: every row of the bank' 0 'BANK: 16 of 16 rows taken' "$top/$flush" $two --coverage
expect 'two cores, two lines' 0 'PASSED' "$top/$flush" --system small --lines 2 --ops 2
wrong $flush where 's/where="line.dirty"/where="not line.dirty"/'
expect 'dirty lines are left out' 1 "invariant 'settled'" "$tmp/where.xml" $one
wrong $flush early 's/ after="clean"//'
expect 'answered before the sweep is over' 1 "invariant 'settled'" "$tmp/early.xml" $one
wrong $flush uncounted 's/<expect gather="acks"\/>//'
expect 'a line that is not counted' 1 "invariant 'counted'" "$tmp/uncounted.xml" $one
wrong $flush unanswered 's/<got gather="acks"\/>//'
expect 'an answer that is not counted' 1 'no row has <got gather="acks"/>' "$tmp/unanswered.xml" $one
wrong $flush two 's/<stall event="fence.busy" why="one at a time"\/>//; s/<event name="fence.busy".*\/>//'
expect 'two fences, one answer' 1 'FAILED: ' "$tmp/two.xml" --system small --cores 1 --warps 2 --lines 1
wrong $flush stale 's/<expect gather="acks"\/><go to="MC"\/>/<expect gather="acks"\/>/
    s/<never event="\*" why="(nothing was asked for|a Recall comes behind|nothing was asked for,)/<on event="Done"><got gather="acks"\/><\/on>&/
    s/ and state ne MC and//; s/state ne MC and//;
    s/<on event="Clean"><do macro="store"\/>(<send.*)/<on event="Clean"><do macro="store"\/>\1/
    s/(<in state="V">)/\1<on event="Clean"><do macro="store"\/><send message="Done" to="msg.from"\/><\/on>/'
expect 'a Clean that comes late' 1 'event Clean in state I' "$tmp/stale.xml" $two
# --keyed leaves out fences; but what a request with a key has begun comes to its end.
wrong $flush keyed 's/name="fence" key="no" answer/name="flush" answer/; s/"fence.busy" from="fence"/"flush.busy" from="flush"/
    s/(event=")fence(.busy)?"/\1flush\2"/; s/<in doc="the whole L1">/<in state="*">/; s/<on event="clean.end"/<\/in><in>&/'
expect 'a sweep for a line' 0 'L1: 16 of 16 rows taken' "$tmp/keyed.xml" --system small --cores 1 --warps 2 --lines 2 \
    --keyed --coverage
expect 'a fence is left out' 0 'never taken: M / clean' "$top/$flush" --system small --cores 1 --lines 2 --keyed --coverage

# Walks and sweeps over two stores and two waiting places.
epochs=tests/protocols/epochs.xml
few="--system small --cores 1 --lines 2 --ops 2"
expect 'all are told once' 0 'PASSED' "$top/$epochs" $few
for place in line reads region writes; do
    wrong $epochs untold "s/<walk over=\"$place\">.*//"
    expect "the $place are not told" 1 'another epoch' "$tmp/untold.xml" $few
done

# What is parked is told in one step: in a stall buffer, whose order changes, and in two files of entries.
turns=tests/protocols/turns.xml
expect 'all that wait are told' 0 'GUARD: 12 of 12 rows taken' "$top/$turns" --expect-coverage
expect 'three that wait' 0 '16456 states' "$top/$turns" --warps 3 --set DEPTH=3
for place in held slot late; do
    wrong $turns untold "/<walk over=\"$place\">/s/<set name=\"parked.at\"[^>]*>//; /<walk over=\"$place\" /s/<set name=\"parked.at\"[^>]*>//"
    expect "what waits in $place is not told" 1 'it was not told of the epoch' "$tmp/untold.xml"
done
# In rows of events with a key: that key is left out.
bumps=tests/designs/bumps.xml
expect 'the own key is left out' 0 'PASSED' "$top/$bumps" --warps 3 --lines 2
wrong $bumps own 's/<set name="line.own" value="line.own \+ 1"\/>/&<set name="line.mark" value="line.mark + 1"\/>/'
expect 'the own line is told' 1 'bumps of its own' "$tmp/own.xml" --warps 3 --lines 1
}
exit $failed
