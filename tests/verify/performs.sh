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
expect 'of the thread that was there before' 1 'of which thread does the access take effect' "$tmp/id.xml" --ops 1
wrong $relay litmus 's/ id="msg.who"\/>/ id="msg.last"\/>/'
expect 'which, in a litmus test' 1 'takes effect' "$tmp/litmus.xml" --litmus "$top/sim/litmus/MP.litmus"
# A time that is none, two that could be the core's, a path without one.
tardis=specs/studies/tardis.xml
wrong $tardis wrap 's/(<type name="ts" +bits="TS_BITS")/\1 overflow="wrap"/'
expect 'a time that goes round' 2 "type 'ts' goes round, so it is no time" "$tmp/wrap.xml" --ops 1
wrong $tardis two 's/(<register name=")pts(".*)/&\1seen\2/
    s/<set name="pts" value="pts \+ 1"\/>/&<set name="seen" value="pts"\/>/'
expect 'two registers' 2 "which is the core's time, 'pts' or 'seen'?" "$tmp/two.xml" --ops 1
late='<when test="pts gt 6">\1 time="pts"\/><\/when>'
wrong $tardis path "s/(<write to=.*performs=\"write\") time=\"pts\"\/>/\\
<choose>$late<otherwise>\1\/><\/otherwise><\/choose>/"
expect 'a path without a time' 2 'the time of this store is not known: expected time=' "$tmp/path.xml" \
    --ops 1
}
exit $failed
