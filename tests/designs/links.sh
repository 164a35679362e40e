#!/bin/sh
# links.sh SIMULATOR: the system rcc_rings, whose answers go over two levels: flits of 64 bits, in six parts over a link of
# 12 bits. Loads of core 0 at the bank of its own group leave the links alone; of those at the other bank all goes over.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0
# loads NAME ADDRESS...: figures of a run to $tmp/NAME.csv
loads() {
    name=$1
    shift
    echo 'cohgen-trace 1' >"$tmp/$name.trace"
    for address; do echo "0 0 load $address 4" >>"$tmp/$name.trace"; done
    "$sim" --test trace "$tmp/$name.trace" --backpressure 0 --stats "$tmp/$name.csv" >"$tmp/$name.log" 2>&1 ||
        { tail -n 20 "$tmp/$name.log"; exit 1; }
}
# figure NAME PLACE FIGURE
figure() { awk -F, -v place="$2" -v figure="$3" '$1 == place && $2 == "resp" && $3 == figure { print $6 }' "$tmp/$1.csv"; }
sim=$1
loads near 0x0 0x10 0x20
loads far 0x8 0x18 0x28
near=$(figure near links flits) far=$(figure far links flits) all=$(figure far network flits)
[ "$near" = 0 ] || { echo "FAIL: within a group $near flits over links"; bad=1; }
[ "${all:-0}" -ge 3 ] && [ "$far" = $((6 * all)) ] ||
    { echo "FAIL: $all flits between groups are $far over links, expected six for each"; bad=1; }
[ "$(figure far links flit_bits)" = 12 ] || { echo "FAIL: the width of a link"; bad=1; }
grep -q "^resp  *$far flits of 12 bits over its links" "$tmp/far.log" || { echo "FAIL: the report"; bad=1; }
[ $bad = 0 ] && echo "$all flits, $far over links"
exit $bad
