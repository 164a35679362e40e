#!/bin/sh
# STC with stores that are answered when they go out, before they are complete: the core goes on, and a load of the same
# line comes behind the store in the network `ask`, which must keep their order. What simulations do with --posted, as
# searches: the unit's own, whose stores are answered by WA, cannot see this order.
#   posted.sh [SPEC]      exit status 1: a search of it fails; without SPEC: stc.xml, and a mistake that must be found
. "$(dirname "$0")/../verify/lib.sh"
: "${COHGEN:=$top/build/cohgen}"
# post FILE NAME: $tmp/NAME.xml is FILE with such stores; false: the rows of stores are others.
post() {
    sed -E 's|<event name="store" answer="stored">|<event name="store" answer="stored" posted="yes">|
        s|<type name="pw" .*/>|<type name="pw" count="3 * WARPS + 1"/>|
        s|(<send message="Write" .*)<go to="I"/>|\1<reply name="stored" warp="req.warp"/><go to="I"/>|
        s|<reply name="stored" warp="msg.who"/>||
        /<on event="fence"/,/<\/on>/{s|doc="[^"]*"|when="drained(pw)"|
            s|</on>|</on><stall event="fence" why="stores are under way"/>|}' "$1" >"$tmp/$2.xml"
    grep -o 'posted="yes"\|3 \* WARPS\|<send message="Write".*"stored"\|event="fence" \(when\|why\)' "$tmp/$2.xml" \
        >"$tmp/places"
    [ "$(wc -l <"$tmp/places")" = 5 ]
}
cp "$top/specs/stc/l2.xml" "$tmp"
if [ $# -gt 0 ]; then
    post "$1" given || exit 0
    for sizes in '--lines 2 --cores 1' '--lines 1'; do
        code=0
        # shellcheck disable=SC2086
        "$COHGEN" verify "$tmp/given.xml" --ops 2 --no-atomics --time 60 $sizes >"$tmp/out" 2>&1 || code=$?
        if [ $code = 1 ] && grep '^FAILED' "$tmp/out"; then exit 1; fi
    done
    exit 0
fi
# searched STATUS TEXT NAME
searched() {
    expect "$3: a core" "$1" "$2" "$tmp/stc.xml" --lines 2 --ops 2 --cores 1 --no-atomics
    expect "$3: a line" "$1" "$2" "$tmp/stc.xml" --lines 1 --ops 2 --no-atomics
}
post "$top/specs/stc/stc.xml" stc || { echo 'FAIL the rows of stores are others'; failed=1; }
searched 0 PASSED 'answered early'
expect 'two warps' 0 PASSED "$tmp/stc.xml" --lines 2 --ops 2 --cores 1 --warps 2 --no-atomics
sed 's|<network name="ask" \(.*\) order="pair"|<network name="ask" \1 order="none"|' "$tmp/l2.xml" >"$tmp/l2.new"
if cmp -s "$tmp/l2.xml" "$tmp/l2.new"; then echo 'FAIL the network ask has no order'; failed=1; fi
mv "$tmp/l2.new" "$tmp/l2.xml"
searched 1 'the load does not see the store that its thread has made before' 'ask without order'
exit $failed
