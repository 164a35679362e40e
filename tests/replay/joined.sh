#!/bin/sh
# Counterexamples and random runs in which messages are joined at a port, in Verilog.
# COHGEN: the program. Two small designs are built.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

# does NAME STATUS TEXT COMMAND...: its output must hold TEXT
does() {
    name=$1 status=$2 text=$3 code=0
    shift 3
    "$@" >"$tmp/$name.log" 2>&1 || code=$?
    if [ "$code" = "$status" ] && grep -qF -- "$text" "$tmp/$name.log"; then
        echo "ok   $name"
    else
        echo "FAIL $name: exit status $code, expected $status with '$text'; output:"
        tail -n 30 "$tmp/$name.log"
        failed=1
    fi
}

# Time and places for joining are parameters that the schedule sets.
does record 0 '1500 steps' "$COHGEN" verify "$here/joined.xml" --lines 3 --random-run 1500 --seed 3 \
    --replay "$tmp/random"
grep -q '^set .* HOLD=32 RING=3 ' "$tmp/random/schedule" || { echo "FAIL the sizes"; failed=1; }
grep -q '^step .* message m[0-9]* m[0-9]* m[0-9]*$' "$tmp/random/schedule" || { echo "FAIL none joined"; failed=1; }
does random 0 'AGREES: ' "$top/scripts/replay.sh" --quiet "$tmp/random"
# tampered NAME TEXT SED-SCRIPT: the same run with a change
tampered() {
    sed -E "$3" "$tmp/random/schedule" >"$tmp/schedule"
    if cmp -s "$tmp/schedule" "$tmp/random/schedule"; then echo "FAIL $1: nothing changed"; failed=1; fi
    does "$1" 1 "$2" "$tmp/random/replay" --quiet "$tmp/schedule"
}
tampered 'one too few' DIVERGED 's/(message m[0-9]+ m[0-9]+) m[0-9]+$/\1/'
tampered 'another order' DIVERGED 's/(message m[0-9]+) (m[0-9]+) (m[0-9]+)$/\1 \3 \2/'
tampered 'twice' 'is not there' 's/(message (m[0-9]+) m[0-9]+) m[0-9]+$/\1 \2/'
tampered 'no such message' "no message 'm9999'" 's/(message m[0-9]+) m[0-9]+$/\1 m9999/'

# What is joined from all three parts writes nothing.
sed 's|<on event="Put Put.whole">|<on event="Put.whole"><do macro="told"/></on><on event="Put">|' "$here/joined.xml" \
    >"$tmp/wrong.xml"
does found 1 'FAILED: conservation' "$COHGEN" verify "$tmp/wrong.xml" --replay "$tmp/wrong"
does wrong 0 'REPRODUCED' "$top/scripts/replay.sh" --quiet "$tmp/wrong"

# Where they are no parameters nothing is left to set.
sed 's|hold="HOLD"|hold="1"|' "$here/joined.xml" >"$tmp/fixed.xml"
does fixed 1 'joined messages: hold= and entries= of the port are no parameters' "$COHGEN" verify "$tmp/fixed.xml" \
    --random-run 500 --seed 3 --replay "$tmp/fixed"
exit $failed
