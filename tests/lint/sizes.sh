#!/bin/sh
# Stores of one set, of one way and of three ways, with and without sweeps over them: no warning of Verilator, and Icarus
# takes them.
#   sizes.sh COHGEN
set -eu
cohgen=$1
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0
# lint SPEC SETTING...
lint() {
    spec=$1
    shift
    settings=
    for s; do settings="$settings --set=$s"; done
    rm -rf "$tmp/out"
    # shellcheck disable=SC2086
    "$cohgen" emit "$top/specs/$spec.xml" $settings -o "$tmp/out" >/dev/null
    if (cd "$tmp/out" && verilator --lint-only -Wall -f ./*.f && iverilog -g2005 -o "$tmp/vvp" -f ./*.f) >"$tmp/log" 2>&1
    then echo "ok $spec $*"
    else echo "FAIL $spec $*"; head -n 12 "$tmp/log"; bad=1
    fi
}
for sizes in "1 1" "1 3" "4 1" "4 3"; do
    sets=${sizes% *} ways=${sizes#* }
    lint rcd/rc CORES=2 BANKS=1 WARPS=2 L1.SETS="$sets" L1.WAYS="$ways" L2.SETS="$sets" L2.WAYS="$ways"
    lint rcd/lrc CORES=2 BANKS=1 WARPS=2 L1.SETS="$sets" L1.WAYS="$ways" L2.SETS="$sets" L2.WAYS="$ways"
    lint rcc/rcc CORES=2 BANKS=1 WARPS=2 L1.SETS="$sets" L1.WAYS="$ways" L2.SETS="$sets" L2.WAYS="$ways"
done
exit $bad
