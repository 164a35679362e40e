#!/bin/sh
# The timelines of the release-consistency-directed protocols (the primer's tables 10.14, 10.17, 10.18) in the emitted
# Verilog: message passing between two CTAs, or of two threads of one, with data1 and flag in the L1s at first. The rows
# that fire, with the messages that they send, are compared one by one with the published steps (tb/walkthrough/*.steps);
# what is counted besides: messages. That Ld2 reads NEW the judge of the history says.
#   walkthrough_rcd.sh rc|lrc [cohgen emit OPTION...]
# Exit status: 0 as published, 1 different, 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
protocol=${1:-}
[ $# = 0 ] || shift
case $protocol in
    rc) tables="rc" ;;
    lrc) tables="lrc lrc_cta" ;;
    *) echo "usage: walkthrough_rcd.sh rc|lrc [cohgen emit OPTION...]" >&2; exit 2 ;;
esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
COHGEN_QUICK=-O1 COHGEN=${COHGEN:-$build/cohgen} COHGEN_SIM_LIB=$build/sim/libcohgen_sim.a \
    "$top/tests/torture/build_sim.sh" "$scratch/sim" "$top/specs/rcd/$protocol.xml" --set=CORES=2 --set=WARPS=2 \
    --set=BANKS=1 --set=LINE_BYTES=8 --set=L1.SETS=2 --set=L1.WAYS=2 --set=L1.MSHRS=2 --set=L2.SETS=4 --set=L2.WAYS=2 \
    "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 3; }

# trace CORE WARP: the program, Ld1 and Ld2 by this thread.
trace() {
    cat <<END
cohgen-trace 1
0 0 load 0x80 4
0 0 load 0x88 4
1 0 load 0x80 4
1 0 load 0x88 4
0 0 store 0x80 4 0x11 after 400
0 0 store 0x88 4 0x22 as release gpu after 5
$1 $2 load 0x88 4 as acquire gpu after $3
$1 $2 load 0x80 4 after 5
END
}

failed=0
for table in $tables; do
    if [ "$table" = lrc_cta ]; then trace 0 1 900; else trace 1 0 800; fi >"$scratch/trace"
    "$scratch/sim/sim" --test trace "$scratch/trace" --backpressure 0 --jitter 0 --rows-all --rows "$scratch/rows" \
        >"$scratch/out" || { tail -n 3 "$scratch/out"; exit 1; }
    awk '$1 >= 400 && $4 ~ /^0x1[01]$/ && $6 !~ /\.held$/ {
        where = $2 == "L2" ? "L2" : "SM" $3 + 1
        sends = ""
        for (i = 9; i <= NF; i++) if ($i ~ /^sends=/) { sends = $i; sub(/^sends=/, " ", sends); sub(/>.*/, "", sends) }
        print where, $4 == "0x10" ? "data1" : "flag", $6, $5 ">" $7 sends
    }' "$scratch/rows" >"$scratch/are"
    awk -F ' *[|] *' '/^t/ { n = split($4, row, /, /); for (i = 1; i <= n; i++) print $2, row[i] }' \
        "$top/tb/walkthrough/$table.steps" >"$scratch/published"
    sed -n '/^#/{s/^# //;s/: .*//;p;q;}' "$top/tb/walkthrough/$table.steps"
    grep '^t' "$top/tb/walkthrough/$table.steps" | sed 's/^/  /'
    if cmp -s "$scratch/are" "$scratch/published"; then echo "  as published"; else
        echo "  DIFFERENT (< as published, > as it is):"
        diff "$scratch/published" "$scratch/are" | sed 's/^/  /' || true
        failed=1
    fi
    echo "  messages: $(awk '$5 != "" { n[$5]++ }
        END { for (m in n) printf "%s %d\n", m, n[m] }' "$scratch/are" | sort | tr '\n' ' ')"
done
exit $failed
