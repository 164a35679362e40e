#!/bin/sh
# Speed of the model checker: states and transitions per second, bytes per state (packed, and with the table), without and with the reduction by
# symmetry. Seconds are processor time. COHGEN: the program; MEMORY: MB per search (default 1000): what does not fit is measured up to there and marked +. MAX_CORES: default 4.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
: "${COHGEN:=$top/build/cohgen}" "${MEMORY:=1000}" "${MAX_CORES:=4}"
out=$(mktemp)
trap 'rm -f "$out"' EXIT

# row NAME ARGUMENT...
row() {
    name=$1
    shift
    "$COHGEN" verify "$@" --no-drain --memory "$MEMORY" >"$out" 2>&1 || [ $? -eq 3 ] || { cat "$out" >&2; exit 1; }
    awk -v name="$name" '
        / states, .* transitions, depth / { states = $1; transitions = $3; more = /not complete/ ? "+" : "" }
        / states\/s, / { seconds = $1; rate = $8; moves = $11; packed = $14; all = $18; sub(/^\(/, "", all) }
        END { printf "%-34s %11d%-1s %12d %8.2f %10.0f %10.0f %8s %8s\n", name, states, more, transitions, seconds, rate, moves, packed, all }' "$out"
}

printf '%-34s %12s %12s %8s %10s %10s %8s %8s\n' configuration states transitions seconds 'k st/s' 'k trans/s' B/state +table
for lines in 1 2; do
    for cores in 2 3 4 5; do
        [ "$cores" -le "$MAX_CORES" ] || continue
        for symmetry in '' --no-symmetry; do
            mark=$([ -n "$symmetry" ] && echo all || echo symmetric)
            # shellcheck disable=SC2086
            row "MSI $cores cores $lines lines, $mark" "$top/tests/protocols/msi.xml" --warps 1 --cores "$cores" --lines "$lines" $symmetry
            # shellcheck disable=SC2086
            row "RCC $cores cores $lines lines, $mark" "$top/specs/rcc/rcc.xml" --warps 1 --stamp-max 5 --cores "$cores" --lines "$lines" $symmetry
        done
    done
done
