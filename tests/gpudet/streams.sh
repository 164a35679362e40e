#!/bin/sh
# All streams through a small Z-buffer unit of a table; exit status 1: it does not emit or build, does not answer, or
# leaves wrong colours.
#   streams.sh FILE [published|zunit]    whose table it is (zunit)
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unit=${2:-zunit}
case $unit in
    published) sizes='--set TAGS=24' ;;
    *) sizes='--set IDS=12 --set FEEDS=3 --set L2.SETS=4 --set L2.WAYS=2 --set L2.MSHRS=3 --set L2.DEPTH=2
           --set DEPTHS=65536' ;;
esac
# shellcheck disable=SC2086
"${COHGEN_BUILD:-$top/build}/bench/bench" --no-report gpudet --unit "$unit" --spec "${1:?usage: streams.sh FILE [UNIT]}" --work "$work" \
    --updates 1000 --set WORDS=8 --set ZU.SETS=2 --set ZU.WAYS=2 --set ZU.REQUESTS=6 --set ZU.SLOTS=3 $sizes streams ||
    exit 1
