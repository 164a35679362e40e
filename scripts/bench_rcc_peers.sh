# bench_rcc_peers.sh - `./run bench rcc peers|ceiling|intra|energy|blocked`: RCC beside its peers and an ideal; sourced by
# bench_rcc.sh, whose functions and sizes it uses.

# build_peers NAME...: their designs, each once
peers_built=' '
build_peers() {
    for peer; do
        case $peers_built in *" $peer "*) continue ;; esac
        peers_built="$peers_built$peer "
        case $peer in
            mesi_wt) variant_mesi_wt >"$work/mesi_wt.xml" && spec=$work/mesi_wt.xml ;;
            tcs|tcw) variant_tc "$peer" "$work" && spec=$work/$peer.xml ;;
            ideal) spec=$top/specs/mesi/ideal.xml ;;
            rcc_peer) spec=$top/specs/rcc/rcc.xml ;;
        esac
        # shellcheck disable=SC2046
        design "$peer" "$spec" $(size_of_system) $table_3_3 SPARSE_FLITS=1
    done
}

# Leases of TC: 800, the default of its authors' simulator.
peers() {
    [ "$seeds" -ge 5 ] || seeds=5
    build_peers mesi_wt rcc_peer tcs tcw
    few="--warps $(((warps + 1) / 2))" # the other ids are for posted stores
    every RCC rcc_peer
    every MESI mesi_wt --pin FRIENDLY=0
    every FRIENDLY mesi_wt --pin FRIENDLY=1
    every TCS tcs --pin LEASE=800 --pin HEAD=1
    every TCW tcw --pin LEASE=800 --model weak
    every HALF rcc_peer $few
    every WO rcc_peer $few --pin wo=1 --model weak --posted 1
    run_queue
    title peers "$(size_of_system), $seeds seeds, links of 128 bits, messages as long as what is in them (SPARSE_FLITS=1)"
    figures RCC MESI FRIENDLY TCS TCW HALF WO | awk -v workloads="$workloads" -f "$top/scripts/bench_rcc_peers.awk"
}

# What MESI would be if permissions cost nothing, with loops that poll by atomics, as everywhere else here, and by loads,
# which hit until somebody writes.
ceiling() {
    [ "$seeds" -ge 5 ] || seeds=5
    build_peers mesi_wt rcc_peer ideal
    every RCC rcc_peer
    every MESI mesi_wt --pin FRIENDLY=0
    every IDEAL ideal
    every MESI-L mesi_wt --pin FRIENDLY=0 --poll-loads
    every FRIENDLY-L mesi_wt --pin FRIENDLY=1 --poll-loads
    every IDEAL-L ideal --poll-loads
    run_queue
    title ceiling "$(size_of_system), $seeds seeds; IDEAL: specs/mesi/ideal.xml; -L: loops poll by loads"
    figures RCC MESI IDEAL MESI-L FRIENDLY-L IDEAL-L | awk -v workloads="$workloads" \
        -v cycles="MESI/RCC MESI-L/RCC FRIENDLY-L/RCC IDEAL/RCC IDEAL-L/RCC MESI/IDEAL MESI-L/IDEAL-L" \
        -f "$top/scripts/bench_rcc_peers.awk"
}

# What workgroups share they have in local memory, so permissions decide little. -T: cores compute, 100 cycles on average
# before each access. SLOW, WO: a quarter of the warps, whose ids are for stores and loads under way.
intra() (
    [ "$seeds" -ge 5 ] || seeds=5
    workloads="matmul reduce tiles"
    build_peers mesi_wt rcc_peer tcs tcw ideal
    for think in "" "-T --think 100"; do
        # shellcheck disable=SC2086
        set -- $think
        suffix=${1:-}
        [ $# -eq 0 ] || shift
        every "RCC$suffix" rcc_peer "$@"
        every "MESI$suffix" mesi_wt --pin FRIENDLY=0 "$@"
        every "TCS$suffix" tcs --pin LEASE=800 --pin HEAD=1 "$@"
        every "TCW$suffix" tcw --pin LEASE=800 --model weak "$@"
        every "IDEAL$suffix" ideal "$@"
    done
    few="--warps $(((warps + 3) / 4)) --set waves=$(((warps + 3) / 4))"
    every SLOW rcc_peer $few
    every WO rcc_peer $few --pin wo=1 --model weak --posted 1 --ahead 2
    run_queue
    title intra "$(size_of_system), $seeds seeds; -T: cores compute 100 cycles before each access"
    figures RCC MESI TCS TCW IDEAL RCC-T MESI-T TCS-T TCW-T IDEAL-T SLOW WO | awk -v workloads="$workloads" \
        -v cycles="MESI/RCC TCS/RCC TCW/RCC IDEAL/RCC MESI-T/RCC-T TCS-T/RCC-T TCW-T/RCC-T IDEAL-T/RCC-T SLOW/WO" \
        -f "$top/scripts/bench_rcc_peers.awk"
)

# What moves, by what it costs: the awk program has the energies.
energy() {
    [ "$seeds" -ge 5 ] || seeds=5
    build_peers mesi_wt rcc_peer tcs tcw
    every RCC rcc_peer
    every MESI mesi_wt --pin FRIENDLY=0
    every TCS tcs --pin LEASE=800 --pin HEAD=1
    every TCW tcw --pin LEASE=800 --model weak
    run_queue
    title energy "$(size_of_system), $seeds seeds, links of 128 bits; 155 pJ a flit, 20 a row of L1, 592 a row of L2, 32000 a line of memory"
    figures RCC MESI TCS TCW | awk -v workloads="$workloads" -v energy="RCC/MESI RCC/TCS RCC/TCW" \
        -f "$top/scripts/bench_rcc_peers.awk"
}

# For how much of a run of MESI the line that is blocked most is blocked at L2: from the rows of one run.
blocked() {
    build_peers mesi_wt
    for polls in "" --poll-loads; do
        for workload in $workloads; do
            # shellcheck disable=SC2046,SC2086
            "$work/mesi_wt/sim" --test $workload $(options_of $workload) --seed 1 $timing --quiet --pin FRIENDLY=0 \
                $polls --rows "$scratch/rows.$workload$polls" >"$scratch/log" || { cat "$scratch/log" >&2; exit 1; }
        done
    done
    title blocked "$(size_of_system), MESI: the line that is blocked at L2 longest, seed 1; polls by atomics, by loads"
    printf '%-10s' workload
    for polls in atomics loads; do
        printf ' | %7s %8s %8s %7s %7s %7s' "$polls" line blocked times cycles parked
    done
    echo
    for workload in $workloads; do
        printf '%-10s' "$workload"
        for polls in "" --poll-loads; do
            awk '$2 != "L2" { last = $1; next }
                { last = $1; k = $4; held = $7 ~ /_MB$|_SB$/
                  if (held && $5 ~ /_MB$|_SB$/ && $6 != "Unblock") parked[k]++
                  if (held && !(k in since)) { since[k] = $1; times[k]++ }
                  if (!held && (k in since)) { sum[k] += $1 - since[k]; delete since[k] } }
                END { for (k in sum) if (sum[k] > sum[most]) most = k
                      printf " | %7d %8s %6.1f %% %7d %7.0f %7d", last, most, 100 * sum[most] / last, times[most],
                          sum[most] / times[most], parked[most] }' "$scratch/rows.$workload$polls"
        done
        echo
    done
}
