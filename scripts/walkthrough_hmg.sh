#!/bin/sh
# Figure 5.6 of the HMG paper in the emitted Verilog: two GPUs of two modules; module 0 of GPU 0 loads line B, whose home of
# the system is module 1 of GPU 1. The rows that fire, the messages that they send, and who are the sharers in the
# directories behind them are compared one by one with the published steps (tb/walkthrough/hmg.steps).
#   walkthrough_hmg.sh [cohgen emit OPTION...]
# Exit status: 0 as published, 1 different, 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
steps=$top/tb/walkthrough/hmg.steps
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
COHGEN_QUICK=-O0 COHGEN=${COHGEN:-$build/cohgen} COHGEN_SIM_LIB=$build/sim/libcohgen_sim.a \
    "$top/tests/torture/build_sim.sh" "$scratch/sim" "$top/specs/hmg/hmg.xml" --set=GPUS=2 --set=GPMS=2 --set=SMS=1 \
    --set=WARPS=1 --set=LINE_BYTES=16 --set=L1.SETS=2 --set=L1.WAYS=2 --set=L2.SETS=4 --set=L2.WAYS=2 --set=L2.DIR_SETS=2 \
    --set=L2.DIR_WAYS=2 --set=L2.MSHRS=2 --set=L2.FETCHES=2 --set=L2.MISSES=2 --set=L2.DEPTH=2 --set=FLIT_BITS=128 "$@" \
    >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 3; }

# Regions of four lines of 16 bytes: 0x100 is A, 0x1c0 is B.
cat >"$scratch/trace" <<'END'
cohgen-trace 1
2 0 load 0x100 4
2 0 load 0x1c0 4
0 0 load 0x1c0 4 after 800
END
"$scratch/sim/sim" --test trace "$scratch/trace" --backpressure 0 --jitter 0 --rows-all --rows "$scratch/rows" \
    >"$scratch/out" || { tail -n 3 "$scratch/out"; exit 1; }
# A sharer: another module of the GPU by its number there, another GPU by its own.
awk 'function sharers(bits, at,    n, s) {
        for (n = 0; n < 4; n++) if (int(bits / 2 ^ n) % 2)
            s = s (s == "" ? "" : "+") (int(n / 2) == int(at / 2) ? "GPM" n % 2 : "GPU" int(n / 2))
        return " [" s "]"
    }
    {
        where = ($2 == "L1" ? "L1 of " : "") "GPU" int($3 / 2) ":GPM" $3 % 2
        sends = known = ""
        for (i = 9; i <= NF; i++) {
            if ($i ~ /^sends=/) { sends = $i; sub(/^sends=/, " ", sends); sub(/>.*/, "", sends) }
            if ($i ~ /^dir.sharers=/ && $6 ~ /^[FT]Ld/ && $5 == "V") { known = $i; sub(/.*=/, "", known) }
        }
        print ($1 < 800 ? "before" : "load"), where, $4 == "0x10" ? "A" : "B", $6, $5 ">" $7 sends (known == "" ? "" : \
            sharers(known, $3))
    }' "$scratch/rows" >"$scratch/are"
awk -F ' *[|] *' '/^[ab]/ { n = split($4, row, /, /); for (i = 1; i <= n; i++) print $1 ~ /^a/ ? "before" : "load", $2, row[i] }' \
    "$steps" >"$scratch/published"
sed -n '/^#/{s/^# //;s/: .*//;p;q;}' "$steps"
sed -n '/^[ab]/s/^/  /p' "$steps"
if cmp -s "$scratch/are" "$scratch/published"; then echo "  as published"; else
    echo "  DIFFERENT (< as published, > as it is):"
    diff "$scratch/published" "$scratch/are" | sed 's/^/  /' || true
    exit 1
fi
