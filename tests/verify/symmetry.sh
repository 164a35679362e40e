#!/bin/sh
# Every specification that can be modelled has the same verdict with symmetry and without it, and not more states with
# it.
. "$(dirname "$0")/lib.sh"

# same FILE ARGUMENT...
same() {
    name="$*" code=0 plain=0
    file=$top/$1
    shift
    "$COHGEN" verify "$file" "$@" >"$tmp/with" 2>&1 || code=$?
    "$COHGEN" verify "$file" "$@" --no-symmetry >"$tmp/without" 2>&1 || plain=$?
    n=$(sed -n 's/^\([0-9]*\) states,.*/\1/p' "$tmp/with") all=$(sed -n 's/^\([0-9]*\) states,.*/\1/p' "$tmp/without")
    end=$(grep -E '^(PASSED|FAILED)' "$tmp/with" || true) plain_end=$(grep -E '^(PASSED|FAILED)' "$tmp/without" || true)
    if [ "$code" = "$plain" ] && [ -n "$end" ] && [ "$end" = "$plain_end" ] && { [ "$code" = 1 ] ||
        [ "$n" -le "$all" ]; }; then
        echo "ok   $name: $end, $n of $all states"
        return
    fi
    echo "FAIL $name: exit status $code, without symmetry $plain; $end, $plain_end; $n of $all states"
    failed=1
}

rcc='specs/rcc/rcc.xml --system bounded --keyed'
same tests/protocols/toy.xml
same tests/protocols/toy.xml --cores 3
same tests/protocols/toy.xml --lines 2
same tests/protocols/combine.xml --warps 1
same tests/protocols/combine.xml --warps 1 --lines 2 --ops 1
same tests/protocols/msi.xml --warps 1
same tests/protocols/msi.xml --warps 1 --cores 3 --ops 1
same tests/protocols/msi.xml --warps 1 --lines 2 --ops 1
same specs/mesi/mesi.xml --warps 1
same specs/mesi/mesi.xml --warps 1 --cores 3 --ops 1
same specs/mesi/mesi.xml --warps 1 --lines 2 --ops 1
same specs/rcc/rcc.xml --warps 1 --ops 1
same $rcc --warps 1 --stamp-max 4
same $rcc --warps 1 --cores 3 --ops 1 --stamp-max 6
same $rcc --warps 1 --lines 2 --ops 1 --stamp-max 6
same $rcc --warps 1 --lines 2 --ops 1 --stamp-max 6 --set BANKS=2
same specs/rcc/rollover.xml --ops 1
same specs/rcc/rollover.xml --ops 1 --lines 2 --no-atomics
same specs/rcc/wo.xml --ops 2
same specs/rcc/published.xml --warps 1
same specs/rcc/published.xml --warps 1 --lines 2 --no-atomics
same specs/rcc/rollover_paper.xml
same specs/getm/getm.xml --lines 1 --ops 2
same specs/getm/getm.xml --lines 2 --ops 1

# These are alike, and no search says that something is not.
for file in specs/mesi/mesi.xml specs/rcc/rcc.xml specs/rcc/rollover.xml specs/rcc/rollover_paper.xml specs/rcc/wo.xml \
    specs/rcc/published.xml tests/protocols/msi.xml tests/protocols/combine.xml; do
    "$COHGEN" verify "$top/$file" --warps 1 --cores 3 --lines 2 --ops 1 --time 1 --memory 64 >"$tmp/out" 2>&1 || true
    if grep -q 'up to the numbering of cores and lines' "$tmp/out" && ! grep -q '^symmetry of' "$tmp/out"; then
        echo "ok   $file: cores and lines are alike"
    else
        echo "FAIL $file"
        head -n 3 "$tmp/out"
        failed=1
    fi
done
exit $failed
