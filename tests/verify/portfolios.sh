#!/bin/sh
# The searches that the shipped specifications name, all of them (docs/verify.md, Portfolio): each passes. Prints
# the processor time of each file.
. "$(dirname "$0")/lib.sh"
for file in "$top"/specs/*/*.xml; do
    grep -q '<verify ' "$file" || continue
    expect "$(basename "$file")" 0 'PASSED: ' "$file"
    seconds=$(sed -n 's/^all searches together: .* \([0-9]*\)[.][0-9]* s of processor time$/\1/p' "$tmp/out")
    echo "     ${seconds:-?} s"
done
exit $failed
