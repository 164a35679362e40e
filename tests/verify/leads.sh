#!/bin/sh
# <progress>: whenever the one, some time later the other, without new requests.
. "$(dirname "$0")/lib.sh"
toy=tests/protocols/toy.xml
msi=tests/protocols/msi.xml
# says FILE NAME CONTROLLER ATTRIBUTES: a copy of FILE with a <progress>.
says() { wrong "$1" "$2" "/<controller name=\"$3\"/,/<.controller>/s|</controller>|<progress name=\"$2\" $4/>&|"; }
promise="progress '"
says $toy fetched BANK 'when="state eq F" leadsto="state eq V"'
expect 'a line that is fetched comes' 0 PASSED "$tmp/fetched.xml" --lines 2
says $toy written BANK 'when="line.dirty" leadsto="not line.dirty"'
expect 'a dirty line may stay' 1 "${promise}written' of BANK (line " "$tmp/written.xml"
grep -qF 'without new requests no run from here comes to: not line.dirty' "$tmp/out" || { echo FAIL text; failed=1; }
says $toy apart BANK 'when="mshr.hit" leadsto="line.dirty"'
expect 'a way that others cut off' 1 "${promise}apart' of BANK" "$tmp/apart.xml"
for more in '' --no-symmetry; do
    says $msi entries L1 'when="mshr.hit" leadsto="not mshr.hit"'
    # shellcheck disable=SC2086
    expect "entries end $more" 0 PASSED "$tmp/entries.xml" --warps 1 $more
    says $msi mine L1 'when="state eq S" leadsto="state eq M"'
    # shellcheck disable=SC2086
    expect "a copy need not become one's own $more" 1 "${promise}mine' of L1" "$tmp/mine.xml" --warps 1 $more
done
expect 'not searched' 0 'what <progress> says' "$tmp/entries.xml" --warps 1 --no-drain
expect 'that of zunit.xml' 0 'PASSED' "$top/tests/protocols/zunit.xml" --system tight --lines 2
says $toy system BANK 'when="mshr.hit" leadsto="line.dirty" scope="system"'
expect 'of the system' 1 'a <progress> is of an instance and a line' "$tmp/system.xml"
says $toy unknown BANK 'when="mshr.hit" leadsto="line.dirt"'
expect 'a name that there is not' 1 "did you mean 'line.dirty'?" "$tmp/unknown.xml"
exit $failed
