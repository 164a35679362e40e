#!/bin/sh
# spec_edit.sh SPEC_EDIT: each edit, and what it refuses.
set -u
edit=${1:?usage: spec_edit.sh SPEC_EDIT}
tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT
failed=0
cat >"$tmp/in.xml" <<'END'
<a><b n="1"/><b n="2" m="x"/><c><d/></c></a>
END
# gives WANTED EDIT...: the root, of the small document
gives() {
    wanted=$1
    shift
    got=$("$edit" "$tmp/in.xml" "$@" 2>&1 | sed 1d)
    [ "$got" = "$wanted" ] || { echo "FAIL $*: '$got', expected '$wanted'"; failed=1; }
}
# refused STATUS EDIT...
refused() {
    expected=$1 status=0
    shift
    "$edit" "$@" >"$tmp/out" 2>&1 || status=$?
    [ $status = "$expected" ] || { echo "FAIL $*: exit status $status, expected $expected"; failed=1; }
}
gives '<a><b n="1"/><b n="2" m="x"/><c><d/></c></a>'
gives '<a><c><d/></c></a>' drop //b
gives '<a><b/><b m="x"/><c><d/></c></a>' drop //@n
gives '<a><b n="7"/><b n="2" m="x"/><c><d/></c></a>' set '//b[1]/@n' 7
gives '<a><b n="1"/><e/><f/><b n="2" m="x"/><c><d/></c></a>' before '//b[@n=2]' '<e/><f/>'
gives '<a><b n="1"/><b n="2" m="x"/><c><d/></c><e/><f/></a>' after //c '<e/><f/>'
gives '<a><b n="1"><e/></b><b n="2" m="x"/><c><e/><d/></c></a>' first '//b[1]|//c' '<e/>'
gives '<a><b n="1"/><b n="2" m="x"/><e/></a>' replace //c '<e/>'
gives '<a><b n="1"/><b n="2" m="x"/></a>' drop '//c|//d'
gives '<a><b n="1"/><b n="2" m="x"/><c><d/></c></a>' 'drop?' //nothing
refused 1 "$tmp/in.xml" drop //nothing
refused 2 "$tmp/in.xml" drop '///'
refused 2 "$tmp/in.xml" set //b 3
refused 2 "$tmp/in.xml" before //b '<open>'
refused 2 "$tmp/in.xml" paint //b
refused 2 "$tmp/in.xml" set //@n
refused 3 "$tmp/none.xml" drop //b

[ $failed = 0 ] && echo ok
exit $failed
