#!/bin/sh
# The published RCC tables: what is wrong with them is found, one erratum after the other (docs/errata.md); each copy is
# corrected up to the one before.
. "$(dirname "$0")/lib.sh"
published=specs/rcc/published.xml
rcc=specs/rcc/rcc.xml
here=$top/tests/verify
two="--warps 1 --lines 2 --stamp-max 4 --set LEASE=1"

# correct FROM TO SED-SCRIPT
correct() {
    sed -E "$3" "$1" >"$tmp/$2.xml"
    if cmp -s "$1" "$tmp/$2.xml"; then echo "FAIL $2: nothing to correct in $1"; failed=1; fi
}

expect E1 1 'core 0 warp 0 waits for the answer to its store of line 0' "$top/$published" --warps 1
sed '/ states\/s, /d' "$tmp/out" >"$tmp/e1.txt"
if cmp -s "$tmp/e1.txt" "$here/published_e1.txt"; then
    echo "ok   E1, every line"
else
    echo "FAIL E1: the output changed"
    diff "$here/published_e1.txt" "$tmp/e1.txt" || true
    failed=1
fi

correct "$top/$published" e1 \
    's|(<on event="WRITE" doc="E1[^>]*>)(.*)<go to="IV"/>|\1\2<send message="ACK" to="msg.from" ver="max(mshr.lastwr, mnow)" warp="msg.warp"/><go to="IV"/>|'
# shellcheck disable=SC2086
expect 'E7: a store that is dropped' 1 'the store is answered, but it has not taken effect' "$tmp/e1.xml" $two

correct "$tmp/e1.xml" e7 \
    's|<choose><when test="msg.now ge mshr.lastwr">(<write to="mshr.data"[^>]*>)</when></choose>|\1|'
# shellcheck disable=SC2086
expect E2 1 'the load at time 1 reads the write of time 0, but a newer one has the time 1' "$tmp/e7.xml" $two
if grep -q '^  15  ' "$tmp/out" && ! grep -q '^  16  ' "$tmp/out"; then
    echo "ok   E2, 15 steps"
else
    echo "FAIL E2: not 15 steps"
    failed=1
fi

correct "$tmp/e7.xml" e2 's|max\(mshr.lastwr, mnow\)|max(mshr.lastwr, mnow + 1)|'
expect 'E1, E2, E7 corrected, one warp per core, one line' 0 'PASSED within the bounds' "$tmp/e2.xml" --warps 1 \
    --stamp-max 6 --set LEASE=1
expect E3 1 'the load at time 3 reads the write of time 0, but a newer one has the time 3' "$tmp/e2.xml" --cores 1 \
    --stamp-max 8 --no-atomics
expect E4 1 'event RENEW in state VI meets a row marked never' "$tmp/e2.xml" --cores 1 --stamp-max 8 \
    --no-atomics --allow value
expect E12 1 'L1[0] line 0: entry in VI, 0 parked' "$tmp/e2.xml" --cores 1 --stamp-max 8 --no-atomics --allow value \
    --allow never --allow overflow

# Single cells put back into the corrected tables.
wrong $rcc rcc_e2 's/mnow \+ 1/mnow/'
expect 'E2 in rcc.xml' 1 'FAILED: data value' "$tmp/rcc_e2.xml" --system bounded --warps 1 --lines 2 --stamp-max 3 \
    --set LEASE_MAX=1 --no-atomics
wrong $rcc rcc_e3 '/<view name="over"/s/line.exp lt msg.at/line.exp lt msg.at and not replayed/'
expect 'E3 in rcc.xml' 1 'FAILED: data value' "$tmp/rcc_e3.xml" --system bounded --cores 1 --stamp-max 6
wrong $rcc rcc_e7 \
    '/<set name="mshr.lastwr" value="max\(mshr.lastwr, msg.now, mnow/s|<set name="mshr.lastwr"|<choose><when test="msg.now ge mshr.lastwr"><write to="mshr.data" data="msg.data" mask="msg.mask"/></when></choose>&|; /^ *<write to="mshr.data" data="msg.data" mask="msg.mask"\/>$/d'
expect 'E7 in rcc.xml' 1 'FAILED: data value' "$tmp/rcc_e7.xml" --system bounded --warps 1 --stamp-max 6 --cells 2
wrong $rcc rcc_e12 \
    '/<in state="II">/,/<in state="VI">/s|(<on event="RENEW"><set name="line.exp" value="msg.exp"/>)<do macro="came"/>|\1<set name="mshr.gets" value="false"/><replay first="must-hit"/><go to="VI"/>|; /<invariant name="counted"/d'
expect 'E12 in rcc.xml' 1 'L1[0] line 0: entry in VI' "$tmp/rcc_e12.xml" --system bounded --cores 1 --stamp-max 6 \
    --no-atomics

# Readings: where the text and the figure differ, or leave something open.
wrong $rcc e5 '/<in state="II">/,/<in state="VI">/s|(<on event="DATA"><do macro="read"/><do macro="fill"/>)|\1<set name="line.once" value="true"/>|
/<on event="load.once">/s|data="line.data"/>|data="line.data" performs="read"/>|'
expect 'E5, the text: forwarded, the block stays in II' 0 'PASSED within the bounds' "$tmp/e5.xml" --system bounded \
    --cores 1 --stamp-max 5
wrong $rcc e6 's|(<register name="rnow" [^>]*>)|\1<register name="other" type="ts" reset="0"/>|
s|(<macro name="fill">)|\1<set name="other" value="msg.exp"/>|;
s|exp="line.exp"/><set name="mshr.gets"|exp="state eq I ? other : line.exp"/><set name="mshr.gets"|'
expect 'E6: exp of another copy' 1 'the load reads data that was never written' "$tmp/e6.xml" --system bounded \
    --warps 1 --lines 2 --stamp-max 4 --set LEASE_MAX=1 --no-atomics
correct "$tmp/e2.xml" shared \
    '/<in state="V">/,/<in state="IV">/s|(<on event="GETS">)|<on event="GETS" when="replayed"><send message="DATA" to="msg.from" exp="line.exp" ver="line.ver" data="line.data" rmw="false" warp="0"/></on>\1|'
correct "$tmp/shared.xml" e13 's|mshr.lastrd \+ LEASE|mshr.lastwr + LEASE|'
readers="--warps 1 --lines 2 --stamp-max 6 --set LEASE=1 --set L2.WAYS=2 --no-atomics --ops 2"
# shellcheck disable=SC2086
expect 'E13: one lease for all readers, from lastrd' 0 'PASSED' "$tmp/shared.xml" $readers
# shellcheck disable=SC2086
expect 'E13: from lastwr' 1 'the load at time 2 reads the write of time 0, but a newer one has the time 2' \
    "$tmp/e13.xml" $readers
wrong $rcc e14 '/<in state="II">/,/<in state="VI">/s|(<on event="ACK">  .*)(</on>)|\1<done/><go to="I"/>\2|'
expect 'E14: II/ACK to I in any case' 1 'event ACK in state I meets a row marked never' "$tmp/e14.xml" \
    --system bounded --cores 1 --stamp-max 5 --no-atomics
for lease in exp ver; do
    wrong $rcc e15_$lease "s|<field name=\"old\" type=\"cell\"/></message>|<field name=\"exp\" type=\"ts\"/><field name=\"data\" type=\"block\"/>&|
s|(old=\"part\(line.data, msg.word\)\")|exp=\"line.$lease\" data=\"line.data\" \\1|
/<in state=\"VI\">/,/<invariant/{/<on event=\"OLD\">/{s|(<do macro=\"old\"/>)|\\1<set name=\"line.exp\" value=\"msg.exp\"/><write to=\"line.data\" data=\"msg.data\"/>|; s|<done/><go to=\"I\"/>|<done/><go to=\"V\"/>|}}"
done
expect 'E15: the answer to an atomic leaves a copy, lease D.exp' 0 'PASSED within the bounds' "$tmp/e15_exp.xml" \
    --system bounded --warps 1 --stamp-max 5 --allow invariant
expect 'E15: lease D.ver' 1 'the load at time 3 reads the write of time 0, but a newer one has the time 3' \
    "$tmp/e15_ver.xml" --system bounded --warps 1 --stamp-max 5 --keyed --allow invariant

exit $failed
