#!/bin/sh
# Several transactions behind one port: what is of one warp and what of the core is told apart, and mistakes in it are
# found.
. "$(dirname "$0")/lib.sh"
warps=tests/protocols/tx_warps.xml
two="--system small --warps 2 --lines 2 --ops 2"
# shellcheck disable=SC2086
{
expect 'all searches of the file' 0 'PASSED: 4 of 4 searches' "$top/$warps"
wrong $warps hasty '/name="store.taken"/s/ and phase\[req.warp\] eq doing.run//'
expect 'a store of a warp whose log is being sent' 1 'FAILED: deadlock' "$tmp/hasty.xml" $two
wrong $warps full 's/used eq LOG/used gt LOG/'
expect 'a full log is waited for' 1 'FAILED: overflow' "$tmp/full.xml" $two --set LOG=1
wrong $warps time '/macro name="begin"/,/macro>/s/not open\[w\]/true/'
expect 'an attempt does not keep its time' 1 'FAILED: deadlock' "$tmp/time.xml" $two
wrong $warps whose 's/<set name="log.warp" value="req.warp"\/>//'
expect 'the log does not know whose a granule is' 1 'FAILED: deadlock' "$tmp/whose.xml" $two
wrong $warps other 's/<reply name="committed" warp="req.warp"/<reply name="committed" warp="0"/'
expect 'a commit is answered to another warp' 1 'an answer to core 0 warp 0, which waits for none' "$tmp/other.xml" $two
wrong $warps rts '/name="St.late"/s/max\(meta.wts, meta.rts\)/meta.wts/'
expect 'a store does not look at rts' 1 'FAILED: serialisability' "$tmp/rts.xml" $two
}
exit $failed
