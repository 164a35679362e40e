#!/bin/sh
# Speed of the model checker on MSI, MESI and RCC: states and transitions, seconds that go by and of processor time,
# states and transitions per second that goes by, states per second of processor time of all threads together (what can
# be compared when the machine does other work), bytes per state (packed, and with the table). +: cut by the time of a
# row or by the memory. COHGEN: the program.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
: "${COHGEN:=$top/build/cohgen}"
budget=240 memory=2000 most=5 threads='1 2' lines='1 2'

usage() {
    cat <<END
Usage: ./run bench verify [OPTION...]
  --budget SECONDS   for all rows together; what a row leaves over is for those behind it (default $budget)
  --memory MB        of each search (default $memory)
  --cores N          2 to N cores (default $most)
  --lines 'LIST'     (default '$lines')
  --threads 'LIST'   (default '$threads')
END
}

while [ $# -gt 0 ]; do
    case $1 in
        --help) usage; exit 0 ;;
        --budget|--memory|--cores|--lines|--threads)
            [ $# -gt 1 ] && [ -n "$2" ] && [ -z "$(printf %s "$2" | tr -d '0-9 ')" ] || {
                echo "bench verify: $1: a number is missing" >&2
                usage >&2
                exit 2
            }
            case $1 in --budget) budget=$2 ;; --memory) memory=$2 ;; --cores) most=$2 ;; --lines) lines=$2 ;;
            --threads) threads=$2 ;; esac
            shift 2 ;;
        *) echo "bench verify: unknown option '$1'" >&2; usage >&2; exit 2 ;;
    esac
done

out=$(mktemp)
trap 'rm -f "$out"' EXIT
end=$(($(date +%s) + budget))
left=0
for l in $lines; do for t in $threads; do left=$((left + (most - 1) * 6)); done; done

# row NAME ARGUMENT...
row() {
    name=$1
    shift
    seconds=$(((end - $(date +%s)) / left))
    left=$((left - 1))
    "$COHGEN" verify "$@" --no-drain --memory "$memory" --time $((seconds > 0 ? seconds : 1)) >"$out" 2>&1 ||
        [ $? -eq 3 ] || {
        cat "$out" >&2
        exit 1
    }
    awk -v name="$name" '
        / states, .* transitions, depth / { states = $1; transitions = $3; more = /not complete/ ? "+" : " " }
        / states\/s, / { seconds = $1; cpu = $3; rate = $8; moves = $11; packed = $14; all = substr($18, 2) }
        END { printf "%-40s %11d%s %12d %8.2f %8.2f %8d %9d %8d %7s %7s\n", name, states, more, transitions, seconds,
            cpu, rate, moves, (cpu > 0 ? states / cpu / 1000 : 0), packed, all }' "$out"
}

printf '%-40s %12s %12s %8s %8s %8s %9s %8s %7s %7s\n' configuration states transitions seconds CPU 'k st/s' \
    'k trans/s' 'k/CPU s' B/state +table
for l in $lines; do
    cores=2
    while [ "$cores" -le "$most" ]; do
        for spec in "MSI $top/tests/protocols/msi.xml" "MESI $top/specs/mesi/mesi.xml --ops 2" \
            "RCC $top/specs/rcc/rcc.xml --system bounded --stamp-max 5"; do
            for symmetry in '' --no-symmetry; do
                for t in $threads; do
                    searched=$([ -n "$symmetry" ] && echo 'all      ' || echo symmetric)
                    name="${spec%% *} $cores cores $l lines $searched $t thr."
                    # shellcheck disable=SC2086
                    row "$name" ${spec#* } --warps 1 --cores "$cores" --lines "$l" --threads "$t" $symmetry
                done
            done
        done
        cores=$((cores + 1))
    done
done
