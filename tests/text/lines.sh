#!/bin/sh
# No line of code has more than 120 columns (bytes), neither written by hand nor emitted C in rtl_out. Not looked at:
# tables, and the shell of tests, which quotes their rows.
#   lines.sh [TOP]
set -eu
export LC_ALL=C
cd "${1:-$(dirname "$0")/../..}"
folders=$(ls -d gen sim tb templates tests bench prove area tools trial sweep scripts cmake examples fpga 2>/dev/null)
# shellcheck disable=SC2086
{
    find $folders CMakeLists.txt run \( -name '*.[ch]' -o -name '*.def' -o -name '*.v' -o -name '*.vh' -o -name '*.sv' \
        -o -name '*.py' -o -name '*.cmake' -o -name CMakeLists.txt -o -name run -type f \) -print
    ! [ -d scripts ] || find scripts -name '*.sh' -print
    ! [ -d rtl_out ] || find rtl_out -name '*.[ch]' -print
} | xargs awk '
    length > 120 { print FILENAME ":" FNR ": " length " columns, expected at most 120"; bad = 1 }
    END { exit bad }' && echo PASSED
