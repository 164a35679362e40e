#!/usr/bin/env bash
# Transition modules are equal to the terms of their tables, for every input; and the comparison finds mistakes: in the
# Verilog, and a table that differs.
#   steps.sh PROVE EMIT_STEP [all]      all: also RCC's other files and sizes
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
prove=$1
emit_step=$2 all=${3-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
proved() { # ARGUMENT...
  "$prove" step "$@" || { echo "FAIL $*"; failed=1; }
}
# finds WHAT TEXT ARGUMENT...: a difference, shown with this text.
finds() {
  what=$1 text=$2 status=0
  shift 2
  "$prove" step "$@" >"$scratch/out" 2>&1 || status=$?
  if [ $status = 1 ] && grep -q DIFFERENT "$scratch/out" &&
      grep -qE "$text" "$scratch/out"; then echo "ok   finds $what"; else
    echo "FAIL $what: not found (exit status $status):"; cat "$scratch/out"; failed=1
  fi
}

hmg='--set=GPUS=2 --set=GPMS=2 --set=SMS=1 --set=WARPS=2 --set=LINE_BYTES=4 --set=COVER=2 --set=ADDR_BITS=7'
hmg="$hmg --set=L1.SETS=2 --set=L2.SETS=2 --set=L2.DIR_SETS=2"
small='--set=CORES=2 --set=WARPS=2 --set=BANKS=1 --set=LINE_BYTES=4 --set=TS_BITS=3 --set=LEASE_MIN=1 --set=LEASE_MAX=2'
proved "$top/specs/rcc/rcc.xml"
if [ -n "$all" ]; then
  # shellcheck disable=SC2086
  proved --name=TS_BITS=3 "$top/specs/rcc/rcc.xml" $small
  proved "$top/specs/rcc/published.xml"
  proved "$top/specs/rcc/rollover.xml"
  proved "$top/specs/stc/stc.xml"
  proved --name=4_lanes "$top/specs/getm/getm_lanes.xml" --set=CORES=2 --set=WARPS=1 --set=LANES=4 --set=TS_BITS=6
  proved "$top/specs/tc/tcw.xml"
  for machine in LEVELS=2 COHERENCE=1; do
    # shellcheck disable=SC2086
    proved --name=$machine "$top/specs/hmg/hmg.xml" $hmg --set=$machine
  done
fi
for protocol in mesi/mesi_wt hmg/nhcc ${all:+rcd/rc rcd/rco rcd/lrc tc/tcs}; do proved "$top/specs/$protocol.xml"; done
proved "$top/tests/protocols/msi.xml"
proved "$top/tests/protocols/toy.xml"
proved "$top/tests/designs/walks.xml"
rolls='--set=CORES=2 --set=WARPS=1 --set=PARTS=2 --set=TS_BITS=4 --set=EARLY=12 --set=WRITES=3 --set=LOG=2'
# shellcheck disable=SC2086
proved --name=TS_BITS=4 "$top/specs/getm/getm.xml" $rolls
# Every operator, every kind of overflow, multicasts: tables of the backbone tests, which `check` refuses.
for table in operators edges; do
  "$emit_step" "$top/tests/backbone/$table.xml" A "$scratch/$table"
  proved --name=$table --from="$scratch/$table"
done

# Arrays: elements, quantifiers, let and each; at sizes that a solver masters.
"$emit_step" "$top/tests/backbone/arrays.xml" A "$scratch/arrays" N=2 M=2 B=1
proved --name=arrays --from="$scratch/arrays"
proved "$top/tests/protocols/dispatch.xml"

# Messages about other keys, and their homes.
for controller in A C BANK; do
  "$emit_step" "$top/tests/backbone/keys.xml" $controller "$scratch/keys_$controller" ADDR=10
  proved --name="keys $controller" --from="$scratch/keys_$controller"
done
finds 'a message about another line than the table says' 'differs: ask0_key_o' \
    --broken='s/ask0_key_o = next_2_o/ask0_key_o = key_i/' "$top/tests/protocols/ahead.xml"

finds 'the wrong one of equals' 'differs: [a-z_0-9]+_o' --broken='s/ < next_2_o;/ <= next_2_o;/' \
    "$top/tests/protocols/dispatch.xml"
finds 'a loop that leaves the first out' 'differs: [a-z_0-9]+_o' \
    --broken='s/for \(at = 0; at < LANES;/for (at = 1; at < LANES;/' "$top/tests/protocols/dispatch.xml"
finds 'a maximum that is a minimum' 'differs: [a-z0-9_]*now_o' --broken='s/\(rnow_o > wnow_o\)/(rnow_o < wnow_o)/' \
    "$top/specs/rcc/rcc.xml"
finds 'a row too far' 'differs: row_o' --broken='s/view_is\[STATE_VI\]: begin/view_is[STATE_VI], view_is == 0: begin/' \
    "$top/specs/rcc/rcc.xml"
finds 'a wrong selector' 'differs: .*_sel_o' --broken="s/_sel_o = 1'b1/_sel_o = 1'b0/" "$top/specs/rcc/rcc.xml"
finds 'a carry that is lost' 'differs: (act|overflow)_o' \
    --broken='s/overflow_o = overflow_o \| .*;/overflow_o = overflow_o;/' "$top/specs/rcc/rcc.xml"
# shellcheck disable=SC2086
finds 'tables that are not emptied' 'differs: walk0_o' --broken="s/walk0_o = 1'b1/walk0_o = 1'b0/" \
    "$top/specs/getm/getm.xml" $rolls
# A table that differs in one character; the Verilog is of the right one.
sed 's/value="max(rnow, msg.ver)"/value="max(wnow, msg.ver)"/' "$top/specs/rcc/rcc.xml" >"$scratch/wrong.xml"
! cmp -s "$top/specs/rcc/rcc.xml" "$scratch/wrong.xml"
finds 'another table' 'differs: rnow_o' --other="$scratch/wrong.xml" "$top/specs/rcc/rcc.xml"
exit $failed
