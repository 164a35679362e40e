# prove_lib.sh - shared by the provers of emitted designs; sourced by bash. COHGEN: the generator (default:
# build/cohgen).
set -u -o pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cohgen=${COHGEN:-$top/build/cohgen}
[ -x "$cohgen" ] || { echo "prove: no generator at $cohgen: build it first" >&2; exit 3; }
for tool in yosys yosys-abc z3; do
    command -v $tool >/dev/null || { echo "prove: $tool is not installed (scripts/setup.sh)" >&2; exit 3; }
done
limit=${PROVE_TIMEOUT:-300}                # seconds for one solver run
tmp=$(mktemp -d)
[ -n "${PROVE_KEEP:-}" ] || trap 'rm -rf "$tmp"' EXIT
bad=0

now() { date +%s%N; }
# seconds since START, one decimal
since() { local t=$((($(now) - $1) / 100000000)); echo "$((t / 10)).$((t % 10))"; }
table_head() {
    printf '%-44s %-22s %-26s %-8s %-10s %6s %7s %6s\n' property scope configuration engine result depth seconds cover
}
# table_row PROPERTY SCOPE CONFIGURATION ENGINE RESULT DEPTH SECONDS COVER
table_row() { printf '%-44s %-22s %-26s %-8s %-10s %6s %7s %6s\n' "$@"; }
