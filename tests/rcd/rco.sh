#!/bin/sh
# RC-O: what litmus tests with scopes show, mistakes that they find, and readings of the published tables that do not hold
# (docs/errata.md, R2, R5, R6). With `all`: the searches that the file names.
protocol=rco
. "$(dirname "$0")/lib.sh"
rco=$top/specs/rcd/rco.xml
if [ "${1:-}" = all ]; then
    expect 'as it is' 0 'PASSED: 15 of 15 searches' "$rco" --expect-coverage
    exit $failed
fi
scoped 'table 10.10' 0 '3 of 3 outcomes under the scoped model, no other' "$rco" MP+gpu --preloads 1
scoped 'as published' 0 '3 of 3 outcomes under the scoped model, no other' "$rco" MP+gpu --preloads 1 --set FOREIGN=0
scoped 'table 10.11, two CTAs' 0 '1:r0=1 1:r1=0   not under SC' "$rco" MP+cta-far --preloads 1
mistake 'R2: an acquire that does not wait for loads on their way' 's|sync.calm and misses eq 0"|sync.calm"|' \
    MP+neighbour --warps 2 --set BANKS=2
wrong_rcd behind 's|(name="WriteBack" on=)"back"|\1"req"|'
expect 'R5: a write-back behind requests' 1 'FAILED: deadlock' "$tmp/behind.xml" --system small --lines 2 --ops 1 --queues 2
scoped 'R6 as published, two words of a block' 1 '1:r0=1 2:r0=0 1:r1=0   <- not allowed' "$rco" MP+covered --preloads 0 \
    --set FOREIGN=0 --warps 2 --lines 2 --cells 2
mistake 'R6: a copy that is read while its owner-to-be waits, behind an acquire' \
    's|<walk over="mshr" where="state eq VO"><go to="IO"/></walk>||' MP+upgrade --preloads 1 --warps 2
mistake 'an acquire that keeps the L1' 's|<when test="state eq V"><free what="line"/></when>|<when test="false"/>|' MP+gpu --preloads 1
mistake 'an L2 that does not ask the owner' \
    's|<on event="GetV GetO"><allocate what="mshr"/><send message="ReqWriteBack" to="line.owner"/><park in="mshr"/><go to="R"/></on>|<on event="GetV"><send message="Data" to="msg.from" data="line.data"/></on>\0|; /<in state="O">/,/<.in>/s|"GetV GetO"|"GetO"|' \
    CoWR --cores 2
wrong_rcd keeps 's|(<on event="ReqWriteBack"><send message="DataBack" to="msg.from" data="line.data"/><set name="line.foreign" value="false"/><go to=)"V"|\1"O"|'
expect 'an owner that stays one' 1 'nobody owns it' "$tmp/keeps.xml" --system small --ops 2
exit $failed
