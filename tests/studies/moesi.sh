#!/bin/sh
# MOESI: the searches that it names pass, and find each mistake by themselves. With `all`: all searches, more mistakes.
. "$(dirname "$0")/../verify/lib.sh"
moesi=specs/studies/moesi.xml

# mistake SEARCH NAME TEXT SED-SCRIPT: a copy with a mistake; this one of the searches that the file names finds it.
mistake() {
    sed -E "$4" "$top/$moesi" >"$tmp/wrong.xml"
    if cmp -s "$top/$moesi" "$tmp/wrong.xml"; then echo "FAIL $2: the mistake does not apply"; failed=1; fi
    expect "$2" 1 "$3" "$tmp/wrong.xml" --search "$1"
}
writer="'single_writer' of L1"
if [ "${1:-}" = all ]; then
    expect 'as it is' 0 'PASSED: 11 of 11 searches' "$top/$moesi" --expect-coverage
    mistake three-cores 'the owner does not hand the count on' "$writer" \
        's/(<do macro="supply)" n="msg.acks"/\1" n="0"/'
    mistake three-cores 'a Put that finds another owner' \
        'event Data in state OM_AC meets a row marked never' \
        's/(<on event="PutO PutM" when="msg.from eq line.owner)"/\1 or any(line.sharers)"/'
    exit $failed
fi
expect 'as it is' 0 PASSED "$top/$moesi" --search two-cores
expect 'queues' 0 PASSED "$top/$moesi" --search queues
mistake two-cores 'forgotten invalidations' "$writer" \
    '/<in state="S">/,/<in state="O">/{s/n="tally\(popcount.*\)" one/n="0" one/;s/<do macro="others_out"\/>//}'
mistake two-cores 'an invalidation that is waited for, and not sent' deadlock \
    '/<in state="O">/,$s/<do macro="others_out"\/>//'
mistake two-cores 'a lost Unblock' deadlock 's/<send message="Unblock" to="home"\/>//'
mistake two-cores 'a lost Put-Ack' deadlock 's/(<do macro="drop"\/>)<do macro="ackput"\/>$/\1/'
mistake two-cores 'one acknowledgement too few' "$writer" \
    's/acks="tally\(popcount\(line.sharers\)\)"/acks="tally(popcount(line.sharers)) - 1"/'
mistake two-cores 'O writes nothing back' 'data value' \
    's/(<on event=")PutO (PutM" when=)/\1\2/;s/<on event="PutE" when/<on event="PutE PutO" when/'
mistake two-cores 'the owner stays' 'event FwdGetM in state I meets a row marked never' \
    '/"FwdGetM" to="line.owner" who="msg.from"/,/BO/s/<do macro="owned"\/>//'
mistake two-cores 'a replay is missing' deadlock '/<in state="BO">/,/<\/in>/s/<do macro="free"\/>/<done\/>/'
mistake two-cores 'data of the directory while there is an owner' "$writer" \
    's/<send message="FwdGetS" to="line.owner" who="msg.from"\/>/<do macro="give" n="0" one="false"\/>/'
mistake two-cores 'a write that leaves the line in E' 'data value' \
    's/(<on event="store"> <do macro="put"\/>)<go to="M"\/>/\1/'
mistake two-cores 'an owner that becomes a sharer' 'event FwdGetM in state S meets a row marked never' \
    's/(nothing is written back.*)<go to="O"\/>/\1<go to="S"\/>/'
mistake two-cores 'a copy that outlives its invalidation' "$writer" '/<in state="SM_AD">/,/<\/in>/s/<go to="IM_AD"\/>//'
mistake memory-fails 'errors of memory are not handed on' 'the answer does not say that memory could not read' \
    's/(acks="n" sole="false" err=")line.err/\1false/'
mistake two-cores 'a recall that does not wait for the owner' "'recall' of DIR" \
    's/(popcount\(line.sharers\)\)) \+ 1"/\1"/'
mistake two-cores 'written data that is clean' 'data value' 's/<set name="line.dirty" value="true"\/>//'
mistake two-cores 'no access before the line is taken away' livelock 's/<replay first="must-hit"\/>/<replay\/>/'
mistake two-cores 'a reader that is not noted' "$writer" \
    '/FwdGetS" to="line.owner"/,/BO/s/<set name="line.sharers" .*\/>(<go)/\1/'
mistake two-cores 'a line on its way out that is dropped' 'event FwdGetM in state II_A meets a row marked never' \
    '/<in state="OI_A">/,/<\/in>/s/(n="0"\/>)/\1<go to="II_A"\/>/'
mistake two-cores 'a PutE of a line that was written before' 'data value' \
    's/<on event="PutE" when="msg.from eq line.owner">/&<set name="line.dirty" value="false"\/>/'
mistake two-cores 'Puts do not wait' 'event FwdGetM in state I meets a row marked never' '/<in state="BS">/,/<\/in>/{
    s/GetM PutS PutE PutO PutM/GetM/
    s/<on event="Unblock">/<on event="PutS PutE PutO PutM"><do macro="drop"\/><do macro="ackput"\/><\/on>&/
}'
exit $failed
