#!/bin/sh
# One search of each shipped specification that can be modelled, as small as the tool has it: each ends, soon
# (docs/verify.md, Results); rcc.xml is in rcc.sh.
# The numbers: what comes from a change of the model or of a table is seen here, where the verdict stays (a row that is
# not taken any more, a message that is no longer delayed). Those of published files say how soon their errata show.
#   stock.sh [all]     all: also the largest
. "$(dirname "$0")/lib.sh"
all=${1-}
stock() { file=$1 status=$2 text=$3; shift 3; expect "$file" "$status" "$text" "$top/$file" "$@"; }
stock specs/rcc/rollover.xml 0 '228606 states, 867065 transitions, depth 94' --system small
stock specs/rcc/wo.xml 0 '258541 states, 808379 transitions, depth 60' --system small
stock specs/rcc/published.xml 1 'FAILED: deadlock'
stock specs/rcc/rollover_paper.xml 1 'FAILED: '
stock specs/mesi/mesi.xml 0 '446036 states, 1553429 transitions, depth 43' --system small
[ -z "$all" ] || stock specs/getm/getm.xml 0 '1992569 states, 6516491 transitions, depth 114' --system small
stock tests/protocols/msi.xml 0 '84780 states, 291985 transitions, depth 35'
stock tests/protocols/combine.xml 0 '10332 states, 51088 transitions, depth 21'
stock tests/protocols/getm_roll.xml 0 '184708 states, 1693858 transitions'
stock tests/protocols/homes.xml 0 '159496 states, 663654 transitions'
stock tests/protocols/regions.xml 0 '6268 states, 20022 transitions'
expect 'a guard on 32 bits' 0 "stc.xml:77:23: warning: verify: 'at' has 32 bits and is taken as 0" \
    "$top/tests/protocols/stc.xml" --ops 1 --no-drain
expect stc.xml 0 '143743 states, 473535 transitions' "$top/tests/protocols/stc.xml" --lines 3 --ops 1
expect zunit.xml 0 '17935 states, 41930 transitions' "$top/tests/protocols/zunit.xml" --system tight --lines 2
exit $failed
