#!/bin/sh
# Litmus tests are put on every core, warp and line that is not like the others: mistakes that only one placement shows
# are found.
. "$(dirname "$0")/lib.sh"
msi=tests/protocols/msi.xml
litmus=$top/sim/litmus
cowr=$top/specs/rcc/litmus/CoWR.litmus mp=$litmus/MP.litmus
unit='s|(<controller name="L1".*)|\1 <register name="unit" type="core" constant="INDEX"/>|; /<invariant name="single_writer"/,/\/>/d'

# keeps NAME WHEN: copies that stay after an Inv, while WHEN holds.
keeps() {
    row='<send message="InvAck" to="msg.who"/>'
    wrong $msi "$1" \
        "$unit; s|^.*<on event=\"Inv\">  $row<go to=\"I\"/></on>|<on event=\"Inv\" when=\"$2\">$row</on>\n&|"
}

# loses NAME WHEN: stores that are answered and forgotten.
loses() {
    row='<reply name="stored" warp="req.warp"'
    wrong $msi "$1" \
        "$unit; s|^(.*<on event=\"store\">)<write to=\"line.data\".*$|<on event=\"store\" when=\"$2\">$row performs=\"write\"/></on>\n&|"
}

# found NAME TEXT TEST ARGUMENT...: the mutant fails, and the placement is named.
found() {
    mutant=$1 text=$2 test=$3
    shift 3
    expect "$mutant, $(basename "$test")" 1 "$text" "$tmp/$mutant.xml" --litmus "$test" "$@"
    grep -q '^FAILED: litmus' "$tmp/out" && grep -q 'an outcome that is not' "$tmp/out" || {
        echo "FAIL $mutant: no outcome"
        failed=1
    }
}

loses core0 'unit eq 0'
found core0 'threads on core 0 warp 0, ' "$cowr" --warps 1
loses core1 'unit eq 1'
found core1 'threads on core 1 warp 0, ' "$cowr" --warps 1
loses last 'unit eq CORES - 1'
found last 'threads on core 2 warp 0, ' "$cowr" --warps 1 --cores 3
loses warp1 'req.warp eq 1 and unit ge 0'
found warp1 'threads on core 1 warp 1, ' "$cowr"
loses line1 'key eq 1 and unit ge 0'
found line1 'x on line 1, y on line 0' "$mp" --warps 1 --preloads 0
found line1 'x on line 1' "$cowr" --warps 1 --lines 2
keeps both 'key eq 1 and unit eq 0'
found both 'threads on core 1 warp 0, core 0 warp 0; x on line 1, y on line 0' "$mp" --warps 1

expect 'one placement where all is alike' 0 '3 of 3 outcomes under SC, no other; 2793 states, 1 placement' "$top/$msi" \
    --warps 1 --litmus "$litmus/CoRR1.litmus"
expect 'threads on one core and on two, as one warp and as two' 0 'states, 3 placements' "$top/$msi" \
    --litmus "$litmus/CoRR1.litmus" --preloads 0
banks() {
    expect "$1" 0 "$2" "$top/specs/rcc/rcc.xml" --system bounded --warps 1 --stamp-max 4 --set BANKS=2 --preloads 0 \
        --litmus "$litmus/SB.litmus"
}
banks 'lines of two banks' 'states, 2 placements'
banks 'why lines are not alike' 'symmetry of lines off: rcc.xml:'
expect 'the same, after a test of one line' 0 'symmetry of lines off: rcc.xml:' "$top/specs/rcc/rcc.xml" \
    --system bounded --warps 1 --stamp-max 4 --set BANKS=2 --preloads 0 --litmus "$litmus/CoRR1.litmus" \
    --litmus "$litmus/SB.litmus"
expect 'two variables of one line, and of two' 0 '6227 states, 2 placements' "$top/specs/rcc/rcc.xml" --system bounded \
    --stamp-max 6 --warps 1 --preloads 0 --cells 2 --litmus "$litmus/MP.litmus"
wrong specs/rcc/rcc.xml part 's|(<set name="mshr.lastwr" value="max\(mshr.lastwr, msg.now, mnow.*)|\1|; s| mask="msg.mask"/>|/>|'
expect 'a store that takes all of its line' 1 'y on line 0 cell 1' "$tmp/part.xml" --system bounded --stamp-max 6 \
    --warps 1 --preloads 0 --cells 2 --litmus "$litmus/MP.litmus"
expect 'a bound that is left' 0 'PASSED within the bounds' "$top/specs/rcc/rcc.xml" --system bounded --warps 1 \
    --stamp-max 4 --litmus "$litmus/SB.litmus"
expect 'what leaves fewer states' 3 'fewer states with: --preloads 0, --evict-for-room' "$top/specs/rcc/rcc.xml" \
    --system bounded --cores 3 --warps 1 --memory 20 --litmus "$litmus/WRC.litmus"
exit $failed
