#!/bin/sh
# Programs with transactions through the ends of cores in Verilog (templates/cg_tx_core.v), in front of the validation
# unit in Verilog.
#   core_rtl.sh TX_GETM
# SEED: the first seed (default 1).
set -eu
program=$1
seed=${SEED:-1}
machine="--core-rtl --ts-bits 32 --max-cycles 5000000"
. "$(dirname "$0")/lib.sh"
runs 4 random --partitions 1 --cores 2 --warps 4 --lanes 4
runs 2 random --partitions 2 --cores 4 --warps 4 --lanes 1 --set words=6 --set transactions=10
runs 2 random --partitions 2 --cores 2 --warps 2 --lanes 4 --set words=40 --set stride=4 --set stores=80
runs 1 atm --partitions 1 --cores 4 --warps 4 --lanes 2 --set accounts=60 --set transfers=4
runs 1 long --partitions 1 --cores 2 --warps 2 --lanes 2 --set granules=30 --set array=60
runs 1 random --partitions 1 --cores 1 --warps 16 --lanes 1 --set words=6 --limit 1
runs 1 random --partitions 1 --cores 1 --warps 16 --lanes 2 --limit 2
machine="$machine --own-clock"
runs 2 random --partitions 1 --cores 2 --warps 4 --lanes 4
runs 1 random --partitions 2 --cores 2 --warps 2 --lanes 4 --set words=40 --set stride=4 --set stores=80
runs 1 random --partitions 1 --cores 1 --warps 16 --lanes 2 --limit 2
echo "ok: seeds ${SEED:-1} to $((seed - 1))"
