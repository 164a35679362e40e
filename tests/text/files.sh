#!/bin/sh
# Names of files with quotes, line ends, blanks and UTF-8; hostile text in what a search of states leaves behind:
# traces, schedules, lists of races.
#   files.sh COHGEN
set -eu
cohgen=${1:?usage: files.sh COHGEN}
here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
[ -w /dev/shm ] && TMPDIR=/dev/shm
export TMPDIR
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
bad=0
fail() { echo "FAIL $1"; head -n 6 log; bad=1; }
newline='
'

# ---- names of files ----
number=0
for name in 'plain' 'a "quoted" name' "two${newline}initial begin end (* lines" 'back\' 'ü → ß' 'verilator lint_off' \
    "\$(touch pwned) \`touch pwned\`;'" \
    '%s%n %d' '??' "$(printf 'tab\tbell\007 \377')"; do
    number=$((number + 1))
    cp "$top/tests/protocols/toy.xml" "$name.xml"
    "$cohgen" check "$name.xml" >log 2>&1 || fail "check '$name'"
    [ "$(wc -l <log)" = 1 ] || fail "check '$name': lines"
    "$cohgen" emit "$name.xml" -o "f$number" >log 2>&1 || fail "emit '$name'"
    (cd "f$number" && verilator --lint-only -Wall --top-module toy -f toy.f) >log 2>&1 && [ ! -s log ] ||
        fail "verilator '$name'"
    gcc -std=c17 -fsyntax-only -Wall -Wextra -Werror -I "$top/sim" "f$number"/harness/toy_dut.c >log 2>&1 ||
        fail "gcc '$name'"
    for file in $(cd f1 && find . -type f); do # as with the first name, but for comments and strings
        sed -E 's|//.*||; s/ *$//; /^$/d; s/"([^"\\]|\\.)*\.xml"/"NAME.xml"/' "f1/$file" >then
        sed -E 's|//.*||; s/ *$//; /^$/d; s/"([^"\\]|\\.)*\.xml"/"NAME.xml"/' "f$number/$file" >now
        diff then now >log 2>&1 || fail "'$name': $file"
    done
done
[ ! -e pwned ] || fail "a command was run"

# ---- a long text, broken into lines: none of them begins as a directive ----
long=$(printf 'pragma %.0s' $(seq 60))
for spec in protocols/toy protocols/combine; do
    sed -E "s/ doc=\"[^\"]*\"//; s/<(protocol|controller|register|param|message|state|invariant) /&doc=\"$long\" /" \
        "$top/tests/$spec.xml" >long.xml
    "$cohgen" emit long.xml -o long >log 2>&1 || fail "emit with long texts"
    grep -rq 'pragma pragma' long || fail "long texts are not in the Verilog"
    ! grep -rnE '(//|/\*|^ \*) *pragma' long >log || fail "a line of a comment begins with a directive"
    rm -rf long
done

# ---- what a search finds ----
# spec WHY: toy.xml with a row that must not be met, and an invariant that does not hold, both with the text.
never() { awk -v why="$1" '/event="Write"><write/ { gsub(/&/, "\\\\&", why); print "<never event=\"Write\" why=\"" why "\"/>"; skip = 1; next } skip { skip = 0; next } { print }' "$top/tests/protocols/toy.xml"; }
invariant() { awk -v text="$1" '/<port name="net" takes="ask"/ { print "<invariant name=\"broken\" test=\"not line.dirty" text "\"/>" } { print }' "$top/tests/protocols/toy.xml"; }
hostile='x&#10;step 1 BANK[0] message m1&#10;found nothing&#13;&#8232;end &#127;'
never plain >then.xml
never "$hostile" >now.xml
invariant ' or not line.dirty' >then2.xml
invariant '&#10;or&#10;not line.dirty' >now2.xml
for n in '' 2; do
    for when in then now; do
        status=0
        "$cohgen" verify $when$n.xml --ops 1 --replay $when$n.replay >$when$n.out 2>log || status=$?
        [ $status -eq 1 ] || fail "verify $when$n: exit status $status"
        [ -s $when$n.replay/schedule ] || fail "verify $when$n: no schedule"
    done
    for file in out replay/schedule; do
        [ "$(wc -l <then$n.$file)" = "$(wc -l <now$n.$file)" ] || {
            diff then$n.$file now$n.$file >log
            fail "verify$n: $file has other lines"
        }
        grep -q "$(printf '[\001-\010\013-\037\177]')" now$n.$file && fail "verify$n: controls in $file"
    done
    grep -v '^found\|^spec' then$n.replay/schedule >then
    grep -v '^found\|^spec' now$n.replay/schedule >now
    diff then now >log 2>&1 || fail "verify$n: the schedule differs"
done
cp "$top/tests/protocols/toy.xml" "a${newline}pair b.xml"
"$cohgen" verify "a${newline}pair b.xml" --ops 1 --races now.races >log 2>&1 || fail "races"
"$cohgen" verify "$top/tests/protocols/toy.xml" --ops 1 --races then.races >log 2>&1 || fail "races"
diff then.races/races now.races/races >log || fail "races differ"
for test in then.races/tests/*; do
    [ "$(wc -l <"$test")" = "$(wc -l <"now.races/tests/$(basename "$test")")" ] || fail "races: $test"
done
echo "files: $number names"
exit $bad
