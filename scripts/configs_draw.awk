# Draws a value for every parameter that `cohgen params` lists; prints NAME=VALUE, a line each.
#   awk -v seed=N -f configs_draw.awk LIMITS PARAMS
# LIMITS: lines "limit NAME LEAST GREATEST reason...", narrower than the specification's; other lines are not
# looked at. Most values are small, some are the default; a few parameters, chosen anew each time, are drawn from their
# whole range, its ends preferred.

# Park and Miller's generator: the same numbers with every awk.
function random(n) { seed = (seed * 16807) % 2147483647; return seed % n }

function clip(i, v) { return v < least[i] ? least[i] : v > most[i] ? most[i] : v }

# Log-uniform between the ends, and off the powers of two as often as not.
function anywhere(i,    v, doublings) {
    for (v = least[i] < 1 ? 1 : least[i]; v * 2 <= most[i]; v *= 2) doublings++
    v = least[i] < 1 ? 1 : least[i]
    for (doublings = random(doublings + 1); doublings > 0; doublings--) v *= 2
    return clip(i, v + (random(2) ? random(v) : 0))
}

# One of the three least of a list.
function of_list(i,    n, k, of, v, next_v, steps) {
    n = split(list[i], of, ",")
    v = least[i]
    for (steps = random(3); steps > 0; steps--) {
        next_v = most[i]
        for (k = 1; k <= n; k++) if (of[k] + 0 > v && of[k] + 0 < next_v) next_v = of[k] + 0
        v = next_v
    }
    return v
}

function small(i,    dice) {
    dice = random(8)
    if (dice == 0) return clip(i, usual[i])
    if (list[i] != "-") return of_list(i)
    return dice < 3 ? least[i] : clip(i, least[i] + 1 + random(4))
}

function tall(i,    dice) {
    dice = random(4)
    return dice == 0 ? most[i] : dice == 1 ? clip(i, most[i] - 1) : anywhere(i)
}

# The legal value at or below v, of a list that need not be sorted.
function legal(i, v,    n, k, of, found) {
    if (list[i] == "-") return v
    n = split(list[i], of, ",")
    for (k = 1; k <= n; k++)
        if (of[k] + 0 >= least[i] && of[k] + 0 <= most[i] &&
            (found == "" || (of[k] + 0 <= v ? of[k] + 0 > found || found > v : of[k] + 0 < found))) found = of[k] + 0
    return found
}

BEGIN { seed = seed % 2147483646 + 1; for (i = 0; i < 8; i++) random(2) }
FNR == NR { if ($1 == "limit") { low[$2] = $3; high[$2] = $4 } next }
{
    name[++count] = $1; usual[count] = $2; list[count] = $5
    least[count] = $1 in low && low[$1] > $3 + 0 ? low[$1] + 0 : $3 + 0
    most[count] = $1 in high && high[$1] < $4 + 0 ? high[$1] + 0 : $4 + 0
}
END {
    for (n = 1 + random(5); n > 0; n--) big[1 + random(count)] = 1
    for (i = 1; i <= count; i++) print name[i] "=" legal(i, i in big ? tall(i) : small(i))
}
