#!/bin/sh
# What a configuration costs (docs/area.md): cells of an open library, NAND2 equivalents, delay, memories as bits and mm2.
#   area.sh [UNIT|SPEC.xml] [--set P=V]... [--liberty FILE] [--sweep PARAM=a,b,c] [--quick]
#   area.sh --claims
#   UNIT: rcc, mesi, getm, zunit, stc (default: rcc), all of its controllers; UNIT/CONTROLLER: that one
#   --liberty  a library of one's own (Nangate45, sky130, ASAP7 ...; default: osu018 of qflow-tech-osu018)
#   --sweep    one run for each value, and plots
#   --quick    memories only, no synthesis
#   --claims   what the papers' cost claims are about, by the same model of memories
# Text goes to stdout; build/area/NAME has area.csv, area.json, modules.csv, treemap.svg, sweep.svg, netlists and logs.
# COHGEN_BUILD: the build folder. Exit status: 0 fine, 1 it does not synthesise, 2 wrong command line, 3 no library.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
cohgen=${COHGEN:-$build/cohgen}
what='' sets='' liberty='' sweep='' quick=''
wrong() { echo "area.sh: $1" >&2; exit 2; }
while [ $# -gt 0 ]; do
    case $1 in
        --set) [ $# -ge 2 ] || wrong "--set: P=V is missing"; sets="$sets --set=$2"; shift ;;
        --set=*) sets="$sets $1" ;;
        --liberty) [ $# -ge 2 ] || wrong "--liberty: which file?"; liberty=$2; shift ;;
        --liberty=*) liberty=${1#*=} ;;
        --sweep) [ $# -ge 2 ] || wrong "--sweep: PARAM=a,b,c is missing"; sweep=$2; shift ;;
        --sweep=*) sweep=${1#*=} ;;
        --quick) quick=yes ;;
        --claims) COHGEN=$cohgen exec "$top/scripts/area_claims.sh" ;;
        -*) wrong "no option $1" ;;
        *) [ -z "$what" ] || wrong "one unit at a time"; what=$1 ;;
    esac
    shift
done
what=${what:-rcc}
only=
case $what in
    *.xml) spec=$what ;;
    *) case $what in */*) only=${what#*/}; what=${what%%/*} ;; esac
        case $what in
            zunit) spec=$top/specs/gpudet/zunit.xml ;;
            getm) spec=$top/specs/getm/getm.xml; opened="--open TX" ;;
            *) spec=$top/specs/$what/$what.xml ;;
        esac ;;
esac
[ -f "$spec" ] || wrong "no unit or specification '$what'"
if [ -z "$quick" ]; then
    liberty=${liberty:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
    [ -f "$liberty" ] || {
        echo "area.sh: no library $liberty (scripts/setup.sh qflow-tech-osu018 opensta; or --liberty, --quick)" >&2
        exit 3
    }
fi
name=$(basename "$spec" .xml)

# Of the library: the cell of that function; its area.
cell_area() {
    awk -v want="$1" '/^ *cell *\(/ { gsub(/[ ("){]/, " "); split($0, w, " "); on = w[2] ~ want }
        on && /^ *area *:/ { gsub(/[;:]/, " "); print $2; exit }' "$liberty"
}

# The memories of a dump of Yosys: instance, words, bits of a word, read ports, write ports.
memories() {
    awk '$1 == "cell" { name = $3; sub(/^\\/, "", name) } $2 == "\\RD_PORTS" { r = $3 } $2 == "\\SIZE" { s = $3 }
        $2 == "\\WIDTH" { w = $3 } $2 == "\\WR_PORTS" { print name, s, w, r, $3 }' "$1"
}
. "$top/scripts/area_sram.sh"

# run DIR SETS: emits, and measures each controller; rows to DIR/area.csv
run() {
    dir=$1
    mkdir -p "$dir"
    # shellcheck disable=SC2086
    "$cohgen" emit "$spec" $2 ${opened:-} -o "$dir/emitted" >"$dir/log" 2>&1 || { cat "$dir/log" >&2; exit 1; }
    rtl=$dir/emitted/rtl
    echo "controller,cells,nand2,flipflops,delay_ns,memory_bits,memory_mm2_32nm,logic_mm2_32nm" >"$dir/area.csv"
    echo "controller,module,nand2" >"$dir/modules.csv"
    for tile in "$rtl"/*_tile.v; do
        module=$(basename "$tile" _tile.v)
        ctl=${module#"$(basename "$(ls "$dir"/emitted/*.f)" .f)"_}
        [ -z "$only" ] || [ "$(printf %s "$only" | tr '[:upper:]' '[:lower:]')" = "$ctl" ] || continue
        found=yes
        [ -n "$quick" ] || echo "  $module ..." >&2
        measure
    done
    [ -n "$found" ] || wrong "no controller '$only' in $name"
}
found=
measure() {
    load="verilog_defaults -add -I$rtl; read_verilog $rtl/$module.v
        hierarchy -check -libdir $rtl -libdir $top/templates -top $module; proc -norom; opt_clean; memory -nomap; opt_clean"
    if [ -z "$quick" ]; then
        # Modules keep their borders, so that the table has them; the netlist for delay is flat, without memories.
        yosys -q -p "$load; techmap; opt -fast; dfflibmap -liberty $liberty
            abc -liberty $liberty -script +strash;ifraig;dch,-f;map,-B,0.9;topo;buffer,-p;upsize;dnsize; opt_clean
            tee -o $dir/$module.stat stat -liberty $liberty; flatten; dump -o $dir/$module.memories t:\$mem_v2
            delete t:\$mem_v2; rename -top top; splitnets -ports; opt_clean -purge; setundef -undriven -zero
            opt_clean -purge; write_verilog -noattr -noexpr $dir/$module.v" >"$dir/$module.log" 2>&1 ||
            { tail -n 5 "$dir/$module.log" >&2; exit 1; }
        delay=$(timing)
        awk -v nand="$nand" -v m="$module" '/^=== / { sub(/^\$paramod[^\\]*\\/, "", $2); inside = $2 }
            /Chip area for module/ { print m "," inside "," $NF / nand }' "$dir/$module.stat" |
            sed 's/\$paramod[^\\]*\\//; s/\\[A-Z].*,/,/' >>"$dir/modules.csv"
        total=$(awk '/Chip area for (top )?module/ { a = $NF } END { print a + 0 }' "$dir/$module.stat")
        cells=$(awk '/Number of cells:/ { n = $NF } END { print n + 0 }' "$dir/$module.stat")
        flops=$(grep -c 'DFF' "$dir/$module.v" || true)
    else
        yosys -q -p "$load; flatten; dump -o $dir/$module.memories t:\$mem_v2" >"$dir/$module.log" 2>&1 ||
            { tail -n 5 "$dir/$module.log" >&2; exit 1; }
        total=0 cells=0 flops=0 delay=0 nand=1
    fi
    memories "$dir/$module.memories" >"$dir/$module.mem"
    awk -v quick="$quick" -v m="$module" -v cells="$cells" -v a="$total" -v nand="$nand" -v ff="$flops" -v d="$delay" "$sram"'
        { bits += $2 * $3; mm += sram($2 * $3, $4 + $5) }
        END { if (quick) printf "%s,?,?,?,?,%.0f,%.5f,?\n", m, bits, mm
              else printf "%s,%d,%.0f,%d,%s,%.0f,%.5f,%.5f\n", m, cells, a / nand, ff, d, bits, mm, a / nand * 0.8e-6 }' \
        "$dir/$module.mem" >>"$dir/area.csv"
}
# The longest path of the flat netlist, in ns, by OpenSTA; flip-flops and memories' pins are its ends.
timing() {
    command -v sta >/dev/null || { echo '?'; return; }
    cat >"$dir/sta.tcl" <<END
read_liberty $liberty
read_verilog $dir/$module.v
link_design top
create_clock -name clk -period 100 [get_ports clk_i]
set_input_delay 0 -clock clk [all_inputs]
report_checks -path_delay max -digits 3
exit
END
    sta -no_splash -exit "$dir/sta.tcl" >"$dir/$module.sta" 2>&1 || true
    awk '/data arrival time/ { d = $1; if (d > most) most = d } END { print most ? most : "?" }' "$dir/$module.sta"
}
text() {
    printf '%-14s %8s %8s %7s %9s %12s %12s %12s\n' controller cells NAND2 FFs 'delay ns' 'memory bits' 'memory mm2' \
        'logic mm2'
    awk -F, 'NR > 1 { printf "%-14s %8s %8s %7s %9s %12d %12.4f %12s\n", $1, $2, $3, $4, $5, $6, $7,
        $8 == "?" ? $8 : sprintf("%.4f", $8) }' "$1/area.csv"
}
json() {
    awk -F, 'NR == 1 { n = split($0, key, ","); printf "["; next }
        { printf "%s\n  {", (NR > 2 ? "," : "")
          for (i = 1; i <= n; i++)
            printf "%s\"%s\": %s", (i > 1 ? ", " : ""), key[i], (i == 1 || $i == "?" ? "\"" $i "\"" : $i)
          printf "}" } END { print "\n]" }' "$1/area.csv" >"$1/area.json"
}
nand=1
[ -n "$quick" ] || nand=$(cell_area '^"?(NAND2|nand2|.*_nand2)')
out=$build/area/$name${only:+-$only}
if [ -z "$sweep" ]; then
    run "$out" "$sets"
    text "$out"
    json "$out"
    [ -n "$quick" ] || awk -F, -f "$top/scripts/area_treemap.awk" "$out/modules.csv" >"$out/treemap.svg"
    [ -n "$quick" ] || {
        printf '\nmodules with most NAND2 equivalents (each counted once for every set of parameters):\n'
        awk -F, 'NR > 1 { printf "  %-14s %-28s %8.0f\n", $1, $2, $3 }' "$out/modules.csv" | sort -k3,3nr | head -n 12
    }
    echo "tables and treemap: $out"
    exit 0
fi
param=${sweep%%=*}
values=$(printf %s "${sweep#*=}" | tr , ' ')
[ "$param" != "$sweep" ] && [ -n "$values" ] || wrong "--sweep: PARAM=a,b,c"
mkdir -p "$out/sweep"
: >"$out/sweep/all.csv"
for v in $values; do
    echo "$param=$v" >&2
    run "$out/sweep/$v" "$sets --set=$param=$v"
    printf '\n%s=%s\n' "$param" "$v"
    text "$out/sweep/$v"
    awk -F, -v v="$v" 'NR > 1 { print v "," $0 }' "$out/sweep/$v/area.csv" >>"$out/sweep/all.csv"
done
column=4
[ -z "$quick" ] || column=7
awk -F, -v param="$param" -v column="$column" -f "$top/scripts/area_sweep.awk" "$out/sweep/all.csv" >"$out/sweep.svg"
echo "plot: $out/sweep.svg"
