#!/bin/sh
# Who watches the watchers: every single-point mutant of a table, and which layer finds it.
#   mutate.sh [--jobs N] [--spec FILE] [--out DIR] [--sim] [NUMBER...]      no number: all (`mutate FILE --list` numbers them)
# Layers, in this order, the first that finds the mutant is named:
#   check    `cohgen check` has an error
#   verify   a configuration of `cohgen verify` below that the original passes ends with exit status 1
#   litmus   `cohgen verify --litmus` of a few tests does
#   sim      with --sim: the simulations of tests/torture do; minutes for each mutant, so only for those that the layers above leave
# A limit that is reached finds nothing. What survives is marked: `warned`: check warns where it did not; `same`: all searches visit exactly as many states and
# transitions as the original; `rows`: rows that the original takes are never taken.
# LIMIT: seconds of one search (default 20); MEMORY: MB of it (default 1000); COHGEN, MUTATE: the programs. DIR/results: a line for each mutant, for later use.
# Exit status: 0 done, whatever survives; 1 the original does not pass, or a program crashed; 2 wrong command line; 3 a program is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
self=$top/scripts/mutate.sh
: "${COHGEN:=$top/build/cohgen}" "${MUTATE:=$top/build/tests/mutate/mutate}" "${LIMIT:=20}" "${MEMORY:=1000}"
export COHGEN MUTATE LIMIT MEMORY
jobs=1 spec=$top/specs/rcc/rcc.xml out=$top/build/mutate sim=0 one=
wrong() { echo "mutate.sh: $1" >&2; exit 2; }
while [ $# -gt 0 ]; do
    case $1 in
        --jobs) jobs=${2:?}; shift 2 ;;
        --spec) spec=${2:?}; shift 2 ;;
        --out) out=${2:?}; shift 2 ;;
        --sim) sim=1; shift ;;
        --one) one=${2:?}; shift 2 ;; # internal: judge this mutant
        -*) wrong "unknown option '$1'" ;;
        *) break ;;
    esac
done
case $jobs in ''|*[!0-9]*|0) wrong "--jobs: '$jobs' is not a number from 1" ;; esac
for number; do case $number in ''|*[!0-9]*) wrong "'$number' is not the number of a mutant" ;; esac; done
for program in "$COHGEN" "$MUTATE"; do [ -x "$program" ] || { echo "mutate.sh: no program $program" >&2; exit 3; }; done

# The searches: name and options, in an order that kills early for little. Those with --ops reach no bound, the others are cut at a timestamp. In `rows`
# every row is taken. With two ways at L2 both lines can be there at once, so that a core can be ahead of a line; with one way the next line always
# starts with the time of the last one evicted.
searches() {
    two="--set L1.WAYS=2 --set L2.WAYS=2"
    cat <<END
warps  --cores 1 --stamp-max 6 --no-atomics
cores  --warps 1 --stamp-max 5
rows   --cores 1 --lines 2 --ops 2 --stamp-max 12 $two --expect-coverage
bad    --warps 1 --stamp-max 5 --bad-lines 1
bytes  --warps 1 --cells 2 --ops 2 --stamp-max 12
lines  --warps 1 --lines 2 --stamp-max 3 --set LEASE_MAX=1 --no-atomics
rmw    --cores 1 --stamp-max 6 --set LEASE_MAX=1
ways   --warps 1 --lines 2 --ops 2 --stamp-max 12 --set L2.WAYS=2
litmus --warps 1 --stamp-max 10 --litmus $top/sim/litmus/CoRR1.litmus --litmus $top/sim/litmus/MP.litmus --litmus $top/sim/litmus/SB.litmus
END
}

# search FILE LOG OPTION...: exit status of verify; 124 when the time is up.
search() {
    file=$1 log=$2
    shift 2
    timeout "$LIMIT" "$COHGEN" verify "$file" --memory "$MEMORY" "$@" >"$log" 2>&1
}
sizes() { sed -n 's/^\([0-9]* states, [0-9]* transitions\).*/\1/p' "$1"; }

# judge FILE FOLDER: sets layer, by (its search) and marks.
judge() {
    layer=- by=- marks=
    if ! "$COHGEN" check "$1" >"$2/check" 2>&1; then layer=check by=error; return; fi
    ! grep -q 'warning:' "$2/check" || marks=warned
    same=same
    while read -r name options; do
        code=0
        # shellcheck disable=SC2086
        search "$1" "$2/$name" $options </dev/null || code=$?
        case $code in
            1) layer=verify by=$name; [ "$name" != litmus ] || layer=litmus; return ;;
            0) ;;
            3|124) by=limit same= ;;
            *) echo "mutate.sh: verify ended with status $code: $1, search $name" >&2; tail -n 3 "$2/$name" >&2; return 1 ;;
        esac
        [ "$name" = litmus ] || [ "$(sizes "$2/$name")" = "$(sizes "$out/original/$name")" ] || same=
    done <<END
$(searches)
END
    [ -z "$same" ] || marks="${marks:+$marks }same"
}

# simulate FILE FOLDER: the same for the simulations.
simulate() {
    sets=
    for p in CORES=3 WARPS=2 BANKS=1 LINE_BYTES=8 LEASE_MIN=1 LEASE_MAX=8 L1.SETS=2 L1.WAYS=2 L1.MSHRS=2 L1.DEPTH=2 L2.SETS=1 L2.WAYS=2 L2.MSHRS=2 L2.DEPTH=2 \
        FLIT_BITS=64 BEAT_BYTES=8 THROTTLE=32; do sets="$sets --set=$p"; done
    # shellcheck disable=SC2086
    "$top/tests/torture/build_sim.sh" "$2" "$1" $sets >"$2/build.log" 2>&1 || { layer=sim by=build; return; }
    for mix in plain hot stores evict rmw errors; do
        STOP=1 PRESSURES="0 30" "$top/tests/torture/runs.sh" "$2/sim" 1 3 1000 0 "$mix" >"$2/sim.log" 2>&1 || { layer=sim by=$mix; return; }
    done
}

if [ -n "$one" ]; then
    folder=$out/$one
    mkdir -p "$folder"
    "$MUTATE" "$spec" -n "$one" -o "$folder/mutant.xml"
    judge "$folder/mutant.xml" "$folder"
    if [ "$sim$layer" = 1- ]; then simulate "$folder/mutant.xml" "$folder"; fi
    text=$(awk -F '\t' -v n="$one" '$1 == n { print $2 "\t" $3 "\t" $4 }' "$out/list")
    printf '%s\t%s\t%s\t%s\t%s\n' "$one" "$layer" "$by" "${marks:--}" "$text" >"$folder/result"
    rm -f "$folder/mutant.xml"
    exit 0
fi

mkdir -p "$out/original"
"$MUTATE" "$spec" --list >"$out/list"
judge "$spec" "$out/original"
case "$layer $by" in "- -") ;; *) echo "mutate.sh: the original itself is stopped by $layer $by"; cat "$out/original/$by" 2>/dev/null || true; exit 1 ;; esac
[ $# -gt 0 ] || { set -- $(cut -f 1 "$out/list"); }
flag=$([ "$sim" = 0 ] || echo --sim)
status=0
# shellcheck disable=SC2086
printf '%s\n' "$@" | xargs -P "$jobs" -n 1 "$self" --spec "$spec" --out "$out" $flag --one || status=1
for number; do cat "$out/$number/result" 2>/dev/null || true; done >"$out/results"

awk -F '\t' '
    BEGIN { printf "%6s %5s  %-12s %-8s %-7s %-12s %s\n", "mutant", "line", "operator", "layer", "by", "marks", "change" }
    { printf "%6d %5d  %-12s %-8s %-7s %-12s %s\n", $1, $5, $6, $2, $3, $4, $7
      n[$6]++; all++; layers[$2]++; count[$6, $2]++; if ($2 == "-") left[++survivors] = $0 }
    END {
        printf "\n%-12s %7s %7s %7s %7s %7s %9s\n", "operator", "mutants", "check", "verify", "litmus", "sim", "survivors"
        for (op in n) printf "%-12s %7d %7d %7d %7d %7d %9d\n", op, n[op], count[op, "check"], count[op, "verify"], count[op, "litmus"], count[op, "sim"], count[op, "-"] | "sort"
        close("sort")
        printf "%-12s %7d %7d %7d %7d %7d %9d\n\n%d survivors\n", "all", all, layers["check"], layers["verify"], layers["litmus"], layers["sim"], layers["-"], survivors
        for (i = 1; i <= survivors; i++) { split(left[i], f, "\t"); printf "%6d %5d  %-12s %-12s %s\n", f[1], f[5], f[6], (f[3] == "limit" ? "limit " : "") f[4], f[7] }
    }' "$out/results"
exit $status
