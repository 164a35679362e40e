#!/bin/sh
# Builds the simulations of tests/torture/configs that are named: build.sh DIR NAME...
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
[ $# -ge 2 ] || { echo "usage: build.sh DIR NAME..." >&2; exit 2; }
dir=$1
shift
for name; do
    line=$(sed -n "s/^$name  *//p" "$here/configs")
    [ -n "$line" ] || { echo "build.sh: no configuration is called $name" >&2; exit 2; }
    # shellcheck disable=SC2086
    set -- $line
    spec=$1
    shift
    sets=
    for p; do sets="$sets --set=$p"; done
    # shellcheck disable=SC2086
    "$here/build_sim.sh" "$dir/$name" "$top/$spec" $sets
done
