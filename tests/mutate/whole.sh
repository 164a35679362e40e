#!/bin/sh
# Every mutant of a specification, some hours: at least 98 of 100 that are not equal to it are found by check, by the
# searches that it names, or by the tests that scripts/mutate.sh makes besides, but for those of right_UNIT, which are
# no mistakes (docs/mutation.md says why). What has been made in the folder is not made again.
#   whole.sh SPEC FOLDER
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
spec=${1:?usage: whole.sh SPEC FOLDER} out=${2:?usage: whole.sh SPEC FOLDER}
right=$top/tests/mutate/right_$(basename "$spec" .xml)
"$top/scripts/mutate.sh" --spec "$spec" --out "$out"
awk -F '\t' '
    FNR == NR { if (!/^#/) right[$0] = 1; next }
    $2 == "-" && ($4 ~ /equal/ || ($6 "|" $7) in right) { next }
    { n++ }
    $2 == "-" { left++; print "left: " $6 " " $7 " (line " $5 ")" }
    END {
        printf "%d of %d are found\n", n - left, n
        exit !n || left > 0.02 * n
    }' "$right" "$out/results"
