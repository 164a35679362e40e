#!/bin/sh
# Who watches the watchers: every single-point mutant of a table, and which layer finds it.
#   mutate.sh [--jobs N] [--spec FILE] [--portfolio] [--out DIR] [--sim] [--all-layers] [--searches NAME,...] [NUMBER...]
#       no number: all (`mutate FILE --list` numbers them)
# Layers, the first that finds the mutant is named (verify and reference in the order of the list below):
#   check    `cohgen check` has an error
#   verify   a configuration of `cohgen verify` below that the original passes ends with exit status 1
#   reference  a command in the same list, which compares the table with something else, does
#   litmus   `cohgen verify --litmus` of a few tests does
#   sim      with --sim (RCC only): the simulations of tests/torture do; minutes for each mutant, so only for those that
#            the layers above leave
# With --all-layers references and litmus tests are run in any case: column `alone` names the layers that would find the
# mutant without the others.
# --searches: those only, without the litmus tests.
# --portfolio: in place of the list below the searches that the file names (`cohgen verify FILE` alone), the quickest on
# the original first; also for a specification without a list of its own. `equal` is asked after the first of them.
# A limit that is reached finds nothing. What survives is marked: `warned`: check warns where it did not; `same`: all
# searches visit exactly as many states and transitions as the original; `equal`: the transition functions are proved
# equal to the original's for every input (z3, two settings of the parameters); the searches behind it are left out.
# LIMIT: seconds of one search (default 150); MEMORY: MB of it (default 3000); COHGEN, MUTATE, REFERENCES (a folder): the
# programs. DIR/results: a line for each mutant.
# Exit status: 0 done, whatever survives; 1 the original does not pass, or a program crashed; 2 wrong command line; 3 a
# program is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
self=$top/scripts/mutate.sh
: "${COHGEN:=$top/build/cohgen}" "${MUTATE:=$top/build/tests/mutate/mutate}" "${REFERENCES:=$top/build/tests/tx}" \
    "${LIMIT:=150}" "${MEMORY:=3000}"
export COHGEN MUTATE REFERENCES LIMIT MEMORY
jobs=1 spec=$top/specs/rcc/rcc.xml out=$top/build/mutate sim=0 all=0 one= only= portfolio=0
wrong() { echo "mutate.sh: $1" >&2; exit 2; }
while [ $# -gt 0 ]; do
    case $1 in
        --jobs) jobs=${2:?}; shift 2 ;;
        --spec) spec=${2:?}; shift 2 ;;
        --out) out=${2:?}; shift 2 ;;
        --sim) sim=1; shift ;;
        --portfolio) portfolio=1; shift ;;
        --all-layers) all=1; shift ;;
        --searches) only=${2:?}; shift 2 ;;
        --one) one=${2:?}; shift 2 ;; # internal: judge this mutant
        -*) wrong "unknown option '$1'" ;;
        *) break ;;
    esac
done
case $jobs in ''|*[!0-9]*|0) wrong "--jobs: '$jobs' is not a number from 1" ;; esac
for number; do case $number in ''|*[!0-9]*) wrong "'$number' is not the number of a mutant" ;; esac; done
case $sim$spec in 1*/getm.xml|1*/gpudet/*) wrong "--sim: there are simulations of RCC only" ;; esac
for program in "$COHGEN" "$MUTATE" z3; do
    command -v "$program" >/dev/null || { echo "mutate.sh: no program $program" >&2; exit 3; }
done

# The searches: name and options, in an order that kills early for little. Most without what is about no key, with times
# so wide that no rollover begins: those with --ops reach no bound, the others are cut at a timestamp. Those with $turn
# have times of two bits, and roll over. With two ways at L2 both lines can be there at once, so that a core can be
# ahead of a line; with one way the next line always starts with the time of the last one evicted. With --coverage a row
# or cover that the original's search meets must be met. `equal`: here z3 is asked, and what is equal to the original is
# not searched any further.
searches() { listed | awk -v only=",$only," 'only == ",," || index(only, "," $1 ",")'; }
listed() {
    if [ $portfolio = 1 ]; then named; return; fi
    case $spec in
        */getm.xml) transactions; return ;;
        */gpudet/published.xml) depths; return ;;
        */zunit.xml) commits; return ;;
        */gpudet.xml) quanta; return ;;
        */stc.xml) epochs; return ;;
        */rcc.xml) ;;
        *) named; return ;;
    esac
    keyed="--system bounded --keyed" turn="--system bounded --set TS_BITS=2 --set LEASE_MAX=1" \
        two="--lines 2 --ops 2 --set L1.WAYS=2 --set L2.WAYS=2"
    cat <<END
warps  $keyed --cores 1 --stamp-max 6 --no-atomics --served
cores  $keyed --warps 1 --stamp-max 5
bad    $keyed --warps 1 --stamp-max 5 --bad-lines 1
turn   $turn --cores 1 --no-atomics --served --bad-lines 1
fails  $keyed --warps 1 --stamp-max 4 --bad-lines 1 --fails
lines  $keyed --warps 1 --lines 2 --stamp-max 3 --set LEASE_MAX=1 --no-atomics
rows   $keyed --cores 1 $two --stamp-max 12 --coverage
weak   $turn --cores 1 --ops 2 --no-atomics --set GUARD=1 --set wo=1 --coverage
rmw    $keyed --cores 1 --stamp-max 6 --set LEASE_MAX=1 --set LINE_BYTES=8
equal
ring   $turn --warps 1 --lines 2 --ops 2 --set BANKS=2 --no-atomics --coverage
turns  $turn --warps 1
bytes  $keyed --warps 1 --cells 2 --ops 2 --stamp-max 12
ways   $keyed --warps 1 --lines 2 --ops 2 --stamp-max 12 --set L2.WAYS=2
never  $keyed --cores 1 $two --stamp-max 12 --set RENEWAL=0
lease  $keyed --cores 1 $two --stamp-max 28 --set TS_BITS=6 --set LEASE_MIN=2 --set LEASE_MAX=5 --coverage
clip   $keyed --cores 1 $two --stamp-max 28 --set TS_BITS=6 --set LEASE_MIN=3 --set LEASE_MAX=5
late   $keyed --cores 1 --lines 2 --ops 3 --stamp-max 4 --set LEASE_MAX=1 --set L2.WAYS=2 --no-atomics --no-drain
END
}
# Those that the file names. $out/original/order: once the original has been searched, by the time that this took.
named() {
    if [ -f "$out/original/order" ]; then cat "$out/original/order"; return; fi
    sed -n 's/^ *<verify .*\<name="\([^"]*\)".*/\1  --search \1 --coverage/p' "$spec"
}
in_order() {
    named | while read -r name options; do
        echo "$(sed -n 's/.* \([0-9.]*\) s of processor time.*/\1/p' "$out/original/$name" | head -1) $name $options"
    done | sort -n | awk '{ $1 = ""; print substr($0, 2) } NR == 1 { print "equal" }' >"$out/order.new"
    mv "$out/order.new" "$out/original/order"
}
# Of GETM. In `two` a granule is reserved twice at most. With `!` in place of options: a command in REFERENCES that gets
# the file; exit status 1: its table differs.
transactions() {
    cat <<END
warps  --lines 2 --ops 2
warp   ! test_tx_warp
unit   ! test_tx_unit
decide ! test_tx_table
room   --lines 2 --ops 2 --set VU.LINES=1 --set VU.DEPTH=1 --set WRITES=2
line   --lines 1 --ops 3
alone  --lines 2 --ops 5 --cores 1
two    --lines 1 --ops 3 --set WRITES=2
three  --lines 1 --ops 2 --cores 3
every  --lines 1 --ops 4
rolls  --system rolls --lines 1 --ops 3
units  --system rolls --lines 2 --ops 2
apart  --lines 2 --ops 2 --outside-lines 1
past   --system rolls --lines 2 --ops 2 --outside-lines 1
equal
END
}
# Of GPUDet's Z-buffer unit. Last, what the Verilog leaves in memory is compared, some seconds for each mutant.
depths() {
    cat <<END
small   --warps 3 --lines 2 --coverage
ways    --warps 3 --lines 2 --set WAYS=2 --set SLOTS=2
blocks  --warps 3 --lines 3 --ops 1 --set WAYS=2 --set REQUESTS=1
streams ! $top/tests/gpudet/published_streams.sh
END
}
# The same of the memory side with an update per row: zunit.xml with commit.xml in it.
commits() {
    small="--system small --lines 2"
    cat <<END
small   $small --warps 3 --ops 1 --coverage
twice   $small --warps 2 --ops 2
ways    --system small --lines 3 --warps 2 --ops 1 --set ZU.WAYS=2 --set SLOTS=2 --set L2.WAYS=2
streams ! $top/tests/gpudet/streams.sh
END
}
# Of its compute units and the sequencer, which cannot be searched: some twenty seconds for each mutant.
quanta() { echo "programs ! $top/tests/gpudet/programs.sh"; }
# Of STC's units: AB moves SEB under one unit; in `hits` lines are read again.
epochs() {
    moves="--lines 3 --ops 1 --no-atomics --set VARIANT=2 --set SEB_MAX=5"
    cat <<END
skips  --lines 2 --ops 1 --coverage
moves  $moves --warps 3 --cores 1 --coverage
turns  --lines 2 --ops 1 --set VARIANT=0
hits   --lines 2 --ops 3 --cores 1 --warps 1
rest   $moves
bands  --lines 3 --ops 1 --no-atomics --set N=2 --set VARIANT=3
two    --lines 2 --ops 2 --no-atomics
END
}
# Litmus tests, all of an order in one run of verify: sequentially consistent; weakly ordered, with fences and atomics;
# on one core.
litmus() {
    case $1 in
        sc)
            echo "--system bounded --warps 1 --stamp-max 10"
            for t in CoRR1 CoRR3 MP SB; do echo "--litmus $top/sim/litmus/$t.litmus"; done ;;
        weak)
            echo "--system bounded --warps 1 --stamp-max 10 --set wo=1 --weak"
            for t in sim/litmus/fenced/SB+fences tests/verify/litmus/SB+atomics tests/verify/litmus/MP+atomic; do
                echo "--litmus $top/$t.litmus"
            done ;;
        own) echo "--system bounded --cores 1 --stamp-max 10 --set wo=1 --weak --litmus $top/tests/verify/litmus/CoWR.litmus" ;;
    esac
}

# search FILE LOG OPTION...: exit status of verify; 124 when its processor time is up.
search() {
    file=$1 log=$2
    shift 2
    status=0
    (ulimit -t "$LIMIT"; exec "$COHGEN" verify "$file" --memory "$MEMORY" "$@") >"$log" 2>&1 || status=$?
    case $status in 137|152) status=124 ;; esac # SIGKILL, SIGXCPU
    return $status
}
# missed LOG ORIGINAL: does the search miss a row or a cover that the original's meets?
missed() {
    grep -E '^ *never (taken|met): ' "$1" | cut -d '(' -f 1 >"$1.missed"
    grep -E '^ *never (taken|met): ' "$2" | cut -d '(' -f 1 | diff - "$1.missed" | grep -q '^>'
}
sizes() { sed -n 's/^\([0-9]* states, [0-9]* transitions\).*/\1/p' "$1"; }

# run FILE FOLDER NAME OPTION...: one search; sets code.
run() {
    file=$1 folder=$2 name=$3 code=0
    shift 3
    search "$file" "$folder/$name" "$@" </dev/null || code=$?
    case $code in
        0|3|124) return ;;
        1) if grep -q '^FAILED' "$folder/$name"; then return; fi ;;
    esac
    echo "mutate.sh: verify ended with status $code: $file, search $name" >&2
    tail -n 3 "$folder/$name" >&2
    return 1
}

# refer FILE FOLDER NAME COMMAND: one comparison; sets code. COMMAND with a path is not looked for in REFERENCES.
refer() {
    code=0 command=$4
    case $command in */*) ;; *) command=$REFERENCES/$command ;; esac
    "$command" "$1" </dev/null >"$2/$3" 2>&1 || code=$?
    [ "$code" -le 1 ] || { echo "mutate.sh: status $code: $4 $1" >&2; tail -n 3 "$2/$3" >&2; return 1; }
}

has_litmus() {
    [ -z "$only" ] && [ $portfolio = 0 ] || return 1
    case $spec in */rcc.xml) ;; *) return 1 ;; esac
}

# judge FILE FOLDER: sets layer, by (its search), marks, and alone.
judge() {
    layer=- by=- marks='' alone='' same=same
    op=$(awk -F '\t' -v n="$one" '$1 == n { print $3 }' "$out/list")
    if ! "$COHGEN" check "$1" >"$2/check" 2>&1; then layer=check by=error alone=check; return; fi
    ! grep -q 'warning:' "$2/check" || marks=warned
    while read -r name options; do
        if [ "$name" = equal ]; then
            if [ "$layer" = - ] && [ -n "$one" ] && may_be_equal "$op" && equal "$spec" "$1" "$2"; then
                marks="${marks:+$marks }equal"
                return
            fi
            continue
        fi
        kind=verify
        case $options in '! '*) kind=reference ;; esac
        case $alone in *$kind*) continue ;; esac
        case $kind in
            # shellcheck disable=SC2086
            verify) run "$1" "$2" "$name" $options || return 1
                if [ $code = 0 ] && missed "$2/$name" "$out/original/$name"; then code=1; fi
                [ $code = 0 ] && [ "$(sizes "$2/$name")" = "$(sizes "$out/original/$name")" ] || same= ;;
            reference) refer "$1" "$2" "$name" "${options#! }" || return 1 ;;
        esac
        [ $code = 0 ] || [ $code = 1 ] || [ "$layer" != - ] || by=limit
        [ $code = 1 ] || continue
        alone=${alone:+$alone+}$kind same=
        [ "$layer" != - ] || layer=$kind by=$name
        [ "$all" = 1 ] || break
    done <<END
$(searches)
END
    if has_litmus && { [ "$layer" = - ] || [ "$all" = 1 ]; }; then
        for order in sc weak own; do
            # shellcheck disable=SC2046
            run "$1" "$2" litmus $(litmus $order) || return 1
            if [ $code = 1 ]; then
                alone="${alone:+$alone+}litmus"
                [ "$layer" != - ] || layer=litmus by=$order
                break
            fi
            [ $code -lt 3 ] || [ "$layer" != - ] || by=limit
        done
    fi
    [ -z "$same" ] || marks="${marks:+$marks }same"
    return 0
}

# Not of what is no part of the transition function.
may_be_equal() { case $1 in initial|narrow|order|class|priority|victims) return 1 ;; esac; }
# equal FILE FILE FOLDER: are all transition functions of the two the same?
equal() {
    case $spec in
        */getm.xml) settings="WARPS=2,TS_BITS=4,WRITES=3,LOG=2 WARPS=3,TS_BITS=5,WRITES=2,LOG=3" ;;
        */rcc.xml) settings="CORES=2,WARPS=2,BANKS=1,LINE_BYTES=8,TS_BITS=4,LEASE_MIN=1,LEASE_MAX=2 CORES=2,WARPS=2,BANKS=2,LINE_BYTES=8,TS_BITS=6,LEASE_MIN=2,LEASE_MAX=5" ;;
        *) settings="= $(sed -n '/<system name="small"/,/>/p' "$spec" | tr '\n' ' ' | sed 's/>.*//' |
            grep -o '[A-Z][A-Z0-9_.]*="[0-9]*"' | tr -d '"' | paste -s -d , -)" ;;
    esac
    for set in $settings; do
        sets=
        for p in $(echo "${set#=}" | tr , ' '); do sets="$sets --set=$p"; done
        # shellcheck disable=SC2086
        { "$COHGEN" step "$1" -o "$3/a" $sets && "$COHGEN" step "$2" -o "$3/b" $sets; } >"$3/step.log" 2>&1 || return 1
        for file in "$3"/a/*.smt2; do
            if cmp -s "$file" "$3/b/$(basename "$file")"; then continue; fi
            differ "$file" "$3/b/$(basename "$file")" >"$3/differ.smt2"
            [ "$(z3 -T:20 "$3/differ.smt2")" = unsat ] || return 1
        done
    done
}

# differ FILE FILE: the formula that some outputs of two transition functions differ for the same inputs.
differ() {
    awk '
        FNR == 1 { pass++ }
        pass == 1 { if ($1 == "(declare-const") a[$2] = 1; print; next }
        pass == 2 { if ($1 == "(declare-const" && !($2 ~ /_i$/ && $2 in a)) b[$2] = 1; next }
        $1 == "(declare-const" && !($2 in b) { next }
        {   rest = $0; line = ""
            while (match(rest, /[A-Za-z_][A-Za-z0-9_]*/)) {
                name = substr(rest, RSTART, RLENGTH)
                line = line substr(rest, 1, RSTART - 1) (name in b ? "other_" : "") name
                rest = substr(rest, RSTART + RLENGTH)
            }
            print line rest
        }
        END {
            printf "(assert (or false"
            for (x in a) if (x ~ /_o$/) printf (x in b ? " (not (= %s other_" x "))" : " true"), x
            for (x in b) if (x ~ /_o$/ && !(x in a)) printf " true"
            print "))\n(check-sat)"
        }' "$1" "$2" "$2"
}

# simulate FILE FOLDER: the same for the simulations.
simulate() {
    sets=
    for p in CORES=3 WARPS=2 BANKS=1 LINE_BYTES=8 LEASE_MIN=1 LEASE_MAX=8 L1.SETS=2 L1.WAYS=2 L1.MSHRS=2 L1.DEPTH=2 \
        L2.SETS=1 L2.WAYS=2 L2.MSHRS=2 L2.DEPTH=2 \
        FLIT_BITS=64 BEAT_BYTES=8 THROTTLE=32; do sets="$sets --set=$p"; done
    # shellcheck disable=SC2086
    "$top/tests/torture/build_sim.sh" "$2" "$1" $sets >"$2/build.log" 2>&1 || { layer=sim by=build; return; }
    for mix in plain hot stores evict rmw errors; do
        STOP=1 PRESSURES="0 30" "$top/tests/torture/runs.sh" "$2/sim" 1 3 1000 0 "$mix" >"$2/sim.log" 2>&1 || {
            layer=sim by=$mix
            return
        }
    done
}

if [ -n "$one" ]; then
    folder=$out/$one
    mkdir -p "$folder"
    "$MUTATE" "$spec" -n "$one" -o "$folder/mutant.xml"
    judge "$folder/mutant.xml" "$folder"
    if [ "$sim$layer" = 1- ]; then simulate "$folder/mutant.xml" "$folder"; fi
    text=$(awk -F '\t' -v n="$one" '$1 == n { print $2 "\t" $3 "\t" $4 }' "$out/list")
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$one" "$layer" "$by" "${marks:--}" "$text" "${alone:--}" >"$folder/result"
    rm -rf "$folder/mutant.xml" "$folder/a" "$folder/b" "$folder/differ.smt2"
    exit 0
fi

mkdir -p "$out/original"
# The files that the specification uses are written into it, to be mutated as well.
if grep -q '<use file="' "$spec"; then
    flat=$out/$(basename "$spec")
    awk -v top="$spec" '
        function take(file,    folder, line, part) {
            folder = file
            sub(/[^\/]*$/, "", folder)
            while ((getline line < file) > 0)
                if (line ~ /<use file="/) { split(line, part, "\""); take(folder part[2]) }
                else if (file == top || line !~ /^<(\?|protocol|\/protocol)/) print line
        }
        BEGIN { take(top) }' >"$flat"
    spec=$flat
fi
"$MUTATE" "$spec" --list >"$out/list"
rm -f "$out/original/order"
judge "$spec" "$out/original"
case "$layer $by" in "- -") ;;
    *) echo "mutate.sh: the original itself is stopped by $layer $by"
        cat "$out/original/$by" 2>/dev/null || true; exit 1 ;; esac
if searches | grep -q ' --search '; then in_order; fi
[ $# -gt 0 ] || { set -- $(cut -f 1 "$out/list"); }
flag="$([ "$sim" = 0 ] || echo --sim) $([ $portfolio = 0 ] || echo --portfolio) $([ "$all" = 0 ] || echo --all-layers) ${only:+--searches $only}"
status=0
# shellcheck disable=SC2086
printf '%s\n' "$@" | xargs -P "$jobs" -n 1 "$self" --spec "$spec" --out "$out" $flag --one || status=1
for number; do cat "$out/$number/result" 2>/dev/null || true; done >"$out/results"

awk -F '\t' -v every="$all" '
    BEGIN { printf "%6s %5s  %-12s %-9s %-9s %-12s %s\n", "mutant", "line", "operator", "layer", "by", "marks",
        "change" }
    { printf "%6d %5d  %-12s %-9s %-9s %-12s %s\n", $1, $5, $6, $2, $3, $4, $7
      n[$6]++; all++; layers[$2]++; count[$6, $2]++; alone[$8]++; if ($2 == "-") left[++survivors] = $0;
      if ($4 ~ /equal/) equal++ }
    END {
        head = "\n%-12s %7s %7s %7s %10s %7s %7s %9s\n"; row = "%-12s %7d %7d %7d %10d %7d %7d %9d\n"
        printf head, "operator", "mutants", "check", "verify", "reference", "litmus", "sim", "survivors"
        for (op in n) printf row, op, n[op], count[op, "check"], count[op, "verify"], count[op, "reference"],
            count[op, "litmus"], count[op, "sim"], count[op, "-"] | "sort"
        close("sort")
        printf row "\n", "all", all, layers["check"], layers["verify"], layers["reference"], layers["litmus"],
            layers["sim"], layers["-"]
        if (every) { for (by in alone) if (by ~ /verify|litmus|reference/) printf "found by %s: %d\n", by,
            alone[by] | "sort"; close("sort"); print "" }
        printf "%d survivors, %d of them proved equal to the original\n", survivors, equal
        for (i = 1; i <= survivors; i++) { split(left[i], f, "\t"); printf "%6d %5d  %-12s %-12s %s\n", f[1], f[5],
            f[6], (f[3] == "limit" ? "limit " : "") f[4], f[7] }
    }' "$out/results"
exit $status
