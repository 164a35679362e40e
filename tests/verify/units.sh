#!/bin/sh
# Units behind block ports: any outcome is tried, what comes back is what was sent.
. "$(dirname "$0")/lib.sh"
most=tests/protocols/most.xml
one="--cores 1 --warps 2"

# shellcheck disable=SC2086
{
expect 'both outcomes' 0 'BANK: 9 of 9 rows taken' "$top/$most" $one --coverage
expect 'two lines' 0 'PASSED' "$top/$most" --cores 1 --warps 2 --lines 2
wrong $most none \
    's/<reply name="done" id="msg.id"\/><replay\/><done\/><go to="V"\/><\/on>$/<replay\/><done\/><go to="V"\/><\/on>/'
expect 'the other outcome is not answered' 1 'FAILED' "$tmp/none.xml" $one
wrong $most id 's/(event="NOT"><reply name="done" id=)"msg.id"/\1"0"/'
expect 'another thread is answered' 1 'FAILED' "$tmp/id.xml" $one
wrong $most early 's/(event="offer"><allocate what="mshr"\/>)/\1<reply name="done" id="req.id"\/>/'
expect 'answered before the comparison, and again' 1 'FAILED' "$tmp/early.xml" $one
wrong $most never 's/<on event="NOT">.*/<never event="NOT" why="always greater"\/>/'
expect 'an outcome that is thought impossible' 1 'meets a row marked never: always greater' "$tmp/never.xml" $one
}
exit $failed
