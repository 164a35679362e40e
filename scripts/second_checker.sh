#!/bin/sh
# One small system under two checkers: second_checker.sh spin|murphi FILE [OPTION...] exports it
# (cohgen verify --export), runs SPIN or Rumur on the model and `cohgen verify` on the same system with every numbering,
# and compares. The options are those of verify.
#   Nothing wrong:   both say so, and the numbers of states are equal (the other checker has one more if a bound was
#                    reached: it stands for all that is beyond).
#   Something wrong: both say so, and their shortest runs have the same number of steps.
# COHGEN: the program; CFLAGS: of the checker's compilation (default -O1); KEEP: folder that keeps the model; MESSAGES:
# room of each network (default 24 for SPIN, 8 for Rumur; less makes states smaller, and is noticed if it is too
# little); PAN_MB: memory of SPIN's checker (default 2000).
# Exit status: 0 they agree, 1 they do not, 2 wrong command line or not exported, 3 a program is missing or a limit was
# reached.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
: "${COHGEN:=$top/build/cohgen}" "${PAN_MB:=2000}" "${CFLAGS:=-O1}"
case ${1:-} in
    spin) name=SPIN tool=spin format=promela room=24 ;;
    murphi) name=Rumur tool=rumur format=murphi room=8 ;;
    *) echo 'usage: second_checker.sh spin|murphi FILE [OPTION...]' >&2; exit 2 ;;
esac
checker=$1
shift
: "${MESSAGES:=$room}"
[ $# -gt 0 ] || { echo "usage: second_checker.sh $checker FILE [OPTION...]" >&2; exit 2; }
for program in "$COHGEN" $tool gcc; do
    command -v "$program" >/dev/null || {
        echo "$name: no program $program; scripts/setup.sh build $tool installs what is needed" >&2
        exit 3
    }
done
tmp=${KEEP:-$(mktemp -d)}
mkdir -p "$tmp"
[ -n "${KEEP:-}" ] || trap 'rm -rf "$tmp"' EXIT

"$COHGEN" verify "$@" --export $format -o "$tmp/model" || exit $?
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
cd "$tmp"

# Each sets got (passed, or what was found), others (states, or steps of a run), and seconds.
# Depth first to visit every state; breadth first to have a shortest run.
run_promela() {
    search='' depth=-m2000000
    [ $status = 0 ] || search=-DBFS depth=''
    spin -DMESSAGES="$MESSAGES" -a model >spin.out 2>&1 || { cat spin.out >&2; exit 1; }
    if grep -qi error spin.out; then cat spin.out >&2; exit 1; fi
    # shellcheck disable=SC2086
    gcc $CFLAGS -w -DSAFETY -DNOREDUCE -DVECTORSZ=4096 -DMEMLIM="$PAN_MB" $search -o pan pan.c
    # shellcheck disable=SC2086
    ./pan -w22 $depth >out 2>&1 || true
    if grep -qE 'max search depth too small|reached -DMEMLIM|out of memory' out; then
        echo "SPIN reached a limit:" >&2
        cat out >&2
        exit 3
    fi
    seconds=", $(sed -n 's/^pan: elapsed time \(.*\) seconds$/\1/p' out) s"
    got=$(sed -n 's/^pan:1: assertion violated (*\([a-z_]*\).*/\1/p' out)
    [ -n "$got" ] || { if grep -q 'errors: 0' out; then got=passed; else cat out >&2; exit 1; fi; }
    if [ $status = 0 ]; then
        others=$(sed -n 's/^ *\([0-9]*\) states, stored$/\1/p' out)
    else
        spin -DMESSAGES="$MESSAGES" -t model >trail 2>&1 || true
        others=$(grep -c '^ *step ' trail || true)
    fi
}
# One thread: its search is breadth first, so that runs are shortest.
run_murphi() {
    seconds=
    sed "s/^const MESSAGES: .*/const MESSAGES: $MESSAGES;/" model >sized.m
    rumur --quiet --threads 1 --deadlock-detection off --output model.c sized.m || exit 1
    # shellcheck disable=SC2086
    gcc $CFLAGS -w -mcx16 -o checker model.c -lpthread
    ./checker >out 2>&1 || true
    got=passed
    if [ $status = 0 ]; then
        others=$(sed -n 's/^[^0-9]*\([0-9]*\) states, .*/\1/p' out)
        grep -q 'No error found' out || got=failed
    else
        got=$(sed -n 's/.*Assertion failed: .*: \([a-z_]*\)$/\1/p' out | head -n 1)
        others=$(grep -E '^Rule .* fired' out | grep -vc 'Rule "*rest' || true)
        : "${got:=passed}"
    fi
}
"run_$format"
if [ $status = 0 ]; then
    beyond=$([ $cut = 0 ] || echo ', one of them beyond the bounds')
    echo "verify: $want, $states states; $name: $got, $others states$beyond$seconds"
    [ "$got" = "$want" ] && [ "$others" = $((states + cut)) ] && exit 0
else
    echo "verify: $want, $steps steps; $name: $got, $others steps$seconds"
    [ "$got" != passed ] && [ "$others" = "$steps" ] && exit 0
fi
echo "they do not agree; verify says:"
cat verify
echo "$name says:"
if [ -f trail ]; then grep '^ *step ' trail || true; else tail -n 40 out; fi
exit 1
