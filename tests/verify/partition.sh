#!/bin/sh
# Four processes that share a search find the same states, transitions, rows and verdict as one, and as short a
# counterexample. One that is killed, does not begin, or does something else, ends all.
#   partition.sh [all]     all: also larger systems
. "$(dirname "$0")/lib.sh"
all=${1-}
msi=$top/tests/protocols/msi.xml
mesi=$top/specs/mesi/mesi.xml

# What must be equal; of a counterexample its kind and length.
counts() {
    if grep -q '^FAILED' "$1"; then sed -n '/^FAILED/p; s/^ *\([0-9]*\)  [A-Z].*/\1/p' "$1" | sed '1b; $!d'
    else sed -E '/ states\/s, /d; /^process [0-9]/d' "$1"; fi
}

# together N ARGUMENT...: N processes; $tmp/out.I, $tmp/code.I.
together() {
    n=$1 i=0
    shift
    rm -rf "$tmp/meet"
    mkdir "$tmp/meet"
    while [ $i -lt "$n" ]; do
        { code=0
          "$COHGEN" verify "$@" --partition $i/"$n" --exchange "$tmp/meet" >"$tmp/out.$i" 2>&1 || code=$?
          echo $code >"$tmp/code.$i"; } &
        i=$((i + 1))
    done
    wait
}

# alike NAME N ARGUMENT...
alike() {
    name=$1 n=$2
    shift 2
    code=0
    "$COHGEN" verify "$@" --no-drain --coverage >"$tmp/whole" 2>&1 || code=$?
    counts "$tmp/whole" >"$tmp/want"
    together "$n" "$@" --no-drain --coverage
    i=0 bad=
    while [ $i -lt "$n" ]; do
        counts "$tmp/out.$i" >"$tmp/got"
        if grep -q 'shows the run$' "$tmp/out.$i"; then head -n 1 "$tmp/want" >"$tmp/as"
        else cp "$tmp/want" "$tmp/as"; fi
        [ "$(cat "$tmp/code.$i")" = $code ] && grep -q . "$tmp/got" && cmp -s "$tmp/as" "$tmp/got" || bad=$i
        i=$((i + 1))
    done
    if [ -z "$bad" ] && ! ls "$tmp/meet" | grep -qv '^alive\|^ended'; then echo "ok   $name"
    else
        echo "FAIL $name: process $bad:"; diff "$tmp/want" "$tmp/got" || true; tail -n 3 "$tmp"/out.?; ls "$tmp/meet"
        failed=1
    fi
}

early
alike 'msi, symmetric, in parts' 4 "$msi" --cores 3 --warps 1 --ops 3
alike 'covers that the first process meets' 4 "$tmp/early.xml" --cores 3 --warps 1 --ops 1
alike 'msi, two lines, plain' 4 "$msi" --warps 1 --lines 2 --ops 2 --plain
alike 'rcc, bounded, two threads each' 4 "$top/specs/rcc/rcc.xml" --system bounded --warps 1 --stamp-max 5 --threads 2
alike 'getm, transactions' 3 "$top/specs/getm/getm.xml" --lines 1 --ops 2
if [ -n "$all" ]; then
    alike 'mesi, symmetric, in parts' 4 "$mesi" --cores 3 --warps 1 --ops 3
    alike 'getm, transactions, two lines' 3 "$top/specs/getm/getm.xml" --lines 2 --ops 2
fi
alike 'a counterexample' 4 "$top/specs/rcc/rollover_paper.xml"
grep -q '^FAILED' "$tmp/want" || { echo 'FAIL: no counterexample was compared'; failed=1; }

# all_end NAME STATUS TEXT PROCESS...: these have ended with it.
all_end() {
    name=$1 status=$2 text=$3
    shift 3
    for i in "$@"; do
        if [ "$(cat "$tmp/code.$i")" = "$status" ] && grep -q -- "$text" "$tmp/out.$i"; then echo "ok   $name, process $i"
        else echo "FAIL $name, process $i: exit status $(cat "$tmp/code.$i")"; cat "$tmp/out.$i"; failed=1; fi
    done
}

# One of four is killed in the middle.
rm -rf "$tmp/meet"
mkdir "$tmp/meet"
for i in 0 1 2 3; do
    { code=0
      timeout 100 "$COHGEN" verify "$mesi" --cores 4 --warps 1 --partition $i/4 --exchange "$tmp/meet" --patience 20 \
          >"$tmp/out.$i" 2>&1 & echo $! >"$tmp/pid.$i"; wait $! || code=$?; echo $code >"$tmp/code.$i"; } &
done
for round in 1 2 3 4 5 6 7 8 9 10; do
    ls "$tmp/meet" | grep -q '^level\.\(9\|[1-9][0-9]\)\.' && break
    sleep 1
done
victim=$(od -A n -t d8 -N 8 "$tmp/meet/alive.2" | tr -d ' ')
kill -KILL "$victim"
wait
all_end 'one is killed' 3 'INCOMPLETE: process 2 of 4 \(is gone\|has shown nothing\)\|process [013] of 4 has given up' 0 1 3

# One that never begins, one that does something else, a folder that was used, two things at once.
rm -rf "$tmp/meet"
mkdir "$tmp/meet"
expect 'one does not begin' 3 'process 1 of 2 has shown nothing for 2 s (waiting for it to begin)' "$msi" --warps 1 \
    --partition 0/2 --exchange "$tmp/meet" --patience 2
expect 'a folder of another run' 3 'another run has used it' "$msi" --warps 1 --partition 0/2 --exchange "$tmp/meet"
expect 'no folder' 3 'No such file' "$msi" --warps 1 --partition 0/2 --exchange "$tmp/none"
rm -rf "$tmp/meet"
mkdir "$tmp/meet"
for i in 0 1; do
    { code=0
      "$COHGEN" verify "$msi" --warps 1 --lines $((i + 1)) --partition $i/2 --exchange "$tmp/meet" >"$tmp/out.$i" 2>&1 ||
          code=$?
      echo $code >"$tmp/code.$i"; } &
done
wait
all_end 'other options' 2 'not all have the same program, specification and options' 0 1
expect 'a number that is none' 2 'is not I/N' "$msi" --partition 2/2 --exchange "$tmp/meet"
expect 'no ways to rest' 2 'without --save' "$msi" --partition 0/2 --exchange "$tmp/meet" --fair
exit $failed
