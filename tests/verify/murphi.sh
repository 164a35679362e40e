#!/bin/sh
# The exported model for Rumur.
#   murphi.sh        its text: written for each table that SPIN's model is written for, the same each time, whole
#   murphi.sh all    under Rumur, against the model checker; skipped where Rumur is not installed
. "$(dirname "$0")/lib.sh"
toy=tests/protocols/toy.xml

# written NAME ARGUMENT...: nothing of Promela is left, and every name that is called is a procedure.
written() {
    name=$1
    shift
    if ! "$COHGEN" verify "$@" --export murphi -o "$tmp/m" 2>"$tmp/err"; then
        echo "FAIL $name"
        cat "$tmp/err"
        failed=1
        return
    fi
    "$COHGEN" verify "$@" --export murphi -o "$tmp/again" 2>/dev/null
    "$COHGEN" verify "$@" --export promela -o "$tmp/p" 2>/dev/null
    right=1
    cmp -s "$tmp/m" "$tmp/again" || { echo "FAIL $name: two texts"; right=0; }
    if grep -vE '^--' "$tmp/m" | grep -nE '::|d_step|atomic \{|#|/\*|->|\?\?|==[^>]' | head -n 3 | grep .; then right=0; fi
    grep -oE '^ +[A-Za-z_0-9]+\(' "$tmp/m" | tr -d ' (' | sort -u >"$tmp/called"
    sed -n 's/^procedure \([A-Za-z_0-9]*\)(.*/\1/p' "$tmp/m" | sort -u >"$tmp/there"
    comm -23 "$tmp/called" "$tmp/there" | grep . && right=0
    # And stands before it is called.
    sed -nE 's/^procedure ([A-Za-z_0-9]*)\(.*/D \1/p; s/^ +([A-Za-z_0-9]+)\(.*/C \1/p' "$tmp/m" |
        awk '$1 == "D" { there[$2] = 1 } $1 == "C" && !($2 in there) { print $2 " is called before it is there"; bad = 1 }
            END { exit bad }' || right=0
    # An assertion of the one model is an assertion of the other.
    [ "$(grep -c 'assert(' "$tmp/p")" -gt 0 ] && [ "$(grep -oE 'assert\(' "$tmp/p" | wc -l)" -le \
        "$(grep -oE '^ *assert ' "$tmp/m" | wc -l)" ] || { echo "FAIL $name: assertions"; right=0; }
    if [ $right = 1 ]; then echo "ok   $name"; else echo "FAIL $name"; failed=1; fi
}
# both NAME STATUS TEXT ARGUMENT...: runs the two; its output must hold TEXT (a fixed string).
both() {
    name=$1 status=$2 text=$3 code=0
    shift 3
    "$TRIAL" murphi "$@" >"$tmp/out" 2>&1 || code=$?
    if [ "$code" != "$status" ] || ! grep -qF -- "$text" "$tmp/out"; then
        echo "FAIL $name: exit status $code, expected $status with '$text'; output:"
        tail -n 30 "$tmp/out"
        failed=1
    else
        echo "ok   $name"
    fi
}

if [ "${1-}" != all ]; then
    written toy "$top/$toy" --lines 2
    written msi "$top/tests/protocols/msi.xml" --warps 1
    written mesi "$top/specs/mesi/mesi.xml"
    written rcc "$top/specs/rcc/rcc.xml" --system bounded --keyed --warps 1 --stamp-max 3
    written transactions "$top/tests/protocols/tx_warps.xml" --system small --warps 2 --lines 1 --ops 1
    expect 'joined messages' 2 'messages that are joined: not exported to Murphi' "$top/tests/replay/joined.xml" \
        --export murphi
    expect 'what is refused for SPIN is refused here' 2 'export: --litmus' "$top/specs/rcc/rcc.xml" --system bounded \
        --warps 1 --litmus "$top/sim/litmus/MP.litmus" --export murphi
    exit $failed
fi
command -v rumur >/dev/null || { echo 'SKIP: rumur is not installed'; exit 0; }
both 'toy, two lines' 0 'verify: passed, 2013 states; Rumur: passed, 2013 states' "$top/$toy" --lines 2
both msi 0 'verify: passed, 8562 states; Rumur: passed, 8562 states' "$top/tests/protocols/msi.xml" --warps 1
both rcc 0 'verify: passed, 15494 states; Rumur: passed, 15495 states, one of them beyond the bounds' \
    "$top/specs/rcc/rcc.xml" --system bounded --keyed --warps 1 --stamp-max 3
# Transactions; four messages in a network are enough for these, and rules of more are left out.
MESSAGES=4
export MESSAGES
both transactions 0 'verify: passed, 3839 states; Rumur: passed, 3839 states' "$top/tests/protocols/tx_warps.xml" \
    --system small --warps 2 --lines 1 --ops 2
unset MESSAGES
wrong $toy value 's|<on event="evict">.*</on>|<on event="evict"><go to="I"/></on>|'
both 'value: lost write-back' 0 'verify: value, 9 steps; Rumur: value, 9 steps' "$tmp/value.xml"
exit $failed
