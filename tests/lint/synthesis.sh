#!/bin/sh
# With the macro SYNTHESIS, as some tools set it, Verilator -Wall has nothing to say of designs in rtl_out either: these
# four have all kinds of stores and waiters.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
bad=0 n=0
for list in rcc/rcc getm/getm gpudet/zunit stc/stc; do
    list=$top/rtl_out/$list.f name=$(basename "$list" .f)
    n=$((n + 1))
    (cd "$(dirname "$list")" && verilator --lint-only -Wall -DSYNTHESIS --top-module "$name" -f "$name.f") 2>&1 |
        grep . && { echo "FAIL $name"; bad=1; }
done
[ $bad = 0 ] && echo "PASSED: $n designs"
exit $bad
