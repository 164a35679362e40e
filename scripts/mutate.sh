#!/bin/sh
# Who watches the watchers: every single-point mutant of a specification, and which layer finds it.
#   mutate.sh [--jobs N] [--spec FILE] [--out DIR] [--sample N] [--searches NAME,...] [--quick] [--sim] [NUMBER...]
#       no number: all (--list: only writes DIR/list, which numbers them); --sample N: N of them, drawn evenly, always
#       the same; a greater N adds to them
# Layers; the first that finds the mutant is named:
#   check      `cohgen check` has an error, or a warning where the original has none (the tests specs/* refuse shipped
#              files with warnings)
#   verify     a search that the file names (`cohgen verify FILE` makes them all) ends with exit status 1; the quickest
#              on the original come first
#   reference  a command of references() below, which compares the table with something else, does: 1, or 2 if nothing
#              can be built of it; programs are asked before the searches, scripts before the slow ones
#   cover      none does, but rows, states or covers that they meet on the original are met by none of them
#              (`--expect-coverage`)
#   litmus     `cohgen verify --litmus` of some tests does (RCC)
#   sim        with --sim: a simulation of tests/mutate/sims does; a minute for each mutant that the layers above leave
# A limit that is reached finds nothing. Marks of what survives: `equal`: the transition functions are those of the
# original for every input, by their text or by z3, for the parameters of all its searches and the default ones; of what
# is no part of them (first values, types, classes, priorities, victims) the whole Verilog is. No search is made
# then. `same`: all searches visit as many states and transitions as on the original. `warned`: check warns, as of the
# original.
# All mutants meet the quick searches before any meets a slow one, equality by z3, and what follows. --quick: these
# only. --searches: those and references of these names only, in this order, and check. What is finished stays in DIR
# (the log of each search, DIR/N/result), and is not made again by the next run with the same DIR and tables: a run can
# be cut, or go on with more mutants, or with searches that have been added. DIR/results: a line for each mutant.
# SLOW: what the quick searches do not exceed on the original, in seconds of processor time (2); MOST: what takes longer
# there is left out, and covers are not asked for (1000); LIMIT: of one search (60, quick ones less); MEMORY: MB of it
# (3000); COHGEN, MUTATE, REFERENCES (a folder): the programs.
# Exit status: 0 done, whatever survives; 1 the original does not pass, or a program crashed; 2 wrong command line; 3 a
# program is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
self=$top/scripts/mutate.sh
: "${COHGEN:=$top/build/cohgen}" "${MUTATE:=$top/build/tests/mutate/mutate}" "${REFERENCES:=$top/build/tests}" \
    "${LIMIT:=60}" "${MEMORY:=3000}" "${SLOW:=2}" "${MOST:=1000}"
export COHGEN MUTATE REFERENCES LIMIT MEMORY SLOW MOST
jobs=1 spec=$top/specs/rcc/rcc.xml out= sim=0 one= only= sample= quick=0 list=0
wrong() { echo "mutate.sh: $1" >&2; exit 2; }
while [ $# -gt 0 ]; do
    case $1 in
        --jobs) jobs=${2:?}; shift 2 ;;
        --spec) spec=${2:?}; shift 2 ;;
        --out) out=${2:?}; shift 2 ;;
        --sample) sample=${2:?}; shift 2 ;;
        --searches) only=${2:?}; shift 2 ;;
        --quick) quick=1; shift ;;
        --list) list=1; shift ;;
        --sim) sim=1; shift ;;
        --one) one=${2:?}; shift 2 ;; # internal: judge this mutant
        -*) wrong "unknown option '$1'" ;;
        *) break ;;
    esac
done
unit=$(basename "$spec" .xml)
: "${out:=$top/build/mutants/$unit}"
is_number() { case $1 in ''|*[!0-9]*|0) return 1 ;; esac; }
is_number "$jobs" || wrong "--jobs: '$jobs' is not a number from 1"
[ -z "$sample" ] || is_number "$sample" || wrong "--sample: '$sample' is not a number from 1"
for number; do is_number "$number" || wrong "'$number' is not the number of a mutant"; done
sims=$top/tests/mutate/sims
[ $sim = 0 ] || grep -q "^$unit " "$sims" || wrong "--sim: there are no simulations of $unit in tests/mutate/sims"
for program in "$COHGEN" "$MUTATE" z3; do
    command -v "$program" >/dev/null || { echo "mutate.sh: no program $program" >&2; exit 3; }
done

# The searches that the file names, a line each: name|system|parameters, those of cores= and warps= among them.
flat() { tr '\n' ' ' <"$spec"; }
counted() { # cores|warps NUMBER: the parameter that says how many
    [ -n "$2" ] || return 0
    case $1 in
        cores) of=$(flat | sed 's/<controller /\n&/g' | sed -n '/kind="core"/s/<controller name="\([^"]*\)".*/\1/p')
            of=$(flat | grep -o "<place controller=\"$of\"[^>]*>" | head -n 1) ;;
        warps) of=$(flat | grep -o '<port [^>]*kind="core"[^>]*>' | sed -n 's/.* id="\([^"]*\)".*/\1/p' | head -n 1)
            of=$(flat | grep -o "<type name=\"$of\"[^>]*>") ;;
    esac
    echo "$of" | sed -n "s/.* count=\"\([A-Z][A-Z0-9_]*\)\".*/ \1=$2/p"
}
named() {
    flat | grep -o '<verify [^>]*>' | awk '
        function attr(name) { return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3,
            RLENGTH - length(name) - 4) : "" }
        { printf "%s|%s|%s|%s|%s\n", attr("name"), attr("system"), attr("cores"), attr("warps"), attr("set") }' |
        while IFS='|' read -r name system cores warps set; do
            echo "$name|$system|$(counted cores "$cores")$(counted warps "$warps") $set"
        done
}
# Commands that get the file; exit status 1: its table differs from what they compare it with.
references() {
    case $unit in
        getm) for r in warp unit table; do echo "$r $REFERENCES/tx/test_tx_$r"; done ;;
        stc) for r in emu cu l2; do echo "$r $REFERENCES/stc/test_stc_$r"; done
            echo "posted $top/tests/stc/posted.sh" ;;
        rcc) for r in l1 l2; do echo "$r $REFERENCES/rcc/test_rcc_$r"; done ;;
        mesi) for r in l1 dir; do echo "$r $REFERENCES/mesi/test_mesi_$r"; done ;;
        zunit) for r in l2 zu feed; do echo "$r $REFERENCES/gpudet/test_gpudet_$r"; done
            echo "ordered $top/tests/gpudet/ordered.sh"
            echo "streams $top/tests/gpudet/streams.sh" ;;
        published) case $spec in */gpudet/*) echo "streams $top/tests/gpudet/published_streams.sh" ;; esac ;;
        gpudet) echo "l2 $REFERENCES/gpudet/test_gpudet_l2"; echo "programs $top/tests/gpudet/programs.sh" ;;
    esac
}
# Litmus tests, all of an order in one run of verify: sequentially consistent; weakly ordered, with what keeps order;
# on one core.
litmus() {
    case $1 in
        sc) echo "--system bounded --warps 1 --stamp-max 10"
            for t in CoRR1 CoRR3 MP SB; do echo "--litmus $top/sim/litmus/$t.litmus"; done ;;
        weak) echo "--system bounded --warps 1 --stamp-max 10 --set wo=1"
            for t in sim/litmus/fenced/SB+fences tests/verify/litmus/SB+atomics tests/verify/litmus/MP+atomic; do
                echo "--litmus $top/$t.litmus"
            done ;;
        own) echo "--system bounded --cores 1 --stamp-max 10 --set wo=1 --model weak"
            echo "--litmus $top/specs/rcc/litmus/CoWR.litmus" ;;
    esac
}

# search FILE FOLDER NAME LIMIT OPTION...: leaves the log, and in NAME.end: status, limit, states and transitions.
search() {
    file=$1 folder=$2 name=$3 limit=$4 status=0
    shift 4
    (ulimit -t "$limit"; exec "$COHGEN" verify "$file" --memory "$MEMORY" "$@") >"$folder/$name" 2>&1 </dev/null ||
        status=$?
    case $status in
        137|152) status=124 ;; # SIGKILL, SIGXCPU: its processor time is up
        0|3) ;;
        1) grep -q '^FAILED' "$folder/$name" || status=bad ;;
        2) # it cannot be modelled any more, and verify says why
            status=1
            ! grep -q 'error: cannot read' "$folder/$name" || status=bad ;;
        *) status=bad ;;
    esac
    if [ $status = bad ]; then
        echo "mutate.sh: verify ended unexpectedly: $file, search $name" >&2
        tail -n 3 "$folder/$name" >&2
        return 1
    fi
    sizes=$(sed -n 's/^\([0-9]* states, [0-9]* transitions\).*/\1/p' "$folder/$name" | head -n 1)
    grep -E '^ *never (taken|met): ' "$folder/$name" | cut -d '(' -f 1 | sort >"$folder/$name.never" || true
    [ $status = 0 ] || rm "$folder/$name.never"
    echo "$status $limit $sizes" >"$folder/$name.end"
}
# Litmus tests are told from the folder of the specification: of a copy elsewhere, from that of the original.
with_paths() {
    awk -v from="$(cd "$(dirname "$named_at")" && pwd)" '
        match($0, / litmus="[^"]*"/) {
            n = split(substr($0, RSTART + 9, RLENGTH - 10), test, " ")
            list = ""
            for (i = 1; i <= n; i++) list = list (i > 1 ? " " : "") (test[i] ~ /^\// ? "" : from "/") test[i]
            $0 = substr($0, 1, RSTART + 8) list substr($0, RSTART + RLENGTH - 1)
        }
        { print }' "$1" >"$1.paths"
    mv "$1.paths" "$1"
}
# met FOLDER NAME LIMIT: has this search been made, with no smaller limit if it has reached it?
met() {
    [ -f "$1/$2.end" ] || return 1
    read -r status limit sizes <"$1/$2.end"
    case $status in 3|124) [ "$limit" -ge "$3" ] ;; esac
}
# never FOLDER: what none of the searches has met.
never() {
    of=$1 n=0
    set --
    for name in $(cut -d ' ' -f 1 "$out/original/order"); do set -- "$@" "$of/$name.never"; n=$((n + 1)); done
    sort "$@" | uniq -c | awk -v n=$n '$1 == n { sub(/^ *[0-9]+ /, ""); print }'
}

# is_equal FILE FOLDER: to the original, by the text; in the second round by z3 as well. Asked once the first search has
# let it pass, in the second round before all else.
is_equal() {
    [ -z "$only" ] || return 1
    [ ! -f "$2/equal" ] || return 0
    [ "$more" = 1 ] && [ -f "$2/unequal" ] && return 1
    case $op in
        order) return 1 ;; # what is asked of the network
        initial|narrow|class|priority|victims) # no part of the transition functions
            if texts "$1" "$2" verilog && same_texts "$2" verilog; then : >"$2/equal"; return; fi ;;
        *) if texts "$1" "$2" step; then
                if same_texts "$2" step || { [ "$more" = 1 ] && same_texts "$2" step z3; }; then
                    : >"$2/equal"
                    return
                fi
            fi ;;
    esac
    [ "$more" = 0 ] || : >"$2/unequal"
    return 1
}
# refer FILE FOLDER [quick]: the references, or the quick ones: programs; false: one differs.
refer() {
    references >"$2/references"
    [ -z "${3-}" ] || { references | grep -v '[.]sh$' >"$2/references" || true; }
    while read -r reference command; do
        [ -z "$only" ] || case ,$only, in *,$reference,*) ;; *) continue ;; esac
        if [ ! -f "$2/$reference.end" ]; then
            status=0
            "$command" "$1" </dev/null >"$2/$reference" 2>&1 || status=$?
            case $status in
                0|1|2) echo "$status" >"$2/$reference.end" ;;
                *) echo "mutate.sh: reference $reference ended unexpectedly with $status: $1" >&2
                    tail -n 3 "$2/$reference" >&2
                    exit 1 ;;
            esac
        fi
        [ "$(cat "$2/$reference.end")" = 0 ] ||
            { layer=reference by=$reference; return 1; }
    done <"$2/references"
}
# judge FILE FOLDER: sets layer, by (its search), marks. `more` is 0 in the first round.
judge() {
    layer=- by=- marks='' alike=same
    if ! "$COHGEN" check "$1" >"$2/check" 2>&1; then layer=check by=error; return; fi
    if grep -q 'warning:' "$2/check"; then
        if [ ! -s "$out/original/warned" ]; then layer=check by=warning; return; fi
        marks=warned
    fi
    if [ "$more" = 1 ] && [ -z "$only" ]; then
        if is_equal "$1" "$2"; then marks="${marks:+$marks }equal"; return; fi
        refer "$1" "$2" || return 0
    fi
    [ -n "$only" ] || refer "$1" "$2" quick || return 0
    asked=0
    while read -r name cost; do
        [ -z "$only" ] || case ,$only, in *,$name,*) ;; *) continue ;; esac
        if [ $asked$more = 10 ] && is_equal "$1" "$2"; then marks="${marks:+$marks }equal"; return; fi
        asked=$((asked + 1)) limit=$LIMIT
        if awk -v a="$cost" -v b="$MOST" 'BEGIN { exit !(a > b) }'; then by=left; continue; fi
        if awk -v a="$cost" -v b="$SLOW" 'BEGIN { exit !(a <= b) }'; then
            [ "$more" = 1 ] || limit=$(awk -v c="$cost" 'BEGIN { print int(8 + 4 * c) }')
        elif [ "$more" = 0 ] && [ -z "$only" ]; then
            continue
        fi
        met "$2" "$name" "$limit" || search "$1" "$2" "$name" "$limit" --search "$name" --coverage || return 1
        if [ "$status" = 1 ]; then layer=verify by=$name; return; fi
        [ "$status" = 0 ] || by=limit
        [ "$status $sizes" = "$(cut -d ' ' -f 1,3- "$out/original/$name.end")" ] || alike=
    done <"$out/original/order"
    [ -z "$only" ] || { refer "$1" "$2" || true; return 0; }
    [ "$more" = 1 ] || return 0
    if [ $by = - ] && [ -s "$out/original/order" ]; then
        never "$2" >"$2/never"
        never "$out/original" | diff - "$2/never" >"$2/missed" || ! grep -q '^>' "$2/missed" ||
            { layer=cover by=missed; return; }
    fi
    if [ "$unit" = rcc ]; then
        for order in sc weak own; do
            # shellcheck disable=SC2046
            met "$2" litmus_$order "$LIMIT" || search "$1" "$2" litmus_$order "$LIMIT" $(litmus $order) || return 1
            if [ "$status" = 1 ]; then layer=litmus by=$order; return; fi
            [ "$status" = 0 ] || by=limit
        done
    fi
    [ -z "$alike" ] || marks="${marks:+$marks }same"
}

# Settings of the searches, those of their systems with them, and the default: a line each.
settings() {
    echo
    named | while IFS='|' read -r name system set; do
        flat | sed 's/<system /\n&/g; s/<\/system>/\n/g' |
            awk -v small="${system:-small}" -v set="$set" '
            function note(name, number) {
                if (!(name in value)) order[++count] = name
                value[name] = number
            }
            /^<system / && (!found || $0 ~ "^<system name=\"" small "\"") { found = $0 }
            END {
                while (match(found, /<[a-z]+ [^>]*>/)) {
                    element = substr(found, RSTART, RLENGTH)
                    found = substr(found, RSTART + RLENGTH)
                    of = ""
                    if (match(element, / controller="[^"]*"/)) of = substr(element, RSTART + 13, RLENGTH - 14) "."
                    n = split(element, word, /[ \t]+/)
                    for (i = 1; i <= n; i++)
                        if (word[i] ~ /^[A-Z][A-Z0-9_]*="[0-9]+"/) {
                            split(word[i], part, /="|"/)
                            note(of part[1], part[2])
                        }
                }
                n = split(set, word, " ")
                for (i = 1; i <= n; i++) {
                    split(word[i], part, "=")
                    if (part[1] ~ /^[A-Z]/) note(part[1], part[2]) # no pin
                }
                for (i = 1; i <= count; i++) printf "%s--set=%s=%s", (i > 1 ? " " : ""), order[i], value[order[i]]
                print ""
            }'
    done
}
# texts FILE FOLDER step|verilog: writes to FOLDER/KIND its transition functions, or its Verilog without comments, for
# all settings.
texts() {
    n=0
    while read -r sets; do
        n=$((n + 1)) into=$2/$3/$n
        mkdir -p "$into"
        # shellcheck disable=SC2086
        case $3 in
            step) "$COHGEN" step "$1" -o "$into" $sets ;;
            *) rm -rf "$2/emitted"
                if "$COHGEN" emit "$1" -o "$2/emitted" $sets; then
                    find "$2/emitted" -name '*.v' | sort | xargs sed 's|//.*||' >"$into/all"
                else # no hardware of this size, for the original either
                    echo none >"$into/all"
                fi
                rm -rf "$2/emitted" ;;
        esac >"$2/texts.log" 2>&1 </dev/null || return 1
    done <"$out/original/settings"
}
# same_texts FOLDER step|verilog [z3]: are those the original's, by z3 if not by their letters?
same_texts() {
    for file in "$out/original/$2"/*/*; do
        other=$1${file#"$out/original"}
        if cmp -s "$file" "$other"; then continue; fi
        [ $# -gt 2 ] || return 1
        differ "$file" "$other" >"$1/differ.smt2"
        [ "$(z3 -T:10 "$1/differ.smt2")" = unsat ] || return 1
    done
}
# differ FILE FILE: the formula that some outputs of two transition functions differ for the same inputs. Which number the
# row has is for coverage alone.
differ() {
    awk '
        FNR == 1 { pass++ }
        pass == 1 { if ($1 == "(declare-const") a[$2] = 1; print; next }
        pass == 2 { if ($1 == "(declare-const" && !($2 ~ /_i$/ && $2 in a)) b[$2] = 1; next }
        $1 == "(declare-const" && !($2 in b) { next }
        {   rest = $0; line = ""
            while (match(rest, /[A-Za-z_][A-Za-z0-9_.]*/)) {
                name = substr(rest, RSTART, RLENGTH)
                line = line substr(rest, 1, RSTART - 1) (name in b ? "other_" : "") name
                rest = substr(rest, RSTART + RLENGTH)
            }
            print line rest
        }
        END {
            printf "(assert (or false"
            for (x in a) if (x ~ /_o$/ && x != "row_o") printf (x in b ? " (not (= %s other_" x "))" : " true"), x
            for (x in b) if (x ~ /_o$/ && !(x in a)) printf " true"
            print "))\n(check-sat)"
        }' "$1" "$2" "$2"
}

# simulate FILE FOLDER: builds it as tests/mutate/sims says, and makes the runs.
simulate() {
    sed -e ':a' -e '/\\$/N; s/\\\n//; ta' "$sims" | sed -n "/^$unit /,/^[a-z]/p" | grep "^$unit \|^ " >"$2/sims"
    words=
    for p in $(head -n 1 "$2/sims" | cut -d ' ' -f 2-); do words="$words --set=$p"; done
    # shellcheck disable=SC2086
    COHGEN_QUICK=-O0 JOBS=1 "$top/tests/torture/build_sim.sh" "$2/built" "$1" $words >"$2/sim.log" 2>&1 </dev/null ||
        { layer=sim by=build; return; }
    sed 1d "$2/sims" >"$2/runs"
    while read -r options; do
        # shellcheck disable=SC2086
        "$2/built/sim" $options >"$2/sim.log" 2>&1 </dev/null || { layer=sim by=run; return; }
    done <"$2/runs"
}

if [ -n "$one" ]; then
    folder=$out/$one op=$(awk -F '\t' -v n="$one" '$1 == n { print $3 }' "$out/list") more=$((1 - quick))
    mkdir -p "$folder"
    "$MUTATE" "$spec" -n "$one" -o "$folder/mutant.xml"
    named_at=$spec
    with_paths "$folder/mutant.xml"
    judge "$folder/mutant.xml" "$folder"
    if [ "$sim$layer$more$marks" = "1-1${marks%equal}" ]; then
        marks="${marks:+$marks }simulated"
        simulate "$folder/mutant.xml" "$folder"
    fi
    printf '%s\t%s\t%s\t%s\t%s\n' "$one" "$layer" "$by" "${marks:--}" \
        "$(awk -F '\t' -v n="$one" '$1 == n { print $2 "\t" $3 "\t" $4 }' "$out/list")" >"$folder/result"
    rm -rf "$folder/mutant.xml" "$folder/step" "$folder/verilog" "$folder/built" "$folder/differ.smt2"
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
    named_at=$spec
    with_paths "$flat"
    spec=$flat
fi
# What was found of other tables, or by searches that were others, is not of these.
"$MUTATE" "$spec" --list | awk -F '\t' -v OFS='\t' '{ print }' >"$out/list.new"
tables() { sed '/^ *<verify /,/>/d' "$1" | cksum; }
tables "$spec" >"$out/tables.new"
if ! cmp -s "$out/tables.new" "$out/tables"; then rm -rf "$out"/[0-9]* "$out/original"; mkdir "$out/original"; fi
mv "$out/tables.new" "$out/tables"
mv "$out/list.new" "$out/list"
[ $list = 0 ] || exit 0
{ flat | grep -o '<verify [^>]*>' || true; } | while read -r element; do
    name=$(echo "$element" | sed 's/.* name="\([^"]*\)".*/\1/')
    echo "$element" >"$out/key"
    if ! cmp -s "$out/key" "$out/original/$name.key"; then
        rm -f "$out"/*/"$name.end"
        mv "$out/key" "$out/original/$name.key"
    fi
done
# The original: must pass; how long each search takes says when its turn comes.
named | while IFS='|' read -r name system set; do
    [ -z "$only" ] || case ,$only, in *,$name,*) ;; *) continue ;; esac
    [ -f "$out/original/$name.end" ] || search "$spec" "$out/original" "$name" 300 --search "$name" --coverage || exit 1
    if [ "$(cut -d ' ' -f 1 "$out/original/$name.end")" != 0 ]; then
        echo "mutate.sh: the original itself is stopped by $name" >&2
        cat "$out/original/$name" >&2
        exit 1
    fi
    echo "$name $(sed -n 's/.* \([0-9.]*\) s of processor time.*/\1/p' "$out/original/$name" | head -n 1)"
done | sort -k 2n >"$out/original/order.new"
if [ -n "$only" ]; then # as they are named, so that the verdicts do not depend on the machine
    for name in $(echo "$only" | tr , ' '); do grep "^$name " "$out/original/order.new" || true; done
else
    cat "$out/original/order.new"
fi >"$out/original/order"
rm -rf "$out/original/step" "$out/original/verilog"
settings | sort -u >"$out/original/settings"
"$COHGEN" check "$spec" 2>&1 | grep 'warning:' >"$out/original/warned" || true
[ -n "$only" ] || { texts "$spec" "$out/original" step && texts "$spec" "$out/original" verilog; } ||
    { cat "$out/original/texts.log" >&2; exit 1; }

references | while read -r reference command; do
    [ -x "$command" ] || { echo "mutate.sh: no program $command" >&2; exit 3; }
done
if ! refer "$spec" "$out/original"; then
    echo "mutate.sh: the original itself is stopped by $by" >&2
    tail -n 3 "$out/original/$by" >&2
    exit 1
fi

if [ -n "$sample" ]; then
    # shellcheck disable=SC2046
    set -- $(awk 'BEGIN { x = 91648253 } { x = x * 16807 % 2147483647; print x, $1 }' "$out/list" | sort -n |
        head -n "$sample" | cut -d ' ' -f 2)
fi
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(cut -f 1 "$out/list")
status=0
round() {
    # shellcheck disable=SC2086
    xargs -r -P "$jobs" -n 1 "$self" --spec "$spec" --out "$out" ${only:+--searches $only} "$@" --one
}
open() { for number; do awk -F '\t' '$2 == "-" && $4 !~ /equal/ { print $1 }' "$out/$number/result"; done; }
# A mutant that is found stays found, by a search that has not changed.
fresh() {
    for number; do
        found=$(cut -f 2,3 "$out/$number/result" 2>/dev/null) || found=
        case $found in
            check*|reference*|litmus*|sim*) continue ;;
            verify*) [ ! -f "$out/$number/${found#*	}.end" ] || continue ;;
        esac
        ! grep -q '	equal	\| equal	' "$out/$number/result" 2>/dev/null || continue
        echo "$number"
    done
}
if [ -n "$only" ]; then
    printf '%s\n' "$@" | round || status=1
else
    fresh "$@" | round --quick || status=1
    if [ $quick = 0 ]; then open "$@" | round $([ $sim = 0 ] || echo --sim) || status=1; fi
fi
for number; do cat "$out/$number/result" 2>/dev/null || true; done >"$out/results"
awk -F '\t' -v all="$(wc -l <"$out/list")" -f "$top/scripts/mutate.awk" "$out/results"
exit $status
