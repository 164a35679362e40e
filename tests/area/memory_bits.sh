#!/bin/sh
# Bits of memories: those that `cohgen stats` counts are those that Yosys finds in the emitted Verilog, place by place.
#   memory_bits.sh COHGEN [all]   stock protocols in small sizes; all: every one
#   memory_bits.sh COHGEN SPEC CONTROLLER [P=V...]
set -eu
cohgen=$1
shift
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0
# compare SPEC CONTROLLER SETTING...: of stores, parked requests, and the queues between controller and networks. Keys of
# waiting entries and what the table reads of them are flip-flops.
compare() {
    spec=$1 ctl=$2
    shift 2
    sets=
    for s; do sets="$sets --set=$s"; done
    # shellcheck disable=SC2086
    "$cohgen" emit "$top/specs/$spec" $sets -o "$scratch/out" >/dev/null
    # shellcheck disable=SC2086
    "$cohgen" stats "$top/specs/$spec" $sets >"$scratch/stats"
    design=$(basename "$(ls "$scratch"/out/*.f)" .f)
    module=${design}_$(printf %s "$ctl" | tr '[:upper:]' '[:lower:]')
    yosys -q -p "verilog_defaults -add -I$scratch/out/rtl; read_verilog $scratch/out/rtl/$module.v
        hierarchy -check -libdir $scratch/out/rtl -libdir $top/templates -top $module
        proc -norom; opt_clean; memory_collect; flatten; dump -o $scratch/dump t:\$mem_v2" >"$scratch/log" 2>&1 ||
        { cat "$scratch/log"; echo "FAIL: yosys, $module"; bad=1; return; }
    rm -rf "$scratch/out"
    awk '$1 == "cell" { name = $3 } $2 == "\\SIZE" { size = $3 } $2 == "\\WIDTH" { print name, size * $3 }' \
        "$scratch/dump" >"$scratch/memories"
    awk -v ctl="$ctl" '/^storage / { on = 1; next } on && $1 == ctl {
            name = $2; for (i = 3; i <= NF - 5; i++) name = name " " $i
            print $(NF - 3) * $(NF - 2) "," name }' "$scratch/stats" >"$scratch/structures"
    while IFS=, read -r bits name; do
        case $name in
            registers) continue ;;
            'queue of '*) like="u_in[.]u_${name#queue of }_queue[.]" ;;
            'queue to '*) like="u_out[.]u_${name#queue to }_out[.]" ;;
            *', parked') like="u_state[.]u_${name%, parked}[.]u_pay" ;;
            *) like="u_state[.]u_${name}[.](u_store[.])?u_assoc|u_data[.]u_${name}_" ;;
        esac
        # Of entries that wait, what rows read are flip-flops, and the keys of those that wait in a queue
        case $name in mshr | miss | bsq | fetch | slot* | buffer* | wait* | release*) continue ;; esac
        found=$(awk -v like="$like" '$1 ~ like { n += $2 } END { print n + 0 }' "$scratch/memories")
        if [ "$found" = "$bits" ]; then echo "$module $name: $bits bits"
        else echo "FAIL $module $name: stats $bits bits, Yosys $found"; bad=1; fi
    done <"$scratch/structures"
}
all=
[ "${1-}" != all ] || { all=yes; shift; }
[ $# -eq 0 ] || { compare "$@"; exit $bad; }
small="CORES=4 WARPS=4 BANKS=2 LINE_BYTES=16 L1.SETS=4 L1.WAYS=2 L1.MSHRS=4 L1.DEPTH=2 L2.SETS=8 L2.WAYS=4 L2.MSHRS=4"
# shellcheck disable=SC2086
compare rcc/rcc.xml L1 $small
# shellcheck disable=SC2086
compare rcc/rcc.xml L2 $small
compare mesi/mesi.xml DIR CORES=2 LINE_BYTES=16 DIR.SETS=8 DIR.WAYS=2 DIR.MSHRS=4
compare stc/stc.xml CU CUS=2 WORDS=4 CU.SETS=4 CU.WAYS=2 CU.MISSES=4 CU.BSQ=4
compare gpudet/zunit.xml ZU
compare getm/getm.xml TX LOG=8
caches="L1.SETS=4 L1.WAYS=2 L2.SETS=4 L2.WAYS=2 LINE_BYTES=16 WARPS=4"
hmg="$caches L1.MISSES=4 L2.DIR_SETS=4 L2.MSHRS=4 L2.FETCHES=4 L2.MISSES=4"
# shellcheck disable=SC2086
compare hmg/hmg.xml L2 $hmg
if [ -n "$all" ]; then
    compare mesi/mesi.xml L1 CORES=2 LINE_BYTES=16 L1.SETS=8 L1.WAYS=2 L1.MSHRS=4
    compare stc/stc.xml L2 CUS=2 WORDS=4 L2.SETS=4 L2.WAYS=2
    # shellcheck disable=SC2086
    compare hmg/hmg.xml L1 $hmg
    # shellcheck disable=SC2086
    for ctl in L1 L2; do
        compare hmg/nhcc.xml $ctl $caches L1.MISSES=4 L2.DIR_SETS=4 L2.MSHRS=4 L2.MISSES=4
        for spec in tc/tcs tc/tcw rcd/rc rcd/rco rcd/lrc mesi/mesi_wt; do
            compare $spec.xml $ctl $caches CORES=2 L1.MSHRS=4 L2.MSHRS=4
        done
    done
fi
[ $bad -eq 0 ] && echo ok
exit $bad
