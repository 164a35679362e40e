#!/bin/sh
# The shipped protocol as a whole: rollover, both orders, the livelock guard, memory errors; each part that the small
# studies (rollover.sh, wo.sh) need is needed here too.
#   rcc.sh [all]        all: also what takes longer
. "$(dirname "$0")/lib.sh"
more=${1-}
rcc=specs/rcc/rcc.xml
litmus=$top/sim/litmus
own=$top/tests/verify/litmus

# all NAME: the last search ended by itself, without a bound.
all() { tail -n 1 "$tmp/out" | grep -qx PASSED || { echo "FAIL $name: a bound was reached"; failed=1; }; }
# search NAME STATUS TEXT FILE OPTION...: with times of two bits
search() {
    n=$1 s=$2 t=$3 f=$4
    shift 4
    expect "$n" "$s" "$t" "$f" --system bounded --set TS_BITS=2 --set LEASE_MAX=1 "$@"
}

# rows: adds the rows and covers that the last search missed to those that all have missed.
rows() {
    grep -E '^ *never (taken|met): ' "$tmp/out" | sort -u >"$tmp/missed"
    if [ -s "$tmp/never" ]; then
        comm -12 "$tmp/never" "$tmp/missed" >"$tmp/both"
        mv "$tmp/both" "$tmp/never"
    else
        cp "$tmp/missed" "$tmp/never"
    fi
}
expect 'two cores, as it comes' 0 '221384 states, 936595 transitions, depth 94' "$top/$rcc" --system small \
    --coverage
all
rows
search 'weakly ordered, the guard, two warps' 0 '354634 states, 1124748 transitions, depth 49' "$top/$rcc" --cores 1 \
    --ops 2 --no-atomics --set GUARD=1 --set wo=1 --coverage
all
rows
search 'two banks' 0 '238722 states, 903033 transitions, depth 42' "$top/$rcc" --warps 1 --lines 2 --ops 2 \
    --set BANKS=2 --no-atomics --coverage
all
rows
search 'two warps' 0 '135118 states, 456230 transitions, depth 67' "$top/$rcc" --cores 1 --coverage
all
rows
search 'memory that fails' 0 'PASSED' "$top/$rcc" --cores 1 --ops 2 --bad-lines 1 --fails
expect 'leases that grow' 0 'PASSED' "$top/$rcc" --system bounded --keyed --cores 1 --lines 2 --ops 2 --set L1.WAYS=2 \
    --set L2.WAYS=2 --stamp-max 28 --set TS_BITS=6 --set LEASE_MIN=2 --set LEASE_MAX=5 --coverage
rows
if [ -s "$tmp/never" ]; then
    echo 'FAIL rows or covers that none of the searches meets:'
    cat "$tmp/never"
    failed=1
else
    echo 'ok   every row, every cover'
fi

# Rollover.
wrong $rcc copies 's|<walk over="line"><free what="line"/></walk>||'
search 'RESUME forgets no copies' 1 'FAILED: ' "$tmp/copies.xml" --warps 1
wrong $rcc early 's|(<wish name="empty".*) and mshr.empty|\1|; /name="drained-empty"/d'
search 'DRAINED too early' 1 'after the restart, but its core goes on at time' "$tmp/early.xml" --warps 1
wrong $rcc again 's|<choose><when test="stopped"><set name="again" value="true"/></when><otherwise>(<set name="stopped" value="true"/>)</otherwise></choose>|\1|'
search 'a STOP that overtakes the RESUME before it' 1 'does not accept the load of line 0' "$tmp/again.xml" --warps 1
wrong $rcc end '/GETS.end" doc/s|<set name="line.exp"[^>]*/>||'
search 'a read at END that the next write may come before' 1 'FAILED: ' "$tmp/end.xml" --lines 2 --warps 1 --ops 3 \
    --no-atomics --set L1.WAYS=2 --set L2.WAYS=2
wrong $rcc one_view 's|<set name="wnow" value="0"/>||'
search 'RESUME resets one view only' 1 "invariant 'together'" "$tmp/one_view.xml" --warps 1
[ -z "$more" ] ||
    search 'RESUME resets one view only, weakly ordered' 1 'FAILED: ' "$tmp/one_view.xml" --warps 1 --set wo=1

wrong $rcc half 's|(<macro name="level"><set name="rnow"[^>]*/>)<set name="wnow"[^>]*/>|\1|'
search 'a fence that moves the read view alone' 1 'the fence has the time' "$tmp/half.xml" --cores 1 --ops 2 \
    --set wo=1 --no-atomics

# The livelock that the guard (GUARD=1) ends; that it does takes 10 s: docs/verify.md.
search 'no guard: spinning on an old copy' 1 \
    'a load that is repeated here for ever never sees the newest write of its line' "$top/$rcc" --warps 1 --progress

# The pin.
for test in SB ${more:+R}; do
    expect "$test" 0 '3 of 3 outcomes under SC, no other' "$top/$rcc" --system bounded --warps 1 --stamp-max 10 \
        --litmus "$litmus/$test.litmus"
    expect "$test, WO pin" 0 '4 of 4 outcomes under the weak model, no other' "$top/$rcc" --system bounded --warps 1 \
        --stamp-max 10 --set wo=1 --model weak --litmus "$litmus/$test.litmus"
    [ -z "$more" ] || expect "$test, WO pin, fences" 0 '3 of 3 outcomes under the weak model, no other' "$top/$rcc" --system bounded \
        --warps 1 --stamp-max 10 --set wo=1 --model weak --litmus "$litmus/fenced/$test+fences.litmus"
done
for test in ${more:+MP} CoRR1; do
    expect "$test, WO pin" 0 'under SC, no other' "$top/$rcc" --system bounded --warps 1 --stamp-max 10 \
        --set wo=1 --litmus "$litmus/$test.litmus"
done
expect 'a thread reads its own store' 0 '2 of 2 outcomes under the weak model, no other' "$top/$rcc" --system bounded \
    --cores 1 --stamp-max 10 --set wo=1 --model weak --litmus "$top/specs/rcc/litmus/CoWR.litmus"
# An atomic keeps its place among both kinds, which is more than the weak model asks for: its time is beyond both views,
# and so are both views beyond its time.
for test in ${more:+MP+atomic SB+atomics}; do
    expect "$test, WO pin" 0 '3 of 3 outcomes under SC, no other' "$top/$rcc" --system bounded --warps 1 \
        --stamp-max 10 --set wo=1 --litmus "$own/$test.litmus"
done
# Two cores, warps and lines end by themselves, without a bound: with rollover, and with atomics.
if [ -n "$more" ]; then
    two="$top/$rcc --system bounded --lines 2 --ops 1"
    for of in '1443674 states, 5870674 transitions:--no-atomics --set TS_BITS=2 --set LEASE_MAX=1' \
        '1321841 states, 4431103 transitions:--keyed --stamp-max 10'; do
        # shellcheck disable=SC2086
        expect "two of each, ${of#*:}" 0 "${of%%:*}" $two ${of#*:}
        if grep -q 'bounds' "$tmp/out"; then echo 'FAIL two of each: a bound'; failed=1; fi
    done
fi
wrong $rcc early_atomic 's|now="max\(rnow, wnow\)" op|now="rnow" op|'
expect 'an atomic before the stores before it' 1 '1:r0=1 1:r1=0   <- not sequentially consistent' \
    "$tmp/early_atomic.xml" --system bounded --warps 1 --stamp-max 10 --set wo=1 --litmus "$own/MP+atomic.litmus"
expect 'an atomic before the store before it' 1 '0:r0=0 1:r1=0   <- not sequentially consistent' \
    "$tmp/early_atomic.xml" --system bounded --warps 1 --stamp-max 10 --set wo=1 \
    --litmus "$own/SB+atomics.litmus"
if [ -n "$more" ]; then
    wrong $rcc late_atomic 's|now="max\(rnow, wnow\)" op|now="wnow" op|'
    expect 'an atomic before the load before it' 1 '2:r0=1 2:r1=0   <- not sequentially consistent' \
        "$tmp/late_atomic.xml" --system bounded --cores 3 --warps 1 --preloads 0 --stamp-max 6 --set LEASE_MAX=1 \
        --set wo=1 --litmus "$own/WRC+atomic.litmus"
fi
wrong $rcc e18 's|not weak or mshr.gets|not weak|'
expect 'E18: it does not' 1 '1:r0=0 0:r0=0   <- not allowed by the weak model' "$tmp/e18.xml" --system bounded \
    --cores 1 --stamp-max 10 --set wo=1 --model weak --litmus "$top/specs/rcc/litmus/CoWR.litmus"
# A pin that changes at any time: a register that a timer turns over.
flips='s|<input name="wo" type="bool"[^>]*/>|<register name="wo" type="bool" reset="false"/><timer name="flip" every="1"/>|; s|<on event="mode"|<on event="flip"><set name="wo" value="not wo"/></on>&|; s/tick empty mode core/tick empty mode flip core/'
wrong $rcc flip "$flips"
search 'the pin changes' 0 'PASSED' "$tmp/flip.xml" --cores 1 --ops 2 --no-atomics
wrong $rcc apart "$flips; s|(<on event=\"mode\"[^>]*>)<do macro=\"level\"/>|\\1|"
search 'the views are not made equal' 1 "invariant 'together'" "$tmp/apart.xml" --cores 1 --ops 2 --no-atomics
exit $failed
