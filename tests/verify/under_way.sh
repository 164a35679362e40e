#!/bin/sh
# Invariants over messages under way: what a mistake leaves in a message, which no row of the table minds.
. "$(dirname "$0")/lib.sh"
msi=tests/protocols/msi.xml
# says NAME TEST [SED]: msi.xml with the invariant, or a cover, and perhaps a mistake.
says() { wrong $msi "$1" "s|^    <invariant name=\"single_writer\"|    <${4:-invariant} name=\"$1\" scope=\"system\" test=\"$2\"/>\n&|;${3:-}"; }
small='--lines 1 --warps 1'
# GetS says from which state it is asked for; nobody reads it, so only the invariant can find that it is wrong.
hint='s|(<message name="GetS" +on="request")/>|\1><field name="hint" type="tally"/></message>|'
good="$hint;s|<send message=\"GetS\" to=\"DIR\"|& hint=\"0\"|"
bad="$hint;s|<send message=\"GetS\" to=\"DIR\"|& hint=\"state eq I ? 1 : 0\"|"
asked='every m in GetS, c in L1: c eq m.from and c.state(m.key) eq IS_D implies m.hint eq 0'
for more in '' --no-symmetry; do
    more="$small $more"
    says right "$asked" "$good"
    # shellcheck disable=SC2086
    expect "what it should say $more" 0 PASSED "$tmp/right.xml" $more
    says asked "$asked" "$bad"
    # shellcheck disable=SC2086
    expect "what it should not $more" 1 "invariant 'asked' of L1 (line 153) does not hold: every m in GetS" \
        "$tmp/asked.xml" $more
    sed -i '/name="asked"/d' "$tmp/asked.xml"
    # shellcheck disable=SC2086
    expect "which nothing else minds $more" 0 PASSED "$tmp/asked.xml" $more
    says home 'every m in response, c in L1: m.type in {Owned InvAck} and m.to eq c implies c ne m.from'
    # shellcheck disable=SC2086
    expect "nobody answers itself $more" 0 PASSED "$tmp/home.xml" $more
    says alone 'every m in PutAck: not (some n in response: n.type eq Data and n.to eq m.to and n.key eq m.key)'
    # shellcheck disable=SC2086
    expect "in a network, of a kind $more" 0 PASSED "$tmp/alone.xml" $more
    says gone 'some m in FwdM, c in L1: m.who eq c and m.to ne c and (some n in InvAck: n.to eq c)' '' cover
    # shellcheck disable=SC2086
    expect "a cover that is never met $more" 0 "never met: cover 'gone'" "$tmp/gone.xml" $more --coverage
    says both 'some m in PutM, n in FwdM: m.from eq n.to and m.key eq n.key' '' cover
    # shellcheck disable=SC2086
    expect "one that is $more" 0 PASSED "$tmp/both.xml" $more --coverage
    if grep -qF "cover 'both'" "$tmp/out"; then echo 'FAIL both: not met'; failed=1; fi
done
# The same in homes.xml, which is simulated with these mistakes as well.
homes=tests/protocols/homes.xml
wrong $homes astray 's|(<send message="Read" to=)"home\(BANK\)"|\1"BANK(1)"|'
expect 'a message to another bank' 1 "invariant 'there' of BANK" "$tmp/astray.xml"
sed -i '/<invariant name="there"/,+1d' "$tmp/astray.xml"
expect 'a line in another bank' 1 "invariant 'here' of BANK" "$tmp/astray.xml"
wrong $homes name 's|who="me" bank|who="home(NOTARY)" bank|'
expect "a note in another's name" 1 "invariant 'own' of BANK" "$tmp/name.xml"
says spin "$asked" "$good"
expect 'SPIN' 2 'export: an invariant over messages under way: not exported' "$tmp/spin.xml" --export promela
exit $failed
