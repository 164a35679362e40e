#!/bin/sh
# The GETM system of fpga/getm in Icarus: cores' ends, networks, validation unit, memory; random transactions and
# ordinary accesses of all warps; with times of 5 bits many rollovers.
#   system.sh COHGEN [SEED]
set -eu
cohgen=$1 seed=${2:-1}
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$cohgen" emit "$top/specs/getm/getm.xml" -o "$scratch/getm" --open TX
include=$(iverilog-vpi --cflags | grep -oE -- '-I[^ ]+')
# shellcheck disable=SC2086
gcc -std=c17 -O2 -Wall -Wextra -fPIC -shared $include -I"$top/tests/templates/vpi" -o "$scratch/test.vpi" \
    "$top/tests/fpga/getm_system_test.c" "$top/tests/templates/vpi/vpi_test.c"
# system SETTINGS LIMIT...
system() {
    set=$1
    shift
    # shellcheck disable=SC2046,SC2086
    iverilog -g2005-sv -I "$top/tests/templates/vpi" -I "$scratch/getm/rtl" -y "$scratch/getm/rtl" -y "$top/templates" \
        -y "$top/fpga/getm" -s getm_system_tb $(printf ' -Pgetm_system_tb.%s' $set) \
        -o "$scratch/sim" "$top/tests/fpga/getm_system_tb.v"
    for limit; do
        vvp -n -M "$scratch" -m test "$scratch/sim" "+seed=$seed" "+limit=$limit" >"$scratch/log" || {
            cat "$scratch/log"
            exit 1
        }
        tail -n 1 "$scratch/log" | sed "s/^PASS getm_system/& limit $limit/" | grep '^PASS' || {
            echo "FAIL: $set, limit $limit, seed $seed"
            head -20 "$scratch/log"
            exit 1
        }
        seed=$((seed + 1))
    done
}
system "CORES=2 CORE_WARPS=4" 0
system "CORES=3 CORE_WARPS=2 GRANULE=32 PARTS=2 TS_BITS=5" 0 1
system "CORES=2 CORE_WARPS=4 PARTS=4 TS_BITS=5" 0
system "CORES=3 CORE_WARPS=2 GRANULE=32 PARTS=2 TS_BITS=5 OWN_CLOCK=1" 0
