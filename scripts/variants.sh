# variants.sh - shipped specifications with parameters as input pins, so that one design serves for all their values;
# sourced by what measures them. Wants $top, and $SPEC_EDIT (tests/tools/spec_edit.c).
# What names a parameter elsewhere (rules, covers, searches, systems) goes.

# Leases and renewal of RCC's L2.
variant_rcc() {
    named='contains(@test, "LEASE") or contains(@test, "RENEWAL")'
    "$SPEC_EDIT" "$top/specs/rcc/rcc.xml" drop '//param[@name="LEASE_MIN" or @name="LEASE_MAX" or @name="RENEWAL"]' \
        drop "//rule[$named or contains(@why, \"LEASE\")] | //invariant[$named] | //cover[$named]" drop //verify \
        drop '//system//@LEASE_MIN | //system//@LEASE_MAX | //system//@RENEWAL' \
        replace '//type[@name="lease"]' '<type name="lease" bits="12" overflow="saturate"/>' \
        after '//register[@name="mnow"]' \
        '<input name="LEASE_MIN" type="lease"/><input name="LEASE_MAX" type="lease"/><input name="RENEWAL" type="lease"/>'
}
# variant_tc tcs|tcw DIR: DIR/NAME.xml and what it uses, with the lease, and whether stores wait at the head of the bank,
# as pins of the L2.
variant_tc() {
    "$SPEC_EDIT" "$top/specs/tc/common.xml" drop '//param[@name="LEASE"]' drop '//rule[starts-with(@test, "TIME_BITS")]' \
        after '//type[@name="tick"]' '<type name="head" bits="1"/>' >"$2/common.xml"
    pins='<input name="LEASE" type="tick"/>'
    ! grep -q '<param name="HEAD"' "$top/specs/tc/$1.xml" || pins="$pins<input name=\"HEAD\" type=\"head\"/>"
    "$SPEC_EDIT" "$top/specs/tc/$1.xml" drop //verify drop '//system//@LEASE' drop? '//param[@name="HEAD"]' \
        before '//event[@name="WRITEV.own"]' "$pins" >"$2/$1.xml"
}
# MESI that writes through: whether a core may go on hitting while a store is under way.
variant_mesi_wt() {
    "$SPEC_EDIT" "$top/specs/mesi/mesi_wt.xml" drop //verify drop '//param[@name="FRIENDLY"]' \
        after '//type[@name="core"]' '<type name="friendly" bits="1"/>' \
        before '//event[@name="Data.due"]' '<input name="FRIENDLY" type="friendly"/>'
}
# STC with the variant and the period as pins, so with one clock. PERIOD is 50 then, and the EMU passes over SKIP wake-ups
# in each SKIP + 1.
variant_stc() {
    passed='<set name="passed" value="passed ge SKIP ? 0 : passed + 1"/>' input='<input name="VARIANT" type="variant"/>'
    "$SPEC_EDIT" "$top/specs/stc/stc.xml" drop '//param[@name="VARIANT" or @name="EMU_SYNC"] | //domain | //@domain' \
        drop '//system//@VARIANT' \
        after '//type[@name="seb"]' '<type name="variant" bits="2"/><type name="skip" bits="6"/>' \
        before '//port[@name="core" and @kind="core"]' "$input" \
        before '//port[@name="net" and @takes="up"]' "$input<input name=\"SKIP\" type=\"skip\"/>" \
        before '//timer[@name="wakeup"]' '<register name="passed" type="skip" reset="0"/>' \
        first '//on[@event="wakeup"]' "$passed" before '//when[@test="VARIANT eq 0"]' '<when test="passed ne 0"/>'
}
# An L2 of STC that does not fetch what a store misses: right where stores are whole lines.
variant_stc_whole_stores() {
    "$SPEC_EDIT" "$top/specs/stc/l2.xml" before '(//on[@event="Read Write Atomic"])[1]' '<on event="Write">
          <allocate what="line"/><write to="line.data" data="msg.data" mask="msg.mask" performs="write"/>
          <set name="line.dirty" value="true"/><send message="WA" to="msg.from" who="msg.who"/><go to="V"/></on>' \
        set '(//on[@event="Read Write Atomic"])[1]/@event' 'Read Atomic'
}
# The compute units and the sequencer of GPUDet, with five parameters as pins.
variant_gpudet() {
    pin='<input name="DWP" type="pin"/>'
    "$SPEC_EDIT" "$top/specs/gpudet/parts/units.xml" \
        drop '//param[@name="QUANTUM" or @name="BARRIER" or @name="WA" or @name="DWP" or @name="EACH"]' \
        replace '//type[@name="instr"]' \
        '<type name="instr" bits="12" overflow="saturate"/><type name="pin" bits="1"/>' \
        after '//input[@name="GROUPS" and starts-with(@doc, "workgroups of the program: as")]' \
        "<input name=\"QUANTUM\" type=\"instr\"/><input name=\"WA\" type=\"pin\"/>$pin<input name=\"EACH\" type=\"pin\"/>" \
        after '//input[@name="GROUPS" and starts-with(@doc, "workgroups of the program: stays")]' \
        "<input name=\"BARRIER\" type=\"delay\"/>$pin"
}
