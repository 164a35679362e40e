#!/usr/bin/env bash
# Proves that the emitted transition modules of a specification compute what the table says, for every value of every
# input, every output bit.
#   prove_step.sh [--head] [--name=TEXT] SPEC [--set=PARAM=VALUE...]
#   prove_step.sh [--head] [--name=TEXT] --from=DIR       of DIR/rtl/*.v and DIR/*.smt2, made already
# Two readings of the table are compared: the Verilog of `cohgen emit`, as Yosys reads it, and the terms of `cohgen
# step`. Z3 looks for inputs with which they differ. For tests that the proof can fail: --broken=SED is applied to the
# Verilog first, --other=SPEC is where the terms come from.
# Exit status: 0 proved, 1 not, 2 wrong command line, 3 something is missing.
# shellcheck source=scripts/prove_lib.sh
. "$(dirname "$0")/prove_lib.sh"
step_terms=${STEP_TERMS:-$top/build/tests/tools/step_terms} # puts the two readings together
[ -x "$step_terms" ] || { echo "prove: no program at $step_terms: build it first" >&2; exit 3; }
name=default broken='' other='' head='' spec='' from='' sets=()
for word in "$@"; do
  case $word in
    --head) head=yes ;;
    --name=*) name=${word#*=} ;;
    --broken=*) broken=${word#*=} ;;
    --from=*) from=${word#*=} ;;
    --other=*) other=${word#*=} ;;
    --set=*) sets+=("$word") ;;
    -*) echo "prove_step.sh: unknown option $word" >&2; exit 2 ;;
    *) spec=$word ;;
  esac
done
[ -n "$spec$from" ] || { echo "usage: prove_step.sh [--name=TEXT] SPEC [--set=PARAM=VALUE...]" >&2; exit 2; }
if [ -n "$from" ]; then
  mkdir "$tmp/verilog" "$tmp/terms"
  cp "$from"/rtl/*.v "$tmp/verilog" && cp "$from"/*.smt2 "$tmp/terms" || exit
else
  "$cohgen" emit "$spec" -o "$tmp/emitted" ${sets[@]+"${sets[@]}"} || exit
  "$cohgen" step "${other:-$spec}" -o "$tmp/terms" ${sets[@]+"${sets[@]}"} || exit
  mv "$tmp/emitted/rtl" "$tmp/verilog"
fi

# solve MODULE: first that the two can be put together and some row fires, which shows that nothing contradicts itself;
# then the difference.
solve() {
  # Yosys makes a memory of a case of constants: memory_map
  yosys -q -p "read_verilog $tmp/verilog/$1.v; prep -flatten -top $1; memory_map
      write_smt2 -stbv $tmp/$1.yosys" >"$tmp/log" 2>&1 || return
  "$step_terms" "$1" "$tmp/terms/$1.smt2" "$tmp/$1.yosys" "$tmp/$1.cover" "$tmp/$1.smt2" >"$tmp/log" 2>&1 || return
  z3 "-T:$limit" "$tmp/$1.cover" >"$tmp/cover" 2>&1
  z3 "-T:$limit" "$tmp/$1.smt2" >"$tmp/answer" 2>&1
  # without a difference there is no model, which Z3 reports as an error
  grep -v 'model is not available' "$tmp/answer" | grep -q '(error' && return 1
  head -n 1 "$tmp/cover" | grep -qx 'sat'
}

[ -z "$head" ] || table_head
for terms in "$tmp"/terms/*.smt2; do
  module=$(basename "$terms" .smt2) start=$(now)
  if [ -n "$broken" ]; then
    cp "$tmp/verilog/$module.v" "$tmp/before.v"
    sed -E "$broken" "$tmp/before.v" >"$tmp/verilog/$module.v"
    ! cmp -s "$tmp/before.v" "$tmp/verilog/$module.v" || { echo "$module: the mistake does not apply"; continue; }
  fi
  result=failed cover=-
  if solve "$module"; then
    cover=fires
    case $(head -n 1 "$tmp/answer") in unsat) result=proved ;; sat) result=DIFFERENT ;; esac
  fi
  n=$(grep -cE '^\(declare-const \S+_o ' "$terms")
  table_row "= the table, $n outputs" "$module" "$name" z3 "$result" all "$(since "$start")" "$cover"
  [ "$result" = proved ] || {
      bad=1
      [ "$result" = DIFFERENT ] && "$step_terms" --show "$tmp/answer" || { tail -n 5 "$tmp/log"; head -n 3 "$tmp/answer" "$tmp/cover"; }
  }
done
exit $bad
