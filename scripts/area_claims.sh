#!/bin/sh
# The storage that the papers' cost claims are about, as mm2 at 32 nm by one model (docs/area.md), beside their figures;
# bits of this project by `cohgen stats`.
# COHGEN: the generator. Exit status: 0.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cohgen=${COHGEN:-$top/build/cohgen}
. "$top/scripts/area_sram.sh"
# bits SPEC CONTROLLER STRUCTURE [--set=...]: of one instance
bits() {
    spec=$1 ctl=$2 name=$3
    shift 3
    "$cohgen" stats "$top/specs/$spec" "$@" | awk -v c="$ctl" -v n="$name" '/^storage / { on = 1; next }
        on && $1 == c { s = $2; for (i = 3; i <= NF - 5; i++) s = s " " $i; if (s == n) print $(NF - 3) * $(NF - 2) }'
}
# row WHAT INSTANCES BITS PUBLISHED: a read and a write port
row() {
    awk -v what="$1" -v n="$2" -v bits="$3" -v paper="$4" "$sram"'
        BEGIN { printf "  %-42s %3d x %7d bits %7.1f KB %8.4f mm2 %8s\n",
                what, n, bits, n * bits / 8192, n * sram(bits, 2), paper }'
}
total() {
    awk '{ print; n += $(NF - 2); kb += $(NF - 4) }
        END { printf "  %-61s %7.1f KB %8.4f mm2\n", "total", kb, n }'
}
kb() { echo $(($1 * 8192)); }
echo "WarpTM, sizes as published (table 4.5: 2.68 mm2)"
{ row "CU: LWHR tables, 3 KB x 6" 6 "$(kb 3)" 0.108
    row "CU: LWHR filters, 2 KB x 6" 6 "$(kb 2)" 0.03
    row "CU: entry arrays, 19 KB x 6" 6 "$(kb 19)" 0.402
    row "CU: read-write buffers, 32 KB x 6" 6 "$(kb 32)" 1.734
    row "TCD: first-read tables, 12 KB x 15" 15 "$(kb 12)" 0.375
    row "TCD: last-write buffer, 16 KB" 1 "$(kb 16)" 0.031
} | total
echo "GETM, sizes as published (table 4.5: 0.736 mm2)"
{ row "CU: write buffers, 16 KB x 6" 6 "$(kb 16)" 0.522
    row "VU: precise tables, 64 KB in all" 6 $((64 * 8192 / 6)) 0.181
    row "VU: approximate tables, 8 KB in all" 6 $((8 * 8192 / 6)) 0.018
    row "warpts tables, 192 B x 15" 15 1536 0.015
    row "stall buffer, 30 B x 4 x 6" 6 960 0.0004
} | total
echo "GETM, validation units as emitted, 6 of them (the log of a core is 8 granules, not 16 KB)"
{ row "VU meta" 6 "$(bits getm/getm.xml VU meta)" 0.181
    row "VU approx" 6 "$(bits getm/getm.xml VU approx)" 0.018
    row "VU stall, parked" 6 "$(bits getm/getm.xml VU 'stall, parked')" 0.0004
} | total
echo "TCS, leases of 32 bits, as published for 8 CUs (66 KB)"
{ row "L1: 1024 lines x 8" 8 $((1024 * 32)) '-'
    row "L2: 8192 lines" 1 $((8192 * 32)) '-'
    row "MSHRs: 128 x 4 banks" 4 $((128 * 32)) '-'
} | total
echo "STC, as published for 8 CUs (8 KB)"
{ row "BSQs: 256 entries x 8" 8 $((256 * 32)) '-'
    row "EMU: 16 entries of 34 bits, counters" 1 $((16 * 34 + 12)) '-'
} | total
echo "STC as emitted, 8 CUs: queues hold the stores with their data; lines tell their epoch and generation"
{ row "EMU registers" 1 "$(bits stc/stc.xml EMU registers)" '-'
    row "CU registers x 8" 8 "$(bits stc/stc.xml CU registers)" '-'
    row "CU lines: band, generation x 8" 8 $((1024 * 12)) '-'
    row "CU bsq: keys x 8" 8 "$(bits stc/stc.xml CU bsq)" '-'
    row "CU bsq: stores that wait x 8" 8 "$(bits stc/stc.xml CU 'bsq, parked')" '-'
} | total
echo "Z-buffer unit as emitted (published: 16 KB, no area)"
{ row "ZU z" 1 "$(bits gpudet/zunit.xml ZU z)" '-'
    row "ZU buffer, parked" 1 "$(bits gpudet/zunit.xml ZU 'buffer, parked')" '-'
    row "ZU slot" 1 "$(bits gpudet/zunit.xml ZU slot)" '-'
} | total
echo "RCC as emitted, an L1 and an L2 bank, with and without the times of a line (published: 3 %, 6 %)"
{ row "L1 line" 1 "$(bits rcc/rcc.xml L1 line)" '-'
    row "L1 line without exp" 1 $(($(bits rcc/rcc.xml L1 line) - 256 * 32)) '-'
    row "L2 line" 1 "$(bits rcc/rcc.xml L2 line)" '-'
    row "L2 line without exp, ver" 1 $(($(bits rcc/rcc.xml L2 line) - 1024 * 64)) '-'
}
