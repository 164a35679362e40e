# all.csv of a sweep of area.sh (value, then area.csv's columns) as an SVG: a line for each controller. -v param, column
BEGIN { W = 640; H = 400; L = 80; B = 40; colours = split("#3366cc #dc3912 #109618 #ff9900 #990099", colour, " ") }
{
    if (!($2 in seen)) { seen[$2] = ++n; who[n] = $2 }
    if (!($1 in at)) { at[$1] = ++m; value[m] = $1 }
    y[$2, $1] = $column + 0
    if (y[$2, $1] > most) most = y[$2, $1]
}
END {
    if (!most) most = 1
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n", W, H
    printf "<text x=\"%d\" y=\"16\">%s over %s</text>\n", L, column == 4 ? "NAND2 equivalents" : "bits of memory", param
    printf "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"black\"/><line x1=\"%d\" y1=\"30\" x2=\"%d\" y2=\"%d\" stroke=\"black\"/>\n", L, H - B, W - 10, H - B, L, L, H - B
    for (k = 0; k <= 4; k++) printf "<text x=\"4\" y=\"%.1f\">%.4g</text>\n", H - B - (H - B - 30) * k / 4, most * k / 4
    for (j = 1; j <= m; j++) printf "<text x=\"%.1f\" y=\"%d\">%s</text>\n", L + (W - L - 60) * (m > 1 ? (j - 1) / (m - 1) : 0), H - B + 18, value[j]
    for (i = 1; i <= n; i++) {
        points = ""
        for (j = 1; j <= m; j++) points = points sprintf("%.1f,%.1f ", L + (W - L - 60) * (m > 1 ? (j - 1) / (m - 1) : 0), H - B - (H - B - 30) * y[who[i], value[j]] / most)
        printf "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>\n", colour[(i - 1) % colours + 1], points
        printf "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", W - 150, 30 + 16 * i, colour[(i - 1) % colours + 1], who[i]
    }
    print "</svg>"
}
