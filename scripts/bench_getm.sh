#!/bin/sh
# What the published evaluation of GETM claims (Ren 2020, chapter 4), measured: one table per claim. docs/results.md
# compares. `./run bench getm --help` lists tables and options. Each table says whether the emitted Verilog or the
# reference in C was measured.
# Exit status: 0 fine, 1 a run failed, 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
cohgen=$build/cohgen tx=$build/sim/tx/cohgen_tx
jobs=${JOBS:-2}
requests=10000 entries="2K 4K 8K" program='' cores=15 warps=48 each=1
all="storage occupied locked hits others commit aborts locks mixes sizes false stall"

usage() {
    cat <<END
Usage: ./run bench getm [OPTION...] [TABLE...]
Tables (default: all), of the emitted validation unit:
  storage    bytes of the structures of table 4.5 (cohgen stats)
  occupied   cycles per request while the precise table fills, a tenth of it locked (figure 4.13)
  locked     the same with a full table, against the share that is locked
  hits       requests per cycle that find their granule
  others     accesses to other granules beside insertions that move entries
  commit     bytes that log entries write per cycle
of the cores in C with the reference of the partition:
  aborts     aborts per 1000 commits and cycles against the number of warps in transactions (table 4.4)
  locks      transactions against locks, each with its best number of warps
  mixes      what the text leaves open: start at the time of the core or the warp, pauses, bytes of a bucket's head
  sizes      precise tables of 2K, 4K, 8K entries; granules of 16 to 128 bytes (figure 4.14)
  false      refusals by approximate times: recency filter, two registers, exact times
  stall      requests in the stall buffers (figures 4.15, 4.16)
Options:
  --entries LIST   sizes of the precise table in all partitions, for occupied, locked, others (default "$entries")
  --requests N     of each line of these tables (default $requests)
  --cores N --warps N   of the tables in C (default $cores, $warps)
  --each N         transactions of each thread in these tables (default $each)
  --program FILE   a bench_getm that is there already, in place of those for each size
END
}

wrong() { echo "bench getm: $1" >&2; usage >&2; exit 2; }
tables=
while [ $# -gt 0 ]; do
    case $1 in
        --help) usage; exit 0 ;;
        --requests|--cores|--warps|--each)
            case ${2:-} in ''|*[!0-9]*|0) wrong "$1: a number is missing" ;; esac
            export "${1#--}=$2"
            shift 2 ;;
        --entries|--program) [ $# -ge 2 ] || wrong "$1: a value is missing"; export "${1#--}=$2"; shift 2 ;;
        -*) wrong "unknown option '$1'" ;;
        *) case " $all " in *" $1 "*) tables="$tables $1" ;; *) wrong "no table '$1'" ;; esac; shift ;;
    esac
done
work=$build/bench_getm
mkdir -p "$work"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
title() { printf '\n%s: %s\n' "$1" "$2"; }

# ---- the emitted validation unit ----

rows_of() {
    case $1 in 2K) echo 85 ;; 4K) echo 170 ;; 8K) echo 341 ;; *) wrong "--entries: 2K, 4K or 8K, not '$1'" ;; esac
}
# unit SIZE: builds bench_getm for a sixth of so many entries; its path is left in $unit
unit() {
    unit=$program
    [ -z "$unit" ] || return 0
    dir=$work/$1 unit=$work/$1/bench_getm
    rows=$(rows_of "$1")
    echo "building the validation unit with 4 x $rows entries ..." >&2
    "$cohgen" emit "$top/specs/getm/getm.xml" -o "$dir" --harness=replay --set=WARPS=2 --set=LOG=1 --set=BEAT_BYTES=32 \
        --set="VU.ROWS=$rows" >"$scratch/log" 2>&1 &&
        JOBS=$jobs "$top/scripts/verilate.sh" "$dir" getm -Wno-MULTIDRIVEN >>"$scratch/log" 2>&1 &&
        cc -std=c17 -O2 -I"$top/sim" -DCG_LIB=cg_dut -o "$unit" "$top/tests/bench/bench_getm.c" \
            "$top/tests/bench/vu.c" "$top/tb/cg_model.c" "$dir/harness/getm_dut.c" "$dir/verilated/libcg_dut.a" \
            "$build/sim/libcohgen_sim.a" -lstdc++ -latomic -lm -lz -lpthread >>"$scratch/log" 2>&1 || {
                cat "$scratch/log" >&2
                exit 3
            }
}

load_table() { # TABLE TITLE
    for size in $entries; do
        unit "$size"
        title "$1" "emitted Verilog, $size entries GPU-wide (a sixth here, and a stash of 4): $2"
        printf '%8s %8s %9s %9s %9s %9s %9s %9s %6s %10s\n' occu- lock- '' cycles/ slots/ tried moves/ stash stash \
            spilled/ pied ed requests request request again insertion mean most insertion
        "$unit" "$1" "$requests"
    done
}
occupied() {
    load_table occupied "an insertion or a release in every cycle, a tenth of the places locked, the table fills"
}
locked() { load_table locked "an insertion or a release in every cycle, the table is full"; }
of_one_size() { # the 4K of the paper
    unit 4K
    title "$1" "$2"
}
hits() {
    of_one_size hits "emitted Verilog, requests one behind the other that find their granule"
    printf '%-66s %9s %9s %9s %9s\n' '' requests cycles /cycle aborts
    "$unit" hits "$requests"
}
others() {
    for size in $entries; do
        unit "$size"
        title others "emitted Verilog, $size entries: loads of 8 tracked granules, and insertions of new ones among them; cycles from the offer to the row"
        printf '%8s %8s %9s %9s %9s %11s %11s %9s %6s\n' locked inserts offered requests /cycle 'moves first' \
            'tried again' mean longest '' '' '' '' '' /insertion /insertion cycles cycles
        "$unit" others "$requests"
    done
}
commit() {
    of_one_size commit "emitted Verilog, log entries one behind the other to granules that are reserved, 32 bytes each; memory of 32 bytes per cycle, 20 cycles away"
    printf '%-66s %9s %9s %9s %9s %9s\n' '' entries cycles /cycle joined bytes/cyc
    "$unit" commit "$requests"
}

# ---- storage ----

storage() {
    title storage \
        "cohgen stats specs/getm/getm.xml, 720 warps as far as the owner's bits go, six partitions, against table 4.5"
    "$cohgen" stats "$top/specs/getm/getm.xml" --set WARPS=16 | awk -v warps=$((15 * 48)) '
        function log2(n,  b) { while (2 ^ b < n) b++; return b }
        /^storage / { on = 1; next }
        on && $1 == "VU" { entries[$2] = $(NF - 3); bits[$2] = $(NF - 2);
            if ($2 == "stall,") { entries["parked"] = $(NF - 3); bits["parked"] = $(NF - 2) } }
        on && $1 == "TX" && $2 == "registers" { core = $(NF - 2) }
        /^types/ { types = 1 } types && $1 == "node" { node = $2 } types && $1 == "ts" { ts = $2 }
        function row(name, paper, n, b, all) { printf "%-34s %12s %10d %10d %12d %14.1f\n", name, paper, n, b,
            (n * b + 7) / 8, all / 1024 }
        END {
            wide = log2(warps + 6) - node # a node number is wider with 720 warps
            printf "%-34s %12s %10s %10s %12s %14s\n", "", "published", "entries", "bits", "bytes", "KB, six of them"
            m = bits["meta"] + wide; s = bits["parked"] + wide
            row("precise table and stash", "64 KB in all", entries["meta"], m, 6 * entries["meta"] * m / 8)
            row("approximate table", "8 KB in all", entries["approx"], bits["approx"],
                6 * entries["approx"] * bits["approx"] / 8)
            row("stall buffer: granules of lines", "", entries["stall"], bits["stall"],
                6 * entries["stall"] * bits["stall"] / 8)
            row("stall buffer: requests", "", entries["parked"], s, 6 * entries["parked"] * s / 8)
            printf "%-34s %12s %10d %10d %12.1f\n", "stall buffer: a line of it", "30 B", 1,
                bits["stall"] + entries["parked"] / entries["stall"] * s,
                (bits["stall"] + entries["parked"] / entries["stall"] * s) / 8
            id = log2(warps)
            printf "%-34s %12s %10d %10d %12d\n", "times of a core (cg_warpts)", "192 B", 49, ts - id,
                (49 * (ts - id) + 1 + 7) / 8
        }'
}

# ---- the reference in C ----

programs="HT-H HT-M HT-L ATM"
options_of() {
    case $1 in
        HT-H) echo "ht --with keys=$each" ;;
        HT-M) echo "ht --with keys=$each --with buckets=80000" ;;
        HT-L) echo "ht --with keys=$each --with buckets=800000" ;;
        ATM) echo "atm --with transfers=$each" ;;
    esac
}
with_locks() { options_of "$1" | sed 's/^ht/ht_locks/; s/^atm/atm_locks/'; }
published() { # aborts and best number of warps in table 4.4
    case $1 in HT-H) echo 460 8 ;; HT-M) echo 172 8 ;; HT-L) echo 207 8 ;; ATM) echo 114 4 ;; esac
}
machine="--cores $cores --warps $warps --entries 683"
# figures OPTION...: runs a program, and leaves figures in variables
figures() {
    f_granules=0 f_gmean=0
    # shellcheck disable=SC2086
    "$tx" $machine "$@" >"$scratch/out" 2>&1 || { cat "$scratch/out" >&2; exit 1; }
    awk '
        $1 == "cycles" || $1 == "commits" || $1 == "aborts" { print $1, $2 }
        $1 == "granules" { print "granules", $2; print "gmean", $(NF - 2) }
        $1 == "waiting" {
            for (i = 1; i < NF; i++) {
                if ($(i + 1) == "of" && $(i + 2) == "their") print "beside", $i
                if ($i == "most") print "unit", $(i + 1)
                if ($(i + 1) == "in" && $(i + 2) == "all,") print "most", $i
                if ($(i + 1) == "in" && $(i + 3) == "on") print "mean", $i
            }
            print "queued", $2
        }
        $1 == "late" && $3 == "requests" { print "late", $2; print "false", $8 }
        $1 == "table" && $3 == "entries" { print "left", $2; print "grown", $6 }' "$scratch/out" >"$scratch/figures"
    while read -r f_name f_value; do export "f_$f_name=$f_value"; done <"$scratch/figures"
}
limits="1 2 4 8 16 0"
limit_name() { [ "$1" = 0 ] && echo all || echo "$1"; }

aborts() {
    title aborts "reference in C, $cores cores of $warps warps, $each transactions per thread: cycles and aborts per 1000 commits against the warps of a core that may be in transactions; precise metadata of all granules, and 4K entries with the filter"
    printf '%-6s %7s | %9s %10s | %9s %10s | %s\n' '' '' exact '' 4K '' 'table 4.4' '' warps cycles aborts cycles \
        aborts aborts
    for p in $programs; do
        best='' least=0
        for l in $limits; do
            # shellcheck disable=SC2046
            figures $(options_of "$p") --limit "$l" --entries 0
            exact_cycles=$f_cycles exact_aborts=$f_aborts
            # shellcheck disable=SC2046
            figures $(options_of "$p") --limit "$l"
            if [ -z "$best" ] || [ "$f_cycles" -lt "$least" ]; then best=$l least=$f_cycles; fi
            printf '%-6s %7s | %9s %10s | %9s %10s | %s\n' "$p" "$(limit_name "$l")" "$exact_cycles" "$exact_aborts" \
                "$f_cycles" "$f_aborts" \
                "$([ "$(published "$p" | cut -d' ' -f2)" != "$l" ] || published "$p" | cut -d' ' -f1)"
        done
        printf '%-6s best with 4K entries: %s warps\n' "$p" "$(limit_name "$best")"
        echo "$p $best" >>"$scratch/best"
    done
}

# Best number of warps: that of table aborts, if it was made in this run, else the one of table 4.4.
best_of() {
    b=$(awk -v p="$1" '$1 == p { print $2 }' "$scratch/best" 2>/dev/null || true)
    [ -n "$b" ] && echo "$b" || published "$1" | cut -d' ' -f2
}

locks() {
    title locks "reference in C: cycles with transactions, the number of warps as in table aborts if that is printed too, else as in table 4.4, and with locks"
    printf '%-6s %7s %12s %12s %14s\n' '' warps transactions locks transactions/locks
    for p in $programs; do
        l=$(best_of "$p")
        # shellcheck disable=SC2046
        figures $(options_of "$p") --limit "$l"
        c=$f_cycles
        # shellcheck disable=SC2046
        figures $(with_locks "$p")
        echo "$c $f_cycles" | awk -v p="$p" -v l="$(limit_name "$l")" \
            '{ printf "%-6s %7s %12d %12d %14.2f\n", p, l, $1, $2, $1 / $2 }'
    done
}

# 4K entries; the best of 4, 8 and 16 warps.
mixes() {
    title mixes "reference in C, 4K entries: aborts per 1000 commits with the number of warps of table 4.4; best of 4, 8, 16 warps; its cycles against locks. Head: bytes of a bucket's; nodes of a warp in granules of their own"
    printf '%-5s %-9s %4s' start pauses head
    for p in $programs; do printf ' | %-6s aborts best /locks' "$p"; done
    printf ' | gmean\n'
    for v in "warp doubled 4" "core doubled 4" "core doubled 8" "core doubled 16" "core steps 4" "core steps 8" \
        "core steps 16"; do
        # shellcheck disable=SC2086
        set -- $v
        printf '%-5s %-9s %4s' "$1" "$2" "$3"
        ratios=
        for p in $programs; do
            o="$(options_of "$p") $([ "$1" = core ] || echo --own-clock) $([ "$2" = doubled ] || echo --backoff-step 500)"
            case $p in HT*) o="$o --with spread=$3" ;; esac
            best='' least=0
            for l in 4 8 16; do
                # shellcheck disable=SC2086
                figures $o --limit "$l"
                [ "$l" != "$(published "$p" | cut -d' ' -f2)" ] || a=$f_aborts
                if [ -z "$best" ] || [ "$f_cycles" -lt "$least" ]; then best=$l least=$f_cycles; fi
            done
            # shellcheck disable=SC2046
            figures $(with_locks "$p") $(case $p in HT*) echo "--with spread=$3" ;; esac)
            ratio=$(echo "$least $f_cycles" | awk '{ printf "%.2f", $1 / $2 }')
            printf ' | %13s %4s %6s' "$a" "$best" "$ratio"
            ratios="$ratios $least $f_cycles"
        done
        echo "$ratios" | awk '{ for (i = 1; i < NF; i += 2) { s += log($i / $(i + 1)); n++ }; printf " | %5.2f\n", exp(s / n) }'
    done
    printf '%-20s' published
    for p in $programs; do printf ' | %13s %4s %6s' $(published "$p") ''; done
    printf ' | %5s\n' "1.07"
}

sizes() {
    title sizes "reference in C, warps as in table 4.4: cycles and aborts per 1000 commits against precise entries in all (granules of 32 bytes), and granule (4K entries)"
    printf '%-6s' ''
    for v in 2K 4K 8K '16 B' '32 B' '64 B' '128 B'; do printf ' %9s %7s' "$v" aborts; done
    echo
    for p in $programs; do
        printf '%-6s' "$p"
        for v in "--entries 341" "--entries 683" "--entries 1365" "--granule 16" "--granule 32" "--granule 64" \
            "--granule 128"; do
            # shellcheck disable=SC2046,SC2086
            figures $(options_of "$p") --limit "$(published "$p" | cut -d' ' -f2)" $v
            printf ' %9s %7s' "$f_cycles" "$f_aborts"
        done
        echo
    done
}

false_() {
    title false "reference in C, warps as in table 4.4, $each transactions per thread: requests refused for their time, and of these those that true times would not have refused"
    printf '%-6s %9s %-18s %9s %10s %9s %9s %9s %12s\n' '' entries approximate cycles aborts refused falsely share \
        'left table'
    for p in $programs; do
        for v in "0 exact" "683 filter" "683 registers" "171 filter" "171 registers"; do
            n=${v% *} kind=${v#* }
            # shellcheck disable=SC2046
            figures $(options_of "$p") --limit "$(published "$p" | cut -d' ' -f2)" --entries "$n" \
                $([ "$kind" = registers ] && echo --registers=1)
            [ "$n" != 0 ] || f_left=0
            echo "$f_cycles $f_aborts $f_late $f_false $f_left" | awk -v p="$p" -v n="$n" -v kind="$kind" '{
                printf "%-6s %9s %-18s %9d %10.1f %9d %9d %7.1f %% %12d\n", p, n ? n : "all", kind, $1, $2, $3, $4,
                    $3 ? 100 * $4 / $3 : 0, $5 }'
        done
    done
}

stall() {
    title stall "reference in C, 4K entries, warps as in table 4.4: what waits in the stall buffers (4 granules of 4 requests in each partition; and without bound): granules (figure 4.15 counts these) and requests"
    printf '%-6s %-10s %9s %14s %9s %14s %9s %12s %13s %9s\n' '' buffer queued 'granules: most' mean 'requests: most' mean \
        'most in one' 'with them on' aborts
    for p in $programs; do
        for v in 4 1024; do
            # shellcheck disable=SC2046
            figures $(options_of "$p") --limit "$(published "$p" | cut -d' ' -f2)" --stall-lines $v --stall-entries $v
            printf '%-6s %-10s %9s %14s %9s %14s %9s %12s %13s %9s\n' "$p" \
                "$([ $v = 4 ] && echo '4 x 4' || echo 'no bound')" "$f_queued" "$f_granules" "$f_gmean" "$f_most" \
                "$f_mean" "$f_unit" "$f_beside" "$f_aborts"
        done
    done
}

for t in ${tables:-$all}; do
    case $t in false) false_ ;; *) "$t" ;; esac
done
