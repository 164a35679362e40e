#!/bin/sh
# What blocks and controllers cost, against a table of this folder: LUTs of four inputs, flip-flops, RAM, levels of LUTs,
# multipliers, and bits of memory that no RAM holds.
#   area.sh TABLE            measures anew and compares: blocks or controllers
#   area.sh --accept TABLE   writes the table: what has grown is accepted with it
#   area.sh one SPEC MODULE [--set=P=V]...   prints the line of a controller that no table has
# Yosys 0.23, with the cells of an ECP5 for memories only; levels are between registers and memories. What has grown by
# more than 5 % fails, what has shrunk is shown. Any multiplier fails, and any memory of 256 bits or more that has become
# flip-flops and is not in registers.txt.
# COHGEN: the generator (default: build/cohgen). Exit status: 0 fine, 1 not, 2 wrong command line.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
cohgen=${COHGEN:-$top/build/cohgen}
accept=
[ "${1-}" != --accept ] || { accept=1; shift; }
case ${1-} in
    blocks | controllers) table=$1 ;;
    one) [ $# -ge 3 ] || { echo "usage: area.sh one SPEC MODULE [--set=P=V]..." >&2; exit 2; } ;;
    *) echo "usage: area.sh [--accept] blocks|controllers, or one SPEC MODULE [--set=P=V]..." >&2; exit 2 ;;
esac
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# measure NAME SIZES READ TOP: a line of the table.
measure() {
    yosys -q -p "$3; hierarchy -check $5 -top $4; proc; flatten; opt; wreduce; peepopt; opt_clean
        tee -q -o $tmp/mul select -list t:\$mul t:\$macc
        alumacc; opt; memory -nomap; opt_clean; tee -q -o $tmp/words dump t:\$mem_v2
        tee -q -o $tmp/ram memory_libmap -lib +/ecp5/lutrams.txt -lib +/ecp5/brams.txt
        techmap -map +/ecp5/brams_map.v -map +/ecp5/lutrams_map.v; memory_map; opt -full; techmap; opt -fast
        simplemap; opt; abc -fast -lut 4; opt_clean; tee -q -o $tmp/stat stat; tee -q -o $tmp/levels ltp -noff" \
        >"$tmp/log" 2>&1 || { echo "$1: it does not synthesise" >&2; tail -n 5 "$tmp/log" >&2; exit 1; }
    # Sizes of memories by name, then those that no RAM holds; cells; the longest path.
    awk -v name="$1" -v sizes="$2" '
        FILENAME ~ /registers.txt$/ { if (!/^#/ && NF) known[$1] = 1; next }
        FILENAME ~ /mul$/ { multipliers++ }
        FILENAME ~ /words$/ && /parameter .SIZE/ { words = $3 }
        FILENAME ~ /words$/ && /parameter .WIDTH/ { width = $3 }
        FILENAME ~ /words$/ && /parameter .MEMID/ { id = $3; gsub(/"/, "", id); sub(/^\\+/, "", id) }
        FILENAME ~ /words$/ && /^ *end/ { bits[id] = words * width }
        FILENAME ~ /ram$/ && /^using FF mapping/ {
            sub(/^[^.]*[.]/, "", $NF)
            b = bits[$NF]
            loose += b
            n = split($NF, part, ".")
            if (b == "" || (b >= 256 && !(part[n] in known)))
                printf "FAIL %s: memory %s of %s bits has become flip-flops\n", name, $NF, b >"/dev/stderr"
        }
        FILENAME ~ /stat$/ && $1 == "$lut" { lut = $2 }
        FILENAME ~ /stat$/ && $1 ~ /^[$]_A?L?S?DFF/ { ff += $2 }
        FILENAME ~ /stat$/ && $1 == "TRELLIS_DPR16X4" { small = $2 }
        FILENAME ~ /stat$/ && $1 ~ /^(DP16KD|PDPW16KD)$/ { large += $2 }
        FILENAME ~ /levels$/ && /^Longest/ { n = split($0, part, "="); levels = part[n] + 0 }
        END { printf "%s,%s,%d,%d,%d,%d,%d,%d,%d\n", name, sizes, lut, ff, small, large, levels, multipliers, loose }
    ' "$here/registers.txt" "$tmp/mul" "$tmp/words" "$tmp/ram" "$tmp/stat" "$tmp/levels"
}

sizes() { grep -hvE '^($|#|!|[+])|=-' "$here"/../templates/*/"$1.params" 2>/dev/null | head -n 1 || true; }

blocks() {
    for file in "$top"/templates/cg_*.v; do
        block=${file##*/} block=${block%.v}
        set=$(sizes "$block") change=
        [ -n "$set" ] || set=default
        [ "$set" = default ] || for p in $set; do change="$change -chparam ${p%%=*} ${p#*=}"; done
        measure "$block" "$set" "read_verilog -DSYNTHESIS $file" "$block" "-libdir $top/templates $change"
    done
}

controllers() {
    sed -e :a -e '/\\$/N; s/\\\n//; ta' "$here/controllers.txt" | grep "^$table " >"$tmp/list"
    while read -r _ name spec module options; do
        rm -rf "$tmp/design"
        # shellcheck disable=SC2086,SC2116
        "$cohgen" emit "$top/$spec" -o "$tmp/design" $options >&2
        measure "$name" "$(echo $options | sed 's/--set=//g')" "read_verilog -DSYNTHESIS $tmp/design/rtl/*.v" \
            "$module" ""
    done <"$tmp/list"
}

if [ "${1-}" = one ]; then
    spec=$2 module=$3
    shift 3
    "$cohgen" emit "$spec" -o "$tmp/design" "$@" >&2
    measure "$module" "$(echo "$*" | sed 's/--set=//g')" "read_verilog -DSYNTHESIS $tmp/design/rtl/*.v" "$module" ""
    exit
fi

head='name,sizes,lut4,ff,ram16x4,block_ram,levels,multipliers,loose_bits'
echo "$head" >"$tmp/now"
if [ $table = blocks ]; then blocks; else controllers; fi >>"$tmp/now" 2>"$tmp/failed"
cat "$tmp/failed" >&2
if [ -n "$accept" ]; then cp "$tmp/now" "$here/$table.csv"; fi

# Against the table: more than 5 % is a failure; for multipliers, any.
awk -F, '
    FNR == 1 { for (i = 3; i <= NF; i++) column[i] = $i; next }
    NR == FNR { for (i = 2; i <= NF; i++) was[$1, i] = $i; next }
    { seen[$1] = 1 }
    $8 > 0 { printf "FAIL %s: %d multipliers\n", $1, $8; bad = 1 }
    !(($1, 3) in was) { printf "FAIL %s: not in the table\n", $1; bad = 1; next }
    $2 != was[$1, 2] { printf "FAIL %s: other sizes than in the table: %s\n", $1, $2; bad = 1; next }
    {
        for (i = 3; i <= NF; i++) {
            if ($i == was[$1, i]) continue
            grown = $i > was[$1, i] * 1.05
            printf "%s %s: %s %d, was %d\n", grown ? "FAIL" : "note", $1, column[i], $i, was[$1, i]
            bad += grown
        }
        n++
    }
    END {
        if (bad) print "what has grown for a reason is accepted by area.sh --accept"
        else printf "ok: %d, no more than 5 %% above the table, no multiplier\n", n
        exit bad != 0
    }' "$here/$table.csv" "$tmp/now" || exit 1
[ ! -s "$tmp/failed" ] || exit 1
