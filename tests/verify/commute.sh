#!/bin/sh
# Renumbered states have the same successors, renumbered; and the test sees it where it is not so. SEED, STEPS: of the
# runs.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
seed=${SEED:-1} steps=${STEPS:-4000} failed=0

# run STATUS FILE KINDS OPTION...: KINDS are alike.
run() {
    status=$1 file=$2 kinds=$3 code=0
    shift 3
    "$COMMUTE" "$file" "$steps" "$seed" "$@" >"$tmp/out" 2>&1 || code=$?
    if [ "$code" = "$status" ] && grep -qF "seed $seed$kinds: " "$tmp/out"; then
        echo "ok   $* $(cat "$tmp/out")"
    else
        echo "FAIL $file $*: exit status $code, expected $status"
        cat "$tmp/out"
        failed=1
    fi
}
same() { file=$top/$1; shift; run 0 "$file" "$@"; }
both=', cores, lines'

same tests/protocols/toy.xml "$both" cores=3
same tests/protocols/toy.xml ', cores' lines=2
same tests/protocols/combine.xml "$both" warps=1 cores=3
same tests/protocols/combine.xml "$both" lines=2
same tests/protocols/depot.xml "$both" cores=3
same tests/protocols/depot.xml ', cores' lines=2
same tests/protocols/msi.xml "$both" cores=3 warps=1
same tests/protocols/msi.xml "$both" lines=2
same specs/mesi/mesi.xml "$both" cores=3 warps=1
same specs/mesi/mesi.xml "$both" lines=2
same specs/rcc/rcc.xml "$both" lines=2
same specs/rcc/rcc.xml "$both" system=bounded warps=1 cores=3 lines=2 stamps=8
same specs/rcc/rcc.xml ', cores' set=BANKS=2 lines=2
same specs/rcc/rollover.xml "$both" lines=2
same specs/rcc/rollover_paper.xml "$both" lines=2
same specs/rcc/wo.xml "$both" lines=2
same specs/rcc/published.xml "$both" lines=2 warps=1
same specs/getm/getm.xml ', lines' lines=2 ops=3

# What tells them apart is seen, if it is not looked for.
run 1 "$top/specs/getm/getm.xml" "$both" lines=2 ops=3 force
run 1 "$top/specs/rcc/rcc.xml" "$both" set=BANKS=2 lines=2 force
exit $failed
