#!/bin/sh
# One small system under two checkers: spin.sh FILE [OPTION...] exports it (cohgen verify --export promela), runs SPIN
# on the model and `cohgen verify` on the same system with every numbering, and compares. The options are those of
# verify.
#   Nothing wrong:   both say so, and the numbers of states are equal (SPIN has one more if a bound was reached: it
#                    stands for all that is beyond).
#   Something wrong: both say so, and their shortest runs have the same number of steps.
# COHGEN: the program; PAN_MB: memory of SPIN's checker (default 2000); CFLAGS: of its compilation (default -O1); KEEP:
# folder that keeps the model;
# MESSAGES: room of each network (default 24; less makes states smaller, and is noticed if it is too little).
# Exit status: 0 they agree, 1 they do not, 2 wrong command line or not exported, 3 a program is missing or a limit was
# reached.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
: "${COHGEN:=$top/build/cohgen}" "${PAN_MB:=2000}" "${CFLAGS:=-O1}"
[ $# -gt 0 ] || { echo 'usage: spin.sh FILE [OPTION...]' >&2; exit 2; }
for program in "$COHGEN" spin gcc; do
    command -v "$program" >/dev/null || {
        echo "spin.sh: no program $program; ./run setup installs what is needed" >&2
        exit 3
    }
done
tmp=${KEEP:-$(mktemp -d)}
mkdir -p "$tmp"
[ -n "${KEEP:-}" ] || trap 'rm -rf "$tmp"' EXIT

"$COHGEN" verify "$@" --export promela -o "$tmp/model.pml" || exit $?
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

# Depth first to visit every state; breadth first to have a shortest run.
search='' depth=-m2000000
[ $status = 0 ] || search=-DBFS depth=''
cd "$tmp"
spin -DMESSAGES="${MESSAGES:-24}" -a model.pml >spin.out 2>&1 || { cat spin.out >&2; exit 1; }
if grep -qi error spin.out; then cat spin.out >&2; exit 1; fi
# shellcheck disable=SC2086
gcc $CFLAGS -w -DSAFETY -DNOREDUCE -DVECTORSZ=4096 -DMEMLIM="$PAN_MB" $search -o pan pan.c
# shellcheck disable=SC2086
./pan -w22 $depth >pan.out 2>&1 || true
if grep -qE 'max search depth too small|reached -DMEMLIM|out of memory' pan.out; then
    echo "spin.sh: SPIN reached a limit:" >&2
    cat pan.out >&2
    exit 3
fi
seconds=$(sed -n 's/^pan: elapsed time \(.*\) seconds$/\1/p' pan.out)
got=$(sed -n 's/^pan:1: assertion violated (*\([a-z_]*\).*/\1/p' pan.out)
[ -n "$got" ] || { if grep -q 'errors: 0' pan.out; then got=passed; else cat pan.out >&2; exit 1; fi; }
if [ $status = 0 ]; then
    spin_states=$(sed -n 's/^ *\([0-9]*\) states, stored$/\1/p' pan.out)
    beyond=$([ $cut = 0 ] || echo ', one of them beyond the bounds')
    echo "verify: $want, $states states; SPIN: $got, $spin_states states$beyond, $seconds s"
    [ "$got" = "$want" ] && [ "$spin_states" = $((states + cut)) ] && exit 0
else
    spin -DMESSAGES="${MESSAGES:-24}" -t model.pml >trail 2>&1 || true
    spin_steps=$(grep -c '^ *step ' trail || true)
    echo "verify: $want, $steps steps; SPIN: $got, $spin_steps steps, $seconds s"
    [ "$got" != passed ] && [ "$spin_steps" = "$steps" ] && exit 0
    grep '^ *step ' trail || true
fi
echo "they do not agree; verify says:"
cat "$tmp/verify"
exit 1
