#!/bin/sh
# The worked example of STC (Puthoor, Lipasti 2023, figure 7) in the emitted Verilog: what is blocked in unit 0 and
# cached in unit 1 at the end of each epoch, compared with the figure (the release of X is blocked as soon as the three
# stores are done, here still in epoch U); the band of 0xDEADBEEF (figure 4); the search for SEB. What is cached is
# observed: a line is there from its row Data on, until the generation of its band in the unit's registers is another
# one; and each look-up of a line must find what this says.
#   walkthrough_stc.sh [cohgen emit OPTION...]
# Exit status: 0 as published, 1 different, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# simulator NAME OPTION...
simulator() {
    name=$1
    shift
    COHGEN_QUICK=-O1 COHGEN=${COHGEN:-$build/cohgen} COHGEN_SIM_LIB=$build/sim/libcohgen_sim.a \
        "$top/tests/torture/build_sim.sh" "$scratch/$name" "$top/specs/stc/stc.xml" --set=CUS=2 --set=WARPS=4 \
        --set=FLIT_BITS=256 --set=CU.SETS=4 --set=CU.WAYS=4 --set=CU.MISSES=4 --set=CU.BSQ=8 --set=L2.SETS=16 \
        --set=L2.WAYS=4 --set=WORDS=4 "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 3; }
}
same() {
    if [ "$2" = "$3" ]; then echo "  as published"; else echo "  DIFFERENT: $1: expected '$3'"; failed=1; fi
}
failed=0

# Bands of pages: U 3, V 2, W 1, X 5; all others are Z. Epochs follow each other, as without skipping.
simulator turns --set=VARIANT=0 --set=PERIOD=400 "$@"
"$scratch/turns/sim" --test handover --posted 3 --model weak --backpressure 0 --check epochs \
    --rows "$scratch/rows" >"$scratch/out" || { tail -n 3 "$scratch/out"; exit 1; }
echo "figure 7: stores in the BSQ of unit 0, lines in the cache of unit 1"
steps=$(awk '
    function name(b) { return b == 3 ? "U" : b == 2 ? "V" : b == 1 ? "W" : b == 5 ? "X" : "Z" }
    function list(of, from, text, b) {
        for (b = 3; b >= 1; b--) if (of[b]) text = text name(b)
        return text (of[5] ? "X" : "") (text == "" && !of[5] ? "-" : "")
    }
    # cached[band] is the generation with which its line came, and one more; now: the registers of unit 1
    function looks(b) {
        for (b in cached) cache[b] = cached[b] == now[b] + 1
    }
    function end() { looks(); printf "%s:%s/%s ", name(epoch), list(bsq), list(cache) }
    function hex(text, n, i) {
        for (i = 3; i <= length(text); i++) n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
        return n
    }
    BEGIN { epoch = 0 }
    $2 != "CU" { next }
    $3 == 1 {
        for (i = 9; i <= NF; i++)
            if (match($i, /^gen\[[0-9]+\]=/)) now[substr($i, 5, RLENGTH - 6) + 0] = substr($i, RLENGTH + 1) + 0
        looks()
    }
    $5 == "-" || $6 ~ /Epoch|Ack|WA|fence/ {
        if ($3 == 0 && $6 == "PrepareEpochChange" && (started || list(bsq) != "-")) { started = 1; if (!over) end() }
        if ($3 == 0 && $6 == "ChangeEpoch") epoch = (epoch + 1) % 16
        next
    }
    { band = int(hex($4) / 256) % 16 }
    $3 == 0 && $7 == "B" { bsq[band] = 1 }
    $3 == 0 && $5 == "B" && $7 != "B" { bsq[band] = 0; gone[band] = 1 }
    $3 == 1 && $6 ~ /^(load|Load_U)$/ && ($7 == "V") != (cache[band] + 0) && length($5) == 1 { wrong = 1 }
    $3 == 1 && $6 == "Data" && $7 == "V" { cached[band] = now[band] + 1 }
    $3 == 1 && $6 == "evict" { cached[band] = 0 }
    $3 == 1 && band != 5 && gone[5] && $6 ~ /load|Load/ && !over { over = 1; end() }
    END { if (wrong) printf "(a look-up finds something else) " }' "$scratch/rows")
echo "  $steps"
same steps "$steps" "Z:UVW/UVWX W:UV/UVX V:U/UX U:X/X Z:X/X X:-/- "
sed -n 's/^handover  /  /p' "$scratch/out"
same values "$(sed -n 's/^handover.*(U,V,W) = \(.*\), X is 1 in cycle [0-9]*, \(.*\)$/\1 \2/p' "$scratch/out")" \
    "(0,0,0) (1,1,1)"

echo "figure 4: a store to 0xDEADBEEF demands epoch"
simulator skips --set=VARIANT=1 "$@"
trace() { echo "cohgen-trace 1"; cat; }
trace <<END >"$scratch/beef"
0 0 store 0xdeadbeec 4 1
END
"$scratch/skips/sim" --test trace "$scratch/beef" --rows "$scratch/rows" >"$scratch/out" ||
    { tail -n 3 "$scratch/out"; exit 1; }
band=$(awk '$2 == "EMU" && $6 == "wakeup" && match($0, / epoch=[0-9]+/) {
    print substr($0, RSTART + 7, RLENGTH - 7); exit }' "$scratch/rows")
echo "  $band"
same band "$band" 11

# With N = 4 and SEB = 4 a read of 0x0A0 and a write of 0x1A0 are of one band; so are 0x0A0 and 0x8A0 up to SEB = 7.
simulator moves --set=VARIANT=2 --set=SEB_MIN=4 --set=SEB=4 --set=SEB_MAX=12 --set=PERIOD=40 "$@"
for pair in "0x1a0 4 5" "0x8a0 4 5 6 7 8"; do
    write=${pair%% *}
    i=0
    while [ $i -lt 60 ]; do
        echo "0 0 store $write 4 $i"
        echo "0 1 load 0xa0 4 after 15"
        echo "1 0 store 0x$((i % 8 + 1))40 4 $i"
        i=$((i + 1))
    done | trace >"$scratch/search"
    "$scratch/moves/sim" --test trace "$scratch/search" --check epochs --rows "$scratch/rows" >"$scratch/out" ||
        { tail -n 3 "$scratch/out"; exit 1; }
    found=$(awk '$2 == "EMU" && match($0, / seb=[0-9]+/) {
        s = substr($0, RSTART + 5, RLENGTH - 5)
        if (s != was) printf "%s%s", was == "" ? "" : " ", s
        was = s }' "$scratch/rows")
    echo "figure 6: SEB while 0x0a0 is read and $write written: $found"
    if [ "$found" = "${pair#* }" ]; then echo "  as it must be (errata, S6)"; else
        echo "  DIFFERENT: expected ${pair#* }"
        failed=1
    fi
done
exit $failed
