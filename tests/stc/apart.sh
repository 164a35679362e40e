#!/bin/sh
# Wishes of STC that never hold at once: their order in <priority> says nothing, so mutants that exchange them are equal
# to the original (tests/mutate/right_stc). Their conditions contradict each other as they stand; the searches look at
# what is made of them.
. "$(dirname "$0")/../verify/lib.sh"
cp "$top/specs/stc/l2.xml" "$tmp"
# apart FILE CONTROLLER WISH WISH: in $tmp/FILE.xml, with the invariant that not both hold.
apart() {
    awk -v controller="$2" -v a="$3" -v b="$4" '
        /<controller name=/ { inside = index($0, "name=\"" controller "\"") }
        inside && /<wish name=/ { split($0, part, "\""); when[part[2]] = part[4] }
        inside && /<\/controller>/ && when[a] != "" && when[b] != "" {
            print "<invariant name=\"apart\" scope=\"controller\" test=\"not ((" when[a] ") and (" when[b] "))\"/>"
        }
        { print }' "$top/specs/stc/stc.xml" | sed -E "${5:-}" >"$tmp/$1.xml"
    grep -q 'name="apart"' "$tmp/$1.xml" || { echo "FAIL $1: wishes that are not there"; failed=1; }
}
n=0
for pair in 'EMU ReadyAck DoneAck' 'CU PrepareEpochChange ReadyAck' 'CU ReadyAck ChangeEpoch'; do
    n=$((n + 1))
    # shellcheck disable=SC2086
    apart "pair$n" $pair
    for search in es mb-moves; do expect "$pair, $search" 0 PASSED "$tmp/pair$n.xml" --search $search; done
done
apart open CU PrepareEpochChange ReadyAck 's/(<invariant name="apart".*)not closed/\1true/'
expect 'two that hold at once' 1 "invariant 'apart' of CU" "$tmp/open.xml" --search es
exit $failed
