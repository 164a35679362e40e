#!/bin/sh
# Corners of parameters two by two: settings that `cohgen check` accepts are emitted, and three tools are silent.
#   pairs.sh COHGEN SPEC.xml SECONDS [SEED]
# SECONDS: how long new settings are drawn. Not looked at: more than 24 instances, 200,000 bits of storage in one of
# them, or 256 entries that are compared with a key: tools take minutes for these.
set -eu
usage="usage: pairs.sh COHGEN SPEC.xml SECONDS [SEED]"
cohgen=${1:?$usage} spec=${2:?$usage} seconds=${3:?$usage} seed=${4:-1}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
: >seen
"$cohgen" params "$spec" >params
end=$(($(date +%s) + seconds)) n=0 refused=0 large=0 slow=0 failures=0

complain() {
    echo "FAIL $1: $(tr '\n' ' ' <"$scratch/sets")"
    head -4 "$scratch/log"
    failures=$((failures + 1))
}
# quiet WHAT COMMAND...: it ends with 0 and says nothing. One that does not end in 300 s says nothing about the Verilog.
quiet() {
    what=$1 status=0
    shift
    timeout 300 "$@" >"$scratch/log" 2>&1 || status=$?
    if [ $status -eq 124 ]; then slow=$((slow + 1)); return; fi
    [ $status -eq 0 ] && [ ! -s "$scratch/log" ] || complain "$what"
}
small() {
    "$cohgen" stats "$spec" "$@" >stats 2>/dev/null || return 1
    awk '/^controller / { n = $4 ~ /^instance/ ? $3 : 1; nodes += n }
        / storage of one instance:/ { if ($5 > 200000) exit 1 }
        $1 == "waiters" && $4 > 256 { exit 1 }
        END { if (nodes > 24) exit 1 }' stats
}

while [ "$(date +%s)" -lt "$end" ]; do
    seed=$((seed + 1))
    awk -v seed="$seed" -v tries=30 -f "$here/pairs.awk" seen params >drawn
    [ "$(sed -n 1p drawn)" -gt 0 ] || continue
    grep '^[^ ]*=' drawn >sets
    set --
    while read -r word; do set -- "$@" "--set=$word"; done <sets
    if ! "$cohgen" check "$spec" "$@" >/dev/null 2>&1; then refused=$((refused + 1)); continue; fi
    if ! small "$@"; then large=$((large + 1)); continue; fi
    n=$((n + 1))
    sed -n 's/^pair //p' drawn >>seen
    sort -u -o seen seen
    rm -rf design
    "$cohgen" emit "$spec" -o design "$@" >log 2>&1 || { complain emit; continue; }
    cd design
    list=$(echo ./*.f) top=$(basename ./*.f .f)
    quiet verilator verilator --lint-only -Wall --top-module "$top" -f "$list"
    quiet iverilog iverilog -g2005 -tnull -Wall -Wno-timescale -s "$top" -c "$list"
    quiet yosys yosys -q -p \
        "read_verilog $(echo rtl/*.v); hierarchy -check -top $top; proc; opt_expr; opt_clean;
        check -assert; select -assert-none t:\$dlatch t:\$mul"
    cd ..
done
echo "$(basename "$spec"): $n settings, $(wc -l <seen) pairs of corners;" \
    "refused $refused, too large $large, tools stopped after 300 s $slow, seed to $seed"
[ "$failures" -eq 0 ] && [ $((3 * n)) -gt $slow ]
