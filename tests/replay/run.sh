#!/bin/sh
# Counterexamples of the model checker in Verilog: each must come out the same there, and must not on a design without
# the mistake.
# And random runs of the model: without a mistake model and Verilog must agree in every step.
# COHGEN, MUTATE: the programs. Seven small designs are built.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0
published=$top/specs/rcc/published.xml

good() { echo "ok   $1"; }
bad() { echo "FAIL $1; output:"; tail -n 30 "$2"; failed=1; }

# record NAME FILE OPTION...: the folder $tmp/NAME must be there afterwards
record() {
    name=$1
    shift
    "$COHGEN" verify "$@" --replay "$tmp/$name" >"$tmp/$name.txt" 2>&1 || true
    if [ -f "$tmp/$name/schedule" ]; then good "$name is recorded"; else bad "$name: no schedule" "$tmp/$name.txt"; fi
}
# replay NAME STATUS TEXT ARGUMENT...: output to $tmp/NAME.log, which must hold TEXT
replay() {
    name=$1 status=$2 text=$3 code=0
    shift 3
    "$top/scripts/replay.sh" "$@" >"$tmp/$name.log" 2>&1 || code=$?
    if [ "$code" = "$status" ] && grep -qF -- "$text" "$tmp/$name.log"; then
        good "$name"
    else
        bad "$name: exit status $code, expected $status with '$text'" "$tmp/$name.log"
    fi
}
# wave NAME FILE: a waveform of some length
wave() {
    if [ "$(wc -c <"$2" 2>/dev/null || echo 0)" -gt 2000 ]; then
        good "$1: waveform"
    else
        bad "$1: no waveform" "$tmp/$1.log"
    fi
}

# Erratum E1 and a stale value, on one design; E4.
record e1 "$published" --warps 1 --set LEASE=1
replay e1 0 'warp 0 of L1[0] waits for the answer to its store of line 0' "$tmp/e1"
wave e1 "$tmp/e1/replay.fst"
record value "$published" --warps 1 --set LEASE=1 --lines 2 --stamp-max 4 --allow deadlock --allow livelock \
    --allow conservation
cp -R "$tmp/e1/verilated" "$tmp/value"
replay value 0 'REPRODUCED' "$tmp/value"
grep -q 'the value seen is 1000, the newest write has left' "$tmp/value.log" ||
    bad 'value: not a stale one' "$tmp/value.log"
wave value "$tmp/value/replay.fst"
record e4 "$published" --cores 1 --stamp-max 8 --no-atomics --allow deadlock --allow livelock --allow conservation \
    --allow value --allow order
replay e4 0 'L1[0] fails in VI x RENEW of line 0' "$tmp/e4"
wave e4 "$tmp/e4/replay.fst"

# A mutant of the corrected tables: a store at L2 is not put behind what was before it.
number=$("$MUTATE" "$top/specs/rcc/rcc.xml" --list | grep 'max(msg.now, line.ver, line.exp + 1) -> 0$' | head -n 1 \
    | cut -f 1)
"$MUTATE" "$top/specs/rcc/rcc.xml" -n "${number:-0}" -o "$tmp/mutant.xml"
record mutant "$tmp/mutant.xml" --system bounded --warps 1 --keyed --stamp-max 6 --set TS_BITS=14
grep -q '^found order ' "$tmp/mutant/schedule" || bad 'mutant: another property' "$tmp/mutant/schedule"
replay mutant 0 'REPRODUCED' "$tmp/mutant"
wave mutant "$tmp/mutant/replay.fst"

# Random runs.
record random "$top/specs/rcc/rcc.xml" --system bounded --warps 1 --keyed --set TS_BITS=14 --stamp-max 16000 --lines 3 \
    --random-run 3000
replay random 0 'AGREES: ' --quiet "$tmp/random"
grep -q ' 3000 steps' "$tmp/random.log" || bad 'random: not as long as asked for' "$tmp/random.log"
mkdir "$tmp/random/with_mutant"
cp -R "$tmp/mutant/verilated" "$tmp/random/with_mutant"
replay 'random run on the mutant' 1 'line.ver of L2[0] is 0, expected ' --quiet --spec "$tmp/mutant.xml" "$tmp/random"
record msi "$top/tests/protocols/msi.xml" --warps 1 --lines 3 --random-run 2000 --seed 2
replay msi 0 'AGREES: ' --quiet "$tmp/msi"

# Messages that name their line; a number that the sender does not send.
sed 's/<send message="Ping"/& key="key"/' "$top/tests/protocols/echo.xml" >"$tmp/about.xml"
record about "$tmp/about.xml" --lines 2 --random-run 200 --seed 1
replay about 0 'AGREES: ' --quiet "$tmp/about"
sed 's/ about line 0 / about line 1 /' "$tmp/about/schedule" >"$tmp/schedule"
code=0
"$tmp/about/replay" --quiet "$tmp/schedule" >"$tmp/log" 2>&1 || code=$?
if [ "$code" = 1 ] && grep -qF 'key of the Ping to ECHO[0] is 0, expected 1' "$tmp/log"; then good 'about another line'
else bad "about another line: exit status $code" "$tmp/log"; fi

# Claims that do not hold: of waiters, whose last request waits, and no row is taken; of a network.
sed -E 's/(<waiters name="mshr" kind="mshr" entries="MSHRS" depth="DEPTH")>$/\1 enough="yes">/' \
    "$top/tests/protocols/msi.xml" >"$tmp/enough.xml"
sed -E 's/<network name="request" /&most="1" /' "$tmp/enough.xml" >"$tmp/most.xml"
few="--warps 1 --lines 2 --ops 2 --set L1.MSHRS=1"
# shellcheck disable=SC2086
record enough "$tmp/enough.xml" $few
replay enough 0 "8 steps, 15 values compared: invariant: 'mshr' says" "$tmp/enough"
grep -q '^   8  L1\[0\] I x load waits for room' "$tmp/enough.log" || bad 'enough: nothing waits' "$tmp/enough.log"
# shellcheck disable=SC2086
record most "$tmp/most.xml" $few
cp -R "$tmp/enough/verilated" "$tmp/most"
replay most 0 "invariant: network 'request' says that at most 1 messages are on their way" --quiet "$tmp/most"
sed 's/^  row 0 state I event load next IS_D/  waits 0 state I event load/' "$tmp/most/schedule" >"$tmp/schedule"
code=0
"$tmp/most/replay" --quiet "$tmp/schedule" >"$tmp/log" 2>&1 || code=$?
if [ "$code" = 1 ] && grep -qF 'IS_D of line 0 (most.xml:78), expected that it waits for room' "$tmp/log"; then
    good 'nothing to wait for'
else
    bad "nothing to wait for: exit status $code" "$tmp/log"
fi

# Without what has no key: a wish that always holds does not happen in the Verilog either.
record keyed "$top/tests/protocols/homes.xml" --keyed --random-run 500 --seed 1
replay keyed 0 'AGREES: ' --quiet "$tmp/keyed"

# Where the mistake is not there the replay says at which step: E1 corrected; a state, a message and an answer that the
# design does not have.
sed -E 's|(<on event="WRITE" doc="E1[^>]*>)(.*)<go to="IV"/>|\1\2<send message="ACK" to="msg.from" ver="max(mshr.lastwr, mnow)" warp="msg.warp"/><go to="IV"/>|' "$published" >"$tmp/corrected.xml"
replay 'E1 on a design without it' 1 'DIVERGED at step 2, cycle' --spec "$tmp/corrected.xml" "$tmp/e1"
grep -qF 'L2[0] sends ACK to L1[0], which the schedule does not have' "$tmp/E1 on a design without it.log" ||
    bad 'E1 corrected: another difference' "$tmp/E1 on a design without it.log"
# tampered NAME STATUS TEXT SED-SCRIPT: the stale value's run with a change
tampered() {
    cp "$tmp/value/schedule" "$tmp/schedule"
    sed -i "$4" "$tmp/schedule"
    if cmp -s "$tmp/schedule" "$tmp/value/schedule"; then echo "FAIL $1: nothing changed"; failed=1; fi
    code=0
    "$tmp/value/replay" "$tmp/schedule" >"$tmp/log" 2>&1 || code=$?
    if [ "$code" = "$2" ] && grep -qF -- "$3" "$tmp/log"; then
        good "$1"
    else
        bad "$1: exit status $code, expected $2 with '$3'" "$tmp/log"
    fi
}
tampered 'another time' 1 'line.exp of L1[0] is 1, expected 3' '/^step 6 /,/^$/s/is line.exp .*/is line.exp 3/'
tampered 'another row' 1 'expected L2[0] I GETS -> V' '/^step 2 /,/^$/s/next IV/next V/'
tampered 'another field of a message' 1 'exp of the DATA to L1[0] is 1, expected 2' \
    's/\(sends m[0-9]* DATA exp=\)1/\12/'
tampered 'a message too many' 1 ': 0 of 1 messages are sent' \
    's/^  answers loaded.*/&\n  sends m4 GETS now=0 exp=0 to L2[0]/'
tampered 'an answer that is missing' 1 'answers loaded to warp 0, which the schedule does not have' \
    '/  answers loaded/d'
tampered 'not stale' 1 'which is the newest' '/^step 3 /s/value 3/value 1000/'
tampered 'a word that means nothing' 1 "schedule:4:1: error: unknown statement 'nonsense'" '4s/^set/nonsense/'
tampered 'other parameters' 1 'the design has LEASE=1, the schedule is for LEASE=2' 's/ LEASE=1/ LEASE=2/'
tampered 'no end' 1 'error: the schedule does not say what was found' '/^found/d'

# A litmus test with both variables in one line, whose line is lost: each cell has a value of its own at the end.
sed -E 's|<on event="evict">.*</on>|<on event="evict"><go to="I"/></on>|' "$top/tests/protocols/toy.xml" \
    >"$tmp/lost.xml"
record cells "$tmp/lost.xml" --litmus "$top/sim/litmus/MP.litmus" --lines 2 --cells 2
grep -q '^final line 0 cell 1 value 1$' "$tmp/cells/schedule" || bad 'cells: of one line' "$tmp/cells/schedule"
replay cells 0 'REPRODUCED' --quiet "$tmp/cells"
sed 's/^final line 0 cell 1 value 1$/final line 0 cell 1 value 0/' "$tmp/cells/schedule" >"$tmp/schedule"
code=0
"$tmp/cells/replay" "$tmp/schedule" >"$tmp/log" 2>&1 || code=$?
if [ "$code" = 1 ] && grep -qF 'cell 1 of line 0 is left with 1, expected 0' "$tmp/log"; then
    good 'cells: another end'
else
    bad "cells: another end: exit status $code" "$tmp/log"
fi

# Nothing is written without a violation, nor when it cannot be.
"$COHGEN" verify "$top/tests/protocols/toy.xml" --replay "$tmp/none" >"$tmp/none.txt" || bad 'toy' "$tmp/none.txt"
if [ -e "$tmp/none" ]; then
    bad 'toy passes, but leaves a folder' "$tmp/none.txt"
else
    good 'nothing without a violation'
fi
code=0
"$COHGEN" verify "$top/specs/rcc/rcc.xml" --set wo=1 --random-run 100 --replay "$tmp/none" >"$tmp/log" 2>&1 || code=$?
if [ "$code" = 1 ] && [ ! -e "$tmp/none" ] &&
    grep -q 'cannot be replayed in the Verilog: an input pin that is not 0' "$tmp/log"; then
    good 'a run that cannot be'
else
    bad "a run that cannot be: exit status $code" "$tmp/log"
fi
code=0
"$COHGEN" verify "$published" --warps 1 --replay "$tmp/none.txt/in" >"$tmp/log" 2>&1 || code=$?
if [ "$code" = 3 ] && grep -q 'error: ' "$tmp/log"; then
    good 'a folder that cannot be'
else
    bad "a folder that cannot be: exit status $code" "$tmp/log"
fi
replay 'no folder' 2 'holds no schedule' "$tmp/nowhere"

exit $failed
