#!/usr/bin/env bash
# Proves of emitted controllers with a clock gate: while `busy` is 0, no register behind the gate would change
# (docs/proofs.md). So a run is the same with and without the gate.
#   prove_gates.sh [--verilog=SED] [CONTROLLER...]
# CONTROLLER: of the list below; default: all. --verilog, for tests that a proof can fail: applied to its Verilog.
# Exit status: 0 proved, 1 not, 2 wrong command line, 3 something is missing.
# shellcheck source=scripts/prove_lib.sh
. "$(dirname "$0")/prove_lib.sh"
spec_edit=${SPEC_EDIT:-$top/build/tests/tools/spec_edit}
[ -x "$spec_edit" ] || { echo "prove: no program at $spec_edit: build it first" >&2; exit 3; }
verilog_sed='' wanted=()
for word in "$@"; do
  case $word in
    --verilog=*) verilog_sed=${word#*=} ;;
    -*) echo "prove_gates.sh: unknown option $word" >&2; exit 2 ;;
    *) wanted+=("$word") ;;
  esac
done
[ ${#wanted[@]} -gt 0 ] || wanted=(rcc_l1 rcc_l2 mesi_l1 mesi_dir msi_l1 msi_dir rcc_l1_staged rcc_l2_staged rcc_l1_late)
sizes="CORES=2 WARPS=1 LINE_BYTES=4 QUEUE_DEPTH=4 MEM_SLOTS=1 FLIT_BITS=128 L1.SETS=1 L1.WAYS=1 L1.MSHRS=1 L1.DEPTH=2"
rcc="BANKS=1 TS_BITS=3 LEASE_MIN=1 LEASE_MAX=2 GUARD=3 L2.SETS=1 L2.WAYS=1 L2.MSHRS=1 L2.DEPTH=2"
dir_sizes="DIR.SETS=1 DIR.WAYS=1 DIR.MSHRS=1 DIR.DEPTH=2"

# one MODULE SPECIFICATION BITS-OF-A-KEY SET...
one() {
  local module=$1 spec=$2 bits=$3 dir=$tmp/$1 sets=() param='' start
  shift 3
  for s; do sets+=("--set=$s"); done
  start=$(now)
  mkdir -p "$dir/in"
  "$spec_edit" "$top/$spec" 'set?' '//type[@bits="32" and @key]/@bits' "$bits" >"$dir/in/$(basename "$spec")" || exit 3
  case $module in rcc_*) param="-chparam ADDR_BITS $bits" ;; esac
  "$cohgen" emit "$dir/in/$(basename "$spec")" -o "$dir" "${sets[@]}" >"$dir/log" 2>&1 ||
      { cat "$dir/log"; bad=1; return; }
  grep -q ' u_gate ' "$dir/rtl/$module.v" || { echo "FAIL $module has no gate"; bad=1; return; }
  rm -f "$dir"/rtl/cg_clock_gate.v "$dir"/rtl/cg_ram_be.v "$dir"/rtl/cg_ram_be_raw.v
  if [ -n "$verilog_sed" ]; then
    cp "$dir/rtl/$module.v" "$dir/before"
    sed -i -E "$verilog_sed" "$dir/rtl/$module.v"
    ! cmp -s "$dir/before" "$dir/rtl/$module.v" || { echo "FAIL $module: the change does not apply"; bad=1; return; }
  fi
  # a reset in the first cycle, and in any other one
  sed -i -E 's/^  input  wire rst_i,/  input  wire rst_any_i,/
    0,/^\);/s//);\n  reg first_q = 1;\n  always @(posedge clk_i) first_q <= 0;\n  wire rst_i = rst_any_i || first_q;/' \
      "$dir/rtl/$module.v"
  yosys -q -p "read_verilog -formal -DSYNTHESIS $dir/rtl/*.v $top/tests/prove/gates.v
    hierarchy -check -top $module $param; prep -flatten -top $module; memory_map; opt_clean; async2sync; dffunmap
    opt_clean; techmap -map $top/tests/prove/gates_map.v; delete -input $module/w:clk_i; connect -set clk_i 1'b1
    tee -q -o $dir/count select -count t:\$assert; opt_clean; delete -output; setundef -undriven -anyseq; techmap
    opt -fast -nodffe -nosdff; abc -g AND -fast; opt_clean; write_aiger -zinit $dir/a.aig" >"$dir/log" 2>&1 ||
      { echo "FAIL $module cannot be translated"; tail "$dir/log"; bad=1; return; }
  # scorr: registers that always agree, and those that never change, become one: most of what a row's data go through
  timeout $((2 * limit + 60)) yosys-abc -c \
      "read_aiger $dir/a.aig; fold; orpos; strash; scleanup; scorr; pdr -T $limit" >"$dir/log" 2>&1
  local result=unknown depth=-
  if grep -qE 'Property proved|Networks are equivalent' "$dir/log"; then result=proved depth=all
  else
    depth=$(sed -nE 's/.*asserted in frame ([0-9]+).*/\1/p' "$dir/log" | head -n 1)
    [ -n "$depth" ] && result=VIOLATED || depth=-
    bad=1
  fi
  table_row "$(grep -oE '^[0-9]+' "$dir/count") registers hold" "$module (free)" gates 'scorr pdr' "$result" "$depth" \
      "$(since "$start")" -
}

for name in "${wanted[@]}"; do
  # shellcheck disable=SC2086
  case $name in
    rcc_l1|rcc_l2) one "$name" specs/rcc/rcc.xml 3 $sizes $rcc ;;
    rcc_l1_staged|rcc_l2_staged)
        one "${name%_staged}" specs/rcc/rcc.xml 3 $sizes $rcc L1.STAGES=2 L2.STAGES=2 ;;
    rcc_l1_late|rcc_l2_late)
        one "${name%_late}" specs/rcc/rcc.xml 3 $sizes $rcc L1.STAGES=3 L2.STAGES=3 ;;
    mesi_l1|mesi_dir) one "$name" specs/mesi/mesi.xml 14 $sizes $dir_sizes ;;
    msi_l1|msi_dir) one "$name" tests/protocols/msi.xml 14 $sizes $dir_sizes ;;
    *) echo "prove_gates.sh: no such controller: $name" >&2; exit 2 ;;
  esac
done
exit $bad
