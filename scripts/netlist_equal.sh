#!/usr/bin/env bash
# Proves that the netlists which Yosys makes of emitted transition modules are equal to their Verilog: every output bit,
# for every value of every input.
#   netlist_equal.sh [--head] [--name=TEXT] [--family=ecp5|ice40|xilinx] [--broken=SED] SPEC [--set=PARAM=VALUE...]
#   netlist_equal.sh ... --from=DIR                       of DIR/*_step.v, made already
# The module is synthesised for the family by itself (synth_FAMILY), the netlist is written as Verilog and read again
# with the vendor's cells as Yosys models them, put beside the module as Yosys reads it, and ABC proves that no output
# differs. --broken, for tests that the proof can fail: applied to the netlist.
# Exit status: 0 proved, 1 not, 2 wrong command line, 3 something is missing.
# shellcheck source=scripts/prove_lib.sh
. "$(dirname "$0")/prove_lib.sh"
name=default head='' family=ecp5 broken='' spec='' from='' sets=()
usage() { sed -n '4,5s/^# *//p' "$0" >&2; exit 2; }
for word in "$@"; do
  case $word in
    --head) head=yes ;;
    --name=*) name=${word#*=} ;;
    --family=*) family=${word#*=} ;;
    --broken=*) broken=${word#*=} ;;
    --from=*) from=${word#*=} ;;
    --set=*) sets+=("$word") ;;
    -*) echo "netlist_equal.sh: unknown option $word" >&2; exit 2 ;;
    *) [ -z "$spec" ] || usage; spec=$word ;;
  esac
done
[ -n "$spec$from" ] || usage
case $family in ecp5|ice40|xilinx) ;; *) echo "netlist_equal.sh: no family $family" >&2; exit 2 ;; esac
if [ -z "$from" ]; then
  "$cohgen" emit "$spec" -o "$tmp/emitted" ${sets[@]+"${sets[@]}"} >"$tmp/log" 2>&1 || { cat "$tmp/log"; exit 1; }
  from=$tmp/emitted/rtl
fi

# netlist MODULE, miter MODULE: each leaves its log in $tmp/log.
netlist() {
  yosys -q -p "read_verilog $from/$1.v; synth_$family -top $1 $([ "$family" != xilinx ] || echo '-noiopad -noclkbuf')
      tee -q -o $tmp/stat stat; write_verilog -noattr $tmp/netlist.v" >"$tmp/log" 2>&1
}
miter() {
  yosys -q -p "read_verilog $from/$1.v; prep -flatten -top $1; memory_map; opt_clean; rename $1 rtl; design -stash rtl
      read_verilog $tmp/netlist.v; read_verilog -defer +/$family/cells_sim.v; prep -flatten -top $1; rename $1 netlist; design -stash netlist
      design -copy-from rtl rtl; design -copy-from netlist netlist
      miter -equiv -flatten rtl netlist miter; hierarchy -top miter; opt -full; techmap; opt -fast; aigmap
      select -assert-none t:* t:\$_AND_ t:\$_NOT_ %u %d; write_aiger $tmp/miter.aig" >"$tmp/log" 2>&1
}
[ -z "$head" ] || table_head
found=0
for file in "$from"/*_step.v; do
  module=$(basename "$file" .v) start=$(now) result=failed found=1
  [ -f "$file" ] || { echo "netlist_equal.sh: no transition modules in $from" >&2; exit 1; }
  if netlist "$module"; then
    if [ -n "$broken" ]; then
      cp "$tmp/netlist.v" "$tmp/before.v"
      sed -i -E "$broken" "$tmp/netlist.v"
      ! cmp -s "$tmp/before.v" "$tmp/netlist.v" || { echo "$module: the mistake does not apply"; bad=1; continue; }
    fi
    cells=$(awk '/Number of cells/ { print $4 }' "$tmp/stat")
    if miter "$module"; then
      timeout "$limit" yosys-abc -c "&read $tmp/miter.aig; &cec -m" >"$tmp/log" 2>&1
      if grep -q 'are equivalent' "$tmp/log"; then result=proved
      elif grep -q 'NOT EQUIVALENT\|are NOT' "$tmp/log"; then result=DIFFERENT
      else result=unknown; fi
    fi
  fi
  table_row "netlist = Verilog, ${cells:-?} cells of $family" "$module" "$name" 'abc cec' "$result" all "$(since "$start")" -
  [ "$result" = proved ] || { bad=1; tail -n 5 "$tmp/log"; }
done
[ "$found" = 1 ] || { echo "netlist_equal.sh: no transition modules in $from" >&2; exit 1; }
exit $bad
