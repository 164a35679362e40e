#!/bin/sh
# Counterexamples, random runs and races of a controller with three stores and three kinds of waiting places, in
# Verilog.
# COHGEN: the program. Four small designs are built.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0
depot=$top/tests/protocols/depot.xml

good() { echo "ok   $1"; }
bad() { echo "FAIL $1; output:"; tail -n 30 "$2"; failed=1; }
# does NAME STATUS TEXT COMMAND...: its output must hold TEXT
does() {
    name=$1 status=$2 text=$3 code=0
    shift 3
    "$@" >"$tmp/$name.log" 2>&1 || code=$?
    if [ "$code" = "$status" ] && grep -qF -- "$text" "$tmp/$name.log"; then
        good "$name"
    else
        bad "$name: exit status $code, expected $status with '$text'" "$tmp/$name.log"
    fi
}

# Every store evicts, every place replays; the lines are of two regions.
sed 's|key="key / 4"|key="key / 2"|' "$depot" >"$tmp/depot.xml"
does record 0 '2500 steps' "$COHGEN" verify "$tmp/depot.xml" --lines 3 --random-run 2500 --seed 3 --replay "$tmp/random"
for what in 'in mshr' 'in turn' 'in held' 'from line' 'line 2 from region at 1' 'from note'; do
    grep -q "^step .* $what\$" "$tmp/random/schedule" || bad "no step $what" "$tmp/random/schedule"
done
does random 0 'AGREES: ' "$top/scripts/replay.sh" --quiet "$tmp/random"
# tampered NAME TEXT SED-SCRIPT: the same run with a change
tampered() {
    sed "$3" "$tmp/random/schedule" >"$tmp/schedule"
    if cmp -s "$tmp/schedule" "$tmp/random/schedule"; then echo "FAIL $1: nothing changed"; failed=1; fi
    does "$1" 1 "$2" "$tmp/random/replay" --quiet "$tmp/schedule"
}
tampered 'another place' 'nothing happens in 400 cycles' 's/ in held$/ in mshr/'
tampered 'another store' 'x note.evict' 's/ from note$/ from region/'
tampered 'another value of a store' 'note.times of BANK[0] is ' \
    '0,/is note.times 2$/s/is note.times 2$/is note.times 0/'
tampered 'no such place' "the design has no waiting place 'line'" 's/ in held$/ in line/'

# Reads are not always offered again.
sed 's/test="held.hit"/test="held.hit and region.writes gt 2"/' "$depot" >"$tmp/stuck.xml"
does found 1 'parked in held, nothing wakes them' "$COHGEN" verify "$tmp/stuck.xml" --replay "$tmp/stuck"
does stuck 0 'REPRODUCED' "$top/scripts/replay.sh" --quiet "$tmp/stuck"

# Waiters of a kind that is not the generator's own.
does kind 0 '400 steps' "$COHGEN" verify "$top/tests/blocks/shelf.xml" --blocks "$top/tests/blocks/parts" \
    --random-run 400 --seed 2 --replay "$tmp/kind"
does 'a kind of its own' 0 'AGREES: ' "$top/scripts/replay.sh" --quiet "$tmp/kind"

does races 0 ' 0 different' "$top/scripts/races.sh" --out "$tmp/races" "$depot" --ops 2
grep -q '^races      131 of 131 pairs reached' "$tmp/races.log" || bad 'another number of races' "$tmp/races.log"
exit $failed
