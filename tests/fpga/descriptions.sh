#!/bin/sh
# Descriptions of boards and units that are wrong: fpga_top says where, and writes nothing.
#   descriptions.sh FPGA_TOP
set -eu
fpga_top=$1
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0
# refuses WHAT FILE SED MESSAGE: the board or unit with this change
refuses() {
    what=$1 file=$2 change=$3 message=$4
    board=$top/fpga/boards/ulx3s-45f.xml unit=$top/fpga/units/rcc.xml status=0
    sed "$change" "$file" >"$scratch/changed.xml"
    case $file in "$top"/fpga/boards/*) board=$scratch/changed.xml ;; *) unit=$scratch/changed.xml ;; esac
    "$fpga_top" "$board" "$unit" -o "$scratch/out" >"$scratch/log" 2>&1 || status=$?
    [ $status = 1 ] && grep -q "changed.xml:[0-9]*: error: $message\|changed.xml: error: $message" "$scratch/log" &&
        [ ! -e "$scratch/out" ] || { echo "FAIL $what: exit status $status"; cat "$scratch/log"; bad=1; }
}
one=$top/fpga/boards/ulx3s-45f.xml
refuses "no clock" "$one" '/<clock/d' "<board>: it needs an element 'clock'"
refuses "no pin" "$one" 's/<uart pin="L4"/<uart/' "<uart>: it needs the attribute 'pin'"
refuses "no number" "$one" 's/mhz="25"/mhz="fast"/' "<clock>: expected a number in 'mhz'"
refuses "no family" "$one" 's/ecp5/ecp6/' "<board>: a word that is not known: 'ecp6'"
refuses "no such LED" "$one" 's/name="busy"/name="idle"/' "<led>: a word that is not known: 'idle'"
refuses "an element of something else" "$one" 's/<hold /<held /' "<held>: in a board there are"
refuses "an SDRAM of no size" "$one" 's/rows="13"/rows="20"/' "<sdram>: expected 11 to 13 in 'rows'"
refuses "an SDRAM without a time" "$one" 's/ rcd="21"//' "<sdram>: it needs the attribute 'rcd'"
refuses "a time that no SDRAM has" "$one" 's/rfc="70"/rfc="70000"/' "<sdram>: expected at most 500 (ns) in 'rfc'"
refuses "no refresh at the start" "$one" 's/refreshes="8"/refreshes="0"/' "<sdram>: expected 1 to 255 in 'refreshes'"
refuses "a pin too few" "$one" 's/at="P19 N20"/at="P19"/' "<pins>: another number of pins than it has bits: 'ba'"
refuses "no such pin" "$one" 's/<pins name="cas"/<pins name="cs2"/' "<pins>: an SDRAM has pins"
refuses "a pin that is missing" "$one" '/<pins name="we"/d' "<sdram>: it needs pins 'we'"
refuses "no PLL" "$one" 's/mhz="25"/mhz="1.5"/' "no setting of the PLL"
refuses "no program" "$top/fpga/units/rcc.xml" 's/threads"/treads"/' "<unit>: a word that is not known: 'treads'"
refuses "no unit" "$top/fpga/units/rcc.xml" 's/unit/units/' "<units>: expected an element 'unit'"
unit_of=$top/fpga/units/rcc.xml
whole="<unit>: expected a whole number of"
for value in -1 0 1000000 1e300 nan 2.5 two '2 3' ''; do
    refuses "seed='$value'" "$unit_of" "s/ seed=\"[^\"]*\"//; s/<unit /<unit seed=\"$value\" /" "$whole 1 to 999999 in 'seed'"
done
for value in -40 0 3 100000 nan 40.5 many ''; do
    refuses "spread='$value'" "$unit_of" "s/ spread=\"[^\"]*\"//; s/<unit /<unit spread=\"$value\" /" "$whole 4 to 99999 in 'spread'"
done
refuses "a target of 0" "$unit_of" 's/ target="80"/ target="0"/' "<unit>: expected more than 0 in 'target'"
refuses "no cycles" "$unit_of" 's/ limit="[0-9]*"/ limit="0"/' "<unit>: expected at least 1 in 'limit'"
refuses "a clock that is no number" "$unit_of" 's/ mhz="25"/ mhz="nan"/' "<unit>: expected a number in 'mhz'"
status=0
"$fpga_top" "$top/fpga/boards/ulx3s-45f.xml" >/dev/null 2>&1 || status=$?
[ $status = 2 ] || { echo "FAIL: command line, exit status $status"; bad=1; }
for wrong in '--seeds' '--seeds 1,,2' '--seeds=one' '--seed 2, llc' '--family spartan' '--family=pnr' '--family' '--board none' '--fast' 'nounit'; do
    status=0
    # shellcheck disable=SC2086
    "$top/scripts/fpga.sh" $wrong >/dev/null 2>&1 || status=$?
    [ $status = 2 ] || { echo "FAIL: fpga.sh $wrong, exit status $status"; bad=1; }
done
# fpga.sh asks the fpga_top of a build folder for the units.
mkdir "$scratch/fpga"
ln -s "$fpga_top" "$scratch/fpga/fpga_top"
COHGEN_BUILD=$scratch "$top/scripts/fpga.sh" --seeds 1,12 --seed=3 --list >/dev/null || { echo "FAIL: --seeds 1,12"; bad=1; }
# A unit says which board it is for, wherever its attributes stand.
tr '\n' ' ' <"$top/fpga/units/rcc.xml" | sed 's/ board="[^"]*"//; s/<unit /<unit\nboard="hx8k"\n/' >"$scratch/unit.xml"
listed=$("$fpga_top" --list "$scratch/unit.xml")
case $listed in 'rcc hx8k sdram RCC: '*) ;; *) echo "FAIL: listed as '$listed'"; bad=1 ;; esac
# The seed of placement: the unit's, else 1.
for seed in 1 7; do
    tr '\n' ' ' <"$top/fpga/units/llc.xml" | sed "s/ seed=\"[^\"]*\"//; s/<unit /<unit $([ $seed = 1 ] || echo "seed=\"$seed\"") /" \
        >"$scratch/unit.xml"
    "$fpga_top" "$one" "$scratch/unit.xml" -o "$scratch/seeded" && grep -qx "its_seed=$seed" "$scratch/seeded/flow.sh" ||
        { echo "FAIL: not seed $seed"; bad=1; }
done
[ $bad -eq 0 ] && echo ok
exit $bad
