#!/bin/sh
# Which single mistakes in the RCC tables do the simulations find? mutants.sh DIR [mutant...]
# Builds each mutant of tests/torture/mutants as a small system, runs random and litmus tests until one fails, and
# prints what failed first.
# Exit status 1 when a mutant is not found though it should be, or found though it should survive.
# SEEDS: seeds of each mix (default 10).
set -u
here=$(cd "$(dirname "$0")" && pwd)
spec=$(cd "$here/../.." && pwd)/specs/rcc/rcc.xml
[ $# -ge 1 ] || { echo "usage: mutants.sh DIR [mutant...]" >&2; exit 2; }
dir=$1
shift
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(sed -n 's/^\([a-z][a-z0-9_]*\) .*/\1/p' "$here/mutants")
sets=
for p in CORES=3 WARPS=2 BANKS=1 LINE_BYTES=8 LEASE_MIN=1 LEASE_MAX=8 L1.SETS=2 L1.WAYS=2 L1.MSHRS=2 L1.DEPTH=2 \
    L2.SETS=1 L2.WAYS=2 L2.MSHRS=2 L2.DEPTH=2 \
    FLIT_BITS=64 BEAT_BYTES=8 THROTTLE=32; do sets="$sets --set=$p"; done
export STOP=1 LINES_SHOWN=4
status=0

# runs FIRST_SEED SEEDS OPS LITMUS_OPS [mix...]
runs() { "$here/runs.sh" "$dir/$name/sim" "$@" >"$dir/$name/log" 2>&1; }

# found_by: prints the mix that fails
found_by() {
    for mix in plain hot errors stores one_line evict apart rmw; do
        PRESSURES="0 30" runs 1 "${SEEDS:-10}" 1000 0 "$mix" || { echo "$mix"; return; }
    done
    PRESSURES=10 runs 1 0 1 50 || echo litmus
}

for name; do
    mkdir -p "$dir/$name"
    line=$(sed -n "s/^$name  *//p" "$here/mutants")
    expected=${line%% *}
    sed -e "${line#* }" "$spec" >"$dir/$name/rcc.xml"
    if cmp -s "$dir/$name/rcc.xml" "$spec"; then
        echo "$name: the sed expression changes nothing"
        status=1
        continue
    fi
    # shellcheck disable=SC2086
    if ! "$here/build_sim.sh" "$dir/$name" "$dir/$name/rcc.xml" $sets >"$dir/$name/log" 2>&1; then
        cat "$dir/$name/log"
        echo "$name: cannot be built"
        status=1
        continue
    fi
    result=$(found_by)
    what=
    [ -z "$result" ] || what=$(sed -n '/^FAILED/{n;s/^ *//p;q;}' "$dir/$name/log")
    printf '%-20s %-9s %s\n' "$name" "${result:-SURVIVES}" "$what" | cut -c1-150
    [ "$expected" = "$([ -n "$result" ] && echo found || echo survives)" ] || {
        echo "$name: expected: $expected"
        status=1
    }
done
exit $status
