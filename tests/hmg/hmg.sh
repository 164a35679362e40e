#!/bin/sh
# HMG: outcomes of litmus tests with scopes on 2 GPUs, on 2 modules, on 2 x 2; readings of the published text that do not
# hold (docs/errata.md, H1 to H4), and mistakes, are found by them. With `all`: the searches that the file names.
. "$(dirname "$0")/../verify/lib.sh"
hmg=specs/hmg/hmg.xml
litmus=$top/specs/hmg/litmus
bad='<- not allowed by the scoped model'
four='--set GPMS=2 --posted 1'

# scoped NAME STATUS TEXT FILE TEST OPTION...
scoped() {
    name=$1 status=$2 text=$3 file=$4 test=$5
    shift 5
    expect "$name" "$status" "$text" "$file" --model scoped --preloads 0 --lines 2 --litmus "$litmus/$test.litmus" "$@"
}

# mistake NAME SED-SCRIPT TEST OPTION...: the test shows an outcome that is not allowed.
mistake() {
    name=$1 test=$3
    wrong $hmg wrong "$2"
    shift 3
    scoped "$name" 1 "$bad" "$tmp/wrong.xml" "$test" "$@"
}

if [ "${1:-}" = all ]; then
    expect 'as it is' 0 'PASSED: 17 of 17 searches' "$top/$hmg" --expect-coverage
    exit $failed
fi
scoped 'MP, one GPU of 2 x 2' 0 '3 of 3 outcomes under the scoped model, no other' "$top/$hmg" MP+gpu $four --evict-for-room
scoped 'own atomic' 0 '1 of 1 outcomes' "$top/$hmg" RMW+copy $four --lines 1
# H1: .gpu atomics at the home of the GPU are not atomic with .sys ones of the same GPU.
scoped 'H1: atomics in one place' 0 'under the scoped model, no other' "$top/$hmg" RMW+scopes $four --lines 1 --evict-for-room
scoped 'H1: .gpu and .sys atomics of a GPU' 1 "$bad" "$top/$hmg" RMW+scopes $four --lines 1 --evict-for-room --set ATOMICS=1
# H2: a compare-and-swap that fails writes the old value through, over a store of another GPU.
scoped 'H2: a swap that fails, as published' 0 '3 of 3 outcomes' "$top/$hmg" CAS+fails $four --lines 1 --evict-for-room \
    --set ATOMICS=1
scoped 'H2: a swap that fails' 0 '2 of 3 outcomes' "$top/$hmg" CAS+fails $four --lines 1 --evict-for-room
# H3: an answer of the home of the system that does not come through that of the GPU overtakes the invalidation.
mistake 'H3: a strong answer past the home in the GPU' \
    's|<send message="BDataS" to="msg.from" origin="msg.origin"|<send message="DataS" to="msg.origin"|' CoRR+far $four --lines 1 --evict-for-room
# H4: markers that go once to each L2 do not come behind the invalidations of homes.
scoped 'H4: one round of markers' 1 "$bad" "$top/$hmg" MP+copy+sys --set ROUNDS=1
mistake 'H4: no second round, down from the homes' 's|<set name="stage_one\[msg.sm\]" value="true"/>||' \
    MP+copy+sys $four --evict-for-room
mistake 'a home in a GPU that does not hand invalidations on' \
    's|(<on event="BInv".*)<do macro="end_near"/>|\1|' CoRR+far $four --lines 1 --evict-for-room
mistake 'a store that leaves sharers in other GPUs' \
    's|<multicast message="BInv" to="dir.sharers without near\(gpm\)" of="L2"/>(<free)|\1|' MP+copy+sys
mistake 'back without order' '/network name="back"/s/order="pair"/order="none"/' MP+copy+sys
mistake 'an acquire that keeps the L1' 's|<walk over="line" where="state eq V"><free what="line"/></walk>||' MP+copy+sys
mistake 'a .sys fence that reaches its GPU only' 's|<set name="wide" value="true"/></on>|</on>|' MP+copy+sys
exit $failed
