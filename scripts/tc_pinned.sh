# tc_pinned.sh - for scripts that measure; wants $top.

# tc_pinned NAME DIR: specs/tc/NAME.xml in DIR, with the lease, and whether stores wait at the head of the bank, as input
# pins of the L2: one design for all of them.
tc_pinned() {
    sed -e '/<param name="LEASE"/d' -e '/<rule test="TIME_BITS/d' \
        -e 's|^  <type name="tick" .*|&<type name="head" bits="1"/>|' "$top/specs/tc/common.xml" >"$2/common.xml"
    pins='<input name="LEASE" type="tick"/>'
    ! grep -q '<param name="HEAD"' "$top/specs/tc/$1.xml" || pins="$pins<input name=\"HEAD\" type=\"head\"/>"
    sed -e '/^  <verify /{:a;/\/>$/!{N;ba};d}' -e 's/ LEASE="1"//' -e '/<param name="HEAD"/d' \
        -e "s|^    <event name=\"WRITEV.own\"|$pins&|" "$top/specs/tc/$1.xml" >"$2/$1.xml"
}
