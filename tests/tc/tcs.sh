#!/bin/sh
# TC-strong: the searches that it names pass; mistakes, and readings of the published tables that do not hold, are found
# by them (docs/errata.md, T1 to T4).
. "$(dirname "$0")/../verify/lib.sh"
tcs=specs/tc/tcs.xml
cp "$top/specs/tc/common.xml" "$tmp/common.xml"

# mistake NAME TEXT SED-SCRIPT OPTION...: a copy with a mistake, which a search finds.
mistake() {
    sed -E "$3" "$top/$tcs" >"$tmp/wrong.xml"
    if cmp -s "$top/$tcs" "$tmp/wrong.xml"; then echo "FAIL $1: the mistake does not apply"; failed=1; fi
    name=$1 text=$2
    shift 3
    expect "$name" 1 "$text" "$tmp/wrong.xml" "$@"
}
{
if [ "${1:-}" = all ]; then
    expect 'as it is' 0 'PASSED: 17 of 17 searches' "$top/$tcs" --expect-coverage
    mistake 'an atomic that does not wait' 'data value' \
        's/<on event="WRITE WRITEV WRITEV.own ATOMIC"><do macro="wait"/<on event="ATOMIC"><do macro="rmw"\/><\/on><on event="WRITE WRITEV WRITEV.own"><do macro="wait"/' \
        --search two-cores
    exit $failed
fi
expect 'small' 0 PASSED "$top/$tcs" --search head
expect 'time is told' 0 "'time' to 7, 1 apart at most" "$top/$tcs" --search skewed
mistake 'a store that finds the lease over too early' 'data value' 's/when="time gt mshr.ts"/when="time ge mshr.ts"/' \
    --search two-cores
mistake 'a line that leaves before its lease is over' "invariant 'leased'" \
    's/victims="X P:over S:over"/victims="X P S"/; s/<stall event="evict" why="until the leases* (is|are) over"\/>/<on event="evict"><go to="I"\/><\/on>/' --search two-lines
mistake 'a copy kept for a tick more' 'time passes everywhere, time 0 -> 1' \
    's/time \+ MARGIN gt line.ts" event/time + MARGIN gt line.ts + 1" event/' --search two-lines
# T1: the tables say nothing of the time between WriteV and its answer.
mistake 'T1: hits while the store is on its way' 'data value' \
    '/<in state="VM">/,/<\/in>/s/<on event="load"><park\/><\/on>/<on event="load"><reply name="loaded" id="req.id" err="line.err" data="line.data" performs="read"\/><\/on>/' \
    --search memory-fails
# T2: loads that came later than the one that asked.
mistake 'T2: an answer that is late serves all that wait' 'data value' \
    's/<event name="DATA.late" from="DATA" when="msg.once or time \+ MARGIN gt msg.ts"/<event name="DATA.late" from="DATA" when="msg.once"/; s/event="load store atomic" as="I"/event="store atomic" as="I"\/><view name="gone" of="V" when="not replayed and time + MARGIN gt line.ts" event="load" as="I"/' \
    --search two-warps
# T3: what is shared is not the writer's own, whatever its lease.
mistake 'T3: the comparison of leases where several have one' 'data value' \
    's/(<stall event="WRITE WRITEV) WRITEV.own/<on event="WRITEV.own"><do macro="store"\/><\/on>\1/; s/(<on event="WRITE WRITEV) WRITEV.own( ATOMIC"><do macro="wait")/\1\2/' \
    --search two-cores
# Leases that a bank makes longer and shorter.
mistake 'a lease that grows without bound' "invariant 'bounded'" 's/min\(lease \+ LEASE_UP, LEASE_MAX\)/lease + LEASE_UP/' \
    --search adaptive --set LEASE_MAX=2
mistake 'a lease that ends before one that was given' "invariant 'leased'" 's/max\(line.ts, time \+ lease\)/time + lease/' \
    --search adaptive-lines
mistake 'a lease that is not made shorter by a store that waits' "cover 'shortest'" \
    's/(<macro name="wait"><allocate what="mshr"\/>)<do macro="shorter"\/>/\1/' --search adaptive --coverage --expect-coverage
mistake 'the same, at the head of the bank' "cover 'shortest'" 's/<do macro="waited"\/>//g' --search adaptive-head \
    --coverage --expect-coverage
expect 'a lease below the least one' 2 'LEASE must be from LEASE_MIN to LEASE_MAX' "$top/$tcs" --set ADAPT=1 --set LEASE_MIN=3
# Two leases that end one after the other take a tick more: with 6 MP passes without a margin.
mistake 'clocks that are apart, and no margin: MP' 'not sequentially consistent' '/<invariant|<cover/!s/ \+ MARGIN//g' \
    --lines 2 --ticks 7 --set HEAD=0 --set SKEW=1 --set MARGIN=1 --litmus "$top/sim/litmus/MP.litmus"
expect 'skew without a margin' 1 invariant "$top/$tcs" --set SKEW=1 --set HEAD=0
expect 'too few ticks' 2 "expected more than 3" "$top/$tcs" --ticks 3
expect 'no clock' 2 'there is no <clock>' "$top/tests/protocols/toy.xml" --ticks 5
expect 'SPIN' 2 'physical time: not exported' "$top/$tcs" --keyed --export promela -o "$tmp/out.pml"
# A time that goes round: all of its values.
expect 'round' 0 "'time' goes round in 8 ticks" "$top/tests/protocols/lapse.xml" --search round
}
exit $failed
