#!/bin/sh
# Several stores and waiters at one controller, locks, what waits in pools and is woken: each can go wrong.
. "$(dirname "$0")/lib.sh"
zunit=tests/protocols/zunit.xml
tight="--system tight --lines 2"
regions=tests/protocols/regions.xml
stc=tests/protocols/stc.xml

# shellcheck disable=SC2086
{
expect 'Z-unit, one set of one way, one slot' 0 '17935 states' "$top/$zunit" $tight
expect 'quantum numbers start again' 0 'ZU: 9 of 9 rows taken' "$top/$zunit" $tight --set wipe=1 --expect-coverage
wrong $zunit unlocked 's/<lock what="z"\/>//'
expect 'a block that nobody locks' 1 "invariant 'locked' of ZU" "$tmp/unlocked.xml" $tight
wrong $zunit locked 's/<unlock what="z"\/>//; s/<invariant name="locked".*//'
expect 'a block that stays locked' 1 'at rest line 0 of z of ZU[0] is locked' "$tmp/locked.xml" --system tight
wrong $zunit freed 's/<unlock what="z"\/>/<free what="z"\/>/;
    s/<do macro="release"\/><go to="V"\/>/<do macro="release"\/><go to="N"\/>/'
expect 'a locked block is freed' 1 'line 0 of z of ZU[0] is freed, but it is locked' "$tmp/freed.xml" --system tight
over='<reply name="done" tag="slot.tag"\/><unlock what="z"\/><done in="slot"\/>'
wrong $zunit asleep '/a later quantum/s/<do macro="release"\/>/'"$over/"
expect 'a wake is missed' 1 'parked in buffer, nothing wakes them' "$tmp/asleep.xml" --system tight
wrong $zunit again 's/<park in="buffer"\/>/&<wake in="buffer"\/>/'
expect 'what waits is offered again at once' 0 'PASSED' "$tmp/again.xml" --system tight
wrong $zunit slot 's/<done in="slot"\/>//'
expect 'a slot that is never free' 1 'the entry would never be freed' "$tmp/slot.xml" --system tight

# Waiters that are full: what had to wait for them is said, and so is what never had to; a claim that there is enough.
msi=tests/protocols/msi.xml
few="--warps 1 --lines 2 --ops 2 --set L1.MSHRS"
expect 'two entries for two lines' 0 'no room in L1.mshr' "$top/$msi" $few=2
expect 'one entry for two lines' 0 'PASSED' "$top/$msi" $few=1
if grep -q 'no room in L1.mshr' "$tmp/out"; then echo 'FAIL one entry: not looked at?'; failed=1; fi
wrong $msi enough 's/(<waiters name="mshr" kind="mshr" entries="MSHRS" depth="DEPTH")>$/\1 enough="yes">/'
expect 'enough entries' 0 'PASSED' "$tmp/enough.xml" $few=2
if grep -q 'no room in L1.mshr' "$tmp/out"; then echo 'FAIL enough entries: the claim is what was looked at'; failed=1; fi
for more in '' --plain; do
    expect "a claim that does not hold $more" 1 "'mshr' says that there always is enough of it: L1[" "$tmp/enough.xml" $few=1 $more
done
expect 'the claim is not exported' 2 'waiters with enough=: not exported' "$tmp/enough.xml" --export promela
"$COHGEN" emit "$tmp/enough.xml" -o "$tmp/emitted" >"$tmp/out" 2>&1 || failed=1
for text in 'closed_enough_mshr) assert' 'mshr_room' 'mshr_park_room'; do
    grep -qF "$text" "$tmp/emitted/checks/msi_l1_checks.vh" || { echo "FAIL the claim in Verilog: no '$text'"; failed=1; }
done
sed 's/enough="yes"/enough="maybe"/' "$tmp/enough.xml" >"$tmp/maybe.xml"
expect 'neither yes nor no' 1 'expected enough="yes" or "no", found "maybe"' "$tmp/maybe.xml"

# STC: a store that cannot go out is looked at again at every epoch change.
epochs="--set CUS=2 --set WAVES=1 --set N=1 --set LINE_BYTES=128 --set SEB_MIN=8 --set SETS=1 --set WAYS=1 --set BSQ=2
    --set BANKS=1 --set MISSES=1 --set VARIANT=1 --lines 3 --ops 1"
expect 'STC, epochs that are asked for' 0 'CU: 16 of 18 rows taken' "$top/$stc" $epochs --coverage
wrong $stc slept 's/<wake in="bsq"\/>//; s/<on event="quiet">/&<wake in="bsq"\/>/'
expect 'a store that nobody wakes' 1 'parked in bsq, nothing wakes them' "$tmp/slept.xml" $epochs

expect 'lines and regions' 0 'PASSED' "$top/$regions" --lines 2 --expect-coverage
wrong $regions regions 's/key="key \/ 4"/key="key \/ 2"/'
expect 'two regions, two lines in one of them' 0 'PASSED' "$tmp/regions.xml" --lines 3
wrong $regions kept 's/<free what="region"\/>//; s/key="key \/ 4"/key="key \/ 2"/'
expect 'a region that does not leave' 1 'FAILED: ' "$tmp/kept.xml" --lines 3
wrong $regions both 's/<go to="I"\/>/<free what="region"\/><go to="I"\/>/'
expect 'a line takes its region along' 1 "cover 'outlives'" "$tmp/both.xml" --expect-coverage
wrong $regions uncounted 's/<set name="region.writes" value="region.writes \+ 1"\/>//'
expect 'what is said of a region is wrong' 1 "invariant 'written' of BANK" "$tmp/uncounted.xml"
expect 'SPIN: a second store' 2 'regions.xml:37:5: error: export: a second store of a controller: not exported' \
    "$top/$regions" --export promela -o "$tmp/out.pml"
}

# Circles that check only warns of: a line's way that its own answer needs; an answer held behind who waits for it.
expect 'a way is kept for ever' 1 'Bring of line 1 on its way to C[0]; no way of line is free for its line: line 0 in W' "$top/tests/errors/warn_pinned.xml" --lines 2
expect 'ways enough' 0 'PASSED' "$top/tests/errors/warn_pinned.xml" --lines 2 --set WAYS=2
# Classes of victims with a view: what no class takes never leaves.
sed 's/victims="U S:unshared S M"/victims="U S:unshared M"/' "$top/specs/mesi/mesi.xml" >"$tmp/shared.xml"
expect 'a line that others share is no victim' 1 'no way of line is free for its line: line 0 in ' "$tmp/shared.xml" \
    --search one-way
sed 's/victims="V:over V"/victims="V:over"/' "$top/specs/rcc/rcc.xml" >"$tmp/over.xml"
expect 'a copy that is not over is no victim' 1 'at rest, L1[0] does not accept the load of line 1' "$tmp/over.xml" --search one-way
expect 'an answer behind who waits for it' 1 'Now of line 0 on its way to C[0]' "$top/tests/errors/warn_awake.xml"
exit $failed
