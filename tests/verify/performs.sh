#!/bin/sh
# performs= with by=, id=: whose access takes effect, which one. (time=: tests/studies/tardis.sh.)
. "$(dirname "$0")/lib.sh"
relay=tests/protocols/relay.xml
{
expect 'requests that are forwarded' 0 'PASSED' "$top/$relay" --ops 1 --no-symmetry --cores 1
expect 'their outcomes' 0 'MP       3 of 3 outcomes under SC, no other' "$top/$relay" --set WARPS=1 \
    --litmus "$top/sim/litmus/MP.litmus"
expect 'no export' 2 'time=, by= or id= beside performs=: not exported' "$top/$relay" --export promela -o "$tmp/x"
wrong $relay by 's/ by="msg.origin"//'
expect 'an access of the desk' 1 'is answered, but it has not taken effect' "$tmp/by.xml" --ops 1
wrong $relay id 's/ id="msg.who"\/>/\/>/'
expect 'of the thread that was there before' 1 'takes effect, but this one waits for no answer' "$tmp/id.xml" --ops 1
wrong $relay litmus 's/ id="msg.who"\/>/ id="msg.last"\/>/'
expect 'which, in a litmus test' 1 'takes effect' "$tmp/litmus.xml" --litmus "$top/sim/litmus/MP.litmus"
}
exit $failed
