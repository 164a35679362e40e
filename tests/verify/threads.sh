#!/bin/sh
# Any number of threads finds the same states, transitions, rows and verdict; so do hashes instead of states, and a
# search that remembers nothing of steps (--plain). A counterexample is as short.
. "$(dirname "$0")/lib.sh"
toy=$top/tests/protocols/toy.xml
msi=$top/tests/protocols/msi.xml
rcc=$top/specs/rcc/rcc.xml

# counts FILE: what must not depend on the number of threads.
counts() {
    grep -E ' states, |^bounded|rows taken|never taken|^PASSED|^FAILED|^INCOMPLETE|outcomes' "$1" |
        sed -E '/ states\/s, /d; s/, with a probability.*//; s/ \(ways to rest not searched\)//'
}

# alike NAME ARGUMENT...: the same with 1, 2 and 5 threads, compact, and plain.
alike() {
    name=$1
    shift
    "$COHGEN" verify "$@" >"$tmp/one" 2>&1 || true
    counts "$tmp/one" >"$tmp/want"
    for more in '--threads 2' '--threads 5' '--compact' '--compact --threads 3' --plain; do
        # shellcheck disable=SC2086
        "$COHGEN" verify "$@" $more >"$tmp/more" 2>&1 || true
        counts "$tmp/more" >"$tmp/got"
        if [ -s "$tmp/want" ] && cmp -s "$tmp/want" "$tmp/got"; then
            echo "ok   $name, $more"
        else
            echo "FAIL $name, $more:"; diff "$tmp/want" "$tmp/got" || true; failed=1
        fi
    done
}

alike 'toy, two lines' "$toy" --lines 2 --coverage
alike msi "$msi" --warps 1 --no-symmetry --coverage
alike 'msi, two lines' "$msi" --warps 1 --lines 2 --ops 2 --coverage
alike 'mesi, two operations' "$top/specs/mesi/mesi.xml" --cores 2 --warps 1 --ops 2 --coverage
alike rcc "$rcc" --system bounded --warps 1 --stamp-max 4 --coverage
alike 'rcc, litmus MP' "$rcc" --system bounded --warps 1 --stamp-max 6 --litmus "$top/sim/litmus/MP.litmus"

# A counterexample: which of the shortest ones may differ.
steps() { sed -n '/^FAILED/p; s/^ *\([0-9]*\)  [A-Z].*/\1/p' "$1" | tail -n 1; }
correct='s|mnow \+ 1|mnow|'
wrong specs/rcc/rcc.xml late "$correct"
for more in '' '--threads 2' '--threads 5' '--compact' '--compact --threads 3' --plain; do
    # shellcheck disable=SC2086
    expect "a write that comes late $more" 1 'FAILED: data value' "$tmp/late.xml" --system bounded --warps 1 --lines 2 \
        --stamp-max 3 --set LEASE_MAX=1 --no-atomics $more
    n=$(steps "$tmp/out")
    [ -n "$more" ] || first=$n
    if [ "$n" != "$first" ] || [ -z "$n" ]; then
        echo "FAIL a write that comes late $more: $n steps, not $first"
        failed=1
    fi
done

expect 'compact says so' 0 'PASSED (ways to rest not searched), with a probability of an omitted state < 6.4e-13' \
    "$msi" --warps 1 --compact
expect 'time limit' 3 'INCOMPLETE: the time limit of 1 s is reached at depth' "$msi" --cores 3 --time 1
grep -qx 'fewer states with: --ops N, --queues N, --evict-for-room' "$tmp/out" || { echo 'FAIL what has fewer states'; failed=1; }
exit $failed
