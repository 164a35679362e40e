#!/bin/sh
# placement.sh SIMULATOR: where the kernels of modules have their lines. Values are right wherever a line is; by first touch
# the nodes of a GPU are in that GPU, and what a module writes first is its own: nothing goes between GPUs.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0 sim=$1
# crossed KERNEL OPTION...: requests between GPUs
crossed() {
    "$sim" --test "$@" --stats "$tmp/stats.csv" >"$tmp/log" 2>&1 || { echo "FAIL: $*"; tail -n 20 "$tmp/log" >&2; exit 1; }
    awk -F, '$1 == "message" && $3 == "sent" && $2 ~ /^T(Ld|LdS|St|At|Res)$/ { n += $6 } END { print n + 0 }' "$tmp/stats.csv"
}
# expect WHAT NUMBER TEST
expect() { [ "$2" "$3" 0 ] || { echo "FAIL: $1: $2 requests between GPUs"; bad=1; }; }
for place in 1 2; do
    for kernel in sharing handing redundant unite; do
        crossed $kernel --with place=$place >/dev/null
    done
done
expect 'nodes by hand' "$(crossed unite --with lines=4)" -gt
expect 'nodes in turn' "$(crossed unite --with lines=4 --with place=1)" -gt
expect 'nodes by first touch' "$(crossed unite --with lines=4 --with place=2)" -eq
expect 'handed on, in turn' "$(crossed handing --with far=0 --with place=1)" -gt
expect 'handed on, by first touch' "$(crossed handing --with far=0 --with place=2)" -eq
exit $bad
