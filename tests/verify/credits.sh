#!/bin/sh
# Invariants over the system that count: instances, messages under way, registers of an array.
. "$(dirname "$0")/lib.sh"
credits=tests/protocols/credits.xml
msi=tests/protocols/msi.xml

expect 'credits are kept' 0 'PASSED: 1 of 1 searches' "$top/$credits"
kept="invariant 'kept' of SINK"
wrong $credits lost 's|<set name="owed.s." value="owed.s. . 1"/>||'
expect 'one is not given back' 1 "$kept" "$tmp/lost.xml" --queues 2
wrong $credits twice 's|<set name="owed.p." value="owed.p. - SLOTS / 2"/>||'
expect 'one comes twice' 1 "$kept" "$tmp/twice.xml" --queues 2
wrong $credits free 's|<set name="left" value="left - 1"/>||'
expect 'a flit without one' 1 "$kept" "$tmp/free.xml" --queues 2
wrong $credits half 's|value="left . SLOTS / 2"|value="left + 1"|'
expect 'half of them come' 1 "$kept" "$tmp/half.xml" --queues 2

# how NAME TEST: MSI with this invariant.
how() { wrong $msi "$1" "s|^    <invariant name=\"single_writer\"|    <invariant name=\"$1\" scope=\"system\" test=\"$2\"/>\n&|"; }
how writers 'every a in addr: (count c in L1: c.state(a) eq M) le 1'
expect 'one writer' 0 'PASSED' "$tmp/writers.xml" --warps 1
how none 'every a in addr: (count c in L1: c.state(a) eq M) le 0'
expect 'no writer' 1 "invariant 'none'" "$tmp/none.xml" --warps 1
how readers 'every a in addr: (count c in L1: c.state(a) eq S) le 1'
expect 'one reader' 1 "invariant 'readers'" "$tmp/readers.xml" --warps 1
how under_way '(count m in response: m.type eq InvAck) le 2'
expect 'one message under way of each core' 0 'PASSED' "$tmp/under_way.xml" --warps 1
how asked '(count m in request: true) le 1'
expect 'two messages under way' 1 "invariant 'asked'" "$tmp/asked.xml" --warps 1
how lines '(count a in addr: (some c in L1: c.state(a) eq IS_D)) le 1'
expect 'two lines' 1 "invariant 'lines'" "$tmp/lines.xml" --warps 1 --lines 2
expect 'in SPIN' 2 'an invariant that counts: not exported' "$tmp/writers.xml" --warps 1 --export promela
exit $failed
