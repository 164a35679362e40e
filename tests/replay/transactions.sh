#!/bin/sh
# Transactions, memory that rows read, stores that are backed, and what no message brings (wishes, wakes, timers): random
# runs and counterexamples in Verilog.
# COHGEN: the program. Four small designs are built.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0
getm=$top/specs/getm/getm.xml

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
# wrong NAME SED-SCRIPT: getm.xml with a mistake
wrong() {
    sed -E "/^  <verify /{:a;/\/>$/!{N;ba};d}; $2" "$getm" >"$tmp/$1.xml"
    if cmp -s "$tmp/$1.xml" "$getm"; then echo "FAIL $1: the mistake does not apply"; failed=1; fi
}
replay() { does "$1" 0 "$2" "$top/scripts/replay.sh" --quiet "$tmp/$1.run"; }

does record 0 '2000 steps' "$COHGEN" verify "$getm" --system rolls --lines 2 --random-run 2000 --seed 2 --replay \
    "$tmp/random.run"
for event in quit drain rollover onward over 'send line 1'; do
    grep -q "^step .* level $event$" "$tmp/random.run/schedule" || { echo "FAIL no $event"; failed=1; }
done
replay random 'AGREES: '
grep -q 'transactions that commit have a serial order' "$tmp/random.log" || { echo 'FAIL not judged'; failed=1; }
# tampered NAME TEXT SED-SCRIPT: the same run with a change
tampered() {
    sed -E "$3" "$tmp/random.run/schedule" >"$tmp/schedule"
    if cmp -s "$tmp/schedule" "$tmp/random.run/schedule"; then echo "FAIL $1: nothing changed"; failed=1; fi
    does "$1" 1 "$2" "$tmp/random.run/replay" --quiet "$tmp/schedule"
}
tampered wish 'nothing happens in 70000 cycles' 's/level drain/level quit/'
tampered line 'expected TX' 's/(level send line) 1/\1 0/'
tampered end 'have no serial order' 's/ends abort/ends commit/'

# Two transactions of one time, G1; two that wait for each other, G4.
same='/<invariant name="own"/d; s/(round\[[a-z.]*\]) \+ number\([a-z.]*, core\)/\1/; s/: t - mod\(t,.*"\/>/: t + 1)"\/>/;
    s/name="latest" type="ts"    reset="0"/name="latest" type="ts" reset="1"/'
wrong skew "$same"
does skew.found 1 'FAILED: serialisability' "$COHGEN" verify "$tmp/skew.xml" --lines 2 --ops 2 --replay "$tmp/skew.run"
grep -q 'not looked at: lines that leave VU.meta' "$tmp/skew.found.log" || { echo 'FAIL not said'; failed=1; }
replay skew 'REPRODUCED'
grep -q 'the 2 transactions that commit have no serial order' "$tmp/skew.log" || { echo 'FAIL the order'; failed=1; }
wrong wts "$same"'; s|<set name="meta.wts" value="msg.warpts \+ 1"/>|<set name="meta.wts" value="msg.warpts"/>|;
    s/ and meta.wts eq msg.warpts \+ 1/ and meta.wts eq msg.warpts/'
does wts.found 1 'FAILED: deadlock' "$COHGEN" verify "$tmp/wts.xml" --lines 2 --ops 2 --replay "$tmp/wts.run"
replay wts 'REPRODUCED'

# A timer, and wishes beside caches: RCC with its guard, and rollovers.
does record.rcc 0 '1500 steps' "$COHGEN" verify "$top/specs/rcc/rcc.xml" --system small --set GUARD=1000 \
    --random-run 1500 --seed 3 --replay "$tmp/rcc.run"
for event in tick empty rollover onward over; do
    grep -q "^step .* level $event$" "$tmp/rcc.run/schedule" || { echo "FAIL no $event"; failed=1; }
done
replay rcc 'AGREES: '
exit $failed
