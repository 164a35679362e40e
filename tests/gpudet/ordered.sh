#!/bin/sh
# Do the networks of a Z-buffer unit claim the order that it needs (order="pair")? Its own searches cannot say, since a
# feeder has no two updates of one wavefront under way, and depths are data:
#   update, colour: tests/gpudet/order.xml, the same unit with numbers for depths, with the claims of this file;
#   ask: the file itself, with a line that is written back and read at once, as a compute unit may: the write must have
#   taken effect when the answer comes.
#   ordered.sh [SPEC]     exit status 1: a search finds what a missing order lets happen; without SPEC: zunit.xml, and
#                         each order taken away, which must be found. Where SPEC has compute units in the place of
#                         feeders (gpudet.xml), zunit.xml is asked with what SPEC claims of ask
. "$(dirname "$0")/../verify/lib.sh"
: "${COHGEN:=$top/build/cohgen}"
here=$top/tests/gpudet
# claimed FILE NETWORK: pair or none.
claimed() {
    case $(grep -o "<network name=\"$2\"[^>]*>" "$1") in *' order="pair"'*) echo pair ;; *) echo none ;; esac
}
# flat FILE: with what it uses from its own folder in it.
flat() {
    awk -v top="$1" '
        function take(file,    folder, line, part) {
            folder = file
            sub(/[^\/]*$/, "", folder)
            while ((getline line < file) > 0)
                if (line ~ /<use file="/) { split(line, part, "\""); take(folder part[2]) }
                else if (file == top || line !~ /^<(\?|protocol|\/protocol)/) print line
        }
        BEGIN { take(top) }' "$1"
}
# numbers FILE: $tmp/order.xml, with what FILE claims.
numbers() {
    sed -E "s/(<network name=\"updates\" .*order=\")pair/\1$(claimed "$1" update)/
        s/(<network name=\"colours\" .*order=\")pair/\1$(claimed "$1" colour)/" "$here/order.xml" >"$tmp/order.xml"
}
# at_once FILE: $tmp/back.xml, FILE with `back` as a store that takes effect at the L2 and is answered by the read that
# goes behind it; false: its rows are others.
at_once() {
    sed -E '/^  <verify /d
        s|<event name="back" answer="taken"|<event name="store" answer="taken"|
        s|<on event="back">|<on event="store">|
        s|(<send message="WriteBack"[^>]*>)<reply .*/>|\1<send message="Read" to="home(L2)" who="who(msg.id)"/>|
        /<event name="read" answer="got"/d
        /<on event="read">/d
        s|<reply name="got" id="id\(msg.who\)" data="msg.data"/>|<reply name="taken" id="id(msg.who)"/>|
        s|(<write to="line.data" data="msg.data")(/><set name="line.dirty")|\1 performs="write"\2|' \
        "$1" >"$tmp/back.xml"
    [ "$(grep -c 'event name="store"\|on event="store"\|performs="write"' "$tmp/back.xml")" = 4 ]
}
if [ $# -gt 0 ]; then
    numbers "$1"
    set -- "$1" "$tmp/order.xml --search two" "$tmp/order.xml --search twice"
    if ! at_once "$1"; then
        flat "$top/specs/gpudet/zunit.xml" |
            sed -E "s/(<network name=\"ask\" .*order=\")pair/\1$(claimed "$1" ask)/" >"$tmp/zunit.xml"
        at_once "$tmp/zunit.xml" || exit 2
    fi
    set -- "$@" "$tmp/back.xml --system small --warps 1"
    shift
    for search; do
        code=0
        # shellcheck disable=SC2086
        "$COHGEN" verify $search >"$tmp/out" 2>&1 || code=$?
        if [ $code = 1 ] && grep '^FAILED' "$tmp/out"; then exit 1; fi
    done
    exit 0
fi
flat "$top/specs/gpudet/zunit.xml" >"$tmp/zunit.xml"
# without NETWORK: $tmp/NETWORK.xml
without() {
    sed -E "s/(<network name=\"$1\" .*order=\")pair/\1none/" "$tmp/zunit.xml" >"$tmp/$1.xml"
    if cmp -s "$tmp/zunit.xml" "$tmp/$1.xml"; then echo "FAIL the network $1 has no order"; failed=1; fi
}
at_once "$tmp/zunit.xml" || { echo 'FAIL the rows of lines that are written back are others'; failed=1; }
expect 'a line that is written back and read' 0 PASSED "$tmp/back.xml" --system small --warps 1
without ask
at_once "$tmp/ask.xml" || { echo 'FAIL the rows of lines that are written back are others'; failed=1; }
expect 'ask without order' 1 'FAILED: conservation' "$tmp/back.xml" --system small --warps 1
for network in update colour; do
    without $network
    code=0
    "$0" "$tmp/$network.xml" >"$tmp/out" || code=$?
    if [ $code = 1 ]; then echo "ok   $network without order"; continue; fi
    echo "FAIL $network without order: exit status $code"
    failed=1
done
exit $failed
