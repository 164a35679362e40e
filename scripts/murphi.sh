#!/bin/sh
# One small system under two checkers: murphi.sh FILE [OPTION...] exports it (cohgen verify --export murphi), runs Rumur
# on the model and `cohgen verify` on the same system with every numbering, and compares. The options are those of
# verify.
#   Nothing wrong:   both say so, and the numbers of states are equal (Rumur has one more if a bound was reached: it
#                    stands for all that is beyond).
#   Something wrong: both say so, and their shortest runs have the same number of steps.
# COHGEN: the program; CFLAGS: of the checker's compilation (default -O1); KEEP: folder that keeps the model; MESSAGES:
# room of each network (default 8).
# Exit status: 0 they agree, 1 they do not, 2 wrong command line or not exported, 3 a program is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
: "${COHGEN:=$top/build/cohgen}" "${CFLAGS:=-O1}" "${MESSAGES:=8}"
[ $# -gt 0 ] || { echo 'usage: murphi.sh FILE [OPTION...]' >&2; exit 2; }
for program in "$COHGEN" rumur gcc; do
    command -v "$program" >/dev/null || {
        echo "murphi.sh: no program $program; scripts/setup.sh rumur installs what is needed" >&2
        exit 3
    }
done
tmp=${KEEP:-$(mktemp -d)}
mkdir -p "$tmp"
[ -n "${KEEP:-}" ] || trap 'rm -rf "$tmp"' EXIT

"$COHGEN" verify "$@" --export murphi -o "$tmp/model.m" || exit $?
status=0
"$COHGEN" verify "$@" --no-symmetry --no-drain >"$tmp/verify" 2>&1 || status=$?
[ $status -le 1 ] || { cat "$tmp/verify" >&2; exit $status; }
states=$(sed -n 's/^\([0-9]*\) states, .*/\1/p' "$tmp/verify")
if grep -q '^bounded: ' "$tmp/verify"; then cut=1; else cut=0; fi
found=$(sed -n 's/^FAILED: //p' "$tmp/verify")
case $found in
    '') want=passed ;;
    'an event that must not happen') want=never_row ;;
    'data value') want=value ;;
    'order of writes') want=order ;;
    *) want=$found ;;
esac
steps=$(grep -c '^ *[0-9][0-9]*  [A-Za-z]' "$tmp/verify" || true)

sed "s/^const MESSAGES: .*/const MESSAGES: $MESSAGES;/" "$tmp/model.m" >"$tmp/sized.m"
# One thread: its search is breadth first, so that runs are shortest.
rumur --quiet --threads 1 --deadlock-detection off --output "$tmp/model.c" "$tmp/sized.m" || exit 1
# shellcheck disable=SC2086
gcc $CFLAGS -w -mcx16 -o "$tmp/model" "$tmp/model.c" -lpthread
"$tmp/model" >"$tmp/out" 2>&1 || true
if [ $status = 0 ]; then
    others=$(sed -n 's/^[^0-9]*\([0-9]*\) states, .*/\1/p' "$tmp/out")
    got=failed
    ! grep -q 'No error found' "$tmp/out" || got=passed
    beyond=$([ $cut = 0 ] || echo ', one of them beyond the bounds')
    echo "verify: $want, $states states; Rumur: $got, $others states$beyond"
    [ "$got" = passed ] && [ "$others" = $((states + cut)) ] && exit 0
else
    got=$(sed -n 's/.*Assertion failed: .*: \([a-z_]*\)$/\1/p' "$tmp/out" | head -n 1)
    others=$(grep -E '^Rule .* fired' "$tmp/out" | grep -vc 'Rule "*rest' || true)
    echo "verify: $want, $steps steps; Rumur: ${got:-passed}, $others steps"
    [ -n "$got" ] && [ "$others" = "$steps" ] && exit 0
fi
echo "they do not agree; verify says:"
cat "$tmp/verify"
echo "Rumur says:"
tail -n 40 "$tmp/out"
exit 1
