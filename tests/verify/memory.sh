#!/bin/sh
# The memory limit holds for the process, tables that grow included, and what was found up to there is told.
. "$(dirname "$0")/lib.sh"
msi=$top/tests/protocols/msi.xml
cc -O1 -std=c17 -o "$tmp/measure" "$top/tests/verify/measure.c"

# peak ARGUMENT...: MB of verify with them.
peak() { "$tmp/measure" "$COHGEN" verify "$@" 2>&1 >"$tmp/out" | awk '{ print int($2) }'; }

small=$(peak "$msi" --warps 1)
for more in '--threads 2' '--threads 2 --compact'; do
    # shellcheck disable=SC2086
    used=$(($(peak "$msi" --warps 1 --cores 3 --lines 2 --memory 32 $more) - small))
    if grep -q '^INCOMPLETE: the memory limit of 32 MB is reached at depth' "$tmp/out" &&
        grep -q 'not complete$' "$tmp/out" && [ "$used" -gt 24 ] && [ "$used" -le 35 ]; then
        echo "ok   $more: $used MB"
    else
        echo "FAIL $more: $used MB of 32"; cat "$tmp/out"; failed=1
    fi
done
exit $failed
