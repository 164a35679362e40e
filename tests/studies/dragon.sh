#!/bin/sh
# Dragon: the searches that it names pass, and find each mistake by themselves. With `all`: all searches, and those that
# take longer.
. "$(dirname "$0")/../verify/lib.sh"
dragon=specs/studies/dragon.xml

# mistake SEARCH NAME TEXT SED-SCRIPT: a copy with a mistake; this one of the searches that the file names finds it.
mistake() {
    sed -E "$4" "$top/$dragon" >"$tmp/wrong.xml"
    if cmp -s "$top/$dragon" "$tmp/wrong.xml"; then echo "FAIL $2: the mistake does not apply"; failed=1; fi
    expect "$2" 1 "$3" "$tmp/wrong.xml" --search "$1"
}
if [ "${1:-}" = all ]; then
    expect 'as it is' 0 'PASSED: 8 of 8 searches' "$top/$dragon" --expect-coverage
    expect 'a core that waits while others write on' 1 'FAILED: starvation' "$top/$dragon" --search two-cores --fair
    exit $failed
fi
expect 'as it is' 0 PASSED "$top/$dragon" --search one-way
expect 'three cores' 0 PASSED "$top/$dragon" --search three-cores
mistake one-way 'a writer without a copy hears nothing' deadlock 's/to="line.sharers bitor bit_of\(mshr.writer\)"/to="line.sharers"/'
mistake one-way 'updated and read at once' 'data value' \
    's/(<send message="Ack" to="home"\/>)<go to="SB"\/>/\1/;s/<on event="Inv"><send message="Ack" to="home"\/><go to="I"\/><\/on>/&<on event="Commit"\/>/'
mistake one-way 'one acknowledgement too few' 'data value' \
    '/<multicast message="Update"/,/<\/on>/s/"popcount\(line.sharers\)"/"popcount(line.sharers) - 1"/'
mistake one-way 'a sharer that stays' 'an event that must not happen' 's/<set name="line.sharers" value="line.sharers without bit_of\(msg.from\)"\/>//'
mistake one-way 'a written line that is put as clean' 'data value' 's/<send message="PutM" to="home" data="line.data"\/>/<send message="PutC" to="home"\/>/'
mistake one-way 'no order of answers' 'never' 's/(name="answer" class="3") order="pair"/\1/'
mistake one-way 'no Ack on the way out' deadlock 's/<on event="Update Inv"><send message="Ack" to="home"\/><\/on>/<on event="Update Inv"\/>/'
mistake one-way 'what the owner gives is clean' 'data value' \
    '/<on event="Back">/,/<replay/s/<set name="line.dirty" value="true"\/>//'
mistake one-way 'the Commit of another one is taken for its own' 'order' 's/test="msg.writer eq me"/test="true"/'
mistake one-way 'the only copy, with others' 'data value' \
    's/(<send message="Data" to="msg.from" sole=)"false"/\1"true"/'
exit $failed
