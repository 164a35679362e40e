#!/bin/sh
# A search that was interrupted and goes on finds the same states, transitions, rows and verdict as one that was not.
# What is not the file that was written is refused. With `all`: also a search that is killed after a periodic save.
. "$(dirname "$0")/lib.sh"
msi=$top/tests/protocols/msi.xml
mesi=$top/specs/mesi/mesi.xml
rcc=$top/specs/rcc/rcc.xml
getm=$top/specs/getm/getm.xml

# What must not depend on interruptions; of a counterexample its kind and length.
counts() {
    if grep -q '^FAILED' "$1"; then sed -n '/^FAILED/p; s/^ *\([0-9]*\)  [A-Z].*/\1/p' "$1" | sed '1b; $!d'
    else sed -E '/ states\/s, /d; /^resumed/d; /^saved/d' "$1"; fi
}

report() {
    counts "$tmp/out" >"$tmp/got"
    if cmp -s "$tmp/want" "$tmp/got" && [ "$stops" -ge "$1" ]; then
        echo "ok   $name, $more: $stops interruptions"
    else
        echo "FAIL $name, $more: $stops interruptions, at least $1 expected:"; diff "$tmp/want" "$tmp/got" || true
        failed=1
    fi
}

# again ARGUMENT...: goes on, and counts the interruption.
again() {
    code=0
    "$@" >"$tmp/out" 2>&1 || code=$?
    case $code in 3|130|143) stops=$((stops + 1)) ;; *) return 1 ;; esac
}

# limits NAME LEAST 'MB...' ARGUMENT...: each limit of memory is an interruption, at least LEAST of them.
limits() {
    name=$1 least=$2 sizes=$3
    shift 3
    "$COHGEN" verify "$@" --coverage >"$tmp/whole" 2>&1 || true
    counts "$tmp/whole" >"$tmp/want"
    for more in '--threads 1' '--threads 2'; do
        stops=0
        rm -f "$tmp/file"
        for mb in $sizes 4096; do
            resume=
            [ ! -f "$tmp/file" ] || resume="--resume $tmp/file"
            # shellcheck disable=SC2086
            again "$COHGEN" verify "$@" $more --coverage --memory "$mb" --save "$tmp/file" $resume || break
        done
        report "$least"
    done
}

early
limits 'msi, symmetric, parts, early covers' 2 '1 2' "$tmp/early.xml" --warps 1 --cores 3
limits 'mesi, every numbering, plain' 3 '1 2 3' "$mesi" --cores 2 --warps 1 --ops 3 --no-symmetry --plain
limits 'rcc' 1 '1' "$rcc" --system bounded --warps 1 --stamp-max 5
limits 'msi, compact' 1 '1' "$msi" --warps 1 --cores 3 --compact
limits 'getm, transactions' 2 '2 4' "$getm" --lines 2 --ops 3 --outside-lines 1
limits 'a counterexample' 2 '4 8' "$top/specs/rcc/rollover_paper.xml" --plain --cores 3
grep -q '^FAILED' "$tmp/want" || { echo 'FAIL: no counterexample was compared'; failed=1; }

# Signals, wherever they come: in the search, or in that for ways to rest.
name=signals
"$COHGEN" verify "$mesi" --cores 3 --warps 1 >"$tmp/whole" 2>&1
counts "$tmp/whole" >"$tmp/want"
for more in '-s INT' '-s TERM'; do
    stops=0 resume='' wait=3
    rm -f "$tmp/file"
    # shellcheck disable=SC2086
    while [ $wait -lt 100 ] && again timeout --preserve-status $more "$((wait / 10)).$((wait % 10))" \
        "$COHGEN" verify "$mesi" --cores 3 --warps 1 --save "$tmp/file" $resume; do
        [ ! -f "$tmp/file" ] || resume="--resume $tmp/file"
        wait=$((wait + 1))
    done
    report 0
done

# A signal that was ignored from the start, as under nohup, does not end it.
name=nohup
(
    trap '' HUP INT
    "$COHGEN" verify "$mesi" --cores 3 --warps 1 >"$tmp/got" 2>&1 &
    sleep 0.2
    kill -HUP $!
    kill -INT $!
    wait $!
) || true
counts "$tmp/got" >"$tmp/counted"
if cmp -s "$tmp/want" "$tmp/counted"; then echo "ok   $name"; else echo "FAIL $name"; tail -n 3 "$tmp/got"; failed=1; fi

# Files that are not what they should be.
"$COHGEN" verify "$msi" --warps 1 --cores 3 --memory 1 --save "$tmp/good" >"$tmp/out" 2>&1 || true
size=$(wc -c <"$tmp/good")
for at in 0 19 25 200 4000 $((size / 2)) $((size - 1)); do
    cp "$tmp/good" "$tmp/bad"
    printf '\252' | dd of="$tmp/bad" bs=1 seek="$at" conv=notrunc 2>"$tmp/dd"
    expect "damaged at $at" 3 "resume: '$tmp/bad' is " "$msi" --warps 1 --cores 3 --resume "$tmp/bad"
    head -c "$at" "$tmp/good" >"$tmp/bad"
    expect "cut at $at" 3 "resume: '$tmp/bad' is " "$msi" --warps 1 --cores 3 --resume "$tmp/bad"
done
{ cat "$tmp/good"; echo; } >"$tmp/bad"
expect 'something behind it' 3 'cut or damaged' "$msi" --warps 1 --cores 3 --resume "$tmp/bad"
expect 'no file' 3 'No such file' "$msi" --warps 1 --cores 3 --resume "$tmp/none"
expect 'other options' 2 "with other options: there 'system=" "$msi" --warps 1 --cores 4 --resume "$tmp/good"
expect 'another specification' 2 'from another specification' "$mesi" --warps 1 --cores 3 --resume "$tmp/good"
"$COHGEN" verify "$msi" --warps 1 --cores 3 --memory 2 --save "$tmp/two" >"$tmp/out" 2>&1 || true
for mb in 1 2; do
    expect "no more memory than before, $mb" 2 "has filled 2 MB, expected more than that of --memory, not $mb" "$msi" \
        --warps 1 --cores 3 --memory $mb --resume "$tmp/two" --save "$tmp/two"
done
expect 'more memory' 0 'resumed: ' "$msi" --warps 1 --cores 3 --resume "$tmp/two"
"$COHGEN" verify "$mesi" --cores 4 --warps 1 --time 3 --save "$tmp/two" >"$tmp/out" 2>&1 || true
expect 'too little memory' 3 'does not fit into 1 MB' "$mesi" --cores 4 --warps 1 --memory 1 --resume "$tmp/two"
expect 'several searches' 2 'are for one search' "$msi" --litmus "$top/sim/litmus/MP.litmus" --save "$tmp/file"

# A full disk: a message, no remains, and the file that was there stays.
mkdir "$tmp/full"
cp "$tmp/good" "$tmp/full/file"
code=0
(ulimit -f 200; exec "$COHGEN" verify "$msi" --warps 1 --cores 3 --memory 2 --save "$tmp/full/file") >"$tmp/out" 2>&1 ||
    code=$?
if [ $code = 3 ] && grep -q "save: cannot write '.*': File too large" "$tmp/out" && cmp -s "$tmp/good" "$tmp/full/file" &&
    [ "$(ls "$tmp/full")" = file ]; then
    echo 'ok   full disk'
else
    echo "FAIL full disk: exit status $code"; cat "$tmp/out"; ls "$tmp/full"; failed=1
fi

# Killed after a periodic save: two minutes.
if [ "${1:-}" = all ]; then
    name='periodic save' more='--threads 2' stops=1
    "$COHGEN" verify "$mesi" --cores 4 --warps 1 --ops 2 --threads 2 --no-drain >"$tmp/whole" 2>&1 || true
    counts "$tmp/whole" >"$tmp/want"
    rm -f "$tmp/file"
    "$COHGEN" verify "$mesi" --cores 4 --warps 1 --ops 2 --threads 2 --no-drain --save "$tmp/file" --save-every 1 \
        >"$tmp/out" 2>&1 &
    while kill -0 $! 2>/dev/null && [ ! -f "$tmp/file" ]; do sleep 1; done
    kill -KILL $! 2>/dev/null || true
    wait $! 2>/dev/null || true
    "$COHGEN" verify "$mesi" --cores 4 --warps 1 --ops 2 --threads 2 --no-drain --resume "$tmp/file" >"$tmp/out" 2>&1 ||
        true
    report 1
fi
exit $failed
