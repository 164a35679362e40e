#!/bin/sh
# `cohgen doc` and the formats of `cohgen table` that are not for a terminal.
#   site.sh COHGEN CHECK
set -u
export LC_ALL=C.UTF-8
cohgen=${1:?usage: site.sh COHGEN CHECK} check=${2:?usage: site.sh COHGEN CHECK}
here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
failed=0
bad() { echo "FAIL: $1"; failed=1; }
# must COMMAND...: exit status 0
must() { "$@" >out.txt 2>err.txt || { bad "$*"; head -n 20 out.txt err.txt; }; }
# has FILE TEXT
has() { grep -qF -e "$2" "$1" || bad "$1 has no '$2'"; }

# Every stock specification: pages, links, anchors; the drawings.
for spec in "$top"/specs/*/*.xml "$top"/tests/protocols/*.xml; do
    name=$(basename "$spec" .xml)
    [ ! -e "$name.svg" ] || name=$name-2
    must "$cohgen" doc "$spec" -o "site/$name"
    must "$check" site "site/$name"
    for format in dot svg html json; do
        must "$cohgen" table "$spec" --format "$format"
        cp out.txt "$name.$format"
    done
    must "$check" svg "$name.svg"
    must "$check" json "$name.json"
    must "$check" page "$name.html"
done 2>out.txt

# What stands on the pages of RCC.
has site/rcc/controller0_l1.html 'title="row 1: I x load, rcc.xml:151'
has site/rcc/controller0_l1.html '<a href="verilog_rcc_l1_step_v.html#L'
has site/rcc/verilog_rcc_l1_step_v.html '<a href="controller0_l1.html#c0-r1">L1 row 1</a>'
has site/rcc/source0.html '<a href="controller0_l1.html#c0-r1">L1 row 1</a>'
has site/rcc/messages.html '<a class="whole" href="controller0_l1.html#c0-r1">L1 1</a>'
has site/rcc/parameters.html '1, 2, 4, 8, 16'
has site/rcc/index.html '16 instances, 5 states'
has site/rcc/controller0_l1.html 'rcc_l1_step'
has site/commit/index.html 'No Verilog is shown: the specification has no &lt;system&gt;'
rows=$(grep -c '"row": 1, "kind": "on"' rcc.json)
[ "$rows" = 2 ] || bad "rcc.json: row 1 of two controllers, found $rows"
must "$cohgen" table "$top/specs/rcc/rcc.xml" --format json --controller L2
if grep -q '"name": "L1"' out.txt; then bad "--controller: the other one is there, too"; fi
"$cohgen" table "$top/specs/rcc/rcc.xml" --controller L3 >out.txt 2>&1
[ $? = 1 ] || bad "--controller L3: exit status"
has out.txt "no controller is called 'L3'"
if command -v dot >where.txt; then must dot -Tsvg rcc.dot mesi.dot; else echo "skipped: dot is not installed"; fi

# The same bytes twice, from another folder too; a file that would not change is left alone.
must "$cohgen" doc "$top/specs/rcc/rcc.xml" -o again
must diff -r site/rcc again
touch -d 2001-01-01 again/* reference
must "$cohgen" doc "$top/specs/rcc/rcc.xml" -o again
[ -z "$(find again -type f -newer reference)" ] || bad "pages that have not changed were written again"

# Names and texts of others mean nothing to a browser.
sed -e "s|doc=\"L1 cache of one core\"|doc=\"%script>alert(1)%/script> ^quot; onload='x' --> %/style>\"|" \
    -e 's|why="nothing is at L2"|why="%/title>%img src=x onerror=alert(1)>^amp;lt;"|' "$top/specs/rcc/rcc.xml" |
    sed -e '/%script\|%img/{s/%/\&lt;/g;s/\^/\&/g}' >hostile.xml
must "$cohgen" doc hostile.xml -o hostile
must "$check" site hostile
has hostile/controller0_l1.html '&lt;script&gt;alert(1)&lt;/script&gt; &quot; onload=&#39;x&#39;'
has hostile/controller0_l1.html '&lt;/title&gt;&lt;img src=x onerror=alert(1)&gt;&amp;lt;'
if grep -rlE '<script|<img|<[^>]* onload=' hostile; then bad "something that runs"; fi
for format in svg html json; do
    must "$cohgen" table hostile.xml --format "$format"
    cp out.txt "hostile.$format"
    if grep -qE '<script|<img' "hostile.$format"; then bad "hostile.$format: something that runs"; fi
done
must "$check" svg hostile.svg
must "$check" page hostile.html
must "$check" json hostile.json

# Whole or not at all.
echo x >file
"$cohgen" doc "$top/specs/rcc/rcc.xml" -o file >out.txt 2>&1
[ $? = 3 ] && [ "$(cat file)" = x ] || bad "a file in the way"
"$cohgen" doc "$top/specs/rcc/rcc.xml" -o none --coverage missing >out.txt 2>&1
[ $? = 1 ] && [ ! -e none ] || bad "coverage that is missing: exit status, or something was written"
"$cohgen" doc "$top/specs/rcc/rcc.xml" >out.txt 2>&1
[ $? = 2 ] || bad "doc without -o: exit status"
(ulimit -f 20; "$cohgen" doc "$top/specs/rcc/rcc.xml" -o full >out.txt 2>&1)
[ $? = 3 ] && [ -z "$(find full -type f 2>where.txt)" ] || bad "no room: exit status, or something is left"

# Coverage: of verify, of the simulator as text, CSV and JSON; the same row each time.
must "$cohgen" verify "$top/specs/rcc/rcc.xml" --cores 1 --ops 1 --coverage-file verify.txt
has verify.txt 'cohgen-coverage 1 rcc'
count=$(awk '$1 == "L1" && $4 == 1 { print $5 }' verify.txt)
[ "${count:-0}" -gt 0 ] || bad "verify: L1's row 1 was taken"
must "$cohgen" doc "$top/specs/rcc/rcc.xml" -o covered --coverage verify.txt
must "$check" site covered
has covered/controller0_l1.html "taken $count times"
has covered/controller0_l1.html 'class="row u0"'
has covered/index.html 'cohgen verify, one search'
printf 'cohgen-coverage 1 rcc\nrun SIM --ops 5\nL1 I load 1 41 rcc.xml:151\nL1 I DATA 4 never rcc.xml:154\n' >sim.txt
printf 'core,0,issued,,,5\nrow,L1/I/load/rcc.xml:151#1,fired,,,41\nrow,L1/I/load/rcc.xml:151#1,by_view,,,2\n' >sim.csv
cat >sim.json <<'END'
{"core": {"0": {"issued": 5}},
 "row": {"L1/I/load/rcc.xml:151#1": {"by_view": 2, "fired": 41},
   "L1/I/store/rcc.xml:152#2": {"fired": 7}},
 "network": {"req": {"flits": 3}}}
END
for file in sim.txt sim.csv sim.json; do
    must "$cohgen" table "$top/specs/rcc/rcc.xml" --format json --coverage "$file"
    has out.txt '"taken": 41'
done
has out.txt '"taken": 7'
must "$cohgen" table "$top/specs/rcc/rcc.xml" --format json --coverage sim.txt --coverage sim.csv
has out.txt '"taken": 82'
# refuse TEXT MESSAGE: such a file is an error with its place
refuse() {
    printf '%b' "$1" >wrong.txt
    "$cohgen" table "$top/specs/rcc/rcc.xml" --format html --coverage wrong.txt >out.txt 2>&1
    [ $? = 1 ] || bad "coverage '$1': exit status"
    has out.txt "$2"
}
refuse 'cohgen-coverage 1 mesi\n' "wrong.txt:1: error: coverage: the file is of 'mesi', this is 'rcc'"
refuse 'cohgen-coverage 1 rcc\nL1 I load 1 3 rcc.xml:150\n' 'wrong.txt:2: error: coverage: the row stands at another line'
refuse 'cohgen-coverage 1 rcc\nL1 V load 1 3 rcc.xml:151\n' 'the row does not stand at'
refuse 'cohgen-coverage 1 rcc\nL1 I laod 1 3 rcc.xml:151\n' "the controller has no event 'laod'"
refuse 'cohgen-coverage 1 rcc\nL1 I load 99 3 rcc.xml:151\n' "the controller has no row '99'"
refuse 'cohgen-coverage 1 rcc\nL1 I load 1 3\n' "expected 'CONTROLLER STATE EVENT ROW COUNT FILE:LINE'"
refuse 'row,L1/I/load/rcc.xml:151#1,fired,,,x\n' "'x' is not a count"
refuse 'nothing\n' 'this is no coverage'
refuse '' 'this is no coverage'
refuse '{}' 'there is no "row" in this JSON'
[ $failed = 0 ] && echo PASSED
exit $failed
