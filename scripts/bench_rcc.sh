#!/bin/sh
# What the published evaluation of RCC claims (Ren 2020, sections 3.2 and 3.4 to 3.6), measured on the emitted Verilog:
# one table per claim, each ratio from runs of this very program. docs/results.md compares. `./run bench rcc --help`
# lists tables and options.
# Exit status: 0 fine, 1 a run failed, 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
cohgen=$build/cohgen
jobs=${JOBS:-2}
SPEC_EDIT=${SPEC_EDIT:-$build/tests/tools/spec_edit}
. "$top/scripts/variants.sh"
cores=8 warps=16 banks=4 seeds=1 size=1 most=16
all="storage latency load traffic expired leases time order weak mesi tc peers ceiling intra blocked energy speed rollover"

usage() {
    cat <<END
Usage: ./run bench rcc [OPTION...] [TABLE...]
Tables (default: all):
  storage    bits of RCC beside those of the caches (cohgen stats)
  latency    hits, misses, bandwidth of the system of table 3.3
  load       latency of loads that miss in L1 against the number of warps
  traffic    flits with and without lease renewal, by kind of message
  expired    loads that find a line whose lease is over, and how many of them were renewed
  leases     fixed leases of 8 to 2048 against predicted ones: expired loads, cycles
  time       how fast logical time runs
  order      what sequential consistency holds back, and behind which operations
  weak       RCC-SC against RCC-WO, with cores that wait for their stores and that do not
  mesi       RCC against MESI (specs/mesi), with one bank and one directory
  tc         RCC against TC-strong and TC-weak (specs/tc), leases of 100 to 1600 cycles
  peers      RCC, MESI (specs/mesi/mesi_wt.xml) without and with hits while a store is under way, TC-strong, TC-weak,
             RCC-WO side by side, five seeds or more
  ceiling    RCC and that MESI beside an ideal whose permissions cost nothing (specs/mesi/ideal.xml), loops that poll by
             atomics and by loads, five seeds or more
  intra      programs that share within a workgroup only (matmul, reduce with 32 lanes, tiles), RCC and its peers; with
             cores that compute between accesses; RCC-WO with loads and stores that are not waited for
  energy     RCC, MESI, TC-strong, TC-weak: flits, rows of L1 and L2, lines of memory, each by its energy
  blocked    that MESI: for how much of a run the line that is blocked most is blocked at L2
  speed      verilation and simulation against the number of cores
  rollover   cycles of a rollover of logical time
Options:
  --cores N --warps N --banks N   size of the system (default $cores, $warps, $banks)
  --size N                        makes the workloads N times as long (default $size)
  --seeds N                       runs of each workload, added up (default $seeds)
  --most N                        most cores in table speed (default $most)
  --spec                          only prints the specification that is measured: rcc.xml, its leases and renewal as
                                  input pins
JOBS: compilers and simulations at a time (default 2)
END
}

wrong() { echo "bench rcc: $1" >&2; usage >&2; exit 2; }
tables=
while [ $# -gt 0 ]; do
    case $1 in
        --help) usage; exit 0 ;;
        --spec) variant_rcc; exit 0 ;;
        --cores|--warps|--banks|--size|--seeds|--most)
            case ${2:-} in ''|*[!0-9]*|0) wrong "$1: a number is missing" ;; esac
            export "${1#--}=$2"
            shift 2 ;;
        -*) wrong "unknown option '$1'" ;;
        *) case " $all " in *" $1 "*) tables="$tables $1" ;; *) wrong "no table '$1'" ;; esac; shift ;;
    esac
done

work=$build/bench_rcc
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$work"
. "$top/scripts/bench_lib.sh"
. "$top/scripts/bench_rcc_peers.sh"

# ---- designs ----

# sets PARAM=VALUE...: as options of cohgen
sets() { for p; do printf ' --set %s' "$p"; done; }
# link DIR DESIGN PROGRAM SOURCE...: a program around a verilated design
link() {
    dir=$1 dut=$1/harness/$2_dut.c program=$3
    shift 3
    quiet cc -std=c17 -O2 -I"$top/sim" -DCG_LIB=cg_dut -o "$dir/$program" "$@" "$top/tb/cg_model.c" "$dut" \
        "$dir/verilated/libcg_dut.a" "$build/sim/libcohgen_sim.a" -lstdc++ -latomic -lm -lz -lpthread
}
# design NAME SPEC PARAM=VALUE...: builds the simulator $work/NAME/sim, unless it is there for the same files
design() {
    name=$1 spec=$2
    shift 2
    echo "building $name ..." >&2
    # shellcheck disable=SC2046
    quiet "$cohgen" emit "$spec" -o "$work/$name" $(sets "$@")
    protocol=$(basename "$work/$name"/harness/*_harness.sv _harness.sv)
    JOBS=$jobs quiet "$top/scripts/verilate.sh" "$work/$name" "$protocol"
    link "$work/$name" "$protocol" sim "$top/sim/main.c"
}

# The latencies and bandwidths of table 3.3 in cycles of the cores, see docs/results.md: 340 to L2 and back, 460 to
# memory; 16 bytes per cycle and link, and per cycle and bank's memory. NET_LATENCY: each way.
table_3_3="FLIT_BITS=128 BEAT_BYTES=16 MEM_SLOTS=16 NET_LATENCY=159"
timing="--latency 100 --jitter 0 --backpressure 0 --watchdog 1000000"
size_of_system() { echo "CORES=$cores WARPS=$warps BANKS=$banks"; }

shipped_built='' leases_built=''
build_shipped() {
    [ -z "$shipped_built" ] || return 0
    shipped_built=yes
    # shellcheck disable=SC2046
    design shipped "$top/specs/rcc/rcc.xml" $(size_of_system) $table_3_3
}
predicted="--pin LEASE_MIN=8 --pin LEASE_MAX=2048 --pin RENEWAL=1"
# Must behave as the shipped design, cycle by cycle.
build_leases() {
    [ -z "$leases_built" ] || return 0
    leases_built=yes
    build_shipped
    variant_rcc >"$work/rcc.xml"
    # shellcheck disable=SC2046
    design leases "$work/rcc.xml" $(size_of_system) $table_3_3
    run shipped shipped bfs 1
    run P leases bfs 1 $predicted
    run_queue
    figures shipped P | table 'if (s("P", "bfs", "cycles") != s("shipped", "bfs", "cycles")) {
        print "bench rcc: the design with pins is not the shipped one" >"/dev/stderr"; exit 1 }'
}

# ---- workloads: analogues of those of table 3.4 that share data between cores, see docs/results.md ----

workloads="tree bfs cloth stealing stencil place hashtable histogram"
options_of() {
    case $1 in
        tree) echo "--set bodies=2 --set steps=$((2 * size))" ;;
        bfs) echo "--set scale=8 --set edges=$((4 * size))" ;;
        cloth) echo "--set lines=2 --set steps=$((3 * size))" ;;
        stealing) echo "--set depth=6 --set children=$((3 + size)) --set size=64" ;;
        stencil) echo "--set n=64 --set wide=1 --set steps=$((16 * size))" ;;
        place) echo "--set side=32 --set tries=$((4 * size))" ;;
        hashtable) echo "--set keys=$((6 * size)) --set buckets=512 --set range=512" ;;
        matmul) echo "--set tiles=4 --set side=16 --set waves=4 --set read=0" ;;
        reduce) echo "--set turns=$((8 * size)) --set waves=4 --set groups=16 --set read=0" ;;
        tiles) echo "--set side=16 --set steps=$((4 * size)) --set waves=4 --set groups=16 --set read=0" ;;
        histogram) echo "--set n=$((2000 * size)) --set bins=256" ;;
    esac
}

# ---- runs ----

# run CONFIGURATION DESIGN WORKLOAD SEED OPTION...: queues it, unless its figures are there
run() {
    configuration=$1 program=$work/$2/sim workload=$3 seed=$4
    shift 4
    csv=$scratch/$configuration.$workload.$seed.csv
    [ -f "$csv" ] ||
        echo "$program --test $workload $(options_of "$workload") --seed $seed $timing --quiet --stats $csv $*" \
        >>"$scratch/queue"
}
# Runs what is queued. Each command has words without blanks.
run_queue() {
    [ -f "$scratch/queue" ] || return 0
    echo "$(wc -l <"$scratch/queue") runs ..." >&2
    # shellcheck disable=SC2016
    xargs -P "$jobs" -I '{}' sh -c 'out=$({} 2>&1) || { echo "FAILED: {}"; echo "$out" | tail -n 5; exit 1; }' \
        <"$scratch/queue" >&2 || exit 1
    rm "$scratch/queue"
}
# every CONFIGURATION DESIGN OPTION...: all workloads
every() {
    configuration_=$1 design_=$2
    shift 2
    for workload_ in $workloads; do
        for seed_ in $(seq "$seeds"); do run "$configuration_" "$design_" "$workload_" "$seed_" "$@"; done
    done
}
# figures CONFIGURATION...: a line for each run: configuration workload, then FIGURE=VALUE ...
figures() {
    for c; do
        for csv in "$scratch/$c".*.csv; do
            workload=${csv%.*.csv}
            awk -F, -v head="$c ${workload##*.}" '
                $1 == "run" && ($6 ~ /^[0-9.]+$/) { v[$3] = $6 }
                $1 == "message" && $3 != "network" { v[$3 "." $2] = $6; v[$3] += $6 }
                $3 == "cycles.serves" { v["serves." $1] += $6 }
                $1 == "memory" && ($3 == "reads" || $3 == "writes") { v["memory.lines"] += $6 }
                $3 ~ /^reg[.]r?now[.]value$/ && $1 == "L1" && $6 > v["now"] { v["now"] = $6 }
                $3 ~ /^reg[.]r?now[.]changes$/ && $1 == "L1" { v["changes"] += $6 }
                END { split("load store atomic", kinds, " ");
                    for (i in kinds) v[kinds[i] ".latencies"] = v[kinds[i] ".average"] * v[kinds[i] ".completed"]
                      printf "%s", head; for (i in v) printf " %s=%s", i, v[i]; print "" }' "$csv"
        done
    done
}
# table AWK-PROGRAM: of the figures on standard input. Sums over the seeds: sum[configuration, workload, figure]; the
# program is the END part; functions it may use: see below.
table() {
    awk -v workloads="$workloads" '
        function ratio(a, b) { return b ? a / b : 0 }
        function s(c, w, f) { return sum[c, w, f] }
        function gmean(list, n,   i, g) { g = 0; for (i = 1; i <= n; i++) g += log(list[i]); return n ? exp(g / n) : 0 }
        { for (i = 3; i <= NF; i++) { split($i, p, "="); sum[$1, $2, p[1]] += p[2] } }
        END { n = split(workloads, work, " "); '"$1"' }'
}
title() { printf '\n== %s: %s\n' "$1" "$2"; }

# ---- tables ----

storage() {
    title storage "bits per line, of the default system (cohgen stats specs/rcc/rcc.xml)"
    "$cohgen" stats "$top/specs/rcc/rcc.xml" | awk '
        /^controller / { name = substr($2, 1, length($2) - 1) }
        /^  store / { on = 1 } /^  waiters / { on = 0 }
        on && $1 ~ /^(exp|ver|lease)$/ { rcc[name " " $1] = $2; all[name] += $2 }
        on && $1 == "entry" { entry[name] = $2 }
        END {
            printf "%-4s %8s %8s %8s %8s %22s %22s\n", "", "entry", "exp", "ver", "lease", "exp + ver of the rest",
                "all three of the rest"
            split("L1 L2", order, " ")
            for (i = 1; i <= 2; i++) {
                c = order[i]; rest = entry[c] - all[c]
                printf "%-4s %8d %8d %8d %8d %20.1f %% %20.1f %%\n", c, entry[c], rcc[c " exp"], rcc[c " ver"],
                    rcc[c " lease"], 100 * (rcc[c " exp"] + rcc[c " ver"]) / rest, 100 * all[c] / rest
            }
        }'
}

latency() {
    title latency "$(size_of_system), $table_3_3, memory 100 cycles behind its port"
    build_shipped
    link "$work/shipped" rcc bench "$top/tests/bench/bench_rtl.c" "$top/tests/bench/flow.c"
    "$work/shipped/bench" 100
}

load() {
    title load "loads of random lines that fit in L2 and not in L1 (lines of 128 bytes), every warp loads again at once"
    build_shipped
    n=1
    while [ "$n" -le "$warps" ]; do
        csv=$scratch/load.$n.csv
        plain="--set wide=0 --set evict=0 --set delay=0 --set lines=2048 --quiet"
        kinds="--set loads=100 --set stores=0 --set atomics=0"
        echo "$work/shipped/sim --test random --ops 300 --warps $n $timing $kinds $plain --stats $csv" \
            >>"$scratch/queue"
        n=$((n * 2))
    done
    run_queue
    printf '%6s %14s %12s %10s %10s %10s %22s\n' warps 'loads/cycle' 'L1 hits' average p50 p99 'bytes/cycle and bank'
    n=1
    while [ "$n" -le "$warps" ]; do
        awk -F, -v n="$n" -v banks="$banks" '
            $1 == "run" { v[$3] = $6 } $1 == "message" && $2 == "DATA" && $3 == "sent" { data = $6 }
            END { printf "%6d %14.3f %10.1f %% %10.1f %10d %10d %22.2f\n", n, v["load.completed"] / v["cycles"],
                100 * v["load_hits"] / v["load.completed"], v["load.average"], v["load.p50"], v["load.p99"],
                data * 128 / v["cycles"] / banks }' "$scratch/load.$n.csv"
        n=$((n * 2))
    done
}

# Flits of each kind of message on links of 32 bits, as KIND=FLITS ..., and as if WRITE carried a word and not a line of
# 128 bytes with its mask.
narrow_flits() {
    "$cohgen" stats "$top/specs/rcc/rcc.xml" | awk '
        function flits(bits) { return int((bits + 31) / 32) }
        /^messages/ { on = 1 }
        on && NF == 4 && $4 + 0 { printf "%s=%s ", $1, $4 }
        on && $1 == "WRITE" { printf "WORD_WRITE=%d ", flits($3 - 1024 - 128 + 32 + 5) }'
}

traffic() {
    build_leases
    title traffic "flits with (+R) and without (-R) renewal, in thousands; links of 32 bits, computed from the messages sent, and of 128 bits, counted"
    every P leases $predicted
    every P-R leases --pin LEASE_MIN=8 --pin LEASE_MAX=2048 --pin RENEWAL=0
    for l in 8 128; do
        every "F$l" leases --pin LEASE_MIN=$l --pin LEASE_MAX=$l --pin RENEWAL=1
        every "F$l-R" leases --pin LEASE_MIN=$l --pin LEASE_MAX=$l --pin RENEWAL=0
    done
    run_queue
    figures P P-R F8 F8-R F128 F128-R | table '
        split("'"$(narrow_flits)"'", list, " "); for (i in list) { split(list[i], p, "="); flits[p[1]] = p[2] }
        split("P P-R F8 F8-R F128 F128-R", configs, " "); split("GETS WRITE ATOMIC DATA RENEW ACK OLD", kinds, " ")
        printf "%-10s | %-50s | %-20s | %-20s | %-20s\n", "", "predicted lease, 32 bits",
            "as if words: +R/-R", "fixed: +R/-R", "128 bits: +R/-R"
        printf "%-10s | %8s %8s %6s %8s %8s %7s | %10s %9s | %10s %9s | %10s %9s\n", "workload",
            "-R", "+R", "+R/-R", "DATA -R", "DATA +R", "RENEW", "predicted", "lease 8", "lease 8", "lease 128",
            "predicted", "lease 8"
        for (i = 1; i <= n; i++) {
            w = work[i]
            for (j in configs) {
                c = configs[j]; t[c] = 0
                for (k in kinds) t[c] += s(c, w, "sent." kinds[k]) * flits[kinds[k]]
                words = w == "cloth" || w == "stencil" ? 0 : s(c, w, "sent.WRITE")
                word[c] = t[c] - words * (flits["WRITE"] - flits["WORD_WRITE"])
                d[c] = s(c, w, "sent.DATA") * flits["DATA"]
            }
            r[1, i] = ratio(t["P"], t["P-R"]); r[2, i] = ratio(word["P"], word["P-R"])
            r[3, i] = ratio(word["F8"], word["F8-R"]); r[4, i] = ratio(t["F8"], t["F8-R"])
            r[5, i] = ratio(t["F128"], t["F128-R"]); r[6, i] = ratio(s("P", w, "flits"), s("P-R", w, "flits"))
            r[7, i] = ratio(s("F8", w, "flits"), s("F8-R", w, "flits"))
            printf "%-10s | %8.1f %8.1f %6.2f %8.1f %8.1f %7d | %10.2f %9.2f | %10.2f %9.2f | %10.2f %9.2f\n", w,
                t["P-R"] / 1000, t["P"] / 1000, r[1, i], d["P-R"] / 1000, d["P"] / 1000, s("P", w, "sent.RENEW"),
                r[2, i], r[3, i], r[4, i], r[5, i], r[6, i], r[7, i]
            if (s("P", w, "sent.RENEW") > s("P", w, "load.completed") / 1000) renewing[++m] = i
        }
        for (k = 1; k <= 7; k++) {
            for (i = 1; i <= n; i++) all[i] = r[k, i]
            g[k] = gmean(all, n)
            for (i = 1; i <= m; i++) some[i] = r[k, renewing[i]]
            h[k] = gmean(some, m)
        }
        printf "%-10s | %8s %8s %6.2f %8s %8s %7s | %10.2f %9.2f | %10.2f %9.2f | %10.2f %9.2f\n", "gmean",
            "", "", g[1], "", "", "", g[2], g[3], g[4], g[5], g[6], g[7]
        printf "%-10s | %8s %8s %6.2f %8s %8s %7s | %10.2f %9.2f | %10.2f %9.2f | %10.2f %9.2f  %s\n", "",
            "", "", h[1], "", "", "", h[2], h[3], h[4], h[5], h[6], h[7],
            "(gmean of those that renew one load in 1000)"'
}

expired() {
    build_leases
    title expired "loads whose lease was over when they were looked up, predicted lease"
    every P leases $predicted
    run_queue
    figures P | table '
        printf "%-10s %10s %8s %12s %12s %16s %22s\n", "workload", "loads", "hits", "expired", "of loads", "renewals",
            "of answers to loads"
        for (i = 1; i <= n; i++) {
            w = work[i]; loads = s("P", w, "load.completed"); answers = s("P", w, "sent.RENEW") + s("P", w, "sent.DATA")
            printf "%-10s %10d %6.1f %% %12d %10.1f %% %16d %20.1f %%\n", w, loads,
                100 * ratio(s("P", w, "load_hits"), loads), s("P", w, "load_by_view"),
                100 * ratio(s("P", w, "load_by_view"), loads),
                s("P", w, "sent.RENEW"), 100 * ratio(s("P", w, "sent.RENEW"), answers)
        }'
}

leases() {
    build_leases
    title leases "fixed leases against predicted ones (8 to 2048)"
    every P leases $predicted
    fixed="8 16 32 64 128 256 512 1024 2048"
    for l in $fixed; do every "F$l" leases --pin "LEASE_MIN=$l" --pin "LEASE_MAX=$l" --pin RENEWAL=1; done
    run_queue
    # shellcheck disable=SC2046
    figures P $(for l in $fixed; do echo "F$l"; done) | table '
        m = split("'"$fixed"'", fixed, " ")
        for (part = 1; part <= 2; part++) {
            print part == 1 ? "expired loads, in percent of the loads" : \
                "cycles with a fixed lease, in percent of those with predicted ones"
            printf "%-10s", "workload"
            for (j = 1; j <= m; j++) printf " %7d", fixed[j]
            print part == 1 ? "  predicted" : ""
            for (i = 1; i <= n; i++) {
                w = work[i]; printf "%-10s", w
                for (j = 1; j <= m; j++) {
                    c = "F" fixed[j]
                    if (part == 1) x = ratio(s(c, w, "load_by_view"), s(c, w, "load.completed"))
                    else x = ratio(s(c, w, "cycles"), s("P", w, "cycles"))
                    printf " %7.1f", 100 * x
                }
                x = ratio(s("P", w, "load_by_view"), s("P", w, "load.completed"))
                print part == 1 ? sprintf(" %10.1f", 100 * x) : ""
            }
            printf "%-10s", part == 1 ? "P/fixed" : "gmean"
            for (j = 1; j <= m; j++) {
                k = 0
                for (i = 1; i <= n; i++) {
                    f = "F" fixed[j]; w = work[i]
                    a = part == 1 ? ratio(s("P", w, "load_by_view"), s("P", w, "load.completed")) : s(f, w, "cycles")
                    b = part == 1 ? ratio(s(f, w, "load_by_view"), s(f, w, "load.completed")) : s("P", w, "cycles")
                    if (a > 0 && b > 0) list[++k] = a / b
                }
                printf part == 1 ? " %7.2f" : " %7.1f", part == 1 ? gmean(list, k) : 100 * gmean(list, k)
            }
            print part == 1 ? "  (gmean of the workloads that have any)\n" : ""
        }'
}

time_() {
    build_leases
    title time "logical time: now of the core that is ahead at the end, and how often a core advanced its own"
    every P leases $predicted
    every F8 leases --pin LEASE_MIN=8 --pin LEASE_MAX=8 --pin RENEWAL=1
    run_queue
    figures P F8 | table '
        printf "%-10s | %-51s | %s\n", "", "predicted lease", "fixed lease of 8"
        printf "%-10s", "workload"; for (c = 1; c <= 2; c++) printf " | %9s %9s %14s %16s", "cycles", "now",
            "cycles/unit", "cycles/advance"; print ""
        split("P F8", configs, " ")
        for (i = 1; i <= n; i++) {
            printf "%-10s", work[i]
            for (c = 1; c <= 2; c++) {
                k = configs[c]; w = work[i]; unit = ratio(s(k, w, "cycles"), s(k, w, "now"));
                advance = ratio('"$cores"' * s(k, w, "cycles"), s(k, w, "changes"))
                printf " | %9d %9d %14.1f %16.1f", s(k, w, "cycles"), s(k, w, "now"), unit, advance
                if (s(k, w, "now") > 100) { m[c]++; units[c, m[c]] = unit; advances[c, m[c]] = advance }
            }
            print ""
        }
        printf "%-10s", "gmean"
        for (c = 1; c <= 2; c++) {
            for (i = 1; i <= m[c]; i++) { one[i] = units[c, i]; two[i] = advances[c, i] }
            printf " | %9s %9s %14.1f %16.1f", "", "", gmean(one, m[c]), gmean(two, m[c])
        }
        print "  (workloads that get beyond 100)"'
}

order() {
    build_leases
    title order \
        "operations after which the warp had its next one ready, which sequential consistency held back; in cycles"
    every P leases $predicted
    run_queue
    figures P | table '
        printf "%-10s %12s %12s %14s %10s %10s %10s %12s\n", "workload", "operations", "held back", "behind writes",
            "load", "store", "atomic", "store/load"
        for (i = 1; i <= n; i++) {
            w = work[i]; ops = stalls = cycles = writes = 0
            split("load store atomic", kinds, " ")
            for (k in kinds) {
                ops += s("P", w, kinds[k] ".completed"); stalls += s("P", w, kinds[k] ".stalls");
                cycles += s("P", w, kinds[k] ".stall_cycles")
                if (kinds[k] != "load") writes += s("P", w, kinds[k] ".stall_cycles")
                a[kinds[k]] = ratio(s("P", w, kinds[k] ".latencies"), s("P", w, kinds[k] ".completed"))
            }
            printf "%-10s %12d %10.1f %% %12.1f %% %10.1f %10.1f %10.1f %12.2f\n", w, ops, 100 * ratio(stalls, ops),
                100 * ratio(writes, cycles), a["load"], a["store"], a["atomic"], ratio(a["store"], a["load"])
        }'
}

weak() {
    build_leases
    few="--warps $(((warps + 1) / 2))" # the other ids are for posted stores
    title weak "cycles of RCC-SC, of RCC-WO with cores that wait for each store, and with cores that do not wait for one store per warp; the pin wo of one design; $few"
    every SC leases $predicted $few --pin wo=0
    every WO leases $predicted $few --pin wo=1 --model weak
    every WOP leases $predicted $few --pin wo=1 --model weak --posted 1
    run_queue
    figures SC WO WOP | table '
        printf "%-10s %10s %10s %10s %10s %12s %12s %12s %12s\n", "workload", "SC", "WO", "posted", "SC/WO",
            "SC/posted", "expired SC", "WO", "posted"
        split("SC WO WOP", configs, " ")
        for (i = 1; i <= n; i++) {
            w = work[i]; one[i] = ratio(s("SC", w, "cycles"), s("WO", w, "cycles"));
            two[i] = ratio(s("SC", w, "cycles"), s("WOP", w, "cycles"))
            printf "%-10s %10d %10d %10d %10.3f %12.3f", w, s("SC", w, "cycles"), s("WO", w, "cycles"),
                s("WOP", w, "cycles"), one[i], two[i]
            for (c = 1; c <= 3; c++) printf " %10.1f %%", 100 * ratio(s(configs[c], w, "load_by_view"),
                s(configs[c], w, "load.completed"))
            print ""
        }
        printf "%-10s %10s %10s %10s %10.3f %12.3f\n", "gmean", "", "", "", gmean(one, n), gmean(two, n)'
}

# One bank: this MESI has one directory. Caches and miss-status entries are the same.
mesi() {
    l1="LINE_BYTES=128 L1.SETS=64 L1.WAYS=4 L1.MSHRS=64 L1.DEPTH=8" l2="SETS=$((128 * banks)) WAYS=8 MSHRS=64 DEPTH=8"
    # shellcheck disable=SC2046,SC2086
    design mesi "$top/specs/mesi/mesi.xml" CORES=$cores WARPS=$warps $table_3_3 $l1 \
        $(for p in $l2; do echo "DIR.$p"; done)
    # shellcheck disable=SC2046,SC2086
    design rcc_one "$top/specs/rcc/rcc.xml" CORES=$cores WARPS=$warps BANKS=1 $table_3_3 $l1 \
        $(for p in $l2; do echo "L2.$p"; done)
    # shellcheck disable=SC2046,SC2086
    design rcc_sparse "$top/specs/rcc/rcc.xml" CORES=$cores WARPS=$warps BANKS=1 $table_3_3 SPARSE_FLITS=1 $l1 \
        $(for p in $l2; do echo "L2.$p"; done)
    title mesi "CORES=$cores WARPS=$warps, one bank, one directory; flits of 128 bits in thousands; latencies in cycles; held back: cycles that operations waited for the warp's one before, of all kinds, in thousands"
    every MESI mesi
    every RCC rcc_one
    every SPARSE rcc_sparse
    run_queue
    figures MESI RCC | table '
        printf "%-10s %10s %10s %10s | %8s %8s %9s | %10s %10s | %10s %10s | %10s %10s\n", "workload", "MESI", "RCC",
            "MESI/RCC", "flits", "RCC", "RCC/MESI", "store", "RCC", "load", "RCC", "held back", "RCC"
        split("MESI RCC", configs, " "); split("load store atomic", kinds, " ")
        for (i = 1; i <= n; i++) {
            w = work[i]; faster[i] = ratio(s("MESI", w, "cycles"), s("RCC", w, "cycles"));
            less[i] = ratio(s("RCC", w, "flits"), s("MESI", w, "flits"))
            printf "%-10s %10d %10d %10.2f | %8.1f %8.1f %9.2f", w, s("MESI", w, "cycles"), s("RCC", w, "cycles"),
                faster[i], s("MESI", w, "flits") / 1000, s("RCC", w, "flits") / 1000, less[i]
            for (k = 2; k >= 1; k--) { printf " |"; for (c = 1; c <= 2; c++) printf " %10.1f",
                ratio(s(configs[c], w, kinds[k] ".latencies"), s(configs[c], w, kinds[k] ".completed")) }
            printf " |"
            for (c = 1; c <= 2; c++) { held = 0; for (k in kinds) held += s(configs[c], w, kinds[k] ".stall_cycles");
                printf " %10.1f", held / 1000 }
            print ""
        }
        printf "%-10s %10s %10s %10.2f | %8s %8s %9.2f\n", "gmean", "", "", gmean(faster, n), "", "", gmean(less, n)'
    title mesi "the same with messages as long as what is in them (SPARSE_FLITS=1; MESI has no bytes to leave out)"
    figures MESI SPARSE | table '
        printf "%-10s %10s %10s | %8s %9s\n", "workload", "RCC", "MESI/RCC", "flits", "RCC/MESI"
        for (i = 1; i <= n; i++) {
            w = work[i]; faster[i] = ratio(s("MESI", w, "cycles"), s("SPARSE", w, "cycles"));
            less[i] = ratio(s("SPARSE", w, "flits"), s("MESI", w, "flits"))
            printf "%-10s %10d %10.2f | %8.1f %9.2f\n", w, s("SPARSE", w, "cycles"), faster[i],
                s("SPARSE", w, "flits") / 1000, less[i]
        }
        printf "%-10s %10s %10.2f | %8s %9.2f\n", "gmean", "", gmean(faster, n), "", gmean(less, n)'
}

# Caches, miss-status entries and networks are the same. TC-weak is judged by the weak model: kernels have fences where
# they need them.
tc() {
    build_shipped
    tc_leases="100 400 800 1600"
    for name in tcs tcw; do
        variant_tc $name "$work"
        # shellcheck disable=SC2046
        design $name "$work/$name.xml" $(size_of_system) $table_3_3
    done
    every RCC shipped
    for l in $tc_leases; do
        every "HEAD$l" tcs --pin "LEASE=$l" --pin HEAD=1
        every "PARK$l" tcs --pin "LEASE=$l" --pin HEAD=0
        every "WEAK$l" tcw --pin "LEASE=$l" --model weak
    done
    run_queue
    title tc "$(size_of_system); cycles of TC over those of RCC; strong: stores wait at the head of the bank's requests, as published, or in their entry; fixed leases in cycles"
    # shellcheck disable=SC2046
    figures RCC $(for l in $tc_leases; do echo "HEAD$l PARK$l WEAK$l"; done) | table '
        m = split("'"$tc_leases"'", lease, " "); split("HEAD PARK WEAK", kinds, " ")
        split("strong, head|strong, entry|weak", texts, "|")
        printf "%-10s %10s", "", ""; for (k = 1; k <= 3; k++) printf " | %-*s", 6 * m, texts[k]; print ""
        printf "%-10s %10s", "workload", "RCC"
        for (k = 1; k <= 3; k++) { printf " |"; for (j = 1; j <= m; j++) printf " %5d", lease[j]; printf " " } print ""
        for (i = 1; i <= n; i++) {
            w = work[i]; printf "%-10s %10d", w, s("RCC", w, "cycles")
            for (k = 1; k <= 3; k++) { printf " |"
                for (j = 1; j <= m; j++) {
                    c = kinds[k] lease[j]; r[k, j, i] = ratio(s(c, w, "cycles"), s("RCC", w, "cycles"))
                    f[k, j, i] = ratio(s(c, w, "flits"), s("RCC", w, "flits")); printf " %5.2f", r[k, j, i]
                } printf " " }
            print ""
        }
        for (what = 1; what <= 2; what++) {
            printf "%-10s %10s", "gmean", what == 1 ? "" : "flits"
            for (k = 1; k <= 3; k++) { printf " |"
                for (j = 1; j <= m; j++) {
                    for (i = 1; i <= n; i++) list[i] = what == 1 ? r[k, j, i] : f[k, j, i]
                    printf " %5.2f", gmean(list, n)
                } printf " " }
            print ""
        }'
}

# One row: a copy is verilated without a compiler cache.
speed_row() {
    name=speed_$1
    # shellcheck disable=SC2046
    quiet "$cohgen" emit "$top/specs/rcc/rcc.xml" -o "$work/$name" $(sets CORES="$1" WARPS="$warps" BANKS="$banks")
    rm -rf "$work/$name/verilated"
    verilation "$work/$name" rcc
    link "$work/$name" rcc sim "$top/sim/main.c"
    measured "$work/$name/sim" --test random --ops 100 --seed 1
    cycles=$(awk '$1 == "cycles" { print $2; exit }' "$scratch/out")
    printf '%6d %12.1f %12.0f %10.1f %12.1f %12.0f %12.0f\n' "$1" "$verilator_cpu" "$verilator_memory" "$cpp_size" \
        "$compiler_cpu" "$compiler_memory" "$(calculate 0 "$cycles / $cpu")"
}

speed() {
    title speed "WARPS=$warps BANKS=$banks, lines of 128 bytes; processor seconds, MB; random traffic, every check on"
    printf '%6s %12s %12s %10s %12s %12s %12s\n' cores 'Verilator s' 'Verilator MB' 'C++ MB' 'compiler s' \
        'compiler MB' 'cycles/s'
    n=1
    while [ "$n" -le "$most" ]; do speed_row "$n"; n=$((n * 2)); done
}

rollover() {
    title rollover "cycles of a rollover of logical time"
    COHGEN_BUILD=$build "$top/scripts/bench_rollover.sh"
}

for t in ${tables:-$all}; do
    case $t in time) time_ ;; *) "$t" ;; esac
done
