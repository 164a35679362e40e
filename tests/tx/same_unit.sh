#!/bin/sh
# The validation unit of specs/getm/getm_lanes.xml is that of getm.xml, but for what lanes need and what it leaves out:
# whom an answer is for, commits that bring written bytes under a mask, no UNIQUE=0.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
unit() { sed -n '/<controller name="VU"/,/<\/controller>/p' "$top/specs/getm/$1.xml"; }
unit getm | sed -E \
    -e 's/ warp="msg\.warp"/ thread="msg.thread"/' \
    -e '/<on event="Commit/s/data="msg\.data" performs/data="msg.data" mask="msg.mask" performs/' \
    -e '/<event name="St\.late"/s/ or \(UNIQUE eq 0 .*\)"/"/' \
    -e '/<field name="owner"/s/; UNIQUE=0: [^"]*"/"/' \
    -e '/<macro name="reader">/,/<\/macro>/d' -e 's|<do macro="reader"/>||' >"$tmp/getm"
unit getm_lanes >"$tmp/lanes"
[ "$(grep -c . "$tmp/lanes")" -gt 80 ] || { echo "FAIL: no validation unit"; exit 1; }
if diff "$tmp/getm" "$tmp/lanes"; then echo "ok   one validation unit"; else
    echo "FAIL: the two validation units differ in what they should share"; exit 1
fi
