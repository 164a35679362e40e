#!/bin/sh
# The exported model under SPIN against the model checker: the same numbers of states where nothing is wrong, shortest
# runs of the same length where something is.
#   spin.sh [all]      all: also what takes longer
. "$(dirname "$0")/lib.sh"
toy=tests/protocols/toy.xml
msi=tests/protocols/msi.xml
rcc=specs/rcc/rcc.xml
remote=tests/verify/remote.xml
all=${1-}
export CFLAGS=-O0

# both NAME STATUS TEXT ARGUMENT...: runs the two; its output must hold TEXT (a fixed string).
both() {
    name=$1 status=$2 text=$3
    shift 3
    code=0
    "$TRIAL" spin "$@" >"$tmp/out" 2>&1 || code=$?
    if [ "$code" != "$status" ] || ! grep -qF -- "$text" "$tmp/out"; then
        echo "FAIL $name: exit status $code, expected $status with '$text'; output:"
        tail -n 30 "$tmp/out"
        failed=1
    else
        echo "ok   $name"
    fi
}

# The same with `all` only.
more() { [ -z "$all" ] || both "$@"; }

# mutant FILE NAME OPERATOR TEXT: the mutant of that description, without the invariants over the system, which are not
# exported.
mutant() {
    number=$("$MUTATE" "$top/$1" --list | awk -F '\t' -v op="$3" -v text="$4" '$3 == op && $4 == text { print $1;
        exit }')
    [ -n "$number" ] || { echo "FAIL no mutant $3: $4"; failed=1; return; }
    "$MUTATE" "$top/$1" -n "$number" -o "$tmp/$2.xml"
    sed -i '/<invariant .*scope="system"/d' "$tmp/$2.xml"
}

command -v spin >/dev/null || { echo 'FAIL spin is not installed: ./run setup'; exit 1; }
cd "$tmp"
both 'toy, two lines' 0 'verify: passed, 2013 states; SPIN: passed, 2013 states' "$top/$toy" --lines 2
# Names that are words of Promela, or those of the model's own processes.
sed 's/\<NODE\>/proctype/g; s/\<BANK\>/rest/g; s/\<ask\>/chan/g; s/\<answer\>/timeout/g' "$top/$toy" >words.xml
both 'toy, words of Promela' 0 'verify: passed, 192 states; SPIN: passed, 192 states' words.xml
both 'remote, loads under way that have read' 0 'verify: passed, 536 states; SPIN: passed, 536 states' "$top/$remote" \
    --warps 1
more 'remote, two cells' 0 'verify: passed, 4575 states; SPIN: passed, 4575 states' "$top/$remote" --warps 1 --cells 2
more 'remote, two warps' 0 'verify: passed, 465 states; SPIN: passed, 465 states' "$top/$remote" --cores 1
wrong $remote names '/<port name="core"/,/<.port>/s|name="id"|name="warp"|;
    s|reply name="([a-z]*)" id=|reply name="\1" warp=|; s|req\.id|req.warp|g'
both 'the thread has another name in messages' 0 'verify: passed, 465 states; SPIN: passed, 465 states' \
    "$tmp/names.xml" --cores 1
wrong tests/designs/whole.xml whole 's|<timer name="turn" every="TURN"/>|<wish name="turn" when="not owed"/>|'
both 'a state of the whole controller' 0 'verify: passed, 104 states; SPIN: passed, 104 states' "$tmp/whole.xml" \
    --lines 2 --warps 1 --ops 3 --set WARPS=1
# A write to a line that is being read: what comes is of before.
before=tests/verify/read_before.xml
both 'a read before a write' 0 'verify: passed, 120 states; SPIN: passed, 120 states' "$top/$before"
wrong $before stale 's|<write to="line.data" data="mshr.data"/>||'
both 'a read before a write, kept' 0 'verify: value, 6 steps; SPIN: value, 6 steps' "$tmp/stale.xml"
both 'a read before writes, two cells' 0 'verify: passed, 1873 states; SPIN: passed, 1873 states' "$top/$before" \
    --cells 2 --ops 2
more msi 0 'verify: passed, 8562 states; SPIN: passed, 8562 states' "$top/$msi" --warps 1
both rcc 0 'verify: passed, 15494 states; SPIN: passed, 15495 states, one of them beyond the bounds' "$top/$rcc" \
    --system bounded --warps 1 --stamp-max 3 --keyed
if [ -n "$all" ]; then
both 'rcc, two lines, one cannot be read' 0 'verify: passed, 1973 states; SPIN: passed, 1973 states' "$top/$rcc" \
    --system bounded --warps 1 --lines 2 --ops 1 --stamp-max 12 --bad-lines 1 --keyed
both 'rcc, two warps and two cells' 0 'states; SPIN: passed, ' "$top/$rcc" --system bounded --cores 1 --cells 2 \
    --ops 1 --stamp-max 12 --keyed
fi
both 'published.xml, E1' 0 'verify: deadlock, 4 steps; SPIN: deadlock, 4 steps' "$top/specs/rcc/published.xml" --warps 1

wrong $toy never 's|<on event="Read"> <send message="Value".*</on>|<never event="Read" why="test"/>|'
both never 0 'SPIN: never_row, 4 steps' "$tmp/never.xml"
wrong $toy value 's|<on event="evict">.*</on>|<on event="evict"><go to="I"/></on>|'
both 'value: lost write-back' 0 'SPIN: value, ' "$tmp/value.xml"
wrong $toy twice 's|(performs="write"/>)(<set name="line.dirty")|/>\2|; s|(mask="msg.mask" )performs="write"/>|\1/>|'
both conservation 0 'SPIN: conservation, ' "$tmp/twice.xml"
wrong $toy gone 's|(<type name="block")|<type name="core" count="CORES"/>\1|;
    s|<send message="Done" to="msg.from"/>|<send message="Done" to="NODE(core(msg.from) + 1)"/>|'
both 'a message to an instance that is not there' 0 'verify: conservation, 4 steps; SPIN: conservation, 4 steps' \
    "$tmp/gone.xml" --cores 3
wrong $toy invariant 's|<in state="F">|<invariant name="clean" test="not line.dirty"/>&|'
both invariant 0 'SPIN: invariant, ' "$tmp/invariant.xml"
wrong $toy overflow 's|(<port name="net" takes="ask"/>)|<register name="n" type="two" reset="0"/>\1|;
    s|(<type name="block")|<type name="two" bits="2"/>\1|;
    s|(<on event="Write">)(<write to="line.data")|\1<set name="n" value="n + 1"/>\2|'
more overflow 0 'SPIN: overflow, ' "$tmp/overflow.xml"
wrong $msi stale '/single_writer/,+1d;
    s|<on event="Inv">  <send message="InvAck" to="msg.who"/><go to="I"/></on>|<on event="Inv">  <send message="InvAck" to="msg.who"/></on>|'
both 'msi: a copy that is not invalidated' 0 'verify: value, ' "$tmp/stale.xml" --warps 1

# Joined messages: some, or all, of those that wait; one that stays alone; a rule that loses a part.
joined=tests/replay/joined.xml
wrong $joined lost 's|<field name="n" type="tally" join="sum"/>|<field name="n" type="tally" join="max"/>|'
more 'joined: a part is lost' 0 'verify: deadlock, 6 steps; SPIN: deadlock, 6 steps' "$tmp/lost.xml" --ops 1
if [ -n "$all" ]; then
both 'joined messages' 0 'verify: passed, 21612 states; SPIN: passed, 21612 states' "$top/$joined" --ops 1
both 'joined, two cells: what is under a mask' 0 'verify: passed, 318 states; SPIN: passed, 318 states' \
    "$top/$joined" --ops 1 --cells 2 --cores 1
wrong $joined pair 's|(<network name="put"  class="0")/>|\1 order="pair"/>|'
both 'joined, in order' 0 'verify: passed, 6045 states; SPIN: passed, 6045 states' "$tmp/pair.xml" --ops 1
fi
both 'a memory that rows read, joined' 0 'verify: passed, 1305 states; SPIN: passed, 1305 states' \
    "$top/tests/protocols/combine.xml" --warps 1 --ops 2

# Transactions, with arrays of registers, wakes, a stall buffer, requests without key.
tx=tests/protocols/tx_warps.xml
both 'transactions: warps of a core' 0 'verify: passed, 3839 states; SPIN: passed, 3839 states' "$top/$tx" \
    --system small --warps 2 --lines 1 --ops 2
wrong $tx cleanup 's|<when test="phase.log.warp. eq doing.commit">|<when test="phase[log.warp] ne doing.run">|'
more 'transactions: a log that aborts is written' 0 'verify: never_row, 7 steps; SPIN: never_row, 7 steps' \
    "$tmp/cleanup.xml" --system small --warps 2 --lines 1 --ops 2
wrong $tx reads 's|when="msg.warpts lt max.meta.wts, meta.rts."|when="msg.warpts lt meta.wts"|'
more 'transactions: a store under a later read' 0 \
    'verify: serialisability, 13 steps; SPIN: serialisability, 13 steps' "$tmp/reads.xml" --system small --warps 2 \
    --lines 2 --ops 2
if [ -n "$all" ]; then
both 'transactions: two cores, two lines' 0 'verify: passed, 33012 states; SPIN: passed, 33012 states' "$top/$tx" \
    --system small --cores 2 --warps 1 --lines 2 --ops 2 --set CORES=2
both 'transactions: two lines' 0 'verify: passed, 73366 states; SPIN: passed, 73366 states' "$top/$tx" \
    --system small --warps 2 --lines 2 --ops 2
fi

# Wishes, messages without key, requests parked in order of arrival; the invariants over messages are not exported.
wrong tests/protocols/homes.xml homes '/<invariant name="own"/d; /<invariant name="(once|there)"/,+1d'
both 'wishes, messages without key' 0 'verify: passed, 281 states; SPIN: passed, 281 states' "$tmp/homes.xml" \
    --warps 1 --ops 1

# GETM's own tables, with both, wishes, arrays and rollover; a table that always has room in place of the precise one
# with its filter.
getm=specs/getm/getm.xml
no_filter='s| backing="approx" victims="F"||
    s|kind="cuckoo" ways="4" rows="ROWS" stash="STASH"|kind="assoc" sets="1" ways="STASH"|
    s|<free what="approx"/>||; /<store name="approx"/d'
wrong $getm getm "$no_filter"
wrong $getm tally "$no_filter; s|(<field name=\"n\" type=\"tally\" join=)\"sum\"|\1\"max\"|"
more 'getm: joined, a reservation is lost' 0 'verify: conservation, 10 steps; SPIN: conservation, 10 steps' \
    "$tmp/tally.xml" --lines 1 --ops 2
if [ -n "$all" ]; then
both 'getm, rollover' 0 'verify: passed, 5293 states; SPIN: passed, 5293 states' "$tmp/getm.xml" --system rolls \
    --lines 1 --ops 2
both 'getm, two lines' 0 'verify: passed, 33958 states; SPIN: passed, 33958 states' "$tmp/getm.xml" --lines 2 --ops 2
both 'getm, two warps' 0 'verify: passed, 73017 states; SPIN: passed, 73017 states' "$tmp/getm.xml" --cores 1 \
    --warps 2 --lines 2 --ops 2
both 'getm, rollover, three operations' 0 'verify: passed, 65395 states; SPIN: passed, 65395 states' "$tmp/getm.xml" \
    --system rolls --lines 1 --ops 3
fi

# What is answered is not what was read (answers.sh).
wrong $rcc once \
    '/<macro name="fill"/s|<write to="line.data" data="msg.data"/>|<choose><when test="not msg.once">&</when></choose>|'
both 'answer: not filled in' 0 'verify: value, 13 steps; SPIN: value, 13 steps' "$tmp/once.xml" --system small --keyed
wrong $remote later 's| first="must-hit"||; s|(<on event="Old">)(.*)|\1<write to="line.data" data="msg.data"/>\2|'
more "answer: another warp's" 0 'verify: value, ' "$tmp/later.xml" --cores 1
if [ -n "$all" ]; then
wrong $remote copy 's|<reply name="old" id="msg.id" data="msg.data"/>|<reply name="old" id="msg.id" data="line.data"/>|'
both 'answer: an atomic from the copy' 0 'verify: value, ' "$tmp/copy.xml" --warps 1
wrong $remote after '/<on event="Rmw">/,/<.on>/{s|<send message="Old".*performs="rmw"/>||;
    s|(<apply what="rmw32".*)/>|\1 performs="rmw"/><send message="Old" to="msg.from" id="msg.id" data="line.data"/>|}'
both "answer: an atomic's value after it" 0 'verify: value, ' "$tmp/after.xml" --warps 1
fi
wrong $toy silent \
    's|<on event="Value"><reply name="loaded" data="msg.data"/></on>|<on event="Value"><reply name="stored"/></on>|'
more 'answer: without data' 0 'verify: value, ' "$tmp/silent.xml"

# Lines that leave while a view holds, and not otherwise.
wrong $rcc over 's|victims="V:over V"|victims="V:over"|'
more 'victims by a view' 0 'verify: passed, 8608 states; SPIN: passed, 8609 states' "$tmp/over.xml" --system bounded \
    --keyed --warps 1 --ops 2 --stamp-max 3 --set LEASE_MAX=1

mutant $rcc lease drop-operand 'set value: max(msg.now, line.ver, line.exp + 1) -> max(msg.now, line.ver)'
both 'mutant: a write inside a lease' 0 'verify: value, 8 steps; SPIN: value, 8 steps' "$tmp/lease.xml" \
    --system bounded --warps 1 --stamp-max 6 --keyed
if [ -n "$all" ]; then
mutant $rcc ahead add-one 'send now: wnow -> wnow + 1'
both 'mutant: a request from the future, not seen at this size' 0 'verify: passed, ' "$tmp/ahead.xml" --system bounded \
    --warps 1 --stamp-max 3 --keyed
fi

# The comparison notices a model of another table.
cat >"$tmp/other" <<'END'
#!/bin/sh
case " $* " in *" --export "*) shift 2; set -- verify "$OTHER" "$@" ;; esac
exec "$REAL" "$@"
END
chmod +x "$tmp/other"
REAL=$COHGEN OTHER=$tmp/value.xml COHGEN=$tmp/other
export REAL OTHER
both 'another model: a violation' 1 'they do not agree' "$top/$toy"
OTHER=$tmp/entries.xml
wrong $toy entries 's|entries="2"|entries="1"|'
both 'another model: other states' 1 'they do not agree' "$top/$toy" --lines 2
COHGEN=$REAL

# What is not exported.
refused() {
    name=$1 text=$2 code=0
    shift 2
    "$COHGEN" verify "$@" --export promela -o "$tmp/none.pml" >"$tmp/out" 2>&1 || code=$?
    if [ $code = 2 ] && grep -qF -- "$text" "$tmp/out" && [ ! -e "$tmp/none.pml" ]; then echo "ok   $name"; return; fi
    echo "FAIL $name: exit status $code, expected 2 with '$text'; output:"
    cat "$tmp/out"
    failed=1
}
refused litmus 'export: --litmus' "$top/$rcc" --system bounded --warps 1 --litmus "$top/sim/litmus/MP.litmus"
sed 's/\<ask\>/BANK/g' "$top/$toy" >homonyms.xml
refused 'a network called like a controller' "two things would be called 'BANK_t': not exported" homonyms.xml
refused 'several stores' 'regions.xml:37:5: error: export: a second store of a controller: not exported' \
    "$top/tests/protocols/regions.xml"
refused 'several waiting places' 'a second waiting place of a controller: not exported' \
    "$top/tests/protocols/zunit.xml" \
    --system tight
for text in "waiters of kind 'queue'" '<lock>' '<wake>'; do
    if ! grep -qF "$text: not exported" "$tmp/out"; then echo "FAIL $name: no '$text', and all is said"; failed=1; fi
done
refused 'a backed store' "a store with backing=, whose look-ups find any of several values there: not exported" "$top/$getm"
refused 'fences of two times' 'wo.xml:61:7: error: export: events without key, but for requests of cores,' \
    "$top/specs/rcc/wo.xml" --system wo --set wo=1
wrong $rcc room 's|^      <on event="load">$|&<set name="mshr.gets" value="mshr.gets"/>|'
refused 'room after a set' \
    "room.xml:$(($(grep -n '^      <on event="load">$' "$top/$rcc" | cut -d: -f1) + 2)):11: error: export: " \
    "$tmp/room.xml" --system bounded --warps 1 --keyed
refused 'events without key' 'events without key, but for requests of cores, messages and wishes (--keyed leaves them out): not' \
    "$top/$rcc" --system bounded \
    --warps 1
refused 'accesses outside of transactions' 'export: --outside-lines' "$top/$tx" --system small --warps 2 --lines 2 \
    --outside-lines 1
refused 'two outputs' 'nothing to --replay' "$top/$rcc" --system bounded --replay "$tmp/none"
exit $failed
