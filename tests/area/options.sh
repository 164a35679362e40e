#!/bin/sh
# `./run area`: what its command line refuses; a sweep of one small controller without synthesis, its files; figures in
# JSON are those in CSV. With the library: a controller as cells, with a longest path and a treemap.
#   options.sh COHGEN AREA [all]      all: also a large table, whose constants are no memories
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export COHGEN="$1" COHGEN_BUILD="$scratch"
area=$2
bad=0
# must STATUS WHAT ARGUMENT...: WHAT is in what it says
must() {
    expected=$1 what=$2 status=0
    shift 2
    "$area" "$@" >"$scratch/log" 2>&1 || status=$?
    [ $status = "$expected" ] && grep -qF -- "$what" "$scratch/log" && return
    echo "FAIL area $*: exit status $status, expected $expected and '$what'"
    cat "$scratch/log"
    bad=1
}
must 2 'no option --foo' --foo
must 2 "no unit or specification 'rrc'" rrc
must 2 "no controller 'l9' in stc" stc/l9 --quick
must 2 '--sweep: PARAM=a,b,c' stc/emu --sweep CUS --quick
must 3 'no library nowhere.lib' stc/emu --liberty nowhere.lib
must 0 "rc_l1" rc/l1 --quick
must 0 'CUS=4' stc/emu --quick --sweep CUS=2,4
out=$scratch/area/stc-emu
[ "$(grep -c . "$out/sweep/all.csv")" = 2 ] && [ "$(grep -c '<polyline' "$out/sweep.svg")" = 1 ] ||
    { echo "FAIL: files of a sweep"; bad=1; }
# A table of constants, as a row's long case becomes in Yosys, is logic and no memory: each memory has a port to write.
table=rc_l1
if [ -n "${3-}" ]; then
    table=hmg_l2
    must 0 'hmg_l2' hmg/l2 --quick --set LINE_BYTES=16 --set L2.SETS=4 --set L2.WAYS=2 --set L2.DIR_SETS=4 \
        --set L2.MSHRS=4 --set L2.FETCHES=4 --set L2.MISSES=4
fi
[ "$(awk 'END { print NR }' "$scratch"/area/*/$table.mem)" -gt 3 ] &&
    ! awk '$5 == 0' "$scratch"/area/*/*.mem | grep . || { echo "FAIL: constants are taken for memories"; bad=1; }
if [ -f /usr/share/qflow/tech/osu018/osu018_stdcells.lib ]; then
    must 0 'stc_emu' stc/emu --set CUS=2
    awk -F, 'NR > 1 && $2 > 100 && $3 > $2 && $4 > 10 && ($5 == "?" || $5 > 1) { n++ } END { exit n != 1 }' \
        "$out/area.csv" || { echo "FAIL: figures"; cat "$out/area.csv"; bad=1; }
    nand=$(awk -F, 'NR == 2 { print $3 }' "$out/area.csv")
    grep -qF "\"nand2\": $nand," "$out/area.json" || { echo "FAIL: area.json"; cat "$out/area.json"; bad=1; }
    grep -q '<rect' "$out/treemap.svg" || { echo "FAIL: treemap.svg"; bad=1; }
else
    echo "skipped: no qflow-tech-osu018, so no cells"
fi
[ $bad -eq 0 ] && echo ok
exit $bad
