#!/bin/sh
# Several homes, the own node, rows that wait or must not be under a condition, the texts of errors.
. "$(dirname "$0")/lib.sh"
homes=tests/protocols/homes.xml

expect 'two homes' 0 'PASSED' "$top/$homes" --lines 2 --warps 1
expect 'no symmetry of lines' 0 "'home(BANK)' depends on the number of a line" "$top/$homes" --lines 2 --warps 1
wrong $homes name '/<invariant name="own"/d; s/who="me"/who="BANK(0)"/'
expect 'an error says what it says' 1 "event Note in state Ready meets an error: a note in another's name" \
    "$tmp/name.xml" --warps 1
wrong $homes bank 's/ne home\(BANK\)/ne home(NOTARY)/'
expect 'the second of two errors' 1 'meets an error: a note for another bank' "$tmp/bank.xml" --warps 1
wrong $homes self 's/test="self ne me"/test="self eq me"/'
expect 'a register with the own node' 1 'meets an error: two ideas of the own node' "$tmp/self.xml" --warps 1
wrong $homes never 's/when="noted or not asked"/when="asked"/'
expect 'never, under a condition' 1 'meets a row marked never: one note at a time' "$tmp/never.xml" --warps 1
wrong $homes stall '/<invariant name="once"/,+1d; s/<stall event="store".*//'
expect 'without the row that waits' 1 'one note at a time' "$tmp/stall.xml" --warps 2 --cores 1
wrong $homes rest 's/name="n" value="0"/name="n" value="n"/'
expect 'a rest that never ends' 1 'FAILED' "$tmp/rest.xml" --warps 1
wrong $homes here 's/home\(BANK, a\) eq b/home(NOTARY, a) eq b/'
expect 'an invariant of homes' 1 'FAILED' "$tmp/here.xml" --warps 1
colours=tests/verify/colours.xml
expect 'enums have their names' 1 \
    'Went c=green from B[0], line 0: R (colours.xml:13), answers gone to warp 0, last red -> green' \
    "$top/$colours"
exit $failed
