#!/bin/sh
# What is served in turn is at rest, though never all can ask at once. Inputs that change in a run: --set NAME=A,B. They may at any moment, and nobody promises that they do.
. "$(dirname "$0")/lib.sh"
turns=tests/verify/turns.xml

expect 'two windows, open in turn' 0 '2 states' "$top/tests/verify/shift.xml"
wrong tests/verify/shift.xml closed 's/day eq WARPS - 1 \? 0 : day \+ 1/day eq WARPS - 1 ? day : day + 1/'
expect 'one that is shut for ever' 1 'core 0 warp 0 is kept from its next request' "$tmp/closed.xml"
expect 'a token' 0 'PASSED: three: 11 states' "$top/tests/verify/token.xml"
wrong tests/verify/token.xml lost 's/<send message="Token"[^>]*>//'
expect 'a token that is lost' 1 'FAILED: deadlock' "$tmp/lost.xml"

expect 'the portfolio' 0 'PASSED: changes: 6 states' "$top/$turns"
expect 'two instances, each by itself' 0 'PASSED' "$top/$turns" --system one --cores 2 --set pin=0,2
expect 'it does not change' 0 'inputs that change (--set NAME=A,B)' "$top/$turns" --search open
expect 'the first value is that at reset' 0 'never taken: S / reopen' "$top/$turns" --system one --set VALVE.pin=1,3 --coverage
expect 'the later one counts' 0 '2 states, 2 transitions' "$top/$turns" --set pin=0,2 --set pin=0

wrong $turns late 's/ and not shut and not under/ and not shut/'
expect 'what it finds before it changes' 1 "invariant 'quiet'" "$tmp/late.xml" --set pin=0,2
grep -qE '^ +[0-9]+ +VALVE\[0\] +the input changes, pin 0 -> 2' "$tmp/out" || { echo 'FAIL the change is not in the trace'; tail "$tmp/out"; failed=1; }
expect 'with one value' 0 'PASSED' "$tmp/late.xml"
# Only a change of the input would end the wait.
wrong $turns wait 's|<on event="touch" when="shut"><reply name="touched"/></on>|<stall event="touch" why="shut" when="shut"/>|;
    s|why="shut" when="shut"/>|why="shut"/>|;/<stall event="touch" why="one/d'
expect 'a change is no way out' 1 'FAILED: ' "$tmp/wait.xml" --set pin=0,2

expect 'no number' 2 "--set pin=1,x: expected a number, or up to 16 with commas" "$top/$turns" --system one --set pin=1,x
expect 'too large' 2 "4 does not fit the input 'pin' of 2 bits" "$top/$turns" --system one --set pin=0,4
expect 'nothing but changes' 2 "--fair: the input 'pin' changes" "$top/$turns" --system one --set pin=0,1 --fair
expect 'drawn' 2 'replay: not with inputs that change' "$top/specs/rcc/rcc.xml" --ops 1 --set wo=0,1 --replay "$tmp/r"
expect 'of a parameter' 2 "expected PARAM=INTEGER" "$top/specs/rcc/rcc.xml" --search two-cores --set CORES=1,2
# In a table with keys, with threads, cut and resumed, and by weak order.
expect 'mode of RCC' 0 'PASSED' "$top/specs/rcc/rcc.xml" --search mode-changes
states=$(sed -n 's/^\([0-9]* states, [0-9]* transitions\).*/\1/p' "$tmp/out")
expect 'by two threads' 0 "$states" "$top/specs/rcc/rcc.xml" --search mode-changes --threads 2
exit $failed
