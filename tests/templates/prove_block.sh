#!/usr/bin/env bash
# Prove the assertions of one building block's formal bench.
#
# usage: prove_block.sh <block>
#
# Files:  tests/templates/*/<block>_fv.v      formal bench, top module <block>_fv
#         tests/templates/*/<block>.proofs    one proof per line
#
# The inputs of <block>_fv are free in every cycle; it restricts them with
# assume, states properties with assert and witnesses with cover.  Registers
# start at their `initial` value, or anywhere if they have none.
#
# A line of the .proofs file is  engine=E cover=D [checks=yes] [NAME=VALUE ...]  with
#   engine=pdr    unbounded proof by ABC's property directed reachability
#   engine=ind:K  unbounded proof by k-induction, depth K (z3)
#   engine=bmc:K  bounded only: no violation in the first K cycles (ABC's bmc3)
#   long=yes      only with PROVE_LONG=1, as ./run prove does: too slow for the
#                 tests; a bounded line for the same parameters stands beside it
#   ticks=yes     several clocks: each register's clock is the wire that says whether
#                 it has an edge in this step (ticks_map.v; clk_i of the bench: in
#                 each), and synchronisers may take what changes either way (ticks_sync.v)
#   checks=yes    also the assertions and covers inside of the blocks
#                 (COHGEN_CHECKS), in these surroundings
#   cover=D       every cover statement must be reached within D cycles, so
#                 that no property holds only because its antecedent never does
# and NAME=VALUE parameters of the bench; # starts a comment line.
# Exit status 0 only when every line is proved and every cover is reached.
set -u -o pipefail

here=$(cd "$(dirname "$0")" && pwd)
rtl=$(cd "$here/../../templates" && pwd)
block=${1:?usage: prove_block.sh <block>}
limit=${PROVE_TIMEOUT:-120}  # seconds of processor time per solver run; 20 times that on the clock

fv=
for f in "$here"/*/"${block}_fv.v"; do [ -f "$f" ] && fv=$f; done
[ -n "$fv" ] || { echo "FAIL $block: no formal bench ${block}_fv.v"; exit 1; }
proofs=${fv%_fv.v}.proofs
[ -f "$proofs" ] || { echo "FAIL $block: no $block.proofs"; exit 1; }

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Reads the bench with the parameters NAME=VALUE ..., then writes m.smt2 for z3,
# m.aig (assertions) and c.aig (covers, equal ones once) for ABC.  Memories become
# registers (write_smt2 fails on a one-word memory).  Without `delete -output` a
# module output would be a bad state.  The defaults are for the blocks that
# hierarchy reads: without them a memory would not answer with anything when a
# word is read and written at once.
translate() {
  local set='' p
  for p in "$@"; do set+=" -chparam ${p%%=*} ${p#*=}"; done
  local to_aig="delete -output; async2sync
    setundef -undriven -anyseq; techmap; opt -fast -nodffe -nosdff
    dfflegalize -cell \$_DFF_P_ 01; abc -g AND -fast; opt_clean; write_aiger -zinit"
  local several='' sync=''
  if [ -n "$ticks" ]; then
    sed 's/^module cg_sync /module cg_sync_flops /' "$rtl/cg_sync.v" >"$tmp/flops.v"
    sync="$tmp/flops.v $here/ticks_sync.v"
    several="async2sync; dffunmap; techmap -map $here/ticks_map.v; delete -input ${block}_fv/w:clk_i
      connect -set clk_i 1'b1; opt_clean"
  fi
  yosys -q -p "verilog_defaults -add -formal -D SYNTHESIS $checks
    read_verilog -formal -I$here $fv $sync
    hierarchy -check -libdir $rtl -top ${block}_fv$set
    prep -flatten -top ${block}_fv; memory_map; opt_clean; $several
    select -assert-min 1 t:\$assert; select -assert-min 1 t:\$cover
    write_smt2 -wires $tmp/m.smt2; design -save bench
    chformal -cover -remove; $to_aig $tmp/m.aig; design -load bench
    chformal -assert -remove; techmap -map $here/cover_map.v; $to_aig $tmp/c.aig
    tee -q -o $tmp/covers select -count t:\$assert" >"$tmp/log" 2>&1
}
# Processor time, so that other work on the machine does not fail a proof.
limited() { (ulimit -t "$limit"; exec timeout $((20 * limit)) "$@"); }
smtbmc() { limited yosys-smtbmc -s z3 "$@" "$tmp/m.smt2" >"$tmp/log" 2>&1; }
abc() { limited yosys-abc -c "read_aiger $1; fold; strash; $2" >"$tmp/log" 2>&1; }
prove() {
  case $engine in
    # ABC exits with 0 either way: the verdict is in its text.  scorr merges
    # equivalent registers first, which saves pdr minutes.
    pdr) abc "$tmp/m.aig" "scorr; pdr"; grep -q 'Property proved' "$tmp/log" ;;
    ind:*) smtbmc -t "${engine#*:}" && smtbmc -i -t "${engine#*:}" ;;
    bmc:*) abc "$tmp/m.aig" "scorr; bmc3 -F ${engine#*:}"
           grep -qE "No output asserted in ${engine#*:} frames|Networks are equivalent" "$tmp/log" ;;
    *) echo "unknown engine $engine" >"$tmp/log"; false ;;
  esac
}
# Every cover has a witness within $depth cycles; sets covers to their number. pdr finds a witness in seconds or not in
# minutes, and any change of the netlist turns one into the other: so the same covers are asked in several forms, each
# for a short time, then for a long one. (bmc3 -a crashes on some inputs; z3 is far slower.)
reach() {
  local form whole=$limit limit
  covers=$(grep -oE '[0-9]+' "$tmp/covers" | head -n 1)
  for limit in $((whole / 12)) $((whole / 2)); do
    for form in '' 'dc2; ' 'scorr; '; do
      abc "$tmp/c.aig" "${form}pdr -a -F $depth"
      if grep -q "All = $covers\..* Disproved = $covers\." "$tmp/log"; then return 0; fi
    done
  done
  return 1
}
fail() {  # what
  echo "FAIL $block [$params] $1:"; tail -n 15 "$tmp/log"; bad=1
}

bad=0 runs=0
while read -r -a word || [ ${#word[@]} -gt 0 ]; do
  [ ${#word[@]} -gt 0 ] || continue
  [[ ${word[0]} == '#'* ]] && continue
  engine= depth= checks= long= ticks= set_=()
  for w in "${word[@]}"; do
    case $w in
      engine=*) engine=${w#*=} ;;
      long=yes) long=yes ;;
      ticks=yes) ticks=yes ;;
      checks=yes) checks='-D COHGEN_CHECKS' ;;
      cover=*) depth=${w#*=} ;;
      *) set_+=("$w") ;;
    esac
  done
  [ -z "$long" ] || [ -n "${PROVE_LONG:-}" ] || continue
  params="${set_[*]-}"
  runs=$((runs + 1))
  [ -n "$depth" ] || { echo "FAIL $block [$params]: no cover= depth"; bad=1; continue; }
  start=$SECONDS
  translate ${set_[@]+"${set_[@]}"} || { fail translate; continue; }
  if ! prove; then
    fail "$engine"
    # name the violated assertion, if a short trace shows one
    [ "$engine" != pdr ] || { smtbmc -t 25; grep -E 'Assert|failed|Status' "$tmp/log" | head -n 5; }
    continue
  fi
  reach || {
    fail "not all of $covers covers reached within $depth"
    smtbmc -c -t "$depth"; grep -E 'Unreached' "$tmp/log"  # name them
    continue
  }
  case $engine in bmc:*) verdict=BOUNDED ;; *) verdict=PROVED ;; esac
  echo "$verdict $block [$params] engine=$engine covers=$covers within $depth cycles, $((SECONDS - start)) s"
done <"$proofs"

[ $runs -gt 0 ] || { echo "FAIL $block: no proofs listed"; exit 1; }
exit $bad
