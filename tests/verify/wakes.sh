#!/bin/sh
# Wakes of waiting entries: each makes the next one due, and one that is missed is found.
. "$(dirname "$0")/lib.sh"
gate=tests/protocols/gate.xml

expect 'answers in the order of requests' 0 'GATE: 5 of 5 rows taken' "$top/$gate" --lines 2 --coverage --expect-coverage
wrong $gate missed 's/<set name="served" value="served \+ 1"\/>//'
expect 'the turn does not move on' 1 "invariant 'due'" "$tmp/missed.xml" --lines 2
wrong $gate chain 's/<set name="served" value="served \+ 1"\/>//; s/<invariant.*//'
expect 'the chain breaks' 1 'nothing can happen any more' "$tmp/chain.xml" --lines 2
wrong $gate order 's/slot.ticket eq served/slot.ticket ne served/'
expect 'woken out of turn' 1 'nothing can happen any more' "$tmp/order.xml" --lines 2
exit $failed
