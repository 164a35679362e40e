#!/bin/sh
# STC, the unit that is shipped: small ones end well, with all variants, and mistakes in the tables are found. SEB moves
# in searches with one CU only: a move needs a blocked store and a load in the same CU, so with one wavefront and one
# operation of each of two CUs it stays. With --ops 1 and a wavefront in each CU no load hits either.
#   stc.sh [all]       all: also the large searches without a mistake
. "$(dirname "$0")/../verify/lib.sh"
all=${1-}
spec=$top/specs/stc/stc.xml
# found NAME TEXT SED-SCRIPT OPTION...: verify finds the mistake. The script changes stc.xml or, l2 in front, l2.xml.
found() {
    part=stc other=l2
    if [ "$1" = l2 ]; then part=l2 other=stc; shift; fi
    name=$(echo "$1" | tr -c 'a-z0-9\n' _)
    mkdir -p "$tmp/$name"
    cp "$top/specs/stc/$other.xml" "$tmp/$name"
    wrong specs/stc/$part.xml "$name/$part" "$3"
    what=$1 text=$2 file=$tmp/$name/stc.xml
    shift 3
    expect "$what" 1 "$text" "$file" "$@"
}
two="--lines 2 --ops 2 --no-atomics" moves="--lines 3 --ops 1 --no-atomics --set VARIANT=2 --set SEB_MAX=5"
# shellcheck disable=SC2086
{
expect 'ES, atomics too' 0 PASSED "$spec" --lines 2 --ops 1
[ -z "$all" ] || expect 'ES, two operations' 0 PASSED "$spec" $two
expect 'ES, four epochs' 0 PASSED "$spec" --lines 3 --ops 1 --no-atomics --set N=2
expect 'NV' 0 PASSED "$spec" --lines 2 --ops 1 --set VARIANT=0
[ -z "$all" ] || expect 'AB, SEB moves, one CU' 0 PASSED "$spec" $moves --warps 3 --cores 1
expect 'AB, two CUs, SEB at rest' 0 PASSED "$spec" $moves
expect 'MB, four epochs, at most two at once' 0 PASSED "$spec" --lines 3 --ops 1 --no-atomics --set N=2 --set VARIANT=3
expect 'three CUs, one line' 0 PASSED "$spec" --cores 3 --lines 1 --ops 1 --no-atomics --set FIRST=1
for test in MP SB LB S; do
    expect "$test with fences" 0 'under SC, no other' "$spec" --litmus "$top/sim/litmus/fenced/$test+fences.litmus"
done
base=$top/specs/stc/baseline.xml
for test in MP SB WRC; do
    expect "baseline, $test with fences" 0 'under SC, no other' "$base" --cores 2 --warps 2 \
        --litmus "$top/sim/litmus/fenced/$test+fences.litmus"
done
expect 'baseline: no coherence without an acquire' 1 'the load reads an old value' "$base" --lines 2 --ops 2

found 'lines stay valid in their epoch' "invariant 'er1' of CU" 's/<set name="gen\[e\]".*\/><\/when>/<\/when>/' $two
found 'loads under way are cached' "invariant 'er1' of CU" '
    /<event name="Data_E"/s/when="/when="false and /
    s/<set name="line.gen" value="miss.gen"\/>/<set name="line.gen" value="gen[band(byte_of(key), moved)]"\/>/' $two
found 'generations begin anew unseen' "invariant 'er1' of CU" 's/"some e in epoch: .*- 1"/"false"/' $two
found 'a grant forgets all demands' 'entry in B, 1 parked in bsq' \
    's/erv without g"/0"/; s/s ne seb \? 0 : erv without g/0/' --lines 3 --ops 1 --no-atomics --set N=2
found 'stores do not wait for the change' "invariant 'quiet'" \
    's/<set name="closed" value="true"\/>//; s/when="prepare and not closed/when="prepare and coming eq 0/
    s/when="prepare and closed and/when="prepare and coming ne 0 and/' $two
found 'ready with stores under way' 'FAILED: ' 's/value="n eq 0"/value="true"/; /name="quiet" scope/d' $two
found 'no second demand' 'entry in B, 1 parked in bsq' \
    's/asked without grant/asked/; s/met without grant/met/' $two
found 'demands survive a move of SEB' 'FAILED: ' \
    's/next ne moved \? 0 : asked/asked/' $moves --warps 3 --cores 1
found 'a store of any band goes out' "invariant 'er2'" \
    '/name="store.blocked"/s/when=".*"\/>/when="closed"\/>/' $two
found 'loads of current bands wait' "invariant 'er4' of CU" '
    /<on event="Load_U"><allocate what="miss"/s/>.*/><allocate what="bsq"\/><park in="bsq"\/><go to="B"\/><\/on>/' \
    --lines 2 --ops 1
found 'the EMU does not wait for all' 'FAILED: ' 's/prepare and all\(ready\)/prepare and any(ready)/' $two
found 'an epoch that does not end' "progress 'epoch_ends' of EMU" '
    s/<set name="change" value="false"\/><go to="SLEEP"\/>/<set name="change" value="false"\/>/
    s/ stable="no" doc="until all are done"//' --lines 1 --ops 1 --no-atomics --set FIRST=1
found l2 'a store writes the whole line' 'data value' 's/ mask="msg.mask" performs/ performs/' \
    --lines 1 --cells 2 --ops 2 --no-atomics --set FIRST=1
found l2 'lines that are written are not written back' 'data value' 's/<when test="line.dirty">/<when test="false">/' \
    --lines 1 --ops 1
found l2 'errors of memory are passed over' 'data value' 's/<when test="msg.err">/<when test="false">/' \
    --lines 1 --ops 1 --bad-lines 1 --allow error
found 'the EMU begins again before all are done' 'changes again before CU' \
    's/change and ready eq 0/change/' $two
}
exit $failed
