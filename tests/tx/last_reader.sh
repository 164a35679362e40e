#!/bin/sh
# The unit that is emitted with UNIQUE=0, times that cores share: programs as in rtl.sh, with rollovers and without. A
# unit of unique times refuses the option; with shared times it lets a circle through, where this one does not.
#   last_reader.sh TX_GETM_READER TX_GETM
set -eu
program=$1 unique=$2 seed=1
machine="--partitions 1 --ts-bits 32 --max-cycles 5000000"
. "$(dirname "$0")/lib.sh"
few="random --cores 4 --warps 4 --lanes 1 --with words=6 --with transactions=20"
# refused STATUS TEXT ARGUMENT...: by the unit of unique times
refused() {
    code=0 status=$1 text=$2
    shift 2
    "$unique" "$@" >"$log" 2>&1 || code=$?
    [ $code = "$status" ] && grep -q "$text" "$log" || { echo "FAIL: $*: no '$text'"; cat "$log"; exit 1; }
}
refused 2 'UNIQUE=0' random --last-reader
# shellcheck disable=SC2086
refused 1 'not serialisable' $few $machine --published-time --no-checks --seed 1
# shellcheck disable=SC2086
runs 20 $few
runs 5 random --cores 2 --warps 4 --lanes 4
runs 5 random --cores 4 --warps 4 --lanes 4 --with words=4 --with transactions=20
runs 3 random --cores 4 --warps 2 --lanes 2 --with words=400 --with stride=32 --with accesses=8 --with transactions=10
runs 3 atm --cores 4 --warps 4 --lanes 2 --with accounts=60 --with transfers=4
runs 2 long --cores 2 --warps 2 --lanes 2 --with granules=30 --with array=60
runs 3 ht --cores 4 --warps 4 --lanes 4 --with buckets=40
machine="$machine --own-clock"
runs 3 random --cores 2 --warps 4 --lanes 4
runs 2 atm --cores 4 --warps 4 --lanes 2 --with accounts=60 --with transfers=4
machine="--partitions 1 --ts-bits 6 --max-cycles 5000000 --with transactions=40"
runs 5 random --cores 2 --warps 4 --lanes 4
grep -q '^rollovers  *[1-9]' "$log" || { echo "FAIL: no rollover"; cat "$log"; exit 1; }
echo "ok: seeds 1 to $((seed - 1))"
