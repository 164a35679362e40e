#!/bin/sh
# Verdicts and sizes of small configurations, litmus tests, coverage, the memory limit, and what the options refuse.
. "$(dirname "$0")/lib.sh"
toy=$top/tests/protocols/toy.xml
msi=$top/tests/protocols/msi.xml
mesi=$top/specs/mesi/mesi.xml
rcc=$top/specs/rcc/rcc.xml
litmus=$top/sim/litmus

# What a number of states would betray, which `PASSED` would not: fewer, that steps or orders of messages are not taken,
# or that states are taken for one that are not (packing, hash, renumbering); more, that what does not matter is kept.
# With --no-symmetry those of toy and msi are SPIN's (spin.sh), so not just what was seen once; without it a state that
# is renumbered wrongly is missing. The depth: that the search is breadth first, so that counterexamples are shortest.
expect toy 0 '103 states, 261 transitions, depth 14' "$toy"
expect 'toy, two lines' 0 '1044 states, 3528 transitions, depth 20' "$toy" --lines 2
expect 'toy, two lines, every numbering' 0 '2013 states, 6754 transitions, depth 20' "$toy" --lines 2 --no-symmetry
expect msi 0 '4844 states, 13037 transitions, depth 34' "$msi" --warps 1
expect 'msi, every numbering' 0 '8562 states, 22953 transitions, depth 34' "$msi" --warps 1 --no-symmetry
expect mesi 0 '12585 states, 33066 transitions, depth 41' "$mesi" --warps 1
expect rcc 0 '55751 states, 157600 transitions, depth 35' "$rcc" --system bounded --warps 1 --stamp-max 5 --keyed
grep -q '^PASSED within the bounds' "$tmp/out" || { echo "FAIL rcc: the bound is not reported"; failed=1; }
expect 'rcc, every numbering' 0 '110778 states, 312666 transitions, depth 35' "$rcc" --system bounded --warps 1 \
    --stamp-max 5 --keyed --no-symmetry
expect 'rcc, two lines, two operations, no bound reached' 0 '45990 states, 117658 transitions, depth 32' "$rcc" \
    --system bounded --warps 1 --lines 2 --ops 2 --stamp-max 12 --keyed
tail -n 1 "$tmp/out" | grep -qx 'PASSED' || { echo "FAIL rcc: a bound was reached"; failed=1; }

for test in CoRR1 CoRW1 CoRW2 CoWW 2+2W LB MP R S SB; do
    expect "rcc, litmus $test" 0 'outcomes under SC, no other' "$rcc" --system bounded --warps 1 --stamp-max 10 \
        --litmus "$litmus/$test.litmus"
done
for test in CoRR1 MP; do
    expect "msi, litmus $test" 0 '3 of 3 outcomes under SC, no other' "$msi" --warps 1 --litmus "$litmus/$test.litmus"
done

expect coverage 0 'never taken: SM_A / InvAck (line 116)' "$msi" --warps 1 --coverage
grep -qF 'DIR: 30 of 30 rows taken' "$tmp/out" || { echo "FAIL coverage: rows of DIR"; failed=1; }
expect 'coverage: a row without state' 0 'never taken: Stop (line ' "$top/specs/getm/getm.xml" --lines 1 --ops 1 \
    --no-atomics --coverage
expect 'memory limit' 3 'INCOMPLETE: the memory limit of 8 MB is reached at depth' "$msi" --warps 1 --lines 2 --memory 8
expect 'number out of range' 2 "--cores: '9' is not a number from 1 to 8" "$rcc" --system bounded --cores 9
expect 'too many threads' 2 'too many threads (cores x warps), expected at most 8' "$rcc" --system bounded --cores 3 \
    --warps 3
expect 'litmus test with too many threads' 2 '4 threads, the system has 2' "$rcc" --system bounded --warps 1 \
    --litmus "$litmus/IRIW.litmus"
expect 'litmus tests, the first one with too many threads' 2 '3 of 3 outcomes under SC, no other' "$msi" --warps 1 \
    --litmus "$litmus/IRIW.litmus" --litmus "$litmus/MP.litmus"

# A test whose programs nobody can run says nothing, so it is refused.
toy=tests/protocols/toy.xml
expect 'litmus test of a table without loads and stores' 2 \
    "echo.xml:12:5: error: verify: litmus MP: this port has no event 'store'; expected the events load, store" \
    "$top/tests/protocols/echo.xml" --cores 2 --litmus "$litmus/MP.litmus"
expect 'litmus test of atomics, a table without' 2 "this port has no event 'atomic'" "$top/$toy" \
    --litmus "$top/tests/verify/litmus/SB+atomics.litmus"
wrong $toy silent 's/(<reply name="loaded")>.*<\/reply> (<reply name="stored"\/>)/\1\/> \2/; s/(name="loaded") data="msg.data"/\1/'
expect 'litmus test of loads without data' 2 "no answer to 'load' has a field of an opaque type" "$tmp/silent.xml" \
    --litmus "$litmus/MP.litmus"
expect 'unknown system' 2 "no system 'tiny'" "$rcc" --system tiny
expect 'bound beyond the type' 2 'a bound must leave room for the sums of a row' "$rcc" --system bounded --stamp-max 15
expect 'no model' 2 'verify: ' "$top/tests/protocols/zunit.xml" --litmus "$litmus/MP.litmus"
expect 'option of another command' 2 "has no option '--format'" "$rcc" --system bounded --format md
expect 'output of a search' 2 '--output is for --export' "$rcc" --system bounded -o "$tmp/out.pml"
exit $failed
