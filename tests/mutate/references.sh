#!/bin/sh
# What `campaign` makes of references that are not there, that the original does not pass, or that crash: none of
# these finds a mutant. And what a search costs that says no time of its own: litmus tests.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0
export REFERENCES="$tmp/stub"

# stub COMMAND: the references of RCC's two tables, which get the file as $1.
stub() {
    mkdir -p "$REFERENCES/rcc"
    for name in l1 l2; do
        printf '#!/bin/sh\n%s\n' "$1" >"$REFERENCES/rcc/test_rcc_$name"
        chmod +x "$REFERENCES/rcc/test_rcc_$name"
    done
}
# ends STATUS WORDS: judging the first mutant of RCC ends so, and says that.
ends() {
    code=0
    rm -rf "$tmp/out"
    "$CAMPAIGN" --out "$tmp/out" --searches l1 1 >"$tmp/log" 2>&1 || code=$?
    [ "$code" = "$1" ] && grep -q "$2" "$tmp/log" && return
    echo "FAIL exit status $code, expected $1 and '$2':"
    tail -n 5 "$tmp/log"
    failed=1
}

ends 3 'no program .*test_rcc_l1'
stub 'exit 1'
ends 1 'the original itself is stopped by l1'
stub 'case $1 in */mutant.xml) exit 139 ;; esac'
ends 1 'reference l1 ended unexpectedly with 139'
stub 'case $1 in */mutant.xml) exit 1 ;; esac'
ends 0 '1 by reference l1'
stub 'exit 0'
ends 0 'of the 1 others 0 are found'
mkdir -p "$REFERENCES/tc"
for name in l1 l2; do cp "$REFERENCES/rcc/test_rcc_$name" "$REFERENCES/tc/test_tcw_$name"; done
"$CAMPAIGN" --spec "$top/specs/tc/tcw.xml" --out "$tmp/tcw" --searches one-variable 1 >"$tmp/log" 2>&1 || failed=1
awk '{ exit !($1 > 0) }' "$tmp/tcw/original/one-variable.cost" || { echo 'FAIL litmus tests cost nothing'; failed=1; }
exit $failed
