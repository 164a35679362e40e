#!/bin/sh
# Every mutant of a specification, some hours: at least 98 of 100 that are not equal to it are found by check, by the
# searches that it names, or by the tests that `campaign` makes besides. What is left is listed in right_UNIT,
# with the reason (docs/mutation.md); `equal: ...` there: the two mean the same, though z3 was not asked or cannot know.
# What has been made in the folder is not made again.
#   whole.sh SPEC FOLDER
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
spec=${1:?usage: whole.sh SPEC FOLDER} out=${2:?usage: whole.sh SPEC FOLDER}
right=$top/tests/mutate/right_$(basename "$spec" .xml)
"$CAMPAIGN" --spec "$spec" --out "$out"
"$top/tests/mutate/count.sh" "$right" "$out/results"
