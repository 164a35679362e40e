#!/bin/sh
# Rare situations of GETM's emitted cores and unit: runs of programs that bring them about, judged as all are, in which
# each must have arisen so many times. Counted from the rows:
#   granules         that the unit has seen
#   parked, refused  accesses to what is reserved that waited, that found no room
#   mixed, same      a commit next to a clean-up; of one granule
#   reserved         granules at a time
#   taken, full      stores refused by their core: another warp has the granule in the log; no place is left in it
#   adversarial.sh SIM
# SEED: the first seed (default 1).
set -eu
sim=$1
seed=${SEED:-1}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# situation NAME 'COUNT:AT-LEAST...' ARGUMENT...; COUNT:-N, at most
situation() {
    name=$1 conditions=$2
    shift 2
    "$sim" "$@" --seed "$seed" --rows "$tmp/rows" >"$tmp/out" 2>&1 && grep -qx PASSED "$tmp/out" || {
        tail -n 5 "$tmp/out"; echo "FAIL: $name: $* --seed $seed"; exit 1
    }
    counts=$(awk '
        $2 == "TX" { n[$6]++ }
        $2 != "VU" { next }
        { if (!(($3, $4) in seen) && $4 != "-") { seen[$3, $4] = 1; granules++ } }
        $6 ~ /[.](late|end)$/ { late++ }
        $6 ~ /[.]busy$/ { busy++ }
        $6 == "St.full" { late++ }
        $7 == "R" && $5 != "R" { if (++now > most) most = now }
        $5 == "R" && $7 != "R" { now-- }
        $6 ~ /^(Commit|Cleanup)/ {
            kind = substr($6, 1, 2)
            if (kind != before[$3] && before[$3]) { mixed++; same += key[$3] == $4 }
            before[$3] = kind; key[$3] = $4; next
        }
        END {
            refused = n["Abort"] - late
            printf "granules=%d parked=%d refused=%d mixed=%d same=%d reserved=%d taken=%d full=%d\n", granules,
                busy - refused, refused, mixed, same, most, n["store.taken"], n["store.full"]
        }' "$tmp/rows")
    for c in $conditions; do
        want=${c#*:} got=$(echo " $counts" | sed -n "s/.* ${c%%:*}=\([0-9]*\).*/\1/p")
        case $want in
            -*) [ "${got:-999999}" -le "${want#-}" ] ;;
            *) [ "${got:-0}" -ge "$want" ] ;;
        esac || { echo "FAIL: $name: ${c%%:*} is ${got:-missing}, not $want: $counts ($* --seed $seed)"; exit 1; }
    done
    echo "$name, seed $seed: $counts"
    seed=$((seed + 1))
}
tx="--test tx_random --with stores=60 --backoff 5"
# shellcheck disable=SC2086
{
    situation 'one granule' 'granules:-1 parked:150 taken:60' $tx --with words=4 --with stride=4 --with transactions=40
    situation 'four granules, one line to wait in' 'parked:150 refused:50 mixed:100 same:5 taken:40' $tx \
        --with words=4 --with stride=16 --with transactions=40
    situation 'all held' 'parked:150 refused:40 mixed:100 same:5' $tx --with words=4 --with stride=16 \
        --with transactions=40 --backpressure 60
    situation 'more reservations than places' 'parked:20 refused:15 mixed:50 reserved:15' $tx --with words=100 \
        --with stride=16 --with accesses=12 --with transactions=20
    situation 'the log is full' 'reserved:40 full:50' --test tx_long --with granules=20 --with array=24 --with stripes=8
}
