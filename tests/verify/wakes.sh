#!/bin/sh
# Wakes of waiting entries: each makes the next one due, and one that is missed is found.
. "$(dirname "$0")/lib.sh"
gate=tests/protocols/gate.xml

expect 'answers in the order of requests' 0 'GATE: 5 of 5 rows taken' "$top/$gate" --lines 2 --coverage \
    --expect-coverage
wrong $gate missed 's/<set name="served" value="served \+ 1"\/>//'
expect 'the turn does not move on' 1 "invariant 'due'" "$tmp/missed.xml" --lines 2
wrong $gate chain 's/<set name="served" value="served \+ 1"\/>//; s/<invariant.*//'
expect 'the chain breaks' 1 'nothing can happen any more' "$tmp/chain.xml" --lines 2
wrong $gate order 's/slot.ticket eq served/slot.ticket ne served/'
expect 'woken out of turn' 1 'nothing can happen any more' "$tmp/order.xml" --lines 2

# A ring: places in the order of allocation, free from the oldest on.
log=tests/protocols/log.xml
expect 'a log' 0 'LOG: 7 of 7 rows taken' "$top/$log" --lines 3 --coverage --expect-coverage
wrong $log last 's/when="log.first"\/>/when="not log.first"\/>/'
expect 'only the oldest is left' 1 'nothing can happen any more' "$tmp/last.xml" --lines 2
# An entry that is done before the oldest one keeps its place.
wrong $log room \
    's/(<invariant name="written").*/\1 scope="controller" test="log.room or log.hit or log.empty or not gap"\/>/
    s/(<register|<wake name="commit")/<register name="gap" type="bool" reset="false"\/>\1/
    s/(<on event="drop"><reply name="dropped" tag="req.tag"\/>)<done\/>/\1<set name="gap" value="true"\/><done\/>/'
expect 'a gap is no room' 1 "invariant 'written'" "$tmp/room.xml" --lines 3 --set PLACES=2

# A locked line is no rest while a wake is due, or a timer still brings one; without any it is found.
leased=tests/verify/leased.xml
held='at rest line 0 of z of KEEPER[0] is locked'
expect 'a timer brings the wake that unlocks' 0 'PASSED' "$top/$leased"
wrong $leased due 's/ when="late"/ when="true"/'
expect 'the wake that unlocks is due' 0 'PASSED' "$tmp/due.xml"
wrong $leased asked 's/<on event="tick">.*<\/on>/<on event="tick"\/>/; s/<reply name="called"\/><\/on>/<set name="late" value="true"\/>&/'
expect 'only a new request brings the wake' 1 "$held" "$tmp/asked.xml"
wrong $leased kept 's/<unlock what="z"\/>//; s/<invariant.*//'
expect 'the wake does not unlock' 1 "$held" "$tmp/kept.xml"
exit $failed
