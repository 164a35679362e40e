#!/bin/sh
# The manual pages, cohgen.1 and one per command, as the program prints them; the build makes them in build/man.
#   manual.sh COHGEN DIR
set -eu
cohgen=${1:?usage: manual.sh COHGEN DIR} to=${2:?usage: manual.sh COHGEN DIR}
mkdir -p "$to"
"$cohgen" manual >"$to/cohgen.1"
for command in $("$cohgen" help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    "$cohgen" manual "$command" >"$to/cohgen-$command.1"
done
