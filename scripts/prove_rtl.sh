#!/usr/bin/env bash
# Proves the assertions of emitted controllers and systems (docs/proofs.md).
#   prove_rtl.sh [--head] [--only=REGEX] [--list=FILE] [CONFIGURATION...]
# FILE (default: tests/prove/configurations) describes the configurations; --only: of their assertions those whose name
# matches.
# For tests that a proof can fail: --table=SED and --verilog=SED are applied to the specification and to every emitted
# file.
# A violation is reported with its length in cycles after the reset and with what it violates.
# Exit status: 0 everything proved and every cover reached, 1 not, 2 wrong command line, 3 something is missing.
# shellcheck source=scripts/prove_lib.sh
. "$(dirname "$0")/prove_lib.sh"
spec_edit=${SPEC_EDIT:-$top/build/tests/tools/spec_edit}
[ -x "$spec_edit" ] || { echo "prove: no program at $spec_edit: build it first" >&2; exit 3; }
list=$top/tests/prove/configurations head='' only=. table_sed='' verilog_sed='' wanted=()
for word in "$@"; do
  case $word in
    --head) head=yes ;;
    --only=*) only=${word#*=} ;;
    --list=*) list=${word#*=} ;;
    --table=*) table_sed=${word#*=} ;;
    --verilog=*) verilog_sed=${word#*=} ;;
    -*) echo "prove_rtl.sh: unknown option $word" >&2; exit 2 ;;
    *) wanted+=("$word") ;;
  esac
done
stop() { echo "FAIL $name: $1"; tail -n 15 "$tmp/log"; bad=1; }

# changed WHAT SED FILE...: applies the script in place; it must change something.
changed() {
  local what=$1 script=$2 file hit=
  shift 2
  for file in "$@"; do
    sed -E "$script" "$file" >"$tmp/new"
    cmp -s "$file" "$tmp/new" || { hit=yes; cp "$tmp/new" "$file"; }
  done
  [ -n "$hit" ] || { echo "the change of the $what does not apply" >"$tmp/log"; return 1; }
}

# translate: emits, and writes a.aig (assertions) and c.aig (covers) with their names, one a line in the order of the
# outputs, in a.names and c.names.
translate() {
  local dir=$tmp/$name param='' cuts='' p define='-DCOHGEN_CHECKS -DSYNTHESIS'
  mkdir -p "$dir"
  "$spec_edit" "$top/$spec" ${edits[@]+"${edits[@]}"} >"$dir/spec.xml" 2>"$tmp/log" || return
  [ -z "$table_sed" ] || changed table "$table_sed" "$dir/spec.xml" || return
  # the name of the file is that of the specification, for the places in comments
  mkdir -p "$dir/in" && mv "$dir/spec.xml" "$dir/in/$(basename "$spec")"
  for p in $(sed -n 's/.*<use file="\([^"]*\)".*/\1/p' "$top/$spec"); do cp "$(dirname "$top/$spec")/$p" "$dir/in" || return; done
  "$cohgen" emit "$dir/in/$(basename "$spec")" -o "$dir" ${sets[@]+"${sets[@]}"} >"$tmp/log" 2>&1 || return
  [ -z "$verilog_sed" ] || changed Verilog "$verilog_sed" "$dir"/rtl/*.v || return
  for p in ${chparams[@]+"${chparams[@]}"}; do param+=" -chparam ${p%%=*} ${p#*=}"; done
  # A module with parameters has a longer name.
  for p in ${cut[@]+"${cut[@]}"}; do
      p="*${module}_${p%%/*}*/${p#*/}"
      cuts+="proc; select -assert-count 1 $p; cutpoint $p; "
  done
  [ ${#see[@]} = 0 ] || cuts+="proc; flatten; cd $module; "
  for p in ${see[@]+"${see[@]}"}; do cuts+="connect -set \\${p##*.} \\$p; "; done
  [ ${#see[@]} = 0 ] || cuts+="cd ..; "
  [ "$scope" = free ] || define+=' -DCOHGEN_CLOSED'
  [ "$scope" != system ] || define+=' -DCOHGEN_SYSTEM'
  for p in ${env//,/ }; do cat "$top/tests/prove/$p"; done >>"$dir/checks/${module}_checks.vh"
  # Memories become registers. The reset is the first cycle. A module output would be a bad state.
  local to_aig="delete -output; async2sync; setundef -undriven -anyseq; techmap; opt -fast -nodffe -nosdff
    dfflegalize -cell \$_DFF_P_ 01; abc -g AND -fast; opt_clean"
  local first=chk_first
  [ "$scope" != system ] \
      || yosys -q -p "read_verilog -formal $define -I $dir/checks $dir/rtl/*.v; hierarchy -check -top $module$param; $cuts prep -flatten -top $module
    chformal -early; delete -input $module/w:rst_i; tee -q -o $tmp/first select -list w:*chk_first" >"$tmp/log" 2>&1 \
        || return
  [ "$scope" != system ] || { first=$(head -n 1 "$tmp/first"); first=${first#*/}; }
  yosys -q -p "read_verilog -formal $define -I $dir/checks $dir/rtl/*.v; hierarchy -check -top $module$param; $cuts prep -flatten -top $module
    chformal -early; setattr -set keep 1 t:\$assert t:\$cover; delete -input $module/w:rst_i; connect -set rst_i \\$first; memory_map; opt_clean; ${PROVE_KEEP:+write_rtlil $dir/flat.il;} design -save flat
    chformal -cover -remove; $to_aig; tee -q -o $dir/a.cells dump t:\$assert; write_aiger -zinit -map $dir/a.aim $dir/a.aig; design -load flat
    chformal -assert -remove; techmap -map $top/tests/templates/cover_map.v; $to_aig; tee -q -o $dir/c.cells dump t:\$assert; write_aiger -zinit -map $dir/c.aim $dir/c.aig" >"$tmp/log" 2>&1
}

# solve FILE OUTPUT COMMAND: runs ABC on one property, merged with what it needs; its text goes to $tmp/log.
solve() {
    timeout $((limit + 60)) yosys-abc -c "read_aiger $1; fold; cone -s -O $2; strash; scleanup; scorr; $3" >"$tmp/log" \
        2>&1
}
frame() { sed -nE 's/.*asserted in frame ([0-9]+).*/\1/p' "$tmp/log" | head -n 1; }
# prove OUTPUT: sets result and depth.
prove() {
  result=unknown depth=- engine_used=
  local e
  for e in $engines; do
    engine_used=${e%%:*}
    case $e in
      pdr:*) solve "$tmp/$name/a.aig" "$1" "pdr -T ${e#*:}" ;;
      bmc:*) solve "$tmp/$name/a.aig" "$1" "bmc3 -F ${e#*:} -T $limit" ;;
    esac
    if grep -qE 'Property proved|Networks are equivalent' "$tmp/log"; then result=proved depth=all; return; fi
    depth=$(frame)
    if [ -n "$depth" ]; then result=VIOLATED; return; fi
    depth=-
    if [ "$engine_used" = bmc ] && grep -q "No output asserted in ${e#*:} frames" "$tmp/log"; then
        result=bounded depth=${e#*:}
        return
    fi
  done
}
# reach COVER: sets cover to the length of the shortest run to it.
reach() {
  local n
  n=$(grep -nxF "$1" "$tmp/$name/c.names" | cut -d: -f1)
  cover=NONE
  [ -n "$n" ] || return
  solve "$tmp/$name/c.aig" $((n - 1)) "bmc3 -F $cover_depth -T $limit"
  cover=$(frame)
  [ -n "$cover" ] && cover=$((cover + 1)) || cover=NONE
}
# what NAME: the comment of an assertion: before it in what is emitted, behind it in a block.
what() {
  local label=${1##*.}
  cat "$tmp/$name"/checks/*.vh "$tmp/$name"/rtl/*.v |
      sed -nE "/^ *\/\/ /{s|^ *// ||;h;d}; /^ *(\`CG_NAME\()?$label(: |\) )assert/{/  \/\/ /{s|.*  // ||;p;q}; g;p;q}"
}
# alternatives REGEX: one a line; "^(a|b)$" are "^a$" and "^b$".
alternatives() {
  awk -v re="$1" '
      function split_up(s, part,    i, c, n, depth) {
          n = 1; part[1] = ""
          for (i = 1; i <= length(s); i++) {
              c = substr(s, i, 1)
              depth += (c == "(") - (c == ")")
              if (c == "|" && !depth) part[++n] = ""; else part[n] = part[n] c
          }
          return n
      }
      BEGIN {
          n = split_up(re, top)
          if (n == 1 && match(re, /\(.*\)/)) {
              m = split_up(substr(re, RSTART + 1, RLENGTH - 2), inner)
              for (i = 1; i <= m; i++) print substr(re, 1, RSTART - 1) inner[i] substr(re, RSTART + RLENGTH)
          } else for (i = 1; i <= n; i++) print top[i]
      }'
}
# strangers REGEX: of its alternatives those that match no assertion, and no cover, of this design.
strangers() {
  local each path hit
  while read -r each; do
    hit=
    while read -r path; do [[ ! $path =~ $each ]] || { hit=yes; break; }; done <<<"$names"
    [ -n "$hit" ] || printf " '%s'" "$each"
  done <<<"$(alternatives "$1")"
}
one() {
  local i=0 path start
  start=$(now)
  translate || { stop "cannot be translated"; return; }
  # in the order in which write_aiger visits the cells (select -list would sort them)
  sed -nE 's/^ *cell \$assert \\(.*)/\1/p' "$tmp/$name/a.cells" >"$tmp/$name/a.names"
  sed -nE 's/^ *cell \$assert \\(.*)/\1/p' "$tmp/$name/c.cells" >"$tmp/$name/c.names"
  local found='' names wrong=''
  names=$(cat "$tmp/$name/a.names" "$tmp/$name/c.names")
  for path in asserts but; do
    [ -z "${!path}" ] || [ -z "$(strangers "${!path}")" ] || wrong+=" $path= names$(strangers "${!path}")"
  done
  [ -z "$wrong" ] || { bad=1; echo "FAIL $name:$wrong: no assertion is called so"; return; }
  while read -r path; do
    i=$((i + 1))
    [[ $path =~ $asserts && $path =~ $only ]] || continue
    [ -z "$but" ] || [[ ! $path =~ $but ]] || continue
    found=yes start=$(now)
    prove $((i - 1))
    reach "${path}_reached"
    table_row "$path" "$module ($scope)" "$name" "$engine_used" "$result" "$depth" "$(since "$start")" "$cover"
    case $result in proved|bounded) ;; VIOLATED) bad=1; echo "    violated at cycle $depth: $(what "$path")" ;;
    *) bad=1; tail -n 3 "$tmp/log" ;; esac
    [ "$cover" != NONE ] || { bad=1; echo "    the antecedent is not reached within $cover_depth cycles"; }
  done <"$tmp/$name/a.names"
  # what the specification wants to see once
  while read -r path; do
    [[ $path =~ (^|\.)cov_ && $path =~ $asserts && $path =~ $only ]] || continue
    start=$(now)
    reach "$path"
    [ "$cover" = NONE ] && result=NOT-SEEN bad=1 || result=seen
    table_row "$path" "$module ($scope)" "$name" bmc "$result" - "$(since "$start")" "$cover"
  done <"$tmp/$name/c.names"
  [ -n "$found" ] || { bad=1; echo "FAIL $name: no assertion"; }
}

[ -z "$head" ] || table_head
seen=0
declare -A parts
while read -r -a word; do
  [ ${#word[@]} -gt 0 ] && [[ ${word[0]} != '#'* ]] || continue
  expanded=()
  for w in "${word[@]}"; do
    # shellcheck disable=SC2206
    case $w in @*) expanded+=(${parts[${w#@}]}) ;; *) expanded+=("$w") ;; esac
  done
  word=("${expanded[@]}")
  if [ "${word[0]}" = let ]; then parts[${word[1]}]=${word[*]:2}; continue; fi
  name=${word[0]} spec='' module='' scope=free engines='' cover_depth=40 asserts=. but='' by_name='' env='' \
      sets=() chparams=() cut=() see=() edits=()
  for w in "${word[@]:1}"; do
    case $w in
      spec=*) spec=${w#*=} ;; module=*) module=${w#*=} ;; scope=*) scope=${w#*=} ;; engine=*) engines+=" ${w#*=}" ;;
      cover=*) cover_depth=${w#*=} ;;
      asserts=*) asserts=${w#*=} ;; but=*) but=${w#*=} ;; by-name) by_name=yes ;; env=*) env=${w#*=} ;;
      cut=*) cut+=("${w#*=}") ;; see=*) see+=("${w#*=}") ;;
      edit=*)
        IFS='|' read -r kind path value <<<"${w#*=}"
        edits+=("$kind" "$path")
        [ "$kind" = drop ] || edits+=("$value") ;;
      chparam:*) chparams+=("${w#*:}") ;; *=*) sets+=("--set=$w") ;;
      *) echo "prove_rtl.sh: $list: what is '$w'?" >&2; exit 2 ;;
    esac
  done
  if [ ${#wanted[@]} -gt 0 \
      ]; then case " ${wanted[*]} " in *" $name "*) ;; *) continue ;; esac; elif [ -n "$by_name" ]; then continue; fi
  seen=$((seen + 1))
  one
done <"$list"
[ $seen -gt 0 ] || { echo "prove_rtl.sh: no such configuration in $list" >&2; exit 2; }
exit $bad
