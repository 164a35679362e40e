#!/usr/bin/env bash
# Assertions of emitted controllers, RCC's above all: a fast part of what `./run prove` proves, and that the prover finds
# what is wrong: in the table, in an emitted block, in a way of the store; and that it does not accept an assertion that says
# nothing.
#   rtl.sh PROVE [all]      all: also what takes longer
set -eu
prove=$1
all=${2-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
# finds WHAT TEXT ARGUMENT...: fails with this in its output.
finds() {
  what=$1 text=$2 status=0
  shift 2
  "$prove" rtl "$@" >"$scratch/out" 2>&1 || status=$?
  if [ $status = 1 ] && grep -qE "$text" \
      "$scratch/out"; then echo "ok   finds $what: $(grep -E "$text" "$scratch/out" | head -n 1)"; else
    echo "FAIL $what: not found (exit status $status):"; cat "$scratch/out"; failed=1
  fi
}
# Without those that take ten seconds and more.
quick='^(inv_[^ds].*|cov_.*|state_.*|dest_req|stays_.*|u_state.u_line.u_assoc.assoc_one_way|u_state.u_mshr.mshr_(length|park|unique|entry))$'
"$prove" rtl --head --only="$quick" rcc_l1 || { echo "FAIL: not proved"; failed=1; }
# What the rows of GETM's validation unit make of one granule.
"$prove" rtl getm_vu_rows || { echo "FAIL: not proved"; failed=1; }
# Names that match nothing, one of those that asserts= has and one that but= has.
echo 'toy spec=tests/protocols/toy.xml module=toy_node engine=bmc:2 asserts=^(one_source|state_in_entri)$ but=inv_' \
    >"$scratch/list"
finds 'names of assertions that are not there' "asserts= names '.state_in_entri.*but= names 'inv_'" \
    --list="$scratch/list"
finds 'a list that takes more than it holds' '^u_state.u_mshr.mshr_length .*VIOLATED' --only='mshr_length' \
    --verilog='s/assign park_room_o = .*;/assign park_room_o = 1;/' rcc_l1
[ -n "$all" ] || exit $failed
finds 'a unit that loses a reservation' '^env_reserved .*VIOLATED' --only='^env_reserved$' \
    '--edit=set|//set[@name="meta.writes"]/@value[.="meta.writes + 1"]|meta.writes' getm_vu_rows
"$prove" rtl --only="$quick" rcc_l2 || { echo "FAIL: not proved"; failed=1; }
"$prove" rtl --only='(credit_(push|room)|inv_[ds].*)$' rcc_l1 rcc_l2 || { echo "FAIL: not proved"; failed=1; }
# The family of release consistency: what holds whatever the rows do, and where messages go.
"$prove" rtl --only='credit_(push|room)$' rc_l1_out lrc_l1_out lrc_l2_out || { echo "FAIL: not proved"; failed=1; }
"$prove" rtl rc_l2_dest || { echo "FAIL: not proved"; failed=1; }
finds 'a row that sends without room, whatever rows do' '^u_out.u_req_out.g_through.u_bundles.credit_reserve .*VIOLATED' \
    --only='credit_reserve' --verilog='s/assign t_fire = t_able && t_rooms;/assign t_fire = t_able;/' rc_l1_out
finds 'an answer to somebody else' '^dest_resp .*VIOLATED' \
    --verilog='s/t_msg_from_o <= s0_msg_from;/t_msg_from_o <= s0_msg_from ^ 1;/' rc_l2_dest
# GETM's cores with lanes.
"$prove" rtl --only='credit_(push|room)$' getm_lanes_tx_out || { echo "FAIL: not proved"; failed=1; }
"$prove" rtl --only='^(inv_|state_)' getm_lanes_tx || { echo "FAIL: not proved"; failed=1; }
"$prove" rtl getm_lanes_vu_rows || { echo "FAIL: not proved"; failed=1; }
finds 'a transaction that is larger than the log' '^closed_no_never .*VIOLATED' getm_lanes_tx_full
"$prove" rtl '--edit=set|//when[error]/@test|false' getm_lanes_tx_full || { echo "FAIL: not by the error alone"; failed=1; }
finds 'a lane that does not say that it takes part' '^inv_copy .*VIOLATED' --only='^inv_copy$' \
    '--edit=drop|//macro[@name="note"]/set[@name="log.lanes"]' getm_lanes_tx
"$prove" rtl --only='^(inv_|state_|one_source|stays_)' tcs_l1 tcs_l2 tcw_l1 tcw_l2 mesi_wt_l1 mesi_wt_l2 ||
    { echo "FAIL: not proved"; failed=1; }
finds 'a table that loses count of its stores' '^inv_counted .*VIOLATED' --only='^inv_counted$' \
    '--edit=set|//@when[.="mshr.pend eq 1 and not mshr.gets"]|mshr.pend eq 0 and not mshr.gets' rcc_l1
finds 'a way that is never given back' '^state_of_way .*VIOLATED' --only='^state_of_way$' \
    --verilog='s/assign line_keep = .*;/assign line_keep = 1;/' rcc_l1
finds 'an answer that nobody waits for, once nothing is assumed of the banks' \
    '^u_state.u_line.u_assoc.assoc_room .*VIOLATED' \
    --only='assoc_room' rcc_l1_wild
finds 'an assertion that says nothing' '^    the antecedent is not reached' --only='^inv_counted$' \
    '--edit=set|//invariant[@name="counted"]/@test|not (state eq II and state eq VI) or mshr.gets or mshr.pend gt 0' rcc_l1
exit $failed
