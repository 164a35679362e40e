# bench_shares.awk - where the instructions of a simulation go, of what callgrind_annotate prints. -v cycles=N
# By function and file: what is inlined counts where it is inlined, and calls of the C library by themselves.
# Paths are relative where it is called in the folder of the project.
function part(line) {
    if (line ~ /_tile__/) return "tiles"
    if (line ~ /:V[a-z0-9_]*_harness|[Vv]erilated|_protectlib_|[ \/]sim\/model\/|cg_model\.c|_dut\.c/)
        return line ~ /___nba_sequent|___nba_comb/ ? "top" : "glue"
    if (line ~ /[ \/]sim\/(memory|cores|kernels|traces|simulator)\/|:sim_(memory|cores|step)/) return "models"
    if (line ~ /[ \/]sim\/(rows|counts|history|checkers|races|waves)\/|:sim_(trace|monitor|check)/) return "checks"
    return "rest"
}
$1 ~ /^[0-9,]+$/ && /:/ {
    count = $1
    gsub(",", "", count)
    if (/PROGRAM TOTALS/) next
    sum[part($0)] += count
    total += count
}
function row(name, text) { printf "  %-62s %9.1f %%\n", "  " text, 100 * sum[name] / total }
END {
    if (!total || !cycles) exit 1
    printf "  %-62s %9.0f per cycle\n", "instructions, the start of the program included", total / cycles
    row("tiles", "controllers and their ends of the networks")
    row("top", "networks between tiles, what the harness reports")
    row("glue", "passes of the simulator, the boundary to C")
    row("models", "cores, memory, the program that runs")
    row("checks", "rows, counters, consistency")
    row("rest", "C library, the rest")
}
