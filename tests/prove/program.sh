#!/usr/bin/env bash
# The program that proves: wrong command lines and lists, a proof that fails, a signal; nothing stays behind.
#   program.sh PROVE
set -eu
prove=${1:?usage: program.sh PROVE}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/tmp"
export TMPDIR=$scratch/tmp
failed=0
# ends STATUS TEXT ARGUMENT...
ends() {
  local expected=$1 text=$2 status=0
  shift 2
  "$prove" "$@" >"$scratch/out" 2>&1 || status=$?
  if [ $status = "$expected" ] && grep -qF -- "$text" "$scratch/out" && [ -z "$(ls "$TMPDIR")" ]; then echo "ok   $*"; else
    echo "FAIL $*: exit status $status, not $expected with '$text'; left behind: $(ls "$TMPDIR")"; cat "$scratch/out"; failed=1
  fi
}
ends 2 "'stepp' is not steps" stepp
ends 2 'unknown option --frob' rtl --frob
ends 2 'unknown option --frob' step --frob
ends 2 'expected a specification' step
ends 2 'netlist: expected a specification' netlist
ends 2 'no family none' netlist --family=none x.xml
ends 2 'block: which?' block
ends 2 "'cg_nothing' is not steps" cg_nothing
ends 2 'no such controller' gates nothing
ends 2 'no such configuration' rtl nothing
ends 1 'cg_nothing: no formal bench' block cg_nothing
ends 3 'cannot read' rtl --list="$scratch/none"
line() { echo "# a comment, and an empty line
" >"$scratch/list"; echo "toy spec=tests/protocols/toy.xml module=toy_node $*" >>"$scratch/list"; }
line engine=pdf:3; ends 2 "$scratch/list:3: error: toy: no engine 'pdf:3'" rtl --list="$scratch/list"
line engine=pdr:3 scope=half; ends 2 "no scope 'half'" rtl --list="$scratch/list"
line engine=pdr:3 word; ends 2 "$scratch/list:3: error: toy: what is 'word'?" rtl --list="$scratch/list"
line engine=pdr:3 @those; ends 2 "$scratch/list:3: error: no 'let' for '@those'" rtl --list="$scratch/list"
line engine=pdr:3 CORES=0; ends 1 'cannot be translated' rtl --list="$scratch/list"
status=0
PROVE_TIMEOUT=soon "$prove" rtl toy_node >"$scratch/out" 2>&1 || status=$?
[ $status = 2 ] || { echo "FAIL PROVE_TIMEOUT=soon: exit status $status"; failed=1; }
# while Yosys or ABC runs
"$prove" rtl rcc_l1 >"$scratch/out" 2>&1 &
pid=$!
sleep 2
kill -TERM $pid
status=0
wait $pid || status=$?
[ $status = 143 ] && [ -z "$(ls "$TMPDIR")" ] && echo 'ok   a signal' ||
  { echo "FAIL a signal: exit status $status; left behind: $(ls "$TMPDIR")"; failed=1; }
exit $failed
