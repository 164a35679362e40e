#!/bin/sh
# With the macro SYNTHESIS, as some tools set it, Verilator -Wall has nothing to say of the designs in rtl_out either.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
bad=0 n=0
for list in "$top"/rtl_out/*/*.f; do
    name=$(basename "$list" .f)
    [ "$name" != gpudet ] || continue   # minutes; its blocks are in the others
    n=$((n + 1))
    (cd "$(dirname "$list")" && verilator --lint-only -Wall -DSYNTHESIS --top-module "$name" -f "$name.f") 2>&1 |
        grep . && { echo "FAIL $name"; bad=1; }
done
[ $n -ge 12 ] || { echo "FAIL: $n designs"; bad=1; }
[ $bad = 0 ] && echo "PASSED: $n designs"
exit $bad
