#!/bin/sh
# NHCC: outcomes of litmus tests with scopes; readings of the published text that do not hold (docs/errata.md, N1 to N3),
# and mistakes, are found by them. With `all`: the searches that the file names.
. "$(dirname "$0")/../verify/lib.sh"
nhcc=specs/hmg/nhcc.xml
litmus=$top/specs/hmg/litmus
bad='<- not allowed by the scoped model'

# scoped NAME STATUS TEXT FILE TEST OPTION...
scoped() {
    name=$1 status=$2 text=$3 file=$4 test=$5
    shift 5
    expect "$name" "$status" "$text" "$file" --model scoped --preloads 0 --lines 2 --litmus "$litmus/$test.litmus" "$@"
}

# mistake NAME SED-SCRIPT TEST OPTION...: the test shows an outcome that is not allowed.
mistake() {
    name=$1 test=$3
    wrong $nhcc wrong "$2"
    shift 3
    scoped "$name" 1 "$bad" "$tmp/wrong.xml" "$test" "$@"
}

if [ "${1:-}" = all ]; then
    expect 'as it is' 0 'PASSED: 17 of 17 searches' "$top/$nhcc" --expect-coverage
    mistake 'a fence that joins a round under way' 's|<on event="fence"><set name="waiting" value="(waiting bitor onehot\(req.id\))"/></on>|<on event="fence"><choose><when test="any(round)"><set name="round" value="round bitor onehot(req.id)"/></when><otherwise><set name="waiting" value="\1"/></otherwise></choose></on>|' \
        MP+round --warps 2
    exit $failed
fi
expect 'without a program' 0 PASSED "$top/$nhcc" --search two-modules
expect 'a region of two lines' 0 PASSED "$top/$nhcc" --search one-region
expect 'writes of cells' 0 PASSED "$top/$nhcc" --search cells
scoped 'MP, reader with a copy' 0 'under the scoped model, no other' "$top/$nhcc" MP+copy
scoped 'MP, two GPUs' 0 '3 of 4 outcomes under the scoped model, no other' "$top/$nhcc" MP+far
scoped 'SB' 0 '3 of 3 outcomes under the scoped model, no other' "$top/$nhcc" SB+fences
scoped 'three modules' 0 '4 of 6 outcomes under the scoped model, no other' "$top/$nhcc" CoRR+copy --set GPMS=3 --posted 1
scoped 'own atomic' 0 '1 of 1 outcomes' "$top/$nhcc" RMW+copy
scoped 'a strong load, then a weak one' 0 '4 of 6 outcomes under the scoped model, no other' "$top/$nhcc" CoRR+strong
# N1: a marker to every L2, once, does not come behind the invalidations that other homes send.
scoped 'N1: one marker for each L2' 1 "$bad" "$top/$nhcc" MP+copy --set GPMS=3 --set THROUGH=0 --posted 1
# N2: who did an atomic stays a sharer, and its copy is of before.
scoped 'N2: an atomic leaves the copy' 1 "$bad" "$top/$nhcc" RMW+copy --set DROP=0
# N3: an invalidation that overtakes the data it is about, a release that overtakes stores.
for net in up fwd down; do
    mistake "N3: $net without order" "/network name=\"$net\"/s/order=\"pair\"/order=\"none\"/" MP+copy
done
# H6: a store of the module, merged into what is loaded.
mistake 'H6: a store merged into what is loaded' \
    's|(<waiters name="miss" .*)/>|\1><field name="data" type="block" sparse="yes"/></waiters>|
        s|<on event="St.far">(.*)<go to="R_I"/>|<on event="St.far"><write to="miss.data" data="msg.data" mask="msg.mask"/>\1|
        /<in state="R">/,/<.in>/s|<do macro="fill"/>|<do macro="fill"/><write to="line.data" data="miss.data"/>|' \
    MP+own-store --warps 2 --posted 1 --evict-for-room
mistake 'an acquire that keeps the L1' 's|<walk over="line" where="state eq V"><free what="line"/></walk>||' MP+copy
mistake 'an answer under way that is kept' 's|<walk over="miss" where="state eq I_V"><go to="I_I"/></walk>||' \
    MP+neighbour --warps 2 --posted 1
mistake 'a remote store that leaves sharers' 's|<multicast message="Inv" to="dir.sharers without one\(msg.from\)" of="L2"/>||' \
    CoRR+copy --set GPMS=3 --posted 1
mistake 'a local store that leaves sharers' 's|<multicast message="Inv" to="dir.sharers" of="L2"/><free what="dir"/>$|<free what="dir"/>|' \
    MP+copy
mistake 'a directory entry that leaves without a word' \
    's|(event="dir.evict">)<multicast message="Inv" to="dir.sharers" of="L2"/>|\1|' MP+copy
mistake 'a release that does not wait' 's|left\[msg.sm\] eq 1|left[msg.sm] eq 2|' MP+copy
mistake 'a store that leaves a load of the neighbour its claim' \
    's|(<in state="I I_I)("><on event="store">)|\1 I_V\2|; s|<on event="store" doc="whether Ld.*</on>||' CoWR+cta --warps 2
mistake 'an atomic that leaves the copies of others' '/^ *<do macro="local_store"\/>$/d' MP+atomic+copy
mistake 'a strong load that leaves the copy in the L1' 's|(event="DataS" doc.*)<go to="I"/>|\1|' CoRR+strong
# A number of cores that is a product: the place is shown.
expect 'the option --cores' 2 '<place controller="L1" count="GPMS * SMS"/>' "$top/$nhcc" --cores 2
exit $failed
