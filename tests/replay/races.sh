#!/bin/sh
# Races in Verilog: every pair that the model checker finds must come about there, and no other; a design with a
# mistake, and a wrong list, must be noticed.
# COHGEN, COHGEN_BUILD: the generator, the build folder. Six small designs are built.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0
msi=$top/tests/protocols/msi.xml

good() { echo "ok   $1"; }
bad() { echo "FAIL $1; output:"; tail -n 30 "$2"; failed=1; }
# races NAME STATUS TEXT ARGUMENT...: output to $tmp/NAME.log, which must hold TEXT
races() {
    name=$1 status=$2 text=$3 code=0
    shift 3
    "$top/scripts/races.sh" "$@" >"$tmp/$name.log" 2>&1 || code=$?
    if [ "$code" = "$status" ] && grep -qF -- "$text" "$tmp/$name.log"; then
        good "$name"
    else
        bad "$name: exit status $code, expected $status with '$text'" "$tmp/$name.log"
    fi
}
# all NAME LEAST: every pair of $tmp/NAME.log was reached, at least so many
all() {
    line=$(grep '^races      ' "$tmp/$1.log" || true)
    # shellcheck disable=SC2086
    set -- "$1" "$2" $line
    if [ "${4:-0}" = "${6:-1}" ] && [ "${4:-0}" -ge "$2" ]; then
        good "$1: $4 pairs"
    else
        bad "$1: '$line', expected at least $2 pairs, all reached" "$tmp/$1.log"
    fi
}

races msi 0 ' 0 different' --out "$tmp/msi" "$msi" --warps 1
all msi 500
races rcc 0 ' 0 different' --out "$tmp/rcc" "$top/specs/rcc/rcc.xml" --system bounded --cores 1 --lines 2 --ops 2 \
    --set L1.WAYS=2 --set L2.WAYS=2 --stamp-max 12
all rcc 200

# Posted stores, which take effect when their thread is long elsewhere; more than 24 events, scopes, stores that pass a load
# from memory.
races posted 0 ' 0 different' --out "$tmp/posted" "$top/tests/protocols/posted.xml"
all posted 90
races hmg 0 ' 0 different' --out "$tmp/hmg" "$top/specs/hmg/hmg.xml" --system small --ops 1 --lines 1 --no-symmetry
all hmg 500

# A forward that meets an eviction under way leaves the wrong state: nothing but this race shows it.
sed '/<on event="FwdS">/s|data="mshr.data"/><go to="SI_A"/>|data="mshr.data"/>|' "$msi" >"$tmp/mutant.xml"
if cmp -s "$msi" "$tmp/mutant.xml"; then bad 'the mutant is the original' "$tmp/mutant.xml"; fi
races mutant 1 '] takes the row MI_A x FwdS -> MI_A of line 0' --spec "$tmp/mutant.xml" "$tmp/msi/1"
if tail -n 1 "$tmp/mutant.log" | grep -q ' 0 different$'; then bad 'mutant: no difference' "$tmp/mutant.log"; fi

# tampered NAME TEXT SED-SCRIPT: the list of MSI with a change
tampered() {
    sed "$3" "$tmp/msi/1/races" >"$tmp/races"
    if cmp -s "$tmp/races" "$tmp/msi/1/races"; then echo "FAIL $1: nothing changed"; failed=1; fi
    code=0
    "$tmp/msi/1/replay" --races "$tmp/races" "$tmp"/msi/1/tests/* >"$tmp/log" 2>&1 || code=$?
    if [ "$code" = 1 ] && grep -qF -- "$2" "$tmp/log"; then
        good "$1"
    else
        bad "$1: exit status $code, expected 1 with '$2'" "$tmp/log"
    fi
}
tampered 'a pair that does not come about' 'never: at L1 I I - load replayed' '$a pair 1.1 at L1 I I - load replayed'
tampered 'a pair that should not be' 'not in the list: at L1 I I - load new' '/ at L1 I I - load new$/d'
tampered 'another design' "races:1:16: error: the list is of design toy, this is msi" '1s/msi/toy/'
tampered 'a line that means nothing' "races:3:1: error: expected 'searched ...'" '3s/.*/nonsense/'

# Options.
for options in '--replay x' '--litmus x' '--export promela'; do
    code=0
    # shellcheck disable=SC2086
    "$COHGEN" verify "$msi" --races "$tmp/none" $options >"$tmp/log" 2>&1 || code=$?
    if [ "$code" = 2 ] && grep -q -- '--races is a search of its own' "$tmp/log"; then
        good "--races with $options"
    else
        bad "--races with $options: exit status $code" "$tmp/log"
    fi
done
code=0
"$COHGEN" verify "$top/specs/getm/getm.xml" --races "$tmp/none" >"$tmp/log" 2>&1 || code=$?
if [ "$code" = 2 ] && grep -q -- '--races: not with transactions' "$tmp/log"; then
    good 'no transactions'
else
    bad "no transactions: exit status $code" "$tmp/log"
fi
races beside 0 ' 0 pairs beyond the list' "$top/tests/replay/beside.xml"
races 'no list' 2 'holds no list of races' "$top"
exit $failed
