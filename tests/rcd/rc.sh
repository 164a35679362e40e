#!/bin/sh
# RC: what litmus tests with scopes show, mistakes that they find, and readings of the published tables that do not hold
# (docs/errata.md, R1 to R4). With `all`: the searches that the file names.
protocol=rc
. "$(dirname "$0")/lib.sh"
rc=$top/specs/rcd/rc.xml
if [ "${1:-}" = all ]; then
    expect 'as it is' 0 'PASSED: 14 of 14 searches' "$rc" --expect-coverage
    exit $failed
fi
scoped 'table 10.10' 0 '3 of 3 outcomes under the scoped model, no other' "$rc" MP+gpu --preloads 1
scoped 'table 10.11, two CTAs' 0 '1:r0=1 1:r1=0   not under SC' "$rc" MP+cta-far --preloads 1
scoped 'table 10.11, one CTA' 0 '3 of 3 outcomes under the scoped model, no other' "$rc" MP+cta-near --warps 2
# R1: an acquire of a block that is dirty here.
mistake 'R1: the fresh copy over the dirty bytes' 's|( data="msg.data") except="line.own"(/><set name="sync")|\1\2|' CoWR
# R2: what was asked for before the acquire comes after it.
mistake 'R2: an acquire that does not wait for loads on their way' 's| and misses eq 0"|"|' MP+neighbour --warps 2
# R3: a store that waited for its block between the write-backs of an acquire and its end.
mistake 'R3: a block that became dirty meanwhile is dropped' \
    's|sync.over and not late"|sync.over"|; s|<wish name="again".*||; s|settled again|settled|' MP+writer --warps 2
# R4: write-backs of blocks that left count as those of a release.
mistake 'R4: an eviction that no release waits for' \
    's|(<when test="line.dirty">)<do macro="write_back"/>|\1<send message="WriteBack" to="home" mask="line.own" data="line.data"/>|; s|<got gather="acks"/>|<choose><when test="acks gt 0"><got gather="acks"/></when></choose>|' \
    MP+gpu --set BANKS=2
mistake 'a GetV that overtakes the write-back of its block' '/network name="req"/s/order="pair"/order="none"/' CoWR
mistake 'a release that does not wait for answers' \
    's|<when test="sync eq sync.push">(.*)</when>||; s|<on event="push.end"/>|<on event="push.end"><choose><when test="sync eq sync.push"><set name="sync" value="sync.go"/><wake in="release"/></when></choose></on>|' \
    MP+gpu --set BANKS=2
mistake 'a release that pushes nothing' 's|<start sweep="push"/>(<expect gather="acks" count="0"/><do)|\1|' MP+gpu
mistake 'an acquire that keeps the L1' 's|<walk over="line" where="state eq V"><free what="line"/></walk>||' MP+gpu --preloads 1
mistake 'an acquire that reads what is here' \
    's|<allocate what="mshr"/><send message="GetV" to="home"/><do macro="begin" phase="sync.read"/><go to="VA"/>|<do macro="hit"/>|' \
    MP+read --preloads 1
mistake 'an L2 whose fill covers what was written' 's|( data="msg.data") except="line.own"(/><replay)|\1\2|' MP+gpu
mistake 'an L2 that forgets on eviction' 's|<choose><when test="line.dirty"><send port="mem".*</choose>||' MP+gpu
exit $failed
