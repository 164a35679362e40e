#!/bin/sh
# An answer holds what its operation has read, wherever that was: small mistakes that lose it on the way, or take it
# from somewhere else.
. "$(dirname "$0")/lib.sh"
rcc=specs/rcc/rcc.xml
wo=specs/rcc/wo.xml
rollover=specs/rcc/rollover.xml
published=specs/rcc/published.xml
mesi=specs/mesi/mesi.xml
getm=specs/getm/getm.xml
msi=tests/protocols/msi.xml
toy=tests/protocols/toy.xml
combine=tests/protocols/combine.xml
remote=tests/verify/remote.xml
load='the load is answered with something else than it has read'
none='the load is answered with data that was never written, or with none'
atomic='the atomic is answered with a value that is not the one before it'

# lost NAME FILE SED-SCRIPT TEXT OPTION...: the mistake is found, and what is said of it.
lost() {
    number=$((${number:-0} + 1))
    wrong "$2" "m$number" "$3"
    name="$(basename "$2"): $1" said=$4
    shift 4
    expect "$name" 1 "$said" "$tmp/m$number.xml" "$@"
}

# rcc.xml: at the last time L2 answers each load for itself, and the copy waits in the L1 for it.
write='<write to="line.data" data="msg.data"/>'
lost 'an answer for one load is not filled in' $rcc \
    "/<macro name=\"fill\"/s|$write|<choose><when test=\"not msg.once\">$write</when></choose>|" "$none"
lost 'nor where stores are under way' $rcc \
    "/<in state=\"II\">/,/<.in>/s|<on event=\"DATA\"><do macro=\"read\"/><do macro=\"fill\"/>|<on event=\"DATA\"><do macro=\"read\"/><set name=\"line.exp\" value=\"msg.exp\"/><set name=\"line.once\" value=\"msg.once\"/><set name=\"line.err\" value=\"msg.err\"/><choose><when test=\"not msg.once\">$write</when></choose>|" "$none" --cores 1 --warps 2
lost 'its own copy is kept when the answer is as new' $rcc \
    "/<macro name=\"fill\"/s|$write|<choose><when test=\"not msg.once or msg.ver gt rnow\">$write</when></choose>|" \
    'FAILED: data value'
lost 'the store of another warp into the copy' $rcc \
    '/<in state="VI">/,/<.in>/s|<on event="store"> <do macro="put"/></on>|<on event="store"><do macro="put"/><write to="line.data" data="req.data" mask="req.mask"/></on>|' 'FAILED: data value' --cores 1 --warps 2
lost 'an answer without error, from a line with one' $rcc \
    's|<on event="load.once"><reply name="loaded" id="req.id" err="line.err"|<on event="load.once"><reply name="loaded" id="req.id" err="false"|' 'the answer does not say that memory could not read line 0' --bad-lines 1
lost 'no data for one load' $rollover \
    "/<macro name=\"fill\"/s|$write|<choose><when test=\"not msg.once\">$write</when></choose>|" "$none"
lost 'an old atomic with the line of the L1' $rollover '/<macro name="old"/s|data="msg.data"|data="line.data"|' \
    "$atomic"

# Atomics take effect at L2.
lost 'an atomic answered from the copy' $wo '/<macro name="old"/s|data="msg.data"|data="line.data"|' "$atomic"
lost 'its value after it' $wo '\|<on event="ATOMIC"><do macro="order"/>|,\|</on>|{s|<apply .*/></on>||;
    s|<on event="ATOMIC"><do macro="order"/>|&<apply what="rmw32" to="line.data" op="msg.op" word="msg.word" a="msg.a" b="msg.b"/>|; s|(performs="rmw"/>)|\1</on>|}' 'the atomic reads a store that has not taken effect yet'
lost 'an atomic answered from the copy' $published '/<macro name="old"/s|data="msg.data"|data="line.data"|' "$atomic" \
    --cores 1 --ops 1 --allow deadlock

# In the L1 itself: what is answered is what is read.
lost 'a load that performs with the fill as well' $mesi \
    '/<in state="IS_D">/,/<.in>/s|(<on event="Data.last Owned"><write to="line.data" data="msg.data")/>|\1 performs="read"/>|' 'the load takes effect a second time' --warps 1
lost "an atomic's value after it" $mesi '/<macro name="rmw">/,/<.macro>/{s|<reply name="old" .*/>||;
    s|(<apply .*/>)|\1<reply name="old" warp="req.warp" data="line.data" performs="rmw"/>|}' \
        'the atomic reads a store that has not taken effect yet' --warps 1
lost 'an atomic answered from the entry' $mesi '/<macro name="rmw">/,/<.macro>/s|data="line.data"|data="mshr.data"|' \
    'FAILED: data value' --warps 1
lost 'a fill that forgets its data' $mesi '/<in state="IS_D">/,/<.in>/s|<write to="line.data" data="msg.data"/>||' \
    'FAILED: data value' --warps 1
lost 'a fill that forgets its data, a store to the other cell' $msi \
    '/<in state="IM_AD">/,/<.in>/s|<write to="line.data" data="msg.data"/>||' 'FAILED: data value' --cells 2 --warps 1 \
    --ops 2
lost 'a load before the line is here' $msi \
    '/<in state="IS_D">/,/<.in>/s|<on event="load store">     <park/></on>|<on event="load"><do macro="hit"/></on><on event="store"><park/></on>|' 'FAILED: data value'

# Transactions, and accesses outside of them.
lost 'a load answered from the log' $getm \
    '/<in state="N W">/,/<.in>/s|(<reply name="loaded" warp="msg.warp") data="msg.data"/>|\1 data="log.data"/>|' \
    "$none" --lines 2 --ops 2
lost 'the same, where the log has the line' $getm \
    's|<on event="Value">(.*)</on>|<on event="Value" when="not log.hit">\1</on><on event="Value"><set name="busy[msg.warp]" value="false"/><reply name="loaded" warp="msg.warp" data="log.data"/></on>|' "$load" --lines 2 --ops 2
lost 'an atomic outside, answered from the log' $getm \
    's|(<reply name="old" warp="msg.warp") data="msg.data"/>|\1 data="log.data"/>|' "$atomic" --lines 2 --ops 2 \
    --outside-lines 1
lost "its value after it" $getm \
    '/<on event="Atomic">/{s|(<send message="Old".*performs="rmw"/>)(<apply .*/>)</on>|\2\1</on>|}' \
    'FAILED: data value' --lines 2 --ops 2 --outside-lines 1
lost 'a load that is not told of' $getm '/<macro name="value">/s| performs="read"||' \
    'the load is answered, but it has not taken effect' --lines 2 --ops 2

# At memory, in physical time.
lost 'an answer without data' $toy \
    's|<on event="Value"><reply name="loaded" data="msg.data"/></on>|<on event="Value"><reply name="stored"/></on>|' \
    "$none"
lost 'an answer without data' $combine \
    's|<on event="Value"><reply name="loaded" id="msg.id" data="msg.data"/></on>|<on event="Value"><reply name="stored" id="msg.id"/></on>|' "$none"
lost 'a fill that forgets its data' $remote "/<in state=\"B\">/,/<.in>/s|$write||" "$none"
lost "another warp's answer into the copy" $remote \
    's| first="must-hit"||; s|(<on event="Old">)(.*)|\1<write to="line.data" data="msg.data"/>\2|' "$load" --cores 1
lost 'a merged load, answered with it' $remote \
    '/<in state="V">/,/<.in>/s|data="line.data"/><go to="I"/>|data="line.data"/>|' \
    'at rest line 0 of NODE[0] is in state V, which is not stable'
lost 'an atomic answered from the copy' $remote \
    's|<reply name="old" id="msg.id" data="msg.data"/>|<reply name="old" id="msg.id" data="line.data"/>|' "$atomic"
lost "an atomic's value after it" $remote '/<on event="Rmw">/,/<.on>/{s|<send message="Old".*performs="rmw"/>||;
    s|(<apply what="rmw32".*)/>|\1 performs="rmw"/><send message="Old" to="msg.from" id="msg.id" data="line.data"/>|}' \
        'FAILED: data value'
lost 'loads performed twice' $remote \
    '/<in state="V">/,/<.in>/s|<on event="load"><reply name="loaded" id="req.id" data="line.data"/>|<on event="load"><reply name="loaded" id="req.id" data="line.data" performs="read"/>|' 'the load takes effect a second time'
lost 'a store to the whole of a line that is fetched' $wo '/<macro name="keep">/,/<.macro>/s| mask="msg.mask"||' \
    'FAILED: data value' --cells 2 --warps 1 --ops 2

# A row that sends data to others too: what the access reads is what goes to its own core.
copies='s|(<network name="answer" class="1"/>)|\1 <network name="copy" class="2"/> <message name="Copy" on="copy"><field name="data" type="block"/></message>|; s|(<port name="out" gives="answer)"|\1 copy"|; s|<controller name="BANK" key="addr">|<controller name="SINK" key="addr"><port name="net" takes="copy"/><state name="R" at="none" initial="yes"/><in state="R"><on event="Copy"/></in></controller>&|; s|(<place controller="BANK" count="1"/>)|\1 <place controller="SINK" count="1"/>|; s|(<field name="data" type="block"/>)(</store>)|\1<field name="old" type="block"/>\2|; s|(<on event="Write">)(<write to="line.data" data="msg.data" mask)|\1<write to="line.old" data="line.data"/>\2|; s|(<on event="FILL">)|\1<write to="line.old" data="msg.data"/>|'
wrong $toy copies \
    "$copies; s|(data=\"line.data\" performs=\"read\"/>)|\1<send message=\"Copy\" to=\"SINK\" data=\"line.old\"/>|"
expect 'the line before it, sent to somebody else' 0 PASSED "$tmp/copies.xml" --ops 1
lost 'the line before it, and the right one sent to somebody else' $toy \
    "$copies; s|data=\"line.data\" performs=\"read\"/>|data=\"line.old\" performs=\"read\"/><send message=\"Copy\" to=\"SINK\" data=\"line.data\"/>|" 'the load reads an old value' --ops 1

# A truth value of another name than `err` says what it likes.
expect 'a try-lock that says whether it was got' 0 PASSED "$top/tests/verify/trylock.xml"

# The other word of a line: only where a line has two.
lost 'an atomic answers with the first word' specs/rcc/rcc.xml \
    '/<send message="OLD"/s|part\(line.data, msg.word\)|part(line.data, word(0))|' 'FAILED: data value' \
    --system bounded --warps 1 --ops 1 --stamp-max 6 --keyed --set LINE_BYTES=8

# Requests that are no loads, stores, atomics or fences: which of them it was decides who may answer.
cp -r "$top/specs/gpudet/commit.xml" "$top/specs/gpudet/parts" "$tmp"
lost 'an answer of another request' specs/gpudet/zunit.xml \
    '/<on event="Written">/s|<reply name="done"|<reply name="cleared"|' 'the update is answered with cleared' --warps 1

exit $failed
