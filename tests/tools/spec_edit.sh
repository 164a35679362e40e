#!/bin/sh
# spec_edit.sh SPEC_EDIT COHGEN: each edit, what it refuses, and the variants that benches measure.
set -u
edit=${1:?usage: spec_edit.sh SPEC_EDIT COHGEN} cohgen=${2:?usage: spec_edit.sh SPEC_EDIT COHGEN}
top=$(cd "$(dirname "$0")/../.." && pwd)
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

# Every variant is a specification without errors, and differs from its origin.
SPEC_EDIT=$edit
. "$top/scripts/variants.sh"
variant() {
    "$cohgen" check "$1" >"$tmp/log" 2>&1 && grep -q ', no errors' "$tmp/log" && return
    echo "FAIL $1"
    tail -n 5 "$tmp/log"
    failed=1
}
variant_rcc >"$tmp/rcc.xml"
variant "$tmp/rcc.xml"
for name in tcs tcw; do variant_tc $name "$tmp"; variant "$tmp/$name.xml"; done
variant_mesi_wt >"$tmp/mesi_wt.xml"
variant "$tmp/mesi_wt.xml"
cp "$top"/specs/stc/*.xml "$tmp"
variant_stc >"$tmp/stc.xml"
variant "$tmp/stc.xml"
variant_stc_whole_stores >"$tmp/l2_whole.xml"
"$edit" "$tmp/stc.xml" set '//use[@file="l2.xml"]/@file' l2_whole.xml >"$tmp/whole.xml"
variant "$tmp/whole.xml"
cp -r "$top/specs/gpudet/." "$tmp"
variant_gpudet >"$tmp/parts/units.xml"
for name in gpudet locks; do variant "$tmp/$name.xml"; done
[ $failed = 0 ] && echo ok
exit $failed
