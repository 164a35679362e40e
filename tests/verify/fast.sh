#!/bin/sh
# fast.sh - the program that scripts/fast.sh makes says the same as the other: COHGEN (in the environment).
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/fast.XXXXXX")
trap 'rm -rf "$work"' EXIT
COHGEN_BUILD=$work "$top/scripts/fast.sh" >"$work/said" || { cat "$work/said"; exit 1; }

# said PROGRAM FILE OPTION...: without seconds and rates
said() {
    program=$1 file=$2
    shift 2
    "$program" verify "$top/$file" --threads 1 "$@" 2>&1 | sed '/ of processor time, /d'
}
fail=0
# same FILE OPTION...
same() {
    said "$COHGEN" "$@" >"$work/plain"
    said "$work/fast/cohgen" "$@" >"$work/fast.said"
    grep -q ' states, ' "$work/plain" || { echo "no search: $*"; fail=1; }
    cmp "$work/plain" "$work/fast.said" || fail=1
}
same specs/mesi/mesi.xml --cores 3 --warps 1 --ops 2 --no-drain
same specs/rcc/rcc.xml --system small
same specs/rcc/published.xml --warps 1
exit $fail
