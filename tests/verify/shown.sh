#!/bin/sh
# Registers that other controllers see: each change takes as long as it likes, and the next one may not come before it
# is seen. Without messages there are no queues that hold what comes too early.
. "$(dirname "$0")/lib.sh"
pause=tests/protocols/pause.xml
expect 'two nodes' 0 PASSED "$top/$pause" --lines 2 --ops 1
expect 'three nodes' 0 PASSED "$top/$pause" --cores 3 --ops 1
wrong $pause early 's/begun and still eq 0/begun/'
expect 'a change before the one before is seen' 1 \
    'what LEAD[0] shows changes again before NODE[0] has seen the change before' "$tmp/early.xml" --ops 1
expect 'what is seen is told' 1 'LEAD[0]  sees NODE[1], still 1 -> 3' "$tmp/early.xml" --ops 1
wrong $pause some 's/all\(still\)/any(still)/'
expect 'a pause before all stand still' 1 "invariant 'together' of NODE" "$tmp/some.xml" --ops 1
expect 'replay' 2 'pause.xml:24:5: error: verify: replay: not with inputs that show registers' "$top/$pause" \
    --replay "$tmp/none"
expect 'SPIN' 2 'error: export: an input that shows a register: not exported' "$top/$pause" --keyed --export promela \
    -o "$tmp/out.pml"
exit $failed
