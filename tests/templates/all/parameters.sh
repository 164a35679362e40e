#!/bin/sh
# No parameter of a block takes a negative number, and what refuses it says so by its name (cg_error_...): each integer
# parameter of each block that is not derived, in Icarus. The same of others that are out of range.
#   parameters.sh TEMPLATES
set -eu
templates=${1:?usage: parameters.sh TEMPLATES}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0 n=0
# refuses BLOCK NAME=VALUE
refuses() {
    n=$((n + 1))
    if iverilog -g2005 -y "$templates" -s "$1" "-P$1.$2" -o "$scratch/null" "$templates/$1.v" >"$scratch/log" 2>&1; then
        echo "FAIL $1: $2 is taken"
        bad=1
    else
        grep -q cg_error_ "$scratch/log" || { echo "FAIL $1: nothing says why not $2"; bad=1; }
    fi
}
for file in "$templates"/cg_*.v; do
    block=$(basename "$file" .v)
    for name in $(sed -n '/^module/,/^);/s/^ *parameter \(integer \)\{0,1\} *\([A-Z0-9_]*\) *=.*/\2 &/p' "$file" |
        grep -v '// derived' | cut -d ' ' -f 1); do
        case $block.$name in cg_h3.WAY | cg_h3_pick.WAY) continue ;; esac   # any number
        refuses "$block" "$name=-3"
    done
done
for one in cg_store_noted:STAGES=2 cg_store_noted:STAGES=1 cg_store_lock:STAGES=4 cg_credit_fifo:DEPTH=0 cg_credit_fifo:W=0 \
    cg_bloom_max:KEY_W=0 cg_bloom_max:ROWS=65537 cg_cross:STAGES=1 cg_wire:STAGES=1 cg_llc_lines:LINE_BYTES=0; do
    refuses "${one%:*}" "${one#*:}"
done
[ "$n" -gt 150 ] || { echo "FAIL: only $n parameters"; bad=1; }
[ $bad = 0 ] && echo "ok: $n parameters"
exit $bad
