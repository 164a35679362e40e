#!/bin/sh
# Long guards, functions that nest calls, long names: refused with a place, or what is emitted is whole and right for
# three tools.
#   long.sh COHGEN
set -eu
cohgen=${1:?usage: long.sh COHGEN}
here=$(cd "$(dirname "$0")" && pwd)
[ -w /dev/shm ] && TMPDIR=/dev/shm
export TMPDIR
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
bad=0
fail() { echo "FAIL $1"; head -n 6 log; bad=1; }

# lint NAME: of NAME.xml. -O0: what is optimised does not matter here, and takes long.
lint() {
    timeout 60 "$cohgen" emit "$1.xml" -o "$1" >log 2>&1 || { fail "$1: emit"; return; }
    top=$(basename "$1"/*.f .f)
    (cd "$1" && verilator --lint-only -O0 -Wall --top-module "$top" -f "$top.f") >log 2>&1 &&
        ! grep -qv '^-Info' log || fail "$1: verilator"
    (cd "$1" && verilator --lint-only -O0 --assert -Wno-fatal +define+COHGEN_CHECKS -Ichecks \
        --top-module "$top" -f "$top.f") >log 2>&1 && ! grep -q Error log || fail "$1: verilator with assertions"
    (cd "$1" && iverilog -g2005 -Wall -Wno-timescale -s "$top" -o ../vvp -c "$top.f") >log 2>&1 && [ ! -s log ] ||
        fail "$1: icarus"
    gcc -std=c17 -fsyntax-only -Wall -Wextra -Werror -I "$here/../../sim" "$1"/harness/*_dut.c >log 2>&1 ||
        fail "$1: gcc"
}

# guarded NAME GUARD FUNCTIONS TEXT COUNT: the text is there so many times at least. (`guarded` is a reserved word of
# VHDL: the design is `guarded_`.)
guarded() {
    awk -v guard="$2" -v functions="$3" '{ gsub(/@guard@/, guard); gsub(/@functions@/, functions); print }' \
        "$here/guard.xml.in" >"$1.xml"
    lint "$1"
    n=$(grep -o "$4" "$1"/rtl/guarded__bank_step.v 2>/dev/null | wc -l)
    [ "$n" -ge "$5" ] || fail "$1: $n terms of $5"
}

terms() { awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "%sn eq %d", i ? " or " : "", 3 * i + 1 }'; }
nested() { # of N functions: each calls the one before it twice
    printf '<function name="f0" args="x:count" result="bool" value="x eq 7"/>'
    for i in $(seq "$1"); do
        printf '<function name="f%d" args="x:count" result="bool" value="f%d(x) or f%d(x + %d)"/>' "$i" $((i - 1)) \
            $((i - 1)) "$i"
    done
}
guarded terms60 "$(terms 60)" "" "== [0-9]" 60
guarded terms600 "$(terms 600)" "" "== [0-9]" 600
guarded nested10 "f10(n)" "$(nested 10)" "== 7" 1024

# Names: 60 characters, all at once; 61 and 300 of each kind.
long() {
    printf '%s' "$1" | awk -v n="$2" '{ printf "%s", $0; for (i = length($0); i < n; i++) printf "%c", 97 + i % 26 }'
}
kinds=$(grep -o '@[a-z]*@' "$here/names.xml.in" | sort -u | tr -d @)
short() { sed 's/@\([a-z]*\)@/x\1/g'; }
edit=
for kind in $kinds; do edit="$edit;s/@$kind@/$(long "n$kind" 60)/g"; done
sed "$edit" "$here/names.xml.in" >names60.xml
lint names60
for kind in $kinds; do
    for n in 61 300; do
        sed "s/@$kind@/$(long "n$kind" $n)/g" "$here/names.xml.in" | short >name.xml
        if "$cohgen" emit name.xml -o name >log 2>&1; then fail "$kind of $n characters: accepted"; fi
        grep -Eq "^name.xml:[0-9]+:[0-9]+: error: .* has $n characters, expected 60 at most" log ||
            fail "$kind of $n characters: message"
        [ ! -e name ] || fail "$kind of $n characters: something is written"
    done
done
[ "$(echo "$kinds" | wc -l)" -ge 25 ] || fail "kinds of names are missing"
echo "long: $(echo "$kinds" | wc -l) kinds of names"
exit $bad
