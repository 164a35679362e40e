#!/bin/sh
# variants.sh BENCH COHGEN: every variant that benches measure is a specification without errors; rows.c reads rows.
set -u
bench=${1:?usage: variants.sh BENCH COHGEN} cohgen=${2:?usage: variants.sh BENCH COHGEN}
tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT
failed=0
for name in rcc mesi_wt tcs tcw stc stc_baseline stc_whole gpudet; do
    file=$("$bench" variant $name "$tmp/a folder") || { echo "FAIL $name"; failed=1; continue; }
    "$cohgen" check "$file" >"$tmp/log" 2>&1 && grep -q ', no errors' "$tmp/log" && continue
    echo "FAIL $file"
    tail -n 5 "$tmp/log"
    failed=1
done
"$cohgen" check "$tmp/a folder/locks.xml" >"$tmp/log" 2>&1 || { echo "FAIL locks.xml"; cat "$tmp/log"; failed=1; }
"$bench" variant nothing "$tmp" 2>"$tmp/log" && { echo "FAIL a variant that is not there"; failed=1; }

# A simulator of rows: two changes of epoch, of 20 and 30 cycles, the first while a unit is not ready; unit 1 holds a line
# of its BSQ from 10 to 60 and another from 20 on. The sequencer is in commit mode from 15 to 45.
cat >"$tmp/simulator" <<'END'
#!/bin/sh
while [ "$1" != --stats ]; do shift; done
echo run,all,cycles,,,100 >"$2"
shift 2
[ "$1" = --rows ] || exit 9
cat >"$2" <<'ROWS'
10 EMU 0 - SLEEP wakeup PREPARE
10 CU 1 a V store B
12 CU 1 - I PrepareEpochChange I x ready=0
15 SEQ 0 - S e S c mode=1
20 CU 1 b I store B
30 EMU 0 - DONE DoneAck SLEEP
40 EMU 0 - SLEEP wakeup PREPARE
45 SEQ 0 - S e S c mode=0
60 CU 1 a B WA V
70 EMU 0 - DONE DoneAck SLEEP
100 CU 0 c I load V
ROWS
exit "${FAILS:-0}"
END
chmod +x "$tmp/simulator"
# digest NAME: the figures that it adds
digest() {
    "$bench" rows "$1" "$tmp/simulator" --stats "$tmp/stats" || echo "FAIL exit status $?"
    sed -n 's/^rows,all,//p' "$tmp/stats" | tr '\n' ' '
}
# lines times cycles: 50 + 40, of 100 cycles and 2 units
wanted='changes,,,2 change.mean,,,25.000000 bsq.mean,,,0.450000 bsq.most,,,2 change.idle,,,1 change.idle.most,,,30 '
[ "$(digest stc)" = "$wanted" ] || { echo "FAIL stc: $(cat "$tmp/stats")"; failed=1; }
[ "$(digest modes)" = 'commit,,,30 ' ] || { echo "FAIL modes: $(cat "$tmp/stats")"; failed=1; }
grep -qx run,all,cycles,,,100 "$tmp/stats" || { echo "FAIL the run's own figures"; failed=1; }
FAILS=1 "$bench" rows stc "$tmp/simulator" --stats "$tmp/stats" && { echo "FAIL a run that fails"; failed=1; }
grep -q rows, "$tmp/stats" && { echo "FAIL figures of a run that failed"; failed=1; }
[ $failed = 0 ] && echo ok
exit $failed
