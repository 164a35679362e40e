# What became of mutants: lines of `results` (number, layer, by, marks, line, operator, change) as tables. all: how many
# mutants there are.
BEGIN { FS = "\t"; n_layers = split("check equal verify cover reference litmus sim left", layers, " ") }
# Wilson's interval, 95 %.
function interval(k, m,    z, p, mid, half, to) {
    z = 1.96; p = k / m
    mid = (p + z * z / (2 * m)) / (1 + z * z / m)
    half = z * sqrt(p * (1 - p) / m + z * z / (4 * m * m)) / (1 + z * z / m)
    to = mid + half
    if (to > 1) to = 1
    return sprintf("%.1f to %.1f", 100 * (mid - half), 100 * to)
}
{
    layer = $2
    if (layer == "-") layer = $4 ~ /equal/ ? "equal" : "left"
    line[++n] = sprintf("%6d %5d  %-12s %-9s %-16s %-12s %s", $1, $5, $6, layer, $3, $4, $7)
    is_left[n] = (layer == "left")
    ops[$6]++
    count[$6 " " layer]++
    count["all " layer]++
    if (layer == "verify" || layer == "reference") by[layer " " $3]++
}
function cells(name,    k, text) {
    for (k = 1; k <= n_layers; k++) text = text sprintf(" | %d", count[name " " layers[k]])
    return text " |"
}
END {
    if (!n) exit
    if (n <= 60) for (i = 1; i <= n; i++) print line[i]
    printf "\n| operator | mutants"
    for (i = 1; i <= n_layers; i++) printf " | %s", layers[i]
    print " |\n|---|---|---|---|---|---|---|---|---|---|"
    for (name in ops) print "| " name " | " ops[name] cells(name) | "sort"
    close("sort")
    print "| all | " n cells("all") "\n"
    for (name in by) print by[name], "by", name | "sort -rn"
    close("sort -rn")
    equal = count["all equal"] + 0
    found = n - count["all left"] - equal
    different = n - equal
    printf "\n%d of %d mutants; %d are equal to the original; of the %d others %d are found", n, all, equal,
        different, found
    if (different) printf ": %.1f %%", 100 * found / different
    if (different && n < all) printf " (95 %%: %s)", interval(found, different)
    print ""
    if (n > 60) for (i = 1; i <= n; i++) if (is_left[i]) print line[i]
}
