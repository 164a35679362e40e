#!/bin/sh
# Two memory ports of a controller, each with lines of its own.
. "$(dirname "$0")/lib.sh"
journal=tests/protocols/journal.xml

expect 'a journal' 0 'BANK: 7 of 7 rows taken' "$top/$journal" --lines 2 --ops 2 --coverage --expect-coverage
wrong $journal other 's/data="msg.data"\/><go to="K"/data="slot.data"\/><go to="K"/'
expect 'something else is kept' 1 'FAILED: ' "$tmp/other.xml"
wrong $journal same 's/key="key \+ JOURNAL"/key="key + 1"/'
expect 'the journal among the lines' 2 "line 0 of port 'log' is line 1 of other ports" "$tmp/same.xml"
wrong $journal shared 's/key="key \+ JOURNAL"/key="key \/ 2 + JOURNAL"/'
expect 'two lines with one place' 1 'FAILED: ' "$tmp/shared.xml" --lines 2
exit $failed
