#!/bin/sh
# No line of C has more than 120 columns (bytes), neither written by hand nor emitted into rtl_out.
#   lines.sh [TOP]
set -eu
export LC_ALL=C
cd "${1:-$(dirname "$0")/../..}"
folders=$(ls -d gen sim tb templates tests bench prove tools trial sweep scripts fpga rtl_out 2>/dev/null)
# shellcheck disable=SC2086
find $folders \( -name '*.[ch]' -o -name '*.def' \) -exec awk '
    length > 120 { print FILENAME ":" FNR ": " length " columns, expected at most 120"; bad = 1 }
    END { exit bad }' {} + && echo PASSED
