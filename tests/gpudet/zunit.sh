#!/bin/sh
# The memory side of GPUDet, an update in one row: the smallest one ends well, and mistakes in the table are found.
. "$(dirname "$0")/../verify/lib.sh"
unit=specs/gpudet/zunit.xml order=tests/gpudet/order.xml
small="--system small --lines 2 --ops 1"
# mistake NAME SED-SCRIPT: a folder with zunit.xml and a copy of what it uses with a mistake, in $part.
part=commit
mistake() {
    mkdir -p "$tmp/$1/parts"
    cp "$top/$unit" "$top/specs/gpudet/commit.xml" "$tmp/$1"
    cp "$top/specs/gpudet/parts/memory.xml" "$tmp/$1/parts"
    wrong specs/gpudet/$part.xml "$1/$part" "$2"
}
# found NAME TEXT SED-SCRIPT [OPTION...]: verify finds the mistake.
found() {
    mistake "$(echo "$1" | tr -c 'a-z\n' _)" "$3"
    file=$tmp/$(echo "$1" | tr -c 'a-z\n' _)/zunit.xml name=$1 text=$2
    shift 3
    # shellcheck disable=SC2086
    expect "$name" 1 "$text" "$file" $small --warps 3 "$@"
}
# shellcheck disable=SC2086
{
expect 'one set, one way, one entry, three requests of two blocks' 0 '226972 states' "$top/$unit" $small --warps 3 \
    --expect-coverage
expect 'two requests of a thread' 0 'PASSED' "$top/$unit" --system small --lines 2 --warps 2 --ops 2
expect 'two feeders' 0 'PASSED' "$top/$unit" $small --warps 1 --set FEEDS=2
expect 'more blocks than ways, two of each' 0 'PASSED' "$top/$unit" --system small --warps 2 --lines 3 --ops 1 \
    --set ZU.WAYS=2 --set SLOTS=2 --set L2.WAYS=2
expect 'a request buffer of one' 0 'PASSED' "$top/$unit" $small --warps 3 --set REQUESTS=1

expect 'depths that memory cannot read' 1 'memory error' "$top/$unit" --system small --lines 1 --warps 1 --ops 1 \
    --bad-lines 1
found 'a miss without an entry is blocked' 'parked in buffer, nothing wakes them' \
    '/<on event="Update" doc="\(7\)/i\<on event="Update" when="not slot.room"><park in="buffer"/></on>'
found 'a miss while another block is fetched is blocked' 'parked in buffer, nothing wakes them' \
    '/<on event="Update" doc="\(7\)/i\<on event="Update" when="not slot.empty"><park in="buffer"/></on>'
found 'some updates wake nobody' 'parked in buffer, nothing wakes them' \
    's/<when test="buffer.hit"><wake/<when test="buffer.hit and slot.tag eq 0"><wake/'
found 'a block that stays locked' 'is locked' 's/<unlock what="z"\/>//; /name="locked"/d'
found 'a block that nobody locks' "invariant 'locked' of ZU" 's/<lock what="z"\/>//'
part=parts/memory
found 'an update is acknowledged twice' 'FAILED: conservation' \
    '/<on event="Colour" doc="\(8\)">/a\<send message="Written" to="msg.cu" tag="msg.tag"/>'
part=commit
found 'an update is acknowledged by the unit too' 'FAILED: conservation' \
    '/<send message="Colour".*msg.from/a\<send message="Written" to="msg.from" tag="msg.tag"/>'
found 'an update is never acknowledged' 'FAILED: ' '/<send message="Colour".*slot.cu/d'
found 'a clear is never acknowledged' 'FAILED: ' '/<send message="Cleared"/d'
found 'an answer for somebody else' 'FAILED: ' 's/cu="slot.cu" tag="slot.tag"/cu="slot.cu" tag="tag(0)"/'

# Which colour is in memory at last.
expect 'the smallest depth' 0 'PASSED' "$top/$order" --set SRCS=2
expect 'the later of two with one depth' 0 'PASSED' "$top/$order" --set SRCS=2 --set LAST=1 --set TWICE=1
expect 'a clear between two' 0 'PASSED' "$top/$order" --set SRCS=1 --set CLEARS=1
expect 'less than, no two with one depth' 0 'PASSED' "$top/$order" --set SRCS=2 --set STRICT=1
expect 'less than, two with one depth' 1 'FAILED: invariant' "$top/$order" --set SRCS=1 --set TWICE=1 --set STRICT=1
wrong $order arrive 's/(<network name="updates" .*)pair/\1none/'
expect 'updates of one wavefront overtake' 1 'FAILED: invariant' "$tmp/arrive.xml" --set SRCS=1 --set TWICE=1
wrong $order colours 's/(<network name="colours" .*)pair/\1none/'
expect 'colours of one block overtake' 1 'FAILED: invariant' "$tmp/colours.xml" --set SRCS=2
wrong $order raised 's/p0 \? d : z.d0/d/'
expect 'a depth is raised' 1 'FAILED: invariant' "$tmp/raised.xml" --set SRCS=2
wrong $order stays '/<macro name="clear">/,/<\/macro>/s/<set name="z.d1" value="LAST"\/>//'
expect 'a clear leaves a word' 1 'FAILED: invariant' "$tmp/stays.xml" --set SRCS=1 --set CLEARS=1
wrong $order early '/<in state="F">/,/<\/in>/s/<on event="Update Clear">/<on event="Clear"><do macro="clear"\/><\/on>\
    <on event="Update">/'
expect 'a clear of what is fetched takes place at once' 1 'FAILED: invariant' "$tmp/early.xml" --set SRCS=1 \
    --set CLEARS=1
wrong $order lost '/<when test="z.dirty">/,/<\/when>/s/<set name="memory.d0" value="z.d0"\/>//'
expect 'depths that leave are lost' 1 'FAILED: invariant' "$tmp/lost.xml" --set SRCS=2
}
exit $failed
