#!/bin/sh
# rows.sh DESIGN...: in the transition modules of rtl_out/, each row of a table stands with its state, event and line:
# for each constant ROW_IV_DATA_118 there is a comment `IV + DATA -> V, FILE.xml:118`.
set -eu
cd "$(dirname "$0")/../../rtl_out"
bad=0
for d in "$@"; do
    for file in "$d"/rtl/*_step.v; do
        rows=$(sed -n 's/^  localparam .* ROW_[A-Z0-9_]*_\([0-9]*\) = .*/\1/p' "$file")
        [ -n "$rows" ] || { echo "FAIL $file: no rows"; bad=1; }
        for row in $rows; do
            grep -qE "// [A-Za-z0-9_]+ \+ .*, [a-z_0-9]+\.xml:$row\$" "$file" && continue
            echo "FAIL $file: no comment says where row $row is"
            bad=1
        done
    done
done
[ $bad = 0 ] && echo "ok rows of $*"
exit $bad
