#!/bin/sh
# Checks the diagnostics: every *.xml here through `$COHGEN check`; exit code 1 (0 for warn_*.xml, which have warnings
# only, and fine_*.xml, which have nothing at all) and exactly the text of its *.expect file. Then the same for
# files that cannot be kept in a repository (made here; their texts are in made/).
#   COHGEN=path/to/cohgen tests/errors/run.sh            check
#   COHGEN=path/to/cohgen tests/errors/run.sh --update   write the *.expect files anew: read the difference before
#                                                        keeping it
set -u
unset COHGEN_SPECS
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
update=no
[ "${1:-}" = --update ] && update=yes
case ${COHGEN:?set COHGEN to the program under test} in */*) COHGEN=$(cd "$(dirname "$COHGEN")" &&
    pwd)/$(basename "$COHGEN") ;; esac
scratch=$(mktemp -d)
trap 'chmod -R u+rwx "$scratch"; rm -rf "$scratch"' EXIT
mkdir "$scratch/in"
total=0 bad=0

# check EXPECT FILE [COMMAND...]: run in the current folder; COMMAND is put before the program.
check() {
    expect=$1 file=$2
    shift 2
    total=$((total + 1))
    "$@" timeout 20 "$COHGEN" check "$file" >"$scratch/out" 2>"$scratch/err" </dev/null
    code=$?
    if [ $update = yes ]; then cp "$scratch/err" "$expect"; fi
    case $file in warn_* | fine_*) wanted=0 ;; *) wanted=1 ;; esac
    if [ $code -ne $wanted ]; then
        echo "FAIL $file: exit code $code, expected $wanted"
        bad=$((bad + 1))
    elif ! diff -u "$expect" "$scratch/err" >"$scratch/diff" 2>&1; then
        echo "FAIL $file: other text than expected"
        cat "$scratch/diff"
        bad=$((bad + 1))
    fi
}

cd "$here"
for file in *.xml; do
    check "${file%.xml}.expect" "$file"
done

cd "$scratch/in"
made=$here/made
repeat() { head -c "$2" /dev/zero | tr '\0' "$1"; }
valid='<protocol name="p"/>'

{ printf '<protocol name="p" doc="'; repeat x 7000000; printf '"/>'; } >long_attribute.xml
{ printf '<protocol name="p" doc="'; repeat x 10000000; printf '"/>'; } >too_large.xml
{ printf '<protocol name="p">\n'; for _ in $(seq 70); do printf '<walk>\n'; done; } >deep.xml
mkdir folder.xml
printf '%s' "$valid" >unreadable.xml && chmod 000 unreadable.xml
mkfifo pipe.xml
mkdir main ; printf '%s' "$valid" >outside.xml
ln -s ../outside.xml main/link.xml && printf '<protocol name="p"><use file="link.xml"/></protocol>' >main/use_link.xml
printf '<protocol name="p"><use file="pipe.xml"/></protocol>' >use_pipe.xml
ln -s nowhere.xml dangling.xml
ln -s round.xml round.xml
for i in $(seq 0 16); do
    printf '<protocol name="p"><use file="chain%d.xml"/></protocol>' $((i + 1)) >"chain$i.xml"
done
printf '%s' "$valid" >chain17.xml

check "$made/long_attribute.expect" long_attribute.xml
check "$made/too_large.expect" too_large.xml
check "$made/deep.expect" deep.xml
check "$made/folder.expect" folder.xml
check "$made/missing.expect" missing.xml
check "$made/pipe.expect" pipe.xml
check "$made/device.expect" /dev/zero
check "$made/use_link.expect" main/use_link.xml
check "$made/use_pipe.expect" use_pipe.xml
check "$made/dangling.expect" dangling.xml
check "$made/round.expect" round.xml
check "$made/chain.expect" chain0.xml
if [ "$(id -u)" != 0 ]; then
    check "$made/unreadable.expect" unreadable.xml
elif chmod 755 "$scratch" "$scratch/in" && setpriv --reuid 65534 --clear-groups test -x "$COHGEN" 2>/dev/null; then
    check "$made/unreadable.expect" unreadable.xml setpriv --reuid 65534 --clear-groups   # root reads everything
else
    echo "SKIP unreadable.xml: needs a user other than root"
fi

echo "errors: $total checked, $bad failed"
[ $bad -eq 0 ]
