#!/bin/sh
# benches.sh BUILD hmg|stc|gpudet: a sweep, cut to one or two programs, has the cycles of the bench whose table it is.
set -eu
build=${1:?usage: benches.sh BUILD hmg|stc|gpudet} kind=${2:?}
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export COHGEN_QUICK=-O1 COHGEN_BUILD="$build" SWEEP_DESIGNS="$build/sweeps"
# cut_sweep FILE SED...: the description with other axes, and its runs in $tmp/dir; the table is $tmp/table
cut_sweep() {
    sed "$2" "$top/sweeps/$1.sweep" >"$tmp/$1.sweep"
    "$build/sweep/sweep" designs "$tmp/$1.sweep" | while read -r program spec sets; do
        # shellcheck disable=SC2086
        "$top/sweep/design.sh" "$build" "$program" "$spec" $sets >"$tmp/log" 2>&1 || { cat "$tmp/log"; exit 3; }
    done
    cd "$top"
    "$build/sweep/sweep" run "$tmp/$1.sweep" "$tmp/dir"
    "$build/sweep/sweep" table "$tmp/$1.sweep" "$tmp/dir" >"$tmp/table"
}
bench() { "$build/bench/bench" --no-report "$@" >"$tmp/bench"; }
# In both PROGRAM NAME CYCLES, sorted.
case $kind in
    hmg)
        cut_sweep hmg-2x2 's/^axis program .*/axis program sharing handing/; s/^axis place .*/axis place hand/
            /^as place t/d; s/ at place=hand//; /placement/d'
        bench hmg --gpus 2 --modules 2 --only "sharing handing" programs
        awk -F, 'NR > 1 { print $2, $1, $5, $6 }' "$tmp/table" | sort >"$tmp/one"
        awk '$1 == "sharing" || $1 == "handing" { print $1, $2, $3, $5 }' "$tmp/bench" | sort >"$tmp/two" ;;
    stc)
        cut_sweep stc-programs 's/^axis program .*/axis program reuse/'
        bench stc --only reuse programs
        awk -F, 'NR > 1 { print $2, $1, $3 }' "$tmp/table" | sort >"$tmp/one"
        awk '$1 == "reuse" { print $1, $2, $3 }' "$tmp/bench" | sort >"$tmp/two" ;;
    gpudet)
        cut_sweep gpudet-cost 's/^axis machine .*/axis machine plain quanta200/; /^as machine [^pq]/d
            /^as machine quanta[16]/d; /^plot gpudet-[^c]/d'
        bench quanta cost
        awk -F, 'NR > 1 { print $2, $1, $3 }' "$tmp/table" | sort >"$tmp/one"
        awk '/^ +triad/ { for (i = 1; i <= NF; i++) name[i] = $i }
            $1 == "plain" { for (i = 2; i <= NF; i++) print name[i - 1], "plain", $i }
            /^quanta of 200/ { for (i = 4; i <= NF; i++) print name[i - 3], "quanta200", $i }' "$tmp/bench" |
            sort >"$tmp/two" ;;
    *) echo "no such bench"; exit 2 ;;
esac
[ -s "$tmp/one" ] && cmp "$tmp/one" "$tmp/two" || { echo "FAIL: sweep and bench differ:"; diff "$tmp/one" "$tmp/two"; exit 1; }
cat "$tmp/one"
echo PASSED
