#!/bin/sh
# Netlists of transition modules are proved equal to their Verilog; a netlist with one LUT changed is found.
#   netlist_equal.sh PROVE               MSI for the ECP5
#   netlist_equal.sh PROVE families     MSI for the others
#   netlist_equal.sh PROVE FOLDER/NAME  specs/FOLDER/NAME.xml for the ECP5, in its default sizes
set -eu
prove=${1:?usage: netlist_equal.sh PROVE [families|FOLDER/NAME]}
top=$(cd "$(dirname "$0")/../.." && pwd)
case ${2-} in
    families)
        for family in ice40 xilinx; do "$prove" netlist --family=$family "$top/tests/protocols/msi.xml"; done
        exit 0 ;;
    */*) exec "$prove" netlist --name="${2#*/}" "$top/specs/$2.xml" ;;
esac
"$prove" netlist "$top/tests/protocols/msi.xml"
out=$("$prove" netlist --broken="0,/INIT\(16'h[0-9a-fA-F]*/s//INIT(16'h0000/" "$top/tests/protocols/msi.xml") && code=0 || code=$?
echo "$out"
[ "$code" = 1 ] || { echo "FAIL: exit status $code for a wrong netlist"; exit 1; }
[ "$(echo "$out" | grep -c DIFFERENT)" = 2 ] || { echo "FAIL: a wrong LUT is not found"; exit 1; }
code=0
"$prove" netlist --family=none "$top/tests/protocols/msi.xml" 2>/dev/null || code=$?
[ "$code" = 2 ] || { echo "FAIL: a family that is not there: exit status $code"; exit 1; }
