#!/bin/sh
# How many different outcomes programs have: each is run many times, with the same input and ever other times (seed,
# latency, jitter and bandwidth of memory, back-pressure), and the different signatures are counted.
# `./run determinism --help` lists the options; docs/gpudet.md has the results.
# Exit status: 0 fine, 1 a run failed, a design with quanta has two outcomes, or racey one elsewhere, 2 wrong command
# line.
set -eu
runs=20 seed=1 jobs=${JOBS:-2} keep='' all="racey mixed twice parts chains ht transfers atm bfsr bfsf tiles triad"
usage() {
    cat <<END
Usage: ./run determinism [OPTION...] [PROGRAM...]
Programs (default: all): $all
Options:
  --runs N     runs of each program on each design (default 20)
  --seed N     of the first run (default 1); run k has seed N + k, and latencies and back-pressure drawn from it
  --sim WHAT=PROGRAM
               a simulator that is built already; may be repeated. WHAT is its name in the table, with + behind it for a
               design with quanta: its runs are compared with the reference, answer by answer (--model quanta)
  --with P=N   a setting of the programs
  --keep FILE  a line for each run: design, program, seed, signature
END
}
wrong() { echo "determinism: $1" >&2; usage >&2; exit 2; }
number() { case $2 in ''|*[!0-9]*) wrong "$1: a number is missing" ;; esac; }
designs='' programs='' sets=''
while [ $# -gt 0 ]; do
    case $1 in
        --help) usage; exit 0 ;;
        --runs) number "$1" "${2:-}"; runs=$2; shift 2 ;;
        --seed) number "$1" "${2:-}"; seed=$2; shift 2 ;;
        --sim)
            case ${2:-} in *=*) designs="$designs $2" ;; *) wrong "--sim: WHAT=PROGRAM is missing" ;; esac
            shift 2 ;;
        --with|--set) case ${2:-} in *=*) sets="$sets --with $2" ;; *) wrong "--with: P=N is missing" ;; esac; shift 2 ;;
        --keep) [ $# -ge 2 ] || wrong "--keep: a file is missing"; keep=$2; shift 2 ;;
        *) case " $all " in *" $1 "*) programs="$programs $1" ;; *) wrong "no program or option '$1'" ;; esac; shift ;;
    esac
done
[ -n "$designs" ] || wrong "no design: --sim"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# one SEED SIM OPTION...: a line: seed, signature (or FAILED and why). Times are drawn by cksum. With slow memory the
# commit of a quantum takes longer than the simulator's watchdog waits if nobody says how long.
cat >"$scratch/one" <<'END'
seed=$1
shift
set -- "$@" --watchdog 1000000 --seed "$seed" $(echo "times $seed" | cksum | awk '{ x = $1
    print "--latency", x % 97, "--jitter", int(x / 97) % 61, "--bandwidth", 20 + int(x / 5917) % 181,
          "--backpressure", int(x / 1070977) % 61 }')
"$@" >"$0.$seed" 2>&1 || {
    echo "$seed FAILED $(grep -m1 -E '^error|FAILED' "$0.$seed"): $*"
    rm -f "$0.$seed"
    exit 0
}
echo "$seed $(sed -n 's/^signature *//p' "$0.$seed")"
rm -f "$0.$seed"
END
status=0
printf '%-10s' program
for design in $designs; do printf ' %16s' "${design%%=*}"; done
printf '    of %d runs, seeds %d to %d\n' "$runs" "$seed" $((seed + runs - 1))
for program in ${programs:-$all}; do
    printf '%-10s' "$program"
    why=
    for design in $designs; do
        what=${design%%=*} sim=${design#*=}
        options="--test $program$sets"
        case $what in *+) options="$options --model quanta" ;; esac
        # shellcheck disable=SC2086
        seq "$seed" $((seed + runs - 1)) | xargs -P "$jobs" -I% sh "$scratch/one" % "$sim" $options >"$scratch/out"
        [ -z "$keep" ] || sed "s/^/$what $program /" "$scratch/out" >>"$keep"
        failed=$(grep -c FAILED "$scratch/out" || :)
        n=$(grep -v FAILED "$scratch/out" | cut -d' ' -f2 | sort -u | wc -l)
        if [ "$failed" -gt 0 ]; then
            printf ' %16s' "$n, $failed failed"
            why="$why$(grep -m1 FAILED "$scratch/out" | sed "s/^[0-9]* //")
"
        else printf ' %16d' "$n"; fi
        case $what:$program:$n in
            *+:*:1) [ "$failed" -eq 0 ] || status=1 ;;
            *+:*) status=1 ;;
            *:racey:1) status=1; why="${why}racey has one outcome without quanta: is it run with different times?
" ;;
            *) [ "$failed" -eq 0 ] || status=1 ;;
        esac
    done
    echo
    [ -z "$why" ] || printf '%s' "$why"
done
exit $status
