#!/bin/sh
# GETM's cores with lanes: the table passes in small systems, and what its rows say of lanes of one warp is needed.
. "$(dirname "$0")/lib.sh"
lanes=specs/getm/getm_lanes.xml
two="--lines 2 --ops 2"

# shellcheck disable=SC2086
{
expect 'two lanes of a warp' 0 '36767 states, 68768 transitions' "$top/$lanes" $two
expect 'a log that is too small' 0 '101307 states, 190004 transitions' "$top/$lanes" --lines 3 --ops 2
expect 'two warps of two lanes' 0 'PASSED' "$top/$lanes" --lines 1 --ops 1 --set WARPS=2
wrong $lanes stored '/<event name="load.meets"/s/and state eq W/and false and state eq W/'
expect 'a lane loads what another one has stored to' 1 'no serial order of the committed transactions' "$tmp/stored.xml" $two
wrong $lanes read '/<event name="store.meets"/s/any\(others\(req.thread, log.lanes,/state eq W and any(others(req.thread, onehot(log.writer),/'
expect 'a lane stores to what another one has read' 1 'no serial order of the committed transactions' "$tmp/read.xml" $two
wrong $lanes forgets '/<otherwise><set name="log.writer"/s|<write to="log.data" data="req.data"/>||'
expect 'what a refused lane has stored is kept' 1 'FAILED: data value' "$tmp/forgets.xml" $two
wrong $lanes sends 's/ and any\(won bitand onehot\(log.writer\)\)"/"/'
expect 'what a refused lane has stored is sent' 1 'FAILED: data value' "$tmp/sends.xml" $two
wrong $lanes early '/<wish name="close"/s/not any\(open bitand of\(w\)\)/any((done bitor lost) bitand of(w))/'
expect 'an attempt ends before all of its lanes' 1 'FAILED: ' "$tmp/early.xml" $two
wrong $lanes stale '/<macro name="leave"/,/<\/macro>/s|<set name="log.copy" value="copy.none"/>||'
expect 'a copy of an earlier attempt' 1 'FAILED: ' "$tmp/stale.xml" --lines 1 --ops 3 \
    --set WARPS=2 --set LANES=1
wrong $lanes waits '/<on event="Abort">/,/<\/on>/s| bitor log.wait"/>|"/>|'
expect 'who waits for a load that is refused' 1 'FAILED: ' "$tmp/waits.xml" --lines 1 --ops 2 --set CORES=2
}
exit $failed
