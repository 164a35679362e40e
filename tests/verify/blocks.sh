#!/bin/sh
# Ports of kind="block": what is asked is answered as often and by whom as the port says; systems that blocks alone
# move.
. "$(dirname "$0")/lib.sh"
roll=tests/protocols/getm_roll.xml
desk=tests/protocols/desk.xml
ring="--set UNITS=3 --set CORES=3"
alone='/<port name="chief"/,/<\/port>/d; /event="ask"/d; /event="count"/d; /\.chief/d'
one="--set DESKS=1 --set CLERKS=2"

# shellcheck disable=SC2086
{
expect 'a ring of 2 units' 0 '64 states, 184 transitions' "$top/$roll" --set UNITS=2 --set CORES=3
expect 'a ring of 3 units, all rows but two that no order reaches' 0 'ROLL: 14 of 15 rows taken' \
    "$top/$roll" $ring --coverage
wrong $roll more 's/times="CORES"/times="CORES + 1"/'
expect 'an answer too many' 1 'event RollAck in state LAST meets a row marked never' "$tmp/more.xml" $ring
wrong $roll less 's/times="CORES"/times="CORES - 1"/'
expect 'an answer too few' 1 'is in state CORES, which is not stable' "$tmp/less.xml" $ring
wrong $roll unasked 's/ answer="RollAck" times="CORES"//'
expect 'answers that nobody has asked for' 1 'RollAck, unasked' "$tmp/unasked.xml" $ring
wrong $roll forgets 's/<choose>/<set name="stall" value="false"\/><choose>/'
expect 'the ring stands still' 1 'which is not stable' "$tmp/forgets.xml" $ring
wrong $roll many 's/times="CORES"/times="32"/'
expect 'refused: more answers than are counted' 2 'too many answers to a request' "$tmp/many.xml" $ring

wrong $desk clerks "$alone"
expect 'fields come back' 0 'PASSED' "$tmp/clerks.xml" $one
expect 'two of them, two lines' 0 'PASSED' "$tmp/clerks.xml" --set DESKS=2 --set CLERKS=2 --lines 2
wrong $desk other "$alone"'; s/clerk="msg.clerk" hint/clerk="0" hint/'
expect 'the wrong clerk is answered' 1 'which waits for none' "$tmp/other.xml" $one
wrong $desk never "$alone"'; s/<on event="MISSING">.*/<on event="MISSING"\/>/'
expect 'a clerk is forgotten' 1 'FAILED: deadlock' "$tmp/never.xml" $one
expect 'refused: warps of two core ports' 2 'the warps of two core ports' "$top/$desk"
}
exit $failed
