#!/bin/sh
# MESI with write-through L1s: the searches that it names pass; mistakes are found by them, and what docs/errata.md says
# of forwards that an L1 without the line ignores (M1).
. "$(dirname "$0")/../verify/lib.sh"
wt=specs/mesi/mesi_wt.xml

# mistake NAME SEARCH TEXT SED-SCRIPT: a copy with a mistake, which the search finds.
mistake() {
    sed -E "$4" "$top/$wt" >"$tmp/wrong.xml"
    if cmp -s "$top/$wt" "$tmp/wrong.xml"; then echo "FAIL $1: the mistake does not apply"; failed=1; fi
    expect "$1" 1 "$3" "$tmp/wrong.xml" --search "$2"
}
expect 'as it is' 0 'PASSED: 13 of 13 searches' "$top/$wt" --expect-coverage
for test in SB+atomics MP+atomic; do
    expect "$test" 0 'under SC, no other' "$top/$wt" --litmus "$top/tests/verify/litmus/$test.litmus"
done
mistake 'M1: a core without the line ignores FwdS' two-cores deadlock \
    's/<on event="FwdS" doc="likewise"><do macro="down"\/><\/on>/<on event="FwdS"\/>/'
mistake 'M1: a core without the line ignores FwdX' two-cores deadlock \
    's/<on event="FwdX" doc="likewise"><do macro="inv"\/><\/on>/<on event="FwdX"\/>/'
mistake 'a store is answered before the InvAcks are here' two-cores 'data value' \
    's/<event name="WAck.last"(.*) when="[^"]*"/<event name="WAck.last"\1 when="msg.acks + mshr.left ge 0"/'
mistake 'sharers are counted, and not told' two-cores deadlock \
    's/<when test="any\(line.sharers without only\(msg.from\)\)"><multicast/<when test="false"><multicast/'
mistake 'no Unblock from IS' two-cores deadlock \
    's/(<on event="DataE">  .*)<do macro="open"\/>/\1<do macro="over"\/>/'
mistake 'a copy that an Inv has met is kept' two-cores "invariant 'listed'" \
    's/(<on event="Data" doc="for the load that asked.*)<free what="line"\/><do macro="over"\/><go to="I"\/>/\1<do macro="fill"\/><do macro="over"\/><go to="S"\/>/'
mistake 'L2 does not block the line' two-cores 'reads a store that has not taken effect yet' \
    's/<on event="GetX"><do macro="store" n="0"\/><go to="M_MB"\/><\/on>/<on event="GetX"><do macro="store" n="0"\/><set name="line.sharers" value="only(msg.from)"\/><done\/><go to="MT"\/><\/on>/'
mistake 'the copy misses the own store' two-cores 'data value' \
    's/<macro name="written"(.*)<write to="line.data" data="mshr.data"\/>/<macro name="written"\1/'
mistake 'a recall that does not wait' two-lines "invariant 'listed'" \
    's/<event name="Recalled.last" from="Recalled" when="[^"]*"/<event name="Recalled.last" from="Recalled" when="mshr.left ge 1"/; s/<macro name="recall">.*/<macro name="recall"><allocate what="mshr"\/><multicast message="Inv" to="line.sharers" of="L1" who="me"\/><set name="mshr.left" value="1"\/><\/macro>/'
mistake 'a dirty line is not written back' two-lines 'data value' 's/<do macro="back"\/><done\/>/<done\/>/'
exit $failed
