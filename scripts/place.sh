#!/bin/sh
# Places and routes a module of an emitted design on a Lattice iCE40 HX8K, and prints cells and clock.
#   place.sh DIR MODULE [SEED...]     DIR: what `cohgen emit` wrote; SEED of the placement (default: 1 2 3)
# Ports of the module are wider than a package has pins: they hang on shift registers, which are placed too, but not
# counted. Exit status: 0 done, 1 it does not fit or not synthesise, 2 wrong command line, 3 a program is missing.
set -eu
[ $# -ge 2 ] || { echo "usage: place.sh DIR MODULE [SEED...]" >&2; exit 2; }
dir=$1 module=$2
shift 2
[ $# -gt 0 ] || set -- 1 2 3
for p in yosys nextpnr-ice40; do
    command -v $p >/dev/null || { echo "place.sh: no $p: it is a Debian package" >&2; exit 3; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# quiet LOG COMMAND...: its output is shown if it fails
quiet() {
    log=$1
    shift
    "$@" >"$log" 2>&1 || { tail -n 20 "$log" >&2; exit 1; }
}
# cell NAME-PATTERN LOG: how many of the last table of `stat`
cell() {
    awk -v name="$1" '/Number of cells:/ { n = 0 } $1 ~ "^" name "$" { n += $2 } END { print n + 0 }' "$2"
}

quiet "$scratch/yosys" yosys -p "read_verilog $dir/rtl/*.v; hierarchy -check -top $module; synth_ice40 -top $module
    tee -o $scratch/stat stat; write_json $scratch/module.json; write_verilog -noattr $scratch/module.v"

# Names, directions and widths of the ports, from the netlist; then a module around them. Outputs are folded into a
# register that is shifted out, so that each is needed.
awk -v top="$module" '
    $1 == "\"" top "\":" { on = 1 }
    on && $1 == "\"cells\":" { exit }
    on && /^        "[^"]*": {/ { split($0, part, "\""); name = part[2] }
    on && $1 == "\"direction\":" { split($2, part, "\""); way[name] = part[2] }
    on && $1 == "\"bits\":" && name in way { order[++n] = name; width[name] = NF - 3 }
    END {
        ins = outs = 0
        for (i = 1; i <= n; i++) {
            p = order[i]
            if (p == "clk_i") { port = port ", .clk_i(clk)"; continue }
            if (way[p] == "input") { port = port ", ." p "(in[" ins + width[p] - 1 ":" ins "])"; ins += width[p] }
            else { port = port ", ." p "(out[" outs + width[p] - 1 ":" outs "])"; outs += width[p] }
        }
        print "module wrap(input clk, input d, output q);"
        print "  reg [" ins - 1 ":0] in; wire [" outs - 1 ":0] out; reg [" outs - 1 ":0] fold;"
        print "  always @(posedge clk) begin"
        print "    in <= {in[" ins - 2 ":0], d}; fold <= {fold[" outs - 2 ":0], fold[" outs - 1 "]} ^ out;"
        print "  end"
        print "  assign q = fold[" outs - 1 "];"
        print "  " top " u_module (" substr(port, 3) ");"
        print "endmodule"
    }' "$scratch/module.json" >"$scratch/wrap.v"
quiet "$scratch/yosys2" yosys -p "read_verilog $scratch/wrap.v; read_verilog $scratch/module.v
    read_verilog -lib +/ice40/cells_sim.v; hierarchy -check -top wrap; synth_ice40 -top wrap -json $scratch/wrap.json"

printf '%-24s %6d LUTs %5d FFs %3d RAMs, iCE40 HX8K, placement seeds %s: ' "$module" "$(cell SB_LUT4 "$scratch/stat")" \
    "$(cell 'SB_DFF[A-Z]*' "$scratch/stat")" "$(cell 'SB_RAM40_4K[NRW]*' "$scratch/stat")" "$*"
for seed; do
    quiet "$scratch/pnr$seed" nextpnr-ice40 --hx8k --package ct256 --json "$scratch/wrap.json" --seed "$seed" \
        --freq 60 --pcf-allow-unconstrained --timing-allow-fail
    sed -n 's/.*Max frequency for clock.*: \([0-9.]*\) MHz.*/\1/p' "$scratch/pnr$seed" | tail -n 1
done | sort -n | awk '{ f[NR] = $1 } END { printf "%.1f to %.1f MHz\n", f[1], f[NR] }'
