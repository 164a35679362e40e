#!/bin/sh
# Tardis: the searches that it names pass, and find each mistake by themselves. With `all`: more mistakes.
. "$(dirname "$0")/../verify/lib.sh"
tardis=specs/studies/tardis.xml

# mistake NAME TEXT SED-SCRIPT: a copy with a mistake; the searches that the file names find it.
mistake() {
    sed -E "$3" "$top/$tardis" >"$tmp/wrong.xml"
    if cmp -s "$top/$tardis" "$tmp/wrong.xml"; then echo "FAIL $1: the mistake does not apply"; failed=1; fi
    expect "$1" 1 "$2" "$tmp/wrong.xml"
}
back='<do macro="write_back"\/>'
{
if [ "${1:-}" = all ]; then
    mistake 'a write within a lease' 'data value' 's/max\(pts, line.rts \+ 1\)/max(pts, line.rts)/'
    mistake 'an owner that reads and does not say so' 'order of writes' \
        's/<set name="line.rts" value="max\(pts, .*\)"\/>(<\/on>)/\1/'
    mistake 'no copy, at time 0' 'data value' 's/have and //'
    mistake 'a request that overtakes the line' 'an event that must not' 's/(name="down" class="1") order="pair"/\1/'
    mistake 'memory at the time of the write' 'data value' 's/max\(mts, line.rts\)/max(mts, line.wts)/'
    mistake 'a core that stays behind what it reads' 'data value' 's/<set name="pts" value="max\(pts, line.wts\)"\/>//'
    mistake 'a written line that is clean' 'data value' 's/<set name="line.dirty" value="true"\/>//'
    mistake 'time that stands still' 'a load that is repeated here for ever' \
        's/<choose><when test="mshr.empty">.*<\/choose>//'
    mistake 'an owner that stays' 'event WB_REP in state S meets a row marked never' \
        "s/(<on event=\"FLUSH_REQ) evict(\">$back)(<go.*)/\1\2<\/on><on event=\"evict\">$back\3/"
    exit $failed
fi
expect 'as it is' 0 'PASSED: 5 of 5 searches' "$top/$tardis" --expect-coverage
mistake 'a lease one too long' 'data value' 's/when="line.rts lt pts"/when="line.rts + 1 lt pts"/'
mistake 'time of memory not raised' 'data value' 's/<set name="mts" value="max\(mts, line.rts\)"\/>//'
mistake 'an owner whose later reads are not noted' 'order of writes' \
    's/(<on event="load"><do macro="read"\/><set name="line.rts" value=)"max\(pts, line.rts\)"/\1"line.wts eq line.rts ? max(pts, line.rts) : line.rts"/'
mistake 'an eviction without write-back' 'deadlock' \
    "s/(<on event=\"FLUSH_REQ) evict(\">$back<go.*)/\1\2<on event=\"evict\"><go to=\"I\"\/><\/on>/"
# No time is guessed.
expect 'in physical time' 1 'the load reads an old value' "$top/$tardis" --system small --ops 3 --physical
sed 's/ time="pts"//' "$top/$tardis" >"$tmp/none.xml"
expect 'no time' 2 "'pts' is raised here like the logical time of a core" "$tmp/none.xml" --search one-line
sed 's/\(performs="write"\) time="pts"/\1/' "$top/$tardis" >"$tmp/reads.xml"
expect 'a time of reads alone' 2 'at what time does this write take effect?' "$tmp/reads.xml" --search one-line
expect 'what is used' 0 'time: logical, register L1.pts; of a write what its row says' "$top/$tardis" --search two-lines
}
exit $failed
