#!/bin/sh
# What tells cores or lines apart turns their symmetry off, and the verdict is that of the search without it.
. "$(dirname "$0")/lib.sh"
mesi=specs/mesi/mesi.xml
rcc=specs/rcc/rcc.xml

states() { sed -n 's/^\([0-9]*\) states,.*/\1/p' "$1"; }
fail() { echo "FAIL $name: $1"; failed=1; }

# same ARGUMENT...: one verdict, and not more states, with symmetry; leaves what both print in $tmp/with and
# $tmp/without.
same() {
    code=0 plain=0
    "$COHGEN" verify "$@" >"$tmp/with" 2>&1 || code=$?
    "$COHGEN" verify "$@" --no-symmetry >"$tmp/without" 2>&1 || plain=$?
    [ "$code" = "$plain" ] && [ "$code" -le 1 ] || {
        fail "exit status $code, without symmetry $plain"
        tail -n 5 "$tmp/with" "$tmp/without"
        return
    }
    [ "$code" = 1 ] || [ "$(states "$tmp/with")" -le "$(states "$tmp/without")" ] || fail 'more states with symmetry'
}

# apart NAME OF FILE SCRIPT TEXT ARGUMENT...: a mutant that tells OF (cores or lines) apart, and is said to do so by
# TEXT.
apart() {
    name=$1 of=$2 file=$3 script=$4 text=$5
    shift 5
    wrong "$file" apart "$script"
    same "$tmp/apart.xml" "$@"
    if grep "^symmetry of $of off: apart.xml:[0-9]*:[0-9]*: " "$tmp/with" | grep -qF -- "$text"; then
        echo "ok   $name ($code)"
    else
        fail "not told apart, expected '$text'"
        head -n 3 "$tmp/with"
    fi
}

# alike NAME FILE SCRIPT ARGUMENT...: a mutant in which cores and lines are alike.
alike() {
    name=$1 file=$2 script=$3
    shift 3
    wrong "$file" alike "$script"
    same "$tmp/alike.xml" "$@"
    if grep -q '^symmetry of' "$tmp/with"; then
        fail 'told apart'
        head -n 3 "$tmp/with"
    else
        echo "ok   $name ($code)"
    fi
}

# A row in front of those for PutE in state S of the directory; one in U, in M.
in_s() { printf \
    's|^(.*<on event="PutE PutM" doc="the old owner.*)$|<on event="PutE" when="%s"><error why="x"/></on>\\n\\1|' "$1"; }
in_u() { printf 's|^(.*<on event="GetM"><do macro="grant" n="0"/><set name="line.owner".*)$|<on event="GetM" when="%s"><error why="x"/></on>\\n\\1|' "$1"; }
one() { n=$1; shift; apart "$n" cores $mesi "$@" --warps 1; }

one 'a literal' "$(in_s 'core(msg.from) eq 1')" "'core(msg.from) eq 1' depends on the number of a core"
one 'a literal on the left' "$(in_s '1 eq core(msg.from)')" 'depends on the number of a core'
one 'a literal of the other core' "$(in_s 'core(msg.from) ne 0')" 'depends on the number of a core'
one 'an order' "$(in_s 'core(msg.from) lt core(line.owner)')" 'depends on'
one 'an order of nodes' "$(in_s 'msg.from gt line.owner')" 'depends on'
one 'a maximum' "$(in_s 'max(core(msg.from), core(msg.from)) eq 1')" 'depends on'
one 'a sum' "$(in_s 'core(msg.from) + core(msg.from) eq core(msg.from)')" 'depends on'
one 'a conversion to a number' "$(in_s 'tally(core(msg.from)) gt 0')" 'depends on'
one 'a constant set' "$(in_s 'any(line.sharers bitand cores(1))')" "depends on the number of a core"
one 'a constant set to compare with' "$(in_s 'line.sharers eq 2')" "depends on the number of a core"
one 'a bit with a number' "$(in_s 'bit(line.sharers, 1)')" 'depends on'
one 'the first of a set' "$(in_s 'first(line.sharers) eq core(msg.from)')" 'depends on' 
one 'a set that is shifted' "$(in_s 'any(line.sharers shr 1)')" 'depends on'
one 'an onehot of a number' "$(in_s 'line.sharers eq cores(onehot(core(0)))')" 'depends on'
one 'an instance' "$(in_s 'msg.from eq L1(1)')" "depends on the number of a core"
one 'an instance that is computed' "$(in_u 'msg.from eq L1(line.dirty ? 1 : 0)')" 'depends on'
one 'a receiver' \
    's|(<on event="PutS" doc="overtaken by an Inv">)<do macro="ackput"/>|\1<send message="PutAck" to="L1(0)"/>|' 'L1(0)'
one 'a view' \
    's|<view name="unshared" of="S" when="line.sharers eq 0"|<view name="unshared" of="S" when="line.sharers eq 1"|' \
    'line.sharers eq 1'
one 'a refinement' 's|<event name="InvAck.last" from="InvAck" when="mshr.left eq 1"/>|<event name="InvAck.last" from="InvAck" when="mshr.left eq 1 and core(msg.from) eq 1"/>|' 'core(msg.from) eq 1'
one 'an invariant' \
    's|(<invariant name="sharers" test=")state in \{U M\} implies line.sharers eq 0|\1not bit(line.sharers, 1)|' \
    'depends on'
one 'an invariant of the system' 's|(<invariant name="single_writer")|<invariant name="no_owner" scope="system" test="every a in addr, d in DIR: d.line.sharers(a) ne 2"/>\n\1|' 'd.line.sharers(a) ne 2'
one 'a cover' 's|(<invariant name="single_writer")|<cover name="two" scope="system" test="some a in addr, d in DIR: d.line.sharers(a) eq 2"/>\n\1|' 'd.line.sharers(a) eq 2'
one 'a function' \
    's|(<function name="only".*)|\1 <function name="one" args="n:node" result="bool" value="core(n) eq 1"/>|;
        s|<on event="PutE PutM" doc="the old|<on event="PutE" when="one(msg.from)"><error why="x"/></on> &|' \
            "'core(n) eq 1'"
one 'a macro' 's|<macro name="drop">|&<choose><when test="core(msg.from) eq 1"><error why="x"/></when></choose>|' \
    "'core(msg.from) eq 1'"
one 'a literal that is kept' 's|<field name="dirty" |<field name="last" type="core" reset="0"/>&|;
    s|<macro name="drop">|&<choose><when test="line.last eq core(msg.from)"><error why="x"/></when></choose>|' \
        'may be read before it is set'
one 'a register that is given a literal' 's|(<controller name="DIR".*)|\1 <register name="last" type="core"/>|;
    s|<macro name="drop">|&<choose><when test="last eq core(msg.from)"><error why="x"/></when></choose><set name="last" value="1"/>|' 'depends on'
one 'a node that nobody has set' "$(in_u 'msg.from eq line.owner')" 'may be read before it is set'
one 'its own number' 's|(<controller name="L1".*)|\1 <register name="unit" type="core" constant="INDEX"/>|;
    s|(<on event="FwdM"> <send message="Owned" to="msg.who" data="line.data"/>)(<go to="I"/>)|\1<choose><when test="unit eq 1"><error why="x"/></when></choose>\2|' 'unit eq 1'
one 'its own number as a number' \
    's|(<controller name="L1".*)|\1 <register name="unit" type="word" constant="INDEX"/>|;
        s|LINE_BYTES="4" doc|LINE_BYTES="8" doc|;
        s|(<on event="FwdM"> <send message="Owned" to="msg.who" data="line.data"/>)(<go to="I"/>)|\1<choose><when test="unit eq 1"><error why="x"/></when></choose>\2|' 'depends on'
one 'a pin' 's|(<controller name="DIR".*)|\1 <input name="pin" type="core"/>|;
    s|<macro name="drop">|&<choose><when test="pin eq core(msg.from)"><error why="x"/></when></choose>|' \
        "'pin eq core(msg.from)'" --set pin=1
apart 'a key' lines $mesi "$(in_s 'key eq 1')" 'key eq 1' --warps 1 --lines 2 --ops 2
apart 'a key in an invariant' lines $mesi \
    's|(<invariant name="single_writer")|<invariant name="one_line" scope="system" test="every a in addr, b in addr, d in DIR: a lt b implies d.state(a) ne DIR.S"/>\n\1|' 'a lt b' --warps 1 --lines 2 --ops 2
apart 'several banks' lines $rcc 's|^$||; s|<system name="bounded"|<system  name="bounded"|' 'home' --system bounded \
    --warps 1 --lines 2 --ops 1 --stamp-max 6 --keyed --set BANKS=2
apart 'several sets' lines $mesi 's|(<place controller="L1" count="CORES" )SETS="1"|\1SETS="2"|' 'several sets' \
    --warps 1 --lines 2 --ops 1

alike 'equal nodes' $mesi "$(in_s 'msg.from eq msg.from and not bit(line.sharers, core(msg.from))')" --warps 1
alike 'sets' $mesi "$(in_s 'all(line.sharers) and popcount(line.sharers) eq 0')" --warps 1
alike 'its own number, passed on' $mesi \
    's|(<controller name="L1".*)|\1 <register name="unit" type="core" constant="INDEX"/>|;
        s|(<message name="PutS"   on="request")/>|\1><field name="who" type="core"/></message>|;
        s|(<send message="PutS" to="DIR")|\1 who="unit"|;
        s|(<on event="PutS")(><do macro="drop"/>)|\1 when="msg.who ne core(msg.from)"><error why="x"/></on>\1\2|' \
            --warps 1
alike 'a let' $mesi 's|<macro name="drop">|&<let name="asker" value="onehot(core(msg.from))"/><choose><when test="popcount(line.sharers bitand asker) gt 1"><error why="x"/></when></choose>|' --warps 1
one 'a let of a literal' 's|<macro name="drop">|&<let name="odd" type="cores" value="2"/><choose><when test="line.sharers eq odd"><error why="x"/></when></choose>|' 'depends on the number of a core'
# A let, and a field that is set on the one way to the state in which it is read; another way out of that state ends it.
alike 'set on the way' tests/verify/twice.xml 's|default="2"|default="3"|'
one_of_twice() { n=$1; shift; apart "$n" cores tests/verify/twice.xml "$@"; }
one_of_twice 'not set on the way' 's|<set name="mshr.by" value="who"/>|<choose><when test="mshr.left eq 3"><set name="mshr.by" value="who"/></when></choose>|' 'may be read before it is set'
exit $failed
