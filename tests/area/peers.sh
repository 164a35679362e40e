#!/bin/sh
# Each cache of RCC takes fewer LUTs and flip-flops than cv-hpdcache of the same size, an L1 at most 10 % more than twice
# those of bsg_cache (docs/area.md says why). Where the two are at hand:
#   git clone https://github.com/bespoke-silicon-group/basejump_stl && export COHGEN_BASEJUMP=$PWD/basejump_stl
#   git clone https://github.com/openhwgroup/cv-hpdcache && export COHGEN_HPDCACHE=$PWD/cv-hpdcache
# Exit status: 0 passed, 1 not, 77 skipped.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
[ -d "${COHGEN_BASEJUMP:-}/bsg_cache" ] && [ -d "${COHGEN_HPDCACHE:-}/rtl" ] ||
    { echo "skipped: no basejump_stl and cv-hpdcache (COHGEN_BASEJUMP, COHGEN_HPDCACHE, see $0)"; exit 77; }
"$top/scripts/fpga_tools.sh" --have >/dev/null 2>&1 || { echo "skipped: no Yosys 0.70"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$top/scripts/area_peers.sh" "$COHGEN_BASEJUMP" "$COHGEN_HPDCACHE" "$scratch" | tee "$scratch/table"
awk '
    { lut[$1] = $2; ff[$1] = $3; if (NR > 1 && $6 != 0) { print "FAIL multipliers: " $1; bad = 1 } }
    function most(name, luts, ffs) {
        if (lut[name] == "" || lut[name] > luts || ff[name] > ffs) {
            printf "FAIL %s: %d LUT4, %d flip-flops, at most %d and %d expected\n", name, lut[name], ff[name], luts, ffs
            bad = 1
        }
    }
    END {
        most("rcc_l1", lut["hpdcache"], ff["hpdcache"])
        most("rcc_l2", lut["hpdcache"], ff["hpdcache"])
        most("rcc_l1", 2.2 * lut["bsg_cache"], 2 * ff["bsg_cache"])
        exit bad
    }' "$scratch/table" && echo PASSED
