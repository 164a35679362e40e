#!/bin/sh
# The searches that a specification names: all of them without options, each with its verdict, and what none has looked
# at; one by --search; signals.
. "$(dirname "$0")/lib.sh"
toy=$top/tests/protocols/toy.xml
# plan NAME VERIFY-ELEMENTS [SED-SCRIPT]: toy.xml with searches.
plan() { wrong tests/protocols/toy.xml "$1" "s|</protocol>|$2&|; ${3:-}"; }
# says TEXT...: so does the last search.
says() {
    for text in "$@"; do
        if ! grep -qF -- "$text" "$tmp/out"; then echo "FAIL $name: no '$text'"; cat "$tmp/out"; failed=1; fi
    done
}
one='<verify name="one" doc="a line"/>'
plan good "$one<verify name=\"two\" lines=\"2\" ops=\"1\"/>"
for more in '' '--threads 2'; do
    # shellcheck disable=SC2086
    expect "two searches $more" 0 'PASSED: 2 of 2 searches' "$tmp/good.xml" $more
    says 'PASSED: one: 103 states, 261 transitions, 10 of 10 rows' 'PASSED: two: ' \
        'all searches together: 10 of 10 rows' 'not looked at: a second cell of a line,' 'two lines in a set of BANK.line'
done
if grep -q 'at together' "$tmp/out"; then echo 'FAIL two searches: two things that one of them has'; failed=1; fi
plan apart '<verify name="lines" lines="2" ops="1"/><verify name="cells" cells="2" set="WIDE=1"/>' \
    's|(<type name="addr")|<param name="WIDE" default="0" min="0" max="1"/>\1|'
expect 'two things that no search has both of' 0 'PASSED: 2 of 2 searches' "$tmp/apart.xml"
says 'not looked at together: a second line with a second cell, WIDE=1'
plan third '<verify name="three" cores="3" ops="1"/><verify name="lines" lines="2" ops="1"/>'
expect 'a third core, and a second line' 0 'not looked at together: a second line with a third core' "$tmp/third.xml"
plan row '<verify name="alone" cores="1"/>'
expect 'a row that no search takes' 1 'FAILED: coverage' "$tmp/row.xml" --expect-coverage
says 'never taken: BANK: F / Read' 'not looked at: a second core, a second line'
expect 'options: one search' 0 'not looked at: a second line, a second cell' "$tmp/good.xml" --ops 2
if grep -q searches "$tmp/out"; then echo 'FAIL options: more than one'; failed=1; fi
expect 'no search is named' 0 'one search, since the file names none (<verify>); further ones: --lines 2' "$toy"
expect 'one that is asked for' 0 'PASSED' "$toy" --ops 2
if grep -q 'since the file' "$tmp/out"; then echo 'FAIL one that is asked for: told of others'; failed=1; fi
expect 'one by its name' 0 '2 lines, 1 operation per warp' "$tmp/good.xml" --search two
expect 'a name that there is not' 2 "no <verify> is called 'too', did you mean 'two'?" "$tmp/good.xml" --search too

plan bad "$one<verify name=\"cells\" cells=\"2\"/>" 's| mask="msg.mask"||'
expect 'one of them fails' 1 'FAILED: 1 of 2 searches' "$tmp/bad.xml"
says 'PASSED: one' 'FAILED: cells: data value: ' '  1  NODE[0]  warp 0 ' 'was never read from memory'
cp "$top/sim/litmus/MP.litmus" "$tmp"
plan litmus "$one<verify name=\"mp\" litmus=\"MP.litmus MP.litmus\"/>"
expect 'litmus tests' 0 'PASSED: 2 of 2 searches' "$tmp/litmus.xml"
says 'PASSED: mp: ' ' states, 2 litmus tests, '
plan tests '<verify name="mp" litmus="MP.litmus"/>'
expect 'nothing but litmus tests' 0 'PASSED: 1 of 1 searches' "$tmp/tests.xml"
says 'all searches together: 10 of 10 rows' 'not looked at: a second cell of a line, cores that never stop (only --ops), ways'
plan both '<verify name="lines" lines="2" ops="1"/><verify name="mp" litmus="MP.litmus"/>'
expect 'a litmus test of two cores and two lines' 0 'PASSED: 2 of 2 searches' "$tmp/both.xml"
if grep -q 'at together' "$tmp/out"; then echo 'FAIL both: a second core and line, in a litmus test'; failed=1; fi
expect 'litmus tests alone' 0 'MP       ' "$tmp/litmus.xml" --search mp
plan none '<verify name="mp" litmus="NP.litmus"/>'
expect 'a litmus test that there is not' 2 'NOT SEARCHED: mp' "$tmp/none.xml"
cp "$top/sim/litmus/WRC.litmus" "$tmp"
plan partly '<verify name="tests" litmus="WRC.litmus MP.litmus"/>'
expect 'one test of two needs a third thread' 2 'PARTLY SEARCHED: 1 of 1 searches' "$tmp/partly.xml"
says 'PARTLY SEARCHED: tests: ' ' states, 1 of 2 litmus tests, ' 'error: verify: 3 threads, the system has 2' 'MP       3 of 3' \
    'all searches together: 10 of 10 rows'
plan weak '<verify name="mp" model="weak"/>'
expect 'a weak model of nothing' 1 'model="weak" is for litmus=' "$tmp/weak.xml"
plan short '<verify name="much" cores="7" lines="4" time="1"/>'
expect 'one of them does not end' 3 'INCOMPLETE: 1 of 1 searches' "$tmp/short.xml"
says 'INCOMPLETE: the time limit of 1 s of processor time is reached at depth'
# The limit is of the processor: a search that does not run for a while has lost nothing.
wrong tests/protocols/msi.xml halted 's|</protocol>|<verify name="long" warps="1" cores="3" time="2"/>&|'
"$COHGEN" verify "$tmp/halted.xml" >"$tmp/out" 2>&1 &
id=$! child=
while [ -z "$child" ] && kill -0 $id 2>/dev/null; do child=$(ps -o pid= --ppid $id | tr -d ' '); done
if kill -STOP $child 2>/dev/null; then sleep 2.5; kill -CONT $child; fi
name='a search that was halted' code=0
wait $id || code=$?
[ $code = 0 ] || { echo "FAIL $name: exit status $code"; failed=1; }
says 'PASSED: long: '
# Two lines in one set, and queues, each by itself.
plan sets '<verify name="full" lines="2" ops="1"/><verify name="heads" queues="2" ops="1"/>' 's|sets="4"|sets="1"|'
expect 'full sets and queues' 0 'PASSED: 2 of 2 searches' "$tmp/sets.xml"
says 'queues with two lines in a set of'
plan no "$one<verify name=\"nine\" set=\"CORES=9\"/>"
expect 'one of them cannot be made' 2 'NOT SEARCHED: nine' "$tmp/no.xml"
says 'PASSED: one' 'too many instances in this system, expected at most 8'

expect 'no logical time' 2 '--stamp-max: there is no logical time here' "$toy" --stamp-max 5
# A signal: what is known up to then.
for signal in INT TERM HUP; do
    name="SIG$signal"
    # a shell's jobs in the background ignore SIGINT
    env --default-signal=INT "$COHGEN" verify "$top/tests/protocols/msi.xml" --cores 3 >"$tmp/out" 2>&1 &
    id=$! code=0
    sleep 1
    kill -s $signal $id
    wait $id || code=$?
    [ $code = 3 ] || { echo "FAIL $name: exit status $code"; failed=1; }
    echo "ok   $name"
    says 'not complete' ' k states/s' 'INCOMPLETE: ' 'nothing wrong up to there'
done
name='SIGTERM, two searches'
plan long '<verify name="much" cores="7" lines="4"/><verify name="more" cores="7" lines="4"/>'
"$COHGEN" verify "$tmp/long.xml" >"$tmp/out" 2>&1 &
id=$! code=0
sleep 1
kill -s TERM $id
wait $id || code=$?
[ $code = 3 ] && echo "ok   $name" || { echo "FAIL $name: exit status $code"; failed=1; }
says 'INCOMPLETE: 2 of 2 searches' 'NOT SEARCHED: more: not begun'
# Nobody goes on searching for one that was killed.
"$COHGEN" verify "$tmp/long.xml" >"$tmp/out" 2>&1 &
id=$!
sleep 1
children=$(cat /proc/$id/task/$id/children 2>/dev/null || :)
kill -s KILL $id
wait $id || :
for n in 1 2 3 4 5 6 7 8 9 10; do
    left=
    for child in $children; do ! kill -0 "$child" 2>/dev/null || left=yes; done
    [ -n "$left" ] || break
    sleep 1
done
if [ -n "$left" ]; then echo "FAIL a search goes on behind the one that was killed: $children"; failed=1; fi
exit $failed
