# bench_rcc_peers.sh - `./run bench rcc peers`: RCC beside its peers, in one run; sourced by bench_rcc.sh, whose
# functions and sizes it uses.

# Leases of TC: 800, the default of its authors' simulator.
peers() {
    [ "$seeds" -ge 5 ] || seeds=5
    variant_mesi_wt >"$work/mesi_wt.xml"
    # shellcheck disable=SC2046
    design mesi_wt "$work/mesi_wt.xml" $(size_of_system) $table_3_3 SPARSE_FLITS=1
    # shellcheck disable=SC2046
    design rcc_peer "$top/specs/rcc/rcc.xml" $(size_of_system) $table_3_3 SPARSE_FLITS=1
    for name in tcs tcw; do
        variant_tc $name "$work"
        # shellcheck disable=SC2046
        design $name "$work/$name.xml" $(size_of_system) $table_3_3 SPARSE_FLITS=1
    done
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
