#!/bin/sh
# Of several seeds the log with the fastest clock after routing is chosen: `fpga_report --fastest`.
#   seeds.sh FPGA_REPORT
set -eu
report=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# log NAME MHZ...: what nextpnr says of the clock, behind placement and behind routing
log() {
    name=$1
    shift
    for mhz; do echo "Info: Max frequency for clock '\$glbnet\$clk': $mhz MHz (FAIL at 80.00 MHz)"; done >"$scratch/$name"
}
log pnr-1.log 75.00 61.25
log pnr-2.log 50.10 79.90
log pnr-10.log 49.00 79.80
log none.log
best=$("$report" --fastest "$scratch/pnr-1.log" "$scratch/pnr-2.log" "$scratch/pnr-10.log" "$scratch/none.log")
[ "$best" = "$scratch/pnr-2.log" ] || { echo "FAIL: $best"; exit 1; }
status=0
"$report" --fastest "$scratch/none.log" 2>/dev/null || status=$?
[ $status = 3 ] || { echo "FAIL: no clock, exit status $status"; exit 1; }
echo ok
