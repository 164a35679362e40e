#!/bin/sh
# The manual pages, docs/man/cohgen.1 and one per command, as the program prints them.
#   manual.sh [COHGEN]
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cohgen=${1:-$top/build/cohgen}
mkdir -p "$top/docs/man"
"$cohgen" manual >"$top/docs/man/cohgen.1"
for command in $("$cohgen" help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    "$cohgen" manual "$command" >"$top/docs/man/cohgen-$command.1"
done
