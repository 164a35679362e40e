#!/bin/sh
# All streams through a small Z-buffer unit of a table; exit status 1: it does not emit or build, does not answer, or
# leaves wrong colours.
#   streams.sh FILE
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$top/scripts/bench_gpudet.sh" --spec "${1:?usage: streams.sh FILE}" --work "$work" --updates 1000 --set TAGS=24 \
    --set WORDS=8 --set ZU.SETS=2 --set ZU.WAYS=2 --set ZU.REQUESTS=6 --set ZU.SLOTS=3 streams || exit 1
