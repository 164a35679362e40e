#!/bin/sh
# The tops of fpga/units in simulation: the report on the serial line is the one that fpga_top has foretold, and with
# another signature it says FAIL.
#   report.sh COHGEN FPGA_TOP UNIT...
set -eu
cohgen=$1 fpga_top=$2
shift 2
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/fpga"
ln -s "$cohgen" "$scratch/cohgen"
ln -s "$fpga_top" "$scratch/fpga/fpga_top"
COHGEN_BUILD=$scratch JOBS=1 "$top/scripts/fpga.sh" --sim "$@"
for unit; do
    # Four lines, the last one PASS, from the simulated board
    [ "$(tail -n 1 "$scratch"/fpga/"$unit"-*/heard.txt)" = PASS ] || { echo "FAIL $unit"; exit 1; }
done

# A unit whose memory loses the upper byte of each word that is written: the report must say so.
mkdir -p "$scratch/wrong/scripts" "$scratch/wrong/build/fpga"
cp "$top"/scripts/fpga* "$scratch/wrong/scripts"
cp -R "$top/fpga" "$scratch/wrong/fpga"
ln -s "$top/templates" "$top/specs" "$scratch/wrong"
ln -s "$cohgen" "$scratch/wrong/build/cohgen"
ln -s "$fpga_top" "$scratch/wrong/build/fpga/fpga_top"
sed 's/b < BYTES; b = b + 1) begin : g_byte/b + 1 < BYTES; b = b + 1) begin : g_byte/' "$top/fpga/lib/fpga_memory.v" \
    >"$scratch/wrong/fpga/lib/fpga_memory.v"
! cmp -s "$top/fpga/lib/fpga_memory.v" "$scratch/wrong/fpga/lib/fpga_memory.v" || { echo "FAIL: no mutant"; exit 1; }
COHGEN_BUILD=$scratch/wrong/build JOBS=1 "$scratch/wrong/scripts/fpga.sh" --sim "$1" >"$scratch/log" 2>&1 &&
    { cat "$scratch/log"; echo "FAIL: a broken memory passes"; exit 1; }
grep -q '^FAIL' "$scratch/log" || { cat "$scratch/log"; echo "FAIL: no verdict on a broken memory"; exit 1; }
echo ok
