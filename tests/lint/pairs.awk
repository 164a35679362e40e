# A setting of all parameters at their corners (least, usual, greatest) that has many pairs of corners not seen yet.
#   awk -v seed=N -v tries=N -f pairs.awk SEEN PARAMS
# SEEN: "NAME=CORNER NAME=CORNER", a pair in each line; PARAMS: what `cohgen params` prints. Prints the number of new
# pairs, then NAME=VALUE for each parameter, then "pair A B" lines.
function random(n) { seed = (seed * 16807) % 2147483647; return int(seed / 7) % n }
BEGIN { seed = seed % 2147483646 + 1; for (i = 0; i < 8; i++) random(2) }
FILENAME == ARGV[1] { seen[$1 " " $2] = 1; next }
{ name[++n] = $1; corner[n, 0] = $3; corner[n, 1] = $2; corner[n, 2] = $4 }
END {
    for (t = 0; t < tries; t++) {
        fresh = 0
        # mostly usual values: what is large in all respects at once is no design that anybody lints
        for (i = 1; i <= n; i++) { at[i] = random(2) ? 1 : 2 * random(2) }
        for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++)
            fresh += !((name[i] "=" at[i] " " name[j] "=" at[j]) in seen)
        if (fresh > best) { best = fresh; for (i = 1; i <= n; i++) chosen[i] = at[i] }
    }
    print best + 0
    if (!best) exit
    for (i = 1; i <= n; i++) print name[i] "=" corner[i, chosen[i]]
    for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++)
        print "pair " name[i] "=" chosen[i] " " name[j] "=" chosen[j]
}
