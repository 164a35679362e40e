#!/bin/sh
# A protocol whose order is that of a bus: sequentially consistent by the numbers on the bus, not in physical time; and
# that the numbers hide no mistake.
. "$(dirname "$0")/lib.sh"
snoop=tests/verify/snoop.xml
small='--ops 2 --queues 2 --evict-for-room'
cd "$top"

expect 'in the order of the bus' 0 '19682 states, 56308 transitions' $snoop $small
expect 'a store of half a line' 0 '202201 states' $snoop $small --cells 2
expect 'in physical time' 1 'in physical time; where the order is another one, rows say it: time=)' \
    $snoop $small --physical

wrong $snoop order 's|class="1" order="pair"|class="1"|'
expect 'a bus without order' 1 'FAILED: order of writes' "$tmp/order.xml" $small
wrong $snoop kept 's|(<on event="BusGetM"><do macro="seen"/>)<go to="I"/></on>|\1</on>|'
expect 'a copy that stays' 1 'FAILED: data value' "$tmp/kept.xml" $small
wrong $snoop mask 's| mask="req.mask"||'
expect 'a store of the whole line' 1 'FAILED: data value' "$tmp/mask.xml" $small --cells 2
wrong $snoop dirty 's|(<macro name="keep">.*)<set name="line.dirty" value="true"/>|\1|'
expect 'data that memory does not get' 1 'FAILED: data value' "$tmp/dirty.xml" --ops 1 --queues 2
wrong $snoop passed 's|<stall event="BusGetS BusGetM" why="it comes behind the own one"/>|<on event="BusGetS BusGetM"/>|'
expect 'requests that pass the one that waits' 1 'FAILED: deadlock' "$tmp/passed.xml" $small
exit $failed
