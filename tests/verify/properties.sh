#!/bin/sh
# Each property can fail: small mistakes in small specifications, and the text that names them.
. "$(dirname "$0")/lib.sh"
toy=tests/protocols/toy.xml
rcc=specs/rcc/rcc.xml
msi=tests/protocols/msi.xml

wrong $toy never 's|<on event="Read"> <send message="Value".*</on>|<never event="Read" why="test"/>|'
expect never 1 'event Read in state V meets a row marked never: test' "$tmp/never.xml"

wrong $toy deadlock 's|^ *<send message="Done" to="msg.from"/></on>|</on>|'
expect deadlock 1 'waits for the answer to its store of line 0' "$tmp/deadlock.xml"

wrong $toy livelock 's|<on event="Read"> <send message="Value"|<on event="Read" when="replayed"><allocate what="mshr"/><send port="mem" request="READ"/><park/><go to="F"/></on>&|'
expect livelock 1 'without new requests, no run from here comes to rest' "$tmp/livelock.xml"
expect 'livelock allowed' 0 'PASSED (ways to rest not searched)' "$tmp/livelock.xml" --allow livelock

wrong $toy value 's|<on event="evict">.*</on>|<on event="evict"><go to="I"/></on>|'
expect 'value: lost write-back' 1 'reads an old value: a newer write has taken effect' "$tmp/value.xml"

wrong $toy garbage 's|<write to="line.data" data="msg.data"/><replay/>|<replay/>|'
expect 'value: line without data' 1 'reads data that was never written' "$tmp/garbage.xml"

wrong $toy twice 's|(performs="write"/>)(<set name="line.dirty")|/>\2|; s|(mask="msg.mask" )performs="write"/>|\1/>|'
expect 'conservation: answered before it takes effect' 1 'the store is answered, but it has not taken effect' "$tmp/twice.xml"

wrong $toy invariant 's|<in state="F">|<invariant name="clean" test="not line.dirty"/>&|'
expect invariant 1 "invariant 'clean' of BANK" "$tmp/invariant.xml"

wrong $toy overflow 's|(<port name="net" takes="ask"/>)|<register name="n" type="two" reset="0"/>\1|; s|(<type name="block")|<type name="two" bits="2"/>\1|; s|(<on event="Write">)(<write to="line.data")|\1<set name="n" value="n + 1"/>\2|'
expect overflow 1 'a sum does not fit its type: state V, event Write' "$tmp/overflow.xml"

wrong $rcc order 's|max\(msg.now, line.ver, line.exp \+ 1\)|max(msg.now, line.ver)|'
expect 'order: a write inside a lease' 1 'FAILED: ' "$tmp/order.xml" --warps 1 --stamp-max 6

wrong $rcc behind 's|<set name="now" value="max\(now, msg.ver\)"/>|<set name="now" value="max(now, msg.ver - msg.ver)"/>|'
expect 'order: a core that stays behind' 1 'but its core goes on at time' "$tmp/behind.xml" --warps 1 --stamp-max 6

wrong $msi stale 's|<on event="Inv">  <send message="InvAck" to="msg.who"/><go to="I"/></on>|<on event="Inv">  <send message="InvAck" to="msg.who"/></on>|'
expect 'value: a copy that is not invalidated' 1 'FAILED: data value' "$tmp/stale.xml" --warps 1
expect 'litmus: a copy that is not invalidated' 1 '<- not sequentially consistent' "$tmp/stale.xml" --warps 1 --litmus "$top/sim/litmus/MP.litmus"

wrong $rcc forever 's|when="line.exp lt msg.at"|when="line.exp lt msg.at and false"|'
expect 'litmus: leases that never end' 1 '1:r0=1 1:r1=0   <- not sequentially consistent' "$tmp/forever.xml" --warps 1 --stamp-max 8 --litmus "$top/sim/litmus/MP.litmus"

exit $failed
