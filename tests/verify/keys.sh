#!/bin/sh
# Keys that are computed. Messages about other lines than the row's: they are followed, or the search says that it does
# not follow them.
. "$(dirname "$0")/lib.sh"
ahead=tests/protocols/ahead.xml
three="--lines 3 --set GROUP=3 --set LAST=2"

# shellcheck disable=SC2086
{
expect 'two lines' 0 '5241 states, 23253 transitions' "$top/$ahead" --lines 2
expect 'groups of three' 0 'PASSED' "$top/$ahead" $three --expect-coverage
expect 'a line that is not looked at' 2 \
    'ahead.xml:37:7: error: verify: message Hint is about line 1, but lines 0 to 0 are looked at (--lines 1)' \
    "$top/$ahead"
expect 'the way to it' 2 'sends Hint about line 3 to BANK[1]' "$top/$ahead" --lines 3
expect 'keys of 28 bits' 0 '5241 states, 23253 transitions' "$top/$ahead" --lines 2 --set ADDR_BITS=32
wrong $ahead wide 's/<register name="next"/<register name="big" type="big" reset="0"\/>&/
    s/<type name="addr"/<type name="big" bits="28"\/>&/; s/<set name="next"/<set name="big" value="big + 1"\/>&/
    s/key="next" to="home"/key="big eq 5 ? 0 : next" to="home"/'
expect 'a counter that is not looked at' 2 \
    "error: verify: key= reads 'big', which has 28 bits and is not looked at: expected 16 at most" \
    "$tmp/wide.xml" --lines 2
wrong $ahead bank 's/key="at" to="home"/key="at" to="BANK(0)"/'
expect 'a bank that is not the home' 1 'a line of another bank' "$tmp/bank.xml" --lines 2
wrong $ahead line 's/key="at" to="home"/key="at bitxor 1" to="home"/'
expect 'another line than the one counted' 1 'another line' "$tmp/line.xml" --lines 2
wrong $ahead data 's/<send message="Write"/& key="key bitxor 1"/'
expect 'data of another line' 2 \
    'error: verify: data of one line in a message about another one is followed in litmus tests only' \
    "$tmp/data.xml" --lines 2
wrong $ahead one 's/<set name="next" value="msg.line \+ 1"\/>//; s/key="next"/key="1"/; s/home ne me/false/;
    s/mod\([a-z.]+ \+ 1, GROUP\) ne 0/true/; s/key="key \+ 1"/key="1"/; s/<register name="next"[^>]*>//'
expect 'lines are told apart' 0 "symmetry of lines off: one.xml:" "$tmp/one.xml" --lines 2 --set BANKS=1
expect 'SPIN: a message about another line' 2 'ahead.xml:40:11: error: export: a message with key=: not exported' \
    "$top/$ahead" --keyed --export promela -o "$tmp/out.pml"

# A memory port with key= by itself: its lines are the memory of the keys, if each key has one.
wrong tests/protocols/toy.xml port 's/<port name="mem" kind="memory">/<port name="mem" kind="memory" key="key + 4096">/'
expect 'an array at another place' 0 '1044 states, 3528 transitions' "$tmp/port.xml" --lines 2
expect 'its replay' 2 'error: verify: replay: not with a port of kind memory that has key=' "$tmp/port.xml" \
    --random-run 10 --replay "$tmp/replay"
wrong tests/protocols/toy.xml pairs \
    's/<port name="mem" kind="memory">/<port name="mem" kind="memory" key="key \/ 2 + 64">/'
expect 'lines of several keys' 1 'FAILED: data value' "$tmp/pairs.xml" --lines 2
wrong tests/protocols/toy.xml few 's/bits="32" key="yes"/bits="5" key="yes"/; s/sets="4"/sets="1"/'
expect 'more lines than keys' 2 "verify: 3 lines, but keys of 'addr' have 1 bits: expected 2 lines at most" \
    "$tmp/few.xml" --lines 3
}
exit $failed
