#!/bin/sh
# multipliers.sh of all building blocks, with all their parameter sets.
here=$(cd "$(dirname "$0")" && pwd)
bad=0
for file in "$here"/*/*.params; do
    block=${file##*/}
    "$here/multipliers.sh" "${block%.params}" all || bad=1
done
exit $bad
