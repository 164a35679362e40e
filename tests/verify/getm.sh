#!/bin/sh
# GETM: the table passes in every small system, its rows are taken, and each reading that docs/errata.md decides for it
# is needed.
. "$(dirname "$0")/lib.sh"
getm=specs/getm/getm.xml
one="--lines 1 --ops 3"
two="--lines 2 --ops 2"

# shellcheck disable=SC2086
{
expect 'two warps, two lines' 0 '30903 states, 76089 transitions' "$top/$getm" $two
expect 'no room to wait' 0 'PASSED' "$top/$getm" $two --set VU.LINES=1 --set VU.DEPTH=1
expect 'two reservations at most' 0 'PASSED' "$top/$getm" $one --set WRITES=2
expect 'three warps, one line' 0 'PASSED' "$top/$getm" --lines 1 --ops 2 --cores 3
expect 'lines outside of transactions' 0 '11552 states, 36981 transitions' "$top/$getm" $two --outside-lines 1
expect 'nothing but accesses outside of transactions' 0 'VU: 3 of 24 rows taken' "$top/$getm" --lines 2 --ops 2 \
    --outside-lines 2 --coverage

same='/<invariant name="own"/d; s/(round\[[a-z.]*\]) \+ number\([a-z.]*, core\)/\1/; s/: t - mod\(t,.*"\/>/: t + 1)"\/>/;
    s/name="latest" type="ts"    reset="0"/name="latest" type="ts" reset="1"/'
wrong $getm skew "$same"
expect 'G1: two transactions of one time' 1 'no serial order of the committed transactions' "$tmp/skew.xml" $two
wrong $getm alone "$same"'
    s|<field name="writes" type="tally"|<field name="reader" type="node"/><field name="alone" type="bool" reset="false"/>&|
    s|msg.warpts lt max\(meta.wts, meta.rts\)|& or (msg.warpts eq meta.rts and not (meta.alone and meta.reader eq msg.from))|
    s|<set name="meta.rts" value="max\(meta.rts, msg.warpts\)"/>|<choose><when test="msg.warpts gt meta.rts"><set name="meta.rts" value="msg.warpts"/><set name="meta.reader" value="msg.from"/><set name="meta.alone" value="true"/></when><when test="msg.warpts eq meta.rts and meta.reader ne msg.from"><set name="meta.alone" value="false"/></when></choose>|'
expect 'G1: whose read it was' 0 'PASSED' "$tmp/alone.xml" $two
wrong $getm owner 's/ and meta.wts eq msg.warpts \+ 1//'
expect 'G2: a log of the same warp is under way' 1 'with those of a thread in its own order' "$tmp/owner.xml" $one
wrong $getm past '/<event name="Ld.own"/s/ and meta.wts eq msg.warpts \+ 1//'
expect 'a warp does not see what it has written before' 1 'with those of a thread in its own order' "$tmp/past.xml" \
    --cores 1 --lines 1 --ops 2
wrong $getm advance 's|<do macro="behind" w="req.warp"/>||'
expect 'G3: the time stays at a commit' 1 'no serial order of the committed transactions' "$tmp/advance.xml" $one
wrong $getm wts "$same"'; s|<set name="meta.wts" value="msg.warpts \+ 1"/>|<set name="meta.wts" value="msg.warpts"/>|;
    s/ and meta.wts eq msg.warpts \+ 1/ and meta.wts eq msg.warpts/'
expect 'G4: wts without the 1: two wait for each other' 1 'FAILED: deadlock' "$tmp/wts.xml" $two
wrong $getm plus 's|<set name="meta.wts" value="msg.warpts \+ 1"/>|<set name="meta.wts" value="msg.warpts"/>|;
    s/ and meta.wts eq msg.warpts \+ 1/ and meta.wts eq msg.warpts/'
expect 'G4: wts without the 1, no two times the same' 0 'PASSED' "$tmp/plus.xml" $two
wrong $getm busy '/<event name="(Ld|St).late"/{h;d;}; /<event name="(Ld|St).busy"/G'
expect 'G5: waiting before the times are compared' 1 'FAILED: deadlock' "$tmp/busy.xml" $two
wrong $getm path 's|(<message name="Value" .*)<field name="data" type="block"/></message>|\1</message><message name="Data" on="ring"><field name="warp" type="wid"/><field name="data" type="block"/></message><message name="Fetch" on="log"><field name="warp" type="wid"/></message>|
    s|<send message="Value" to="msg.from" warp="msg.warp" data="llc.data" performs="read"/>|<send message="Value" to="msg.from" warp="msg.warp"/>|
    s|<on event="Value">(.*<reply name="loaded" warp="msg.warp" data="msg.data"/></on>)|<on event="Value"><send message="Fetch" to="home" warp="msg.warp"/></on><on event="Data">\1|
    s|(<on event="Ld.late")|<on event="Fetch"><send message="Data" to="msg.from" warp="msg.warp" data="llc.data" performs="read"/></on>\1|
    s|name="answer" class="2"|name="answer" class="1"|; s|name="log"    class="1"|name="log" class="2"|; 
    s|takes="answer"/>|takes="answer ring"/>|'
expect 'G6: loads and writes of logs reach memory on two ways' 1 'a transaction commits that has seen two versions' \
    "$tmp/path.xml" $two
wrong $getm last '/<on event="Cleanup.last">/s|<replay/>||'
expect 'G7: nobody is woken' 1 'VU[0] line 0: 1 parked in stall, nothing wakes them' "$tmp/last.xml" $two
wrong $getm ownrts 's|<on event="Ld.own"><do macro="value"/>|<on event="Ld.own"><send message="Value" to="msg.from" warp="msg.warp" data="llc.data" performs="read"/>|'
expect 'G8: an owner that loads need not raise rts' 0 'PASSED' "$tmp/ownrts.xml" $two
wrong $getm lost 's|<when test="log.n gt 0"><send message="Cleanup" to="home" warp="log.warp" n="log.n"/></when>||'
expect 'a reservation that is not given back' 1 'line 0 of VU[0] is in state R, which is not stable' "$tmp/lost.xml" \
    $two --allow deadlock --allow livelock
wrong $getm early 's|<on event="St.own">|<on event="St.own"><write to="llc.data" data="llc.data" performs="write"/>|'
expect 'a write of nobody' 1 'is not the data of a transaction' "$tmp/early.xml" $one
# What waits is joined: a count that is not added, data that are left behind.
wrong $getm counts 's/(<field name="n" type="tally") join="sum"/\1 join="max"/'
expect 'joined: the greater count in place of the sum' 1 'is in state R, which is not stable' "$tmp/counts.xml" \
    --lines 1 --ops 4 --allow deadlock
wrong $getm order 's/messages="Commit Cleanup"/messages="Cleanup Commit"/;
    s|(<message name="Cleanup" .*join="sum"/>)</message>|\1<field name="data" type="block" join="newest"/></message>|
    s|(<send message="Cleanup" to="home" warp="log.warp" n="[^"]*")/>|\1 data="log.data"/>|'
expect 'joined: a commit that becomes a clean-up' 1 'the write of a transaction of core 0 has not taken effect' \
    "$tmp/order.xml" --lines 1 --ops 4
wrong $getm forgets 's|<write to="llc.data" data="msg.data" performs="write"/>||'
expect 'a committed write that is lost' 1 'the write of a transaction of core 0 has not taken effect' \
    "$tmp/forgets.xml" $one
wrong $getm first 's|(<on event="store.now"><do macro="begin" w="req.warp"/>)<write to="log.data" data="req.data"/>|\1|'
expect 'a second store that is lost' 1 'what is written to line 0 is not the data of a transaction' "$tmp/first.xml" \
    $one

wrong $getm stale 's|(<on event="Read"><send message="Value" to="msg.from" warp="msg.warp" data="llc.data") performs="read"/>|\1/>|'
expect 'a read without effect' 1 'is answered, but it has not taken effect' "$tmp/stale.xml" $two --outside-lines 1
wrong $getm unwritten 's|<write to="llc.data" data="msg.data" mask="msg.mask" performs="write"/><send message="Done" to="msg.from" warp="msg.warp"/>|<send message="Done" to="msg.from" warp="msg.warp" performs="write"/>|'
expect 'a write that is not written' 1 'what is written to line 1 is not the data of its thread' "$tmp/unwritten.xml" \
    $two --outside-lines 1
wrong $getm apart 's|<on event="Atomic"><send message="Old" to="msg.from" warp="msg.warp" data="llc.data" performs="rmw"/><apply(.*)/></on>|<on event="Atomic"><apply\1/><send message="Old" to="msg.from" warp="msg.warp" data="llc.data" performs="rmw"/></on>|'
expect 'an atomic that answers with its own value' 1 'reads something else than the newest write of line 1' \
    "$tmp/apart.xml" $two --outside-lines 1
expect 'refused: more outside lines than lines' 2 '3 lines outside of transactions, but there are only 2 lines' \
    "$top/$getm" $two --outside-lines 3
expect 'refused: outside of no transactions' 2 'no row commits a transaction' "$top/specs/mesi/mesi.xml" \
    --outside-lines 1

# A second store in front of the one that is backed.
beside='s|<store name="meta"|<store name="seen" kind="assoc" sets="1" ways="2" victims="*"><field name="n" type="wid" reset="0"/></store>&|
    s|<in state="U F R">|<in state="*"><on event="evict"><free what="seen"/></on></in>&|'
wrong $getm beside "$beside"
expect 'a store that no row uses' 0 '30903 states, 76089 transitions' "$tmp/beside.xml" $two
allocate='s|<do macro="value"/><go to="F"/>|<allocate what="seen"/>&|'
wrong $getm seen "$beside
    $allocate"
expect 'a store that rows use' 0 'PASSED' "$tmp/seen.xml" $two
wrong $getm early "$beside
    $allocate"'
    s|msg.warpts lt max\(meta.wts, meta.rts\)|msg.warpts lt meta.wts|'
expect 'the same with a mistake' 1 'FAILED: serialisability' "$tmp/early.xml" $two

for option in --progress "--cells 2" "--litmus $top/sim/litmus/MP.litmus" "--cores 5"; do
    expect "refused: $option" 2 'with transactions' "$top/$getm" $option
done

# The warps of a core behind one port.
core="--cores 1 --warps 2 --lines 2 --ops 2"
expect 'two warps of a core' 0 '68965 states, 165141 transitions' "$top/$getm" $core
expect 'with times of their own' 0 'PASSED' "$top/$getm" $core --set OWN_CLOCK=1
expect 'a log that the other one fills' 0 'PASSED' "$top/$getm" --cores 1 --warps 2 --lines 3 --ops 2
expect 'a log that is too short' 1 'more granules than the log of its core holds' "$top/$getm" $core --set LOG=1
wrong $getm number 's/ts\(c\) \* WARPS \+ ts\(w\)/ts(c) * WARPS + ts(w) * 0/'
expect 'G1: two warps of a core at one time' 1 'FAILED: serialisability' "$tmp/number.xml" $core
wrong $getm keeps 's/<when test="not open\[w\]">/<when test="true">/'
expect 'G13: an attempt that goes on at a later time' 1 'FAILED: deadlock' "$tmp/keeps.xml" $core
wrong $getm taken 's/(name="store.taken" .*when=")log.hit and /\1log.n gt 0 and /'
expect 'a store into the log of another warp' 1 'FAILED: data value' "$tmp/taken.xml" $core
wrong $getm full 's|<on event="store.full"><do macro="refuse" w="req.warp"/></on>|<stall event="store.full" why="others have it"/>|'
expect 'a store that waits for room' 1 'FAILED: deadlock' "$tmp/full.xml" --cores 1 --warps 2 --lines 3 --ops 2
wrong $getm answer 's|(<macro name="value">.*)warp="msg.warp"|\1warp="0"|'
expect 'an answer to another warp' 1 'FAILED: conservation' "$tmp/answer.xml" $core

# Rollovers, met soon.
rolls="--system rolls"
expect 'rollover, one unit' 0 'PASSED' "$top/$getm" $rolls --set PARTS=1 $one
expect 'rollover, two units' 0 'PASSED' "$top/$getm" $rolls $two
expect 'rollover, every row of it' 0 'VU: 18 of 24 rows taken' "$top/$getm" $rolls $one --coverage
wrong $getm marker 's|<network name="log"    class="1" order="pair"|<network name="log" class="1"|'
expect 'G12: a marker before its log' 1 'event Commit in state U meets a row marked never: not reserved' \
    "$tmp/marker.xml" $rolls $one
wrong $getm stops 's|<network name="answer" class="2" order="pair"|<network name="answer" class="2"|'
expect 'G12: a Stop before the last Resume' 1 'does not accept the load of line 0' "$tmp/stops.xml" $rolls \
    --set PARTS=1 --lines 1 --ops 4 --allow livelock
wrong $getm busy '/name="(quit|drain)"|event="quit"/s/ and not busy\[w\]//'
expect 'G12: a warp that does not wait for its answer' 1 'event Ok in state N meets a row marked never' \
    "$tmp/busy.xml" $rolls $one
expect 'rollover, two warps of a core' 0 'PASSED' "$top/$getm" $rolls --cores 1 --warps 2 $two
wrong $getm some 's/(<wish name="drain".*)every w in wid: /\1some w in wid: /'
expect 'G12: a marker while another warp is at work' 1 'FAILED: an event that must not happen' "$tmp/some.xml" $rolls \
    --cores 1 --warps 2 $one
wrong $getm hasty \
    's/empty and \(unit eq 0 \? not reset : reset\)/unit eq 0 ? empty and not reset : reset/; /<rule test="TS_BITS/d'
expect 'G12: a unit that passes Reset on with its tables' 1 'with those of a thread in its own order' \
    "$tmp/hasty.xml" $rolls --set EARLY=14 $two
}
# Another table: conflicts are met at once, and a load is answered from the log of its transaction.
eager=tests/verify/eager.xml
expect 'a transaction reads what it has stored' 0 'PASSED: 5 of 5 searches' "$top/$eager"
wrong $eager leaks 's|<on event="No"><set name="used" value="used - 1"/>|<on event="No">|'
expect 'all tries are in vain' 1 'stores to line 0 in vain: no try of its commits' "$tmp/leaks.xml" --lines 2 --ops 2
wrong $eager others 's|<on event="Want.other"><send message="No" to="msg.from"/>|<on event="Want.other"><send message="Yours" to="msg.from" data="mem.data"/>|'
expect 'two have the line' 1 'FAILED: ' "$tmp/others.xml" --lines 2 --ops 2
exit $failed
