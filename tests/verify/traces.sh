#!/bin/sh
# What a counterexample tells of each step: values by name, registers and fields that change, times of lines too where
# time is physical, and why something must not happen.
. "$(dirname "$0")/lib.sh"
# told TEXT: so does the last run.
told() {
    if grep -qF -- "$1" "$tmp/out"; then echo "ok   $name: $1"; else echo "FAIL $name: no '$1'"; failed=1; fi
}
expect 'times of lines, physical' 1 'FAILED: data value' "$top/specs/studies/tardis.xml" --system small --ops 3 \
    --physical
told 'pts 0 -> 2, line.wts 0 -> 2, line.rts 1 -> 2'
toy=tests/protocols/toy.xml
kinds='s|<network name="ask"|<enum name="kind"><value name="none"/><value name="read"/><value name="wrote"/></enum>&|
    s|<field name="dirty" type="bool"|<field name="last" type="kind" reset="kind.none"/><field name="who" type="node"/>&|
    s|(<message name="Done" .*)/>|\1><field name="was" type="kind"/></message>|
    s|<port name="net" takes="ask"/>|<register name="seen" type="kind" reset="kind.none"/>&|'
set_kinds='s|(<on event="Write"><write.*)|\1<send message="Done" to="msg.from" was="line.last"/><set name="line.last" value="kind.wrote"/><set name="line.who" value="msg.from"/><set name="seen" value="kind.wrote"/></on>|
    s|^ *<send message="Done" to="msg.from"/></on>$||'
wrong $toy kinds "$kinds; $set_kinds"'; s|<on event="Read"> |<on event="Read" when="line.last eq kind.wrote"><error why="read after written"/></on>&|'
expect 'an error of a row' 1 'an event that must not happen' "$tmp/kinds.xml" --ops 1
told 'read after written'
told 'line.last none -> wrote'
told 'line.who NODE[0] -> NODE['
told ', seen none -> wrote'
told 'sends Done was=none to '
wrong $toy below 's|<type name="block"|<type name="s" bits="4" signed="yes"/>&|
    s|name="dirty" type="bool" reset="false"|name="dirty" type="s" reset="0"|
    s|(name="line.dirty" value=)"true"|\1"line.dirty - 1"|; s|test="line.dirty"|test="line.dirty gt 0"|'
expect 'a number with a sign' 1 'FAILED: data value' "$tmp/below.xml"
told 'line.dirty 0 -> -1'
wrong tests/replay/joined.xml last 's|when="msg.n eq left"|when="msg.n ne left"|'
expect 'a refined event' 1 'FAILED: conservation' "$tmp/last.xml" --ops 1
told 'line 0: Ready, Done.last (last.xml:43)'
exit $failed
