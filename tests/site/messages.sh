#!/bin/sh
# Errors and warnings: for people (colours, repeats) and for programs (JSON, SARIF).
#   messages.sh COHGEN CHECK
set -u
export LC_ALL=C.UTF-8
cohgen=${1:?usage: messages.sh COHGEN CHECK} check=${2:?usage: messages.sh COHGEN CHECK}
here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
failed=0
bad() { echo "FAIL: $1"; failed=1; }
has() { grep -qF -e "$2" "$1" || { bad "$1 has no '$2'"; head -n 20 "$1"; }; }
# run STATUS ARGUMENT...: standard output to out, standard error to err
run() {
    want=$1
    shift
    "$cohgen" "$@" >out 2>err
    got=$?
    [ $got = "$want" ] || bad "cohgen $*: exit status $got, expected $want"
}

rcc=$top/specs/rcc/rcc.xml
mkdir 'a "folder" ü'
odd='a "folder" ü/rcc <b>.xml'
sed 's/event="RENEW"/event="RNEW"/' "$rcc" >"$odd"
run 1 check "$odd" --diagnostics=json
"$check" json err || failed=1
has err '"level": "error", "message": "unknown event '"'RNEW', did you mean 'RENEW'?"'"'
has err '"file": "a \"folder\" ü/rcc \u003cb\u003e.xml", "line": 169, "column": 18'
has err '"errors": '
run 1 check "$odd" --diagnostics sarif
"$check" json err || failed=1
has err '"version": "2.1.0"'
has err '"uri": "a%20%22folder%22%20%C3%BC/rcc%20%3Cb%3E.xml"'
has err '"region": {"startLine": 169, "startColumn": 18}'
run 1 check "$PWD/$odd" --diagnostics sarif
has err '"uri": "file:///'
# Notes belong to what they are about.
run 0 check "$top/specs/rcc/rollover_paper.xml" --diagnostics=json
"$check" json err || failed=1
has err '"notes": [{"message": "it waits until this does not hold any more"'
run 0 check "$top/specs/rcc/rollover_paper.xml" --diagnostics=sarif
"$check" json err || failed=1
has err '"relatedLocations": [{"physicalLocation"'
# Complete documents where there is nothing to say, and of errors without a place.
run 0 check "$rcc" --diagnostics=json
"$check" json err || failed=1
has err '"errors": 0, "warnings": 0'
has out 'no errors'
run 0 check "$rcc" --diagnostics=sarif
"$check" json err || failed=1
run 1 check missing.xml --diagnostics=json
"$check" json err || failed=1
has err 'cannot read missing.xml'
run 1 verify "$top/specs/rcc/published.xml" --warps 1 --diagnostics=json
"$check" json err || failed=1
run 2 check "$rcc" --diagnostics=xml
has err "'xml' is not one of: text json sarif"

# The same words at many places: five of them, and how many more.
sed '/register name="rnow"/!s/\<rnow\>/rnoww/g' "$rcc" >many.xml
places=$(grep -o 'rnoww' many.xml | wc -l)
run 1 check many.xml
shown=$(grep -c "unknown name 'rnoww', did you mean 'rnow'?" err)
[ "$places" -gt 6 ] && [ "$shown" = 5 ] || bad "repeats: $shown of $places are shown, expected 5"
more=$(sed -n 's/.*and the same at \([0-9]*\) more places*$/\1/p' err)
[ "${more:-0}" -gt 0 ] || bad "repeats: no count"
run 1 check many.xml --diagnostics=json
"$check" json err || failed=1
has err "\"alike\": $more"
errors=$(sed -n 's/.*"errors": \([0-9]*\),.*/\1/p' err)
[ "$errors" -ge $((5 + more)) ] || bad "repeats: 5 and $more of $errors errors"
run 1 check many.xml --diagnostics=sarif
has err "\"occurrenceCount\": $((more + 1))"

# Colours: at a terminal, unless it or its user wants none; --color goes before both.
if command -v script >where; then
    # coloured NAME=VALUE...: what a terminal is sent
    coloured() { script -qec "env $* '$cohgen' check $color many.xml" typescript >tty 2>&1 || :; grep -q "$(printf '\033')" tty; }
    color=
    coloured TERM=xterm || bad "no colours at a terminal"
    if coloured TERM=dumb; then bad "colours at TERM=dumb"; fi
    if coloured TERM=xterm NO_COLOR=1; then bad "colours with NO_COLOR"; fi
    coloured TERM=xterm NO_COLOR= || bad "an empty NO_COLOR says nothing"
    color=--color=always
    coloured TERM=dumb NO_COLOR=1 || bad "--color=always"
    color=--color=never
    if coloured TERM=xterm; then bad "--color=never"; fi
else echo "skipped: colours at a terminal: there is no script(1)"; fi

# Help of one command has its options and no others.
run 0 help table
has out '--format'
if grep -q -e '--cores' -e '--reset' out; then bad "help table: options of other commands"; fi
run 0 help
has out "'cohgen help COMMAND' lists the options of a command"
if grep -q -e '--cores' out; then bad "help: options of one command"; fi
[ $failed = 0 ] && echo PASSED
exit $failed
