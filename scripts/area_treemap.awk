# modules.csv of area.sh as an SVG: one strip for each controller, in it the modules, by area. Strips and boxes have the
# share of their areas.
function text(x, y, s, size) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); printf "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\">%s</text>\n", x, y, size, s }
BEGIN { W = 960; H = 540; colour["0"] = "#cfe2f3"; colour["1"] = "#d9ead3"; colour["2"] = "#fff2cc"; colour["3"] = "#f4cccc" }
NR > 1 && $3 > 0 {
    if (!($1 in sum)) order[++n] = $1
    sum[$1] += $3; all += $3
    k = ++count[$1]; module[$1, k] = $2; area[$1, k] = $3
}
END {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\">\n", W, H
    x = 0
    for (i = 1; i <= n; i++) {
        c = order[i]; w = all ? W * sum[c] / all : 0; y = 20
        text(x + 4, 14, c, 12)
        for (a = 1; a <= count[c]; a++) for (b = a + 1; b <= count[c]; b++) if (area[c, b] > area[c, a]) {
            t = area[c, a]; area[c, a] = area[c, b]; area[c, b] = t
            s = module[c, a]; module[c, a] = module[c, b]; module[c, b] = s
        }
        for (k = 1; k <= count[c]; k++) {
            h = (H - 20) * area[c, k] / sum[c]
            printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" stroke=\"#666\"><title>%s %.0f</title></rect>\n", x, y, w, h, colour[k % 4], module[c, k], area[c, k]
            if (h > 12) text(x + 4, y + 12, module[c, k] " " sprintf("%.0f", area[c, k]), 11)
            y += h
        }
        x += w
    }
    print "</svg>"
}
