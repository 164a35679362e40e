#!/usr/bin/env bash
# Lint and simulate one Verilog building block.
#
# usage: run_block.sh <block> [seed | all]
#
# Files:  templates/<block>.v                    the block (instances are found beside it)
#         tests/templates/*/<block>_tb.v         testbench, top module <block>_tb
#         tests/templates/*/<block>.params       one parameter set per line
#         tests/templates/*/<block>_test.c       if there: stimulus, reference model and checks in C
#                                                (tests/templates/vpi/vpi_test.h), called by the testbench
#
# A line of the .params file is NAME=VALUE ..., all of them parameters of the
# block and of the testbench; an empty file line or one starting with # is
# skipped; a line with only `default` sets nothing.  A line starting with ! is
# an illegal set: all three tools must reject it. One that starts with + is
# for the long tier: it is left out without `all`.
#
# Every legal set: verilator --lint-only -Wall silent, Icarus -g2005, Yosys
# hierarchy/proc/check without latches, then the testbench, which must end with
# one line PASS or FAIL.  Registers without a reset are unknown in it: what says
# of other outputs whether they mean something (*valid, *ready_o, stale_o, ...)
# must never be after the reset.  Exit status 0 only when everything passed.
set -u -o pipefail

here=$(cd "$(dirname "$0")" && pwd)
rtl=$(cd "$here/../../templates" && pwd)
block=${1:?usage: run_block.sh <block> [seed]}
seed=${2:-} all=
[ "$seed" != all ] || { seed='' all=yes; }
src=$rtl/$block.v

tb=
for f in "$here"/*/"${block}_tb.v"; do [ -f "$f" ] && tb=$f; done
[ -f "$src" ] || { echo "FAIL $block: no templates/$block.v"; exit 1; }
[ -n "$tb" ] || { echo "FAIL $block: no testbench ${block}_tb.v"; exit 1; }
params=${tb%_tb.v}.params
[ -f "$params" ] || { echo "FAIL $block: no $block.params"; exit 1; }

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Each tool: arguments NAME=VALUE ..., output to $tmp/log, status of the tool.
lint_verilator() {
  verilator --lint-only -Wall -y "$rtl" --top-module "$block" "${@/#/-G}" "$src" \
    >"$tmp/log" 2>&1 && [ ! -s "$tmp/log" ]
}
lint_icarus() {
  iverilog -g2005 -y "$rtl" -s "$block" "${@/#/-P$block.}" -o "$tmp/null" "$src" >"$tmp/log" 2>&1
}
lint_yosys() {
  local set='' p value
  for p in "$@"; do
    value=${p#*=}
    [ "$value" != -1 ] || value="32'sb$(printf '1%.0s' {1..32})"  # it takes no sign
    set+=" -chparam ${p%%=*} $value"
  done
  yosys -q -p "read_verilog $src; hierarchy -check -libdir $rtl -top $block$set; proc
    select -assert-none t:\$dlatch t:\$_DLATCH_P_ t:\$_DLATCH_N_; check -assert" >"$tmp/log" 2>&1
}
# A module beside the testbench that looks at these outputs.
watch() {
  local dut outputs name
  dut=${block}_tb.$(grep -oE '(u_dut|dut) \($' "$tb" | head -n 1 | cut -d ' ' -f 1)
  outputs=$(sed -n '/^module/,/^);/s/^ *output  *[a-z]*  *\(\[.*\] *\)\{0,1\}\([a-z0-9_]*\),\{0,1\}.*/\2/p' "$src" |
    grep -E 'valid(_o)?$|ready(_o)?$|(stale|idle|busy|count|want|due|any)_o$' | grep -vE '^(place|way)_valid_o$')
  echo "module ${block}_watch;"
  if [ "$dut" != "${block}_tb." ] && grep -q ' clk_i,' "$src" && grep -q ' rst_i,' "$src"; then
    for name in $outputs; do
      echo "  always @(posedge $dut.clk_i) if ($dut.rst_i === 1'b0 && ^$dut.$name === 1'bx) begin"
      echo "    \$display(\"FAIL $block: $name is unknown at %0t\", \$time);"
      echo "    \$finish;"
      echo "  end"
    done
  fi
  echo "endmodule"
}
simulate() {
  iverilog -g2005-sv -y "$rtl" -I "$here" -I "$here/vpi" -s "${block}_tb" -s "${block}_watch" "${@/#/-P${block}_tb.}" \
    -o "$tmp/sim" "$tb" "$tmp/watch.v" >"$tmp/log" 2>&1 || return 1
  timeout 120 vvp -n ${vpi:+-M "$tmp" -m test} "$tmp/sim" ${seed:+"+seed=$seed"} >"$tmp/log" 2>&1 || return 1
  [ "$(grep -c -E '^(PASS|FAIL)' "$tmp/log")" -eq 1 ] && tail -n 1 "$tmp/log" | grep -q "^PASS $block"
}

watch >"$tmp/watch.v"

# The C part of the test, loaded by the simulator.
vpi=${tb%_tb.v}_test.c
if [ -f "$vpi" ]; then
  include=$(iverilog-vpi --cflags | grep -oE -- '-I[^ ]+') || { echo "FAIL $block: no iverilog-vpi"; exit 1; }
  gcc -std=c17 -O2 -Wall -Wextra -fPIC -shared $include -I"$here/vpi" -I"$(dirname "$vpi")" \
    -o "$tmp/test.vpi" "$vpi" "$here/vpi/vpi_test.c" || { echo "FAIL $block: ${vpi##*/} does not compile"; exit 1; }
else
  vpi=
fi

bad=0 runs=0
report() {  # step, parameter set
  echo "FAIL $block [$2] $1:"; tail -n 20 "$tmp/log"; bad=1
}
while IFS= read -r line || [ -n "$line" ]; do
  case $line in ''|'#'*) continue ;; esac
  if [ "${line#+}" != "$line" ]; then
    [ -n "$all" ] || continue
    line=${line#+}
  fi
  want=accept
  [ "${line#!}" = "$line" ] || { want=reject; line=${line#!}; }
  [ "$line" = default ] && set_=() || read -r -a set_ <<<"$line"
  runs=$((runs + 1))
  for tool in lint_verilator lint_icarus lint_yosys; do
    if $tool ${set_[@]+"${set_[@]}"}; then
      [ $want = accept ] || { echo "illegal set accepted" >"$tmp/log"; report $tool "$line"; }
    else
      [ $want = reject ] || report $tool "$line"
    fi
  done
  [ $want = accept ] || continue
  if simulate ${set_[@]+"${set_[@]}"}; then
    tail -n 1 "$tmp/log"
  else
    report simulate "$line"
  fi
done <"$params"

[ $runs -gt 0 ] || { echo "FAIL $block: no parameter sets"; exit 1; }
[ $bad -eq 0 ] && echo "ok $block: $runs parameter sets"
exit $bad
