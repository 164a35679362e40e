#!/bin/sh
# run.sh PROGRAM: blocks of a user, a sectored store and waiters by priority (parts/), in a protocol that uses both
# (shelf.xml).
# check, table, stats, verify; then the Verilog of the blocks under two tools. A user's kind is unknown without
# --blocks.
set -u
cohgen=${1:?usage: run.sh PROGRAM}
here=$(cd "$(dirname "$0")" && pwd)
templates=$here/../../templates
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
failed=0

# try NAME CODE PATTERN COMMAND...: exit code, and a fixed text in what is printed (both streams).
try() {
  name=$1 code=$2 pattern=$3
  shift 3
  "$@" >"$scratch/out" 2>&1
  got=$?
  if [ $got -eq "$code" ] && { [ -z "$pattern" ] || grep -qF -e "$pattern" "$scratch/out"; }; then
      echo "ok   $name"
      return
  fi
  echo "FAIL $name: exit $got, expected $code and '$pattern':"
  cat "$scratch/out"
  failed=1
}
mine() { command=$1; shift; "$cohgen" "$command" --blocks "$here/parts" "$here/shelf.xml" "$@"; }

try check 0 '2 controllers, 5 states, 16 rows, no errors' mine check
try 'unknown without --blocks' 1 "unknown kind of store 'sectored', expected one of assoc, bloom" "$cohgen" check \
    "$here/shelf.xml"
try table 0 'alloc line' mine table
try 'bits of tags' 0 'store line, tags (sectored): 4 entries, 100 bits' mine stats
try 'bits of sectors' 0 'store line (sectored): 8 sets x 2 sectors = 16 entries, 2112 bits' mine stats --set BANK.SETS=8
try 'bits of what waits' 0 'waiters queue, parked (by_priority): 8 entries' mine stats
sed 's/bits="32" key="yes"/bits="5" key="yes"/' "$here/shelf.xml" >"$scratch/rule.xml"
try 'a rule of the user' 1 'there are more places than keys (sets 4, sectors 2, keys 2)' "$cohgen" check \
    --blocks "$here/parts" "$scratch/rule.xml"
try verify 0 PASSED mine verify --lines 2
try 'lines that share a frame' 0 PASSED mine verify --lines 3
try 'three cores' 0 PASSED mine verify --cores 3 --ops 1

# With the tag in the way a line has to leave: without an eviction row for it the bank would wait for ever.
sed 's/victims="V"//; /<on event="evict">/d' "$here/shelf.xml" >"$scratch/stuck.xml"
try 'a frame in the way' 1 'FAILED: deadlock' "$cohgen" verify --blocks "$here/parts" "$scratch/stuck.xml" --lines 3
try 'no frame in the way' 0 PASSED "$cohgen" verify --blocks "$here/parts" "$scratch/stuck.xml" --lines 2

# What was parked comes back with falling numbers; a stall buffer, the least first, gives them back rising.
sed -e 's|<param name="SETS"|<register name="last" type="number" reset="0"/>&|' \
    -e 's|<replay/>|<set name="last" value="CORES - 1"/><replay/>|' \
    -e 's|performs="read"/>|&<set name="last" value="replayed ? msg.rank : last"/>|' \
    -e 's|<in state="[RV]">|&<on event="Read" when="replayed and msg.rank gt last"><error why="order"/></on>|' \
        "$here/shelf.xml" >"$scratch/order.xml"
sed 's/kind="by_priority" keys_waiting="2" depth="4" order="max/kind="stall" entries="2" depth="4" order="min/' \
    "$scratch/order.xml" >"$scratch/least.xml"
try 'the greatest first' 0 PASSED "$cohgen" verify --blocks "$here/parts" "$scratch/order.xml"
try 'the least first' 1 'FAILED' "$cohgen" verify --blocks "$here/parts" "$scratch/least.xml"

for top in sectored_store priority_wait line_mix line_parity; do
  try "lint $top" 0 '' verilator --lint-only -Wall -y "$templates" --top-module $top "$here/parts/$top.v"
done
# A data path and a unit.
mixer() { command=$1; shift; "$cohgen" "$command" --blocks "$here/parts" "$here/mixer.xml" "$@"; }
try 'check of a unit' 0 '1 controller, 4 states, 14 rows, no errors' mixer check
try 'verify of a unit' 0 'BANK: 9 of 9 rows taken' mixer verify --set LINE=4 --coverage
sed 's/type name="byte"  bits="8"/type name="byte"  bits="7"/' "$here/mixer.xml" >"$scratch/width.xml"
try 'an operand of another width' 1 "operand 'by' of 'mix' has 8 bits" "$cohgen" check --blocks "$here/parts" \
    "$scratch/width.xml"
sed 's/clog2(8 \* LINE + 1)/7/' "$here/mixer.xml" >"$scratch/width.xml"
try 'a result of another width' 1 "result 'ones' of 'parity' has" "$cohgen" check --blocks "$here/parts" \
    "$scratch/width.xml"
for line in 4 32; do
  rm -rf "$scratch/design"
  try "emit, LINE=$line" 0 '' mixer emit -o "$scratch/design" --set LINE=$line
  cd "$scratch/design" || exit 1
  try "verilator, LINE=$line" 0 '' verilator --lint-only -Wall --top-module mixer -f mixer.f
  try "iverilog, LINE=$line" 0 '' iverilog -g2005 -Wall -Wno-timescale -s mixer -o "$scratch/mixer.vvp" -c mixer.f
  cd "$here" || exit 1
done

# One set: parts of the key have no bits then.
try 'lint sectored_store, one set' 0 '' verilator --lint-only -Wall -GSETS=1 -GSECTORS=2 --top-module sectored_store \
    "$here/parts/sectored_store.v"

# The whole design, with one set as well.
for sets in 4 1; do
  rm -rf "$scratch/design"
  try "emit, SETS=$sets" 0 '' mine emit -o "$scratch/design" --set BANK.SETS=$sets
  try 'the blocks are copied' 0 '' cmp "$here/parts/sectored_store.v" "$scratch/design/rtl/sectored_store.v"
  cd "$scratch/design" || exit 1
  try "verilator, SETS=$sets" 0 '' verilator --lint-only -Wall --top-module shelf -f shelf.f
  try "iverilog, SETS=$sets" 0 '' iverilog -g2005 -Wall -Wno-timescale -s shelf -o "$scratch/shelf.vvp" -c shelf.f
  cd "$here" || exit 1
done
# A memory of a user that leaves out AxLOCK, AxCACHE, AxPROT, AxQOS (its cg_axi_line has them, open): the controller's
# pins are the constants nevertheless.
mkdir -p "$scratch/bare/blocks"
beside='m_axi_a[rw]\(lock\|cache\|prot\|qos\)'
sed "s/$beside//g; s/kind=\"memory\"/kind=\"bare\"/; s/module=\"cg_llc\"/module=\"bare_llc\"/" "$templates/memory.xml" \
    >"$scratch/bare/blocks/bare.xml"
sed "/output wire.*$beside/d; s/\([.]$beside *\)([a-z_]*)/\1()/; s/^module cg_llc /module bare_llc /" \
    "$templates/cg_llc.v" >"$scratch/bare/blocks/bare_llc.v"
sed 's/name="llc" kind="memory"/name="llc" kind="bare"/' "$here/../../specs/getm/getm.xml" >"$scratch/bare/getm.xml"
try 'emit with a memory of a user' 0 '' "$cohgen" emit --blocks "$scratch/bare/blocks" "$scratch/bare/getm.xml" --open TX \
    -o "$scratch/bare/out"
for pin in arlock awqos; do
  try "$pin is constant" 0 "assign llc_axi_${pin}_o = " grep -rh "llc_axi_${pin}_o = " "$scratch/bare/out/rtl"
done
try 'AxCACHE is 3' 0 "assign llc_axi_arcache_o = 4'd3;" grep -rh "llc_axi_arcache_o = " "$scratch/bare/out/rtl"
cd "$scratch/bare/out" || exit 1
try 'its Verilog' 0 '' verilator --lint-only -Wall -Wno-PINCONNECTEMPTY -y "$templates" --top-module getm -f getm.f
cd "$here" || exit 1
[ $failed -eq 0 ]
