# bench_rcc_peers.awk - the tables of `./run bench rcc peers|ceiling`; -v cycles="A/B ...": only these ratios, of cycles;
# -v energy="A/B ...": of flits, energy on the chip, energy.
# Input: a line for each run, CONFIGURATION WORKLOAD FIGURE=VALUE ..., those of one configuration and workload in the
# order of their seeds.
function value(c, w, s, f) { return v[c, w, s, f] + 0 }
function held(c, w, s) {
    return value(c, w, s, "load.stall_cycles") + value(c, w, s, "store.stall_cycles") + \
        value(c, w, s, "atomic.stall_cycles")
}
# pJ of a flit, a row of L1 (64 bits read), a row of L2 (a line), a line of memory: docs/results.md, Energy.
function energy_of(c, w, s) {
    return 155 * value(c, w, s, "flits") + 20 * value(c, w, s, "serves.L1") + 592 * value(c, w, s, "serves.L2") + \
        32000 * value(c, w, s, "memory.lines")
}
function of(c, w, s, what) {
    return what == "held" ? held(c, w, s) : what == "energy" ? energy_of(c, w, s) : what == "on chip" ? \
        energy_of(c, w, s) - 32000 * value(c, w, s, "memory.lines") : value(c, w, s, what)
}
# ratio A B WHAT WORKLOAD: mean over the seeds of A's over B's, spread in `spread`; WORKLOAD "": the geometric mean.
function ratio(a, b, what, w,   s, i, x, sum, squares, g, n) {
    n = seeds; sum = squares = 0
    for (s = 1; s <= n; s++) {
        if (w != "") x = of(a, w, s, what) / of(b, w, s, what)
        else {
            g = 0
            for (i = 1; i <= m; i++) g += log(of(a, work[i], s, what) / of(b, work[i], s, what))
            x = exp(g / m)
        }
        sum += x; squares += x * x
    }
    spread = squares / n - (sum / n) ^ 2
    spread = spread > 0 ? sqrt(spread * n / (n > 1 ? n - 1 : 1)) : 0
    return sum / n
}
function line(text, w,   p) {
    printf "%-11s", text
    for (p = 1; p <= pairs; p++) { printf " %6.2f", ratio(first[p], second[p], what[p], w); printf " %5.2f", spread }
    print ""
}
{
    s = ++count[$1, $2]
    if (s > seeds) seeds = s
    for (i = 3; i <= NF; i++) { split($i, p, "="); v[$1, $2, s, p[1]] = p[2] }
}
END {
    m = split(workloads, work, " ")
    split(energy ? "flits,on chip,energy" : "cycles,flits,held", kinds, ",")
    for (k = 1; k <= (cycles ? 1 : 3); k++) {
        pairs = 0
        list = cycles ? cycles : energy ? energy : k == 1 ? "MESI/RCC FRIENDLY/RCC TCS/RCC TCW/RCC HALF/WO" : "RCC/MESI RCC/FRIENDLY RCC/TCS RCC/TCW"
        print (energy ? kinds[k] : cycles ? "ratios of cycles" : k == 1 ? "cycles, more than 1: RCC is faster (HALF/WO: the weakly ordered one)" : \
            k == 2 ? "flits" : "cycles that operations waited for the one before of their warp") "; mean, spread over seeds"
        printf "%-11s", "workload"
        for (i = 1; i <= split(list, each, " "); i++) {
            split(each[i], p, "/"); pairs++
            first[pairs] = p[1]; second[pairs] = p[2]; what[pairs] = kinds[k]
            printf " %12s", each[i]
        }
        print ""
        for (i = 1; i <= m; i++) line(work[i], work[i])
        line("gmean", "")
    }
}
