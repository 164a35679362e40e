#!/bin/sh
# Programs with transactions in front of the validation unit in Verilog: serialisability, reservations, times, results.
#   rtl.sh TX_GETM
# SEED: the first seed (default 1).
set -eu
program=$1
seed=${SEED:-1}
machine="--partitions 1 --ts-bits 32 --max-cycles 5000000"
. "$(dirname "$0")/lib.sh"
runs 10 random --cores 2 --warps 4 --lanes 4
runs 5 random --cores 4 --warps 4 --lanes 1 --set words=6 --set transactions=10
runs 5 random --cores 2 --warps 2 --lanes 4 --set words=40 --set stride=4 --set stores=80
runs 3 random --cores 4 --warps 2 --lanes 2 --set words=400 --set stride=32 --set accesses=8 --set transactions=10
runs 3 atm --cores 4 --warps 4 --lanes 2 --set accounts=60 --set transfers=4
# What is read back at the end takes longer than a transaction may wait.
runs 1 atm --cores 2 --warps 2 --lanes 4 --set accounts=2000 --set transfers=8 --watchdog 1500
runs 2 long --cores 2 --warps 2 --lanes 2 --set granules=30 --set array=60   # 240 reservations, 132 entries
runs 3 ht --cores 4 --warps 4 --lanes 4 --set buckets=40
runs 2 ht_locks --cores 4 --warps 4 --lanes 4 --set buckets=40
runs 2 atm_locks --cores 4 --warps 4 --lanes 4 --set accounts=60 --set transfers=2
# Outside of transactions; litmus tests set words that nobody has used while the run goes on.
top=$(dirname "$0")/../..
runs 1 --test litmus --cores 2 --warps 2 --lanes 2 --ops 20 "$top/sim/litmus/SB.litmus" "$top/sim/litmus/IRIW.litmus"
runs 1 --test hashtable --cores 2 --warps 2 --lanes 2 --ops 100
grep -q '^history  *[1-9][0-9]* operations.*: sequentially consistent$' "$log" || { cat "$log"; exit 1; }
machine="$machine --own-clock"
runs 3 random --cores 2 --warps 4 --lanes 4
runs 2 atm --cores 4 --warps 4 --lanes 2 --set accounts=60 --set transfers=4
echo "ok: seeds ${SEED:-1} to $((seed - 1))"
