#!/bin/sh
# --fair: what is ready does not wait for ever behind better sources of its controller.
#   fair.sh [all]      all: also a second mistake in a large system
. "$(dirname "$0")/lib.sh"
all=${1-}
mesi=specs/mesi/mesi.xml
getm=specs/getm/getm.xml
waits='is ready all the time and never taken: better in <priority> are'
# order FILE NAME OLD NEW: a copy of FILE with the sources in another order.
order() { wrong "$1" "$2" "s/<priority order=\"$3\"/<priority order=\"$4\"/"; }
# told TEXT: the run that was found says so.
told() { grep -qF "$1" "$tmp/out" || { echo "FAIL $name: expected '$1'"; tail -n 8 "$tmp/out"; failed=1; }; }

expect 'MESI as it stands' 0 PASSED "$top/$mesi" --warps 1 --fair
told 'fairness '
order $mesi core_first 'net.response net.forward replay evict core' 'core net.response net.forward replay evict'
for more in '' --no-symmetry; do
    # shellcheck disable=SC2086
    expect "cores that hit keep messages waiting $more" 1 "$waits 'core'" "$tmp/core_first.xml" --warps 1 --fair $more
    told 'from here on again and again:'
    told 'FAILED: starvation'
done
expect 'allowed' 0 PASSED "$tmp/core_first.xml" --warps 1 --fair --allow starvation
expect 'not asked for' 0 '--fair' "$tmp/core_first.xml" --warps 1
rolls='--system rolls --set PARTS=1 --fair --no-drain'
order $getm rollover_last 'net.log replay rollover onward over net.ask' 'net.log replay net.ask'
# shellcheck disable=SC2086
expect 'retries keep the rollover waiting' 1 "'rollover' of VU[0], $waits 'ask'" "$tmp/rollover_last.xml" $rolls
if [ -n "$all" ]; then
    order $getm asks_first 'net.log replay rollover onward over net.ask' 'rollover onward over net.ask net.log replay'
    # shellcheck disable=SC2086
    expect 'retries keep a log waiting' 1 "'log' of VU[0], line 0, $waits 'ask'" "$tmp/asks_first.xml" $rolls
fi
order specs/rcc/rollover.xml requests_first 'mem links replay evict rollover onward over in' 'mem links replay evict in'
expect 'requests keep the rollover waiting' 1 "'rollover' of L2[0], $waits" "$tmp/requests_first.xml" --fair --no-drain
told "'req'"
expect 'runs that --ops ends' 2 '--fair is for a search without --ops, --compact and --litmus' "$top/$mesi" --fair --ops 2
expect 'no room for the steps' 3 'the memory limit' "$top/$mesi" --warps 1 --fair --memory 1
exit $failed
