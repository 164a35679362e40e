#!/bin/sh
# LRC: what litmus tests with scopes show, mistakes that they find, and readings of the published tables that do not hold
# (docs/errata.md, R2, R5, R8). With `all`: the searches that the file names (long tier: two minutes of processor time).
protocol=lrc
. "$(dirname "$0")/lib.sh"
lrc=$top/specs/rcd/lrc.xml
if [ "${1:-}" = all ]; then
    expect 'as it is' 0 'PASSED: 15 of 15 searches' "$lrc" --expect-coverage
    exit $failed
fi
scoped 'table 10.10' 0 '3 of 3 outcomes under the scoped model, no other' "$lrc" MP+gpu --preloads 1
scoped 'table 10.11, two CTAs' 0 '1:r0=1 1:r1=0   not under SC' "$lrc" MP+cta-far --preloads 1
scoped 'table 10.11, one CTA' 0 '3 of 3 outcomes under the scoped model, no other' "$lrc" MP+cta-near --warps 2
mistake 'R2: an acquire that does not wait for loads on their way' 's|sync.calm and misses eq 0"|sync.calm"|' \
    MP+neighbour --warps 2 --set BANKS=2
wrong_rcd behind 's|(name="DataBack" on=)"back"|\1"req"|'
expect 'R5: an answer behind requests' 1 "circular wait: network 'req'" "$tmp/behind.xml" --system small --lines 2 --ops 1 --queues 2
mistake 'R8: an acquire of a dirty block, with a fresh copy over it' \
    's#wait.empty or replayed\) or line.dirty"#wait.empty or replayed)"#' CoWR
mistake 'an owner whose block goes first' 's|in="OD" when="clean"|in="OD" when="true"|' MP+gpu
mistake 'an owner that answers at once' \
    's|<on event="ReqWriteBack evict" doc.*|<on event="evict"><do macro="flush"/><go to="OD"/></on><on event="ReqWriteBack"><send message="DataBack" to="home" mask="line.own" data="line.data"/><go to="V"/></on>|' \
    MP+gpu
mistake 'an acquire that keeps the L1' 's|<walk over="line" where="state eq V"><free what="line"/></walk>||' MP+gpu --preloads 1
mistake 'an L2 whose fill covers what was written' 's|( data="msg.data") except="line.own"|\1|' MP+neighbour --warps 2
mistake 'an L2 that drops what it does not have' 's|<send port="mem" request="WB" mask="msg.mask" data="msg.data"/>||' MP+gpu
mistake 'an L2 whose fill calls clean what was written meanwhile' \
    's#(<on event="FILL" doc="beside.*except="line.own"/>)(<replay)#\1<set name="line.dirty" value="false"/>\2#' MP+copy
mistake 'an owner that takes the flush of its acquire for that of its release' \
    's#(<macro name="flush">.*)<set name="clean" value="false"/></macro>#\1</macro>#;
        s#(<set name="freed" value="true"/>)<go to="V"/>#\1<set name="clean" value="false"/><go to="V"/>#' \
    MP+acquired --lines 3
exit $failed
