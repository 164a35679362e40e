#!/bin/sh
# The ceiling that protocols are compared with: the searches that it names pass, mistakes are found by them.
. "$(dirname "$0")/../verify/lib.sh"
ideal=specs/mesi/ideal.xml

# mistake NAME SEARCH TEXT SED-SCRIPT: a copy with a mistake, which the search finds.
mistake() {
    sed -E "$4" "$top/$ideal" >"$tmp/wrong.xml"
    if cmp -s "$top/$ideal" "$tmp/wrong.xml"; then echo "FAIL $1: the mistake does not apply"; failed=1; fi
    expect "$1" 1 "$3" "$tmp/wrong.xml" --search "$2"
}
expect 'as it is' 0 'PASSED: 11 of 11 searches' "$top/$ideal" --coverage
for test in SB+atomics MP+atomic; do
    expect "$test" 0 'under SC, no other' "$top/$ideal" --litmus "$top/tests/verify/litmus/$test.litmus"
done
mistake 'the writer keeps its old copy' two-cores 'data value' \
    's/(<on event="Own">)<write to="line.data" data="msg.data"\/>/\1/'
mistake 'sharers are not told of a store' two-cores 'data value' \
    's/(<event name="GetX.shared" .* when=)"[^"]*"/\1"false"/'
mistake 'an answer that an Inv has met is kept' two-cores "invariant 'listed'" \
    's/<on event="Inv" doc="what comes is.*/<on event="Inv"><do macro="inv"\/><\/on>/'
mistake 'one InvAck is enough' three-cores "invariant 'listed'" \
    's/(<event name="InvAck.last" .* when=)"[^"]*"/\1"mshr.left ge 1"/'
mistake 'the line is read while the writer writes its copy' two-warps 'it has not taken effect' \
    's/<on event="GetS GetX GetX.own GetX.shared Atomic Atomic.shared"><park\/><\/on>\n      <on event="OwnAck">//; s/(<send message="Own" to="msg.from" id="msg.id" data="line.data"\/>)<go to="O"\/>/\1<send message="Ack" to="msg.from" id="msg.id"\/><done\/><go to="V"\/>/'
mistake 'a dirty line is not written back' two-lines 'data value' 's/<macro name="leave">.*/<macro name="leave"\/>/'
exit $failed
