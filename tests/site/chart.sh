#!/bin/sh
# `cohgen chart` and `verify --chart`: counterexamples, random runs and rows of a simulation.
#   chart.sh COHGEN CHECK
set -u
export LC_ALL=C.UTF-8
cohgen=${1:?usage: chart.sh COHGEN CHECK} check=${2:?usage: chart.sh COHGEN CHECK}
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
has() { grep -qF -e "$2" "$1" || { bad "$1 has no '$2'"; head -n 30 "$1"; }; }
# refused STATUS MESSAGE ARGUMENT...
refused() {
    status=$1 text=$2
    shift 2
    "$cohgen" "$@" >out.txt 2>&1
    [ $? = "$status" ] || bad "cohgen $*: exit status"
    has out.txt "$text"
}

# A counterexample: every step, message and state is there, in each form.
spec=$top/specs/rcc/published.xml
"$cohgen" verify "$spec" --cores 2 --warps 1 --replay e1 --chart e1.svg >verify.txt 2>&1
[ $? = 1 ] || bad "verify --chart: exit status"
must "$check" svg e1.svg
for text in 'L1[0]' 'L2[0]' 'store, line 0 (warp 0, value 1)' 'I → II' 'WRITE now=0 warp=0' 'memory read READ' \
    'deadlock: nothing can happen any more' 'left: waits L1[0] warp 0' 'class="waits"' 'class="lease"' 'id="step3"'; do
    has e1.svg "$text"
done
must "$cohgen" chart e1
cat >expected.txt <<'END'
  step   L1[0]                     L2[0]
     1    * store line 0            |
          | I -> II                 |
          |-m1 WRITE now=0 warp=0-->|
     2    |                         * m1 WRITE line 0
          |                         | I -> IV
          |                         | memory read READ
     3    |                         * FILL line 0
          |                         | IV -> V
     4    |                         * evict line 0
          |                         | V -> I
          |                         | memory write WB
found: deadlock: nothing can happen any more
left: waits L1[0] warp 0
left: entry L1[0] line 0
END
diff expected.txt out.txt || bad "the chart as text"
must "$cohgen" chart e1/schedule --spec "$spec" --format svg
diff out.txt e1.svg || bad "chart and verify --chart draw the same"
must "$cohgen" chart e1 --spec "$spec" -o e1.html
must "$check" page e1.html
has e1.html '"cell": "c0-s0-e1"'
has e1.html 'id="c0-s0-e0"'
has e1.html '["mshr.writes", "1"]'
must "$cohgen" chart e1 -o bare.html
must "$check" page bare.html
must "$cohgen" chart e1 --first 2 --last 3
has out.txt '* FILL line 0'
if grep -q 'store' out.txt; then bad "--first: a step before it"; fi
must "$cohgen" verify "$top/specs/rcc/rcc.xml" --cores 1 --ops 1 --chart none.svg
[ ! -e none.svg ] || bad "verify --chart: nothing was found, but something is drawn"

# Random runs of other protocols: the cell of each step is on the page.
for name in rcc/rcc mesi/mesi studies/moesi studies/tardis; do
    file=$top/specs/$name.xml
    must "$cohgen" verify "$file" --random-run 150 --seed 3 --no-symmetry --chart run.html
    must "$check" page run.html
    cells=$(grep -o '"cell": "[^"]*"' run.html | sort -u | cut -d'"' -f4)
    [ "$(echo "$cells" | wc -l)" -gt 5 ] || bad "$name: too few cells"
    sed -n 's/^{"inst": .* "row": \([0-9]*\),.* "cell": "\(c[0-9]*\)\([^"]*\)".*/\2\3 #\2-r\1"/p' run.html >cells.txt
    awk 'NR == FNR { want[$1 " " $2] = 1; next }
        { for (w in want) { split(w, part, " "); if (index($0, "id=\"" part[1] "\"") && index($0, part[2])) delete want[w] } }
        END { for (w in want) { print "FAIL: not a cell with this row: " w; bad = 1 } exit bad }' cells.txt RS='<td ' run.html ||
        bad "$name: the cell that fires"
done

# A window of a simulation.
cat >toy.rows <<'END'
10 NODE 0 0x7 Ready store Ready toy.xml:23 sends=Write>BANK[0]
11 NODE 1 0x7 Ready store Ready toy.xml:23 sends=Write>BANK[0]
20 BANK 0 0x7 I Write F toy.xml:39 from=NODE[0] line.dirty=0
54 BANK 0 0x7 F FILL V toy.xml:44 line.dirty=0
57 BANK 0 0x7 V Write V toy.xml:48 replayed=1 sends=Done>NODE[0] line.dirty=1
62 NODE 0 0x7 Ready Done Ready toy.xml:25
70 NODE 0 - Ready tick Ready toy.xml:26 now=5
END
must "$cohgen" chart toy.rows
cat >expected.txt <<'END'
 cycle   NODE[0]                   NODE[1]                   BANK[0]
    10    * store line 0x7          |                         |
          | Ready                   |                         |
          |-------------------m1 Write 0x7------------------->|
    11    |                         * store line 0x7          |
          |                         | Ready                   |
          |                         |------m2 Write 0x7------>|
    20    |                         |                         * m1 Write line 0x7
          |                         |                         | I -> F
    54    |                         |                         * FILL line 0x7
          |                         |                         | F -> V
    57    |                         |                         * Write line 0x7
          |                         |                         | V
          |<------------------m3 Done 0x7---------------------|
    62    * m3 Done line 0x7        |                         |
          | Ready                   |                         |
    70    * tick                    |                         |
          | Ready                   |                         |
on its way at the end: m2 Write
END
diff expected.txt out.txt || bad "rows as text"
must "$cohgen" chart toy.rows --spec "$top/tests/protocols/toy.xml" -o toy.html
must "$check" page toy.html
has toy.html '["line.dirty", "1"]'
must "$cohgen" chart toy.rows --spec "$top/tests/protocols/toy.xml" -o toy.svg --first 11 --last 60
must "$check" svg toy.svg
must "$cohgen" chart toy.rows --key -
has out.txt '* tick'

# Names of others mean nothing to a browser.
sed 's/store/<script>alert(1)<\/script>/; s/Done/"><img\/src=x>/' toy.rows >hostile.rows
must "$cohgen" chart hostile.rows -o hostile.svg
must "$check" svg hostile.svg
must "$cohgen" chart hostile.rows -o hostile.html
must "$check" page hostile.html
if grep -qE '<script>alert|<img' hostile.svg hostile.html; then bad "something that runs"; fi

# Input that is wrong.
refused 1 'missing: error: cannot be read' chart missing
echo nothing >wrong
refused 1 'wrong:1: error: this is no run' chart wrong
printf '10 NODE 0 0x7 Ready store\n' >wrong
refused 1 "wrong:1: error: expected 'CYCLE CONTROLLER INSTANCE KEY" chart wrong
printf 'protocol p\nstep x L1[0] core load\n' >wrong
refused 1 "wrong:2: error: expected the number of a step, found 'x'" chart wrong
printf 'protocol p\nstep 1 L1[0] message m7\n' >wrong
refused 1 "wrong:2: error: expected a message that was sent before, found 'm7'" chart wrong
printf 'protocol p\n  row 1 state I\n' >wrong
refused 1 'expected a step before this' chart wrong
printf 'protocol p\nstep 1 L1[0] evict line 0\n  sends m1\n' >wrong
refused 1 "expected 'sends mN NAME ... to INSTANCE'" chart wrong
refused 1 'no step of the run is in the window' chart toy.rows --first 1000
awk 'BEGIN { for (i = 0; i < 2001; i++) print i, "A", 0, "0x1", "I", "e", "I", "x.xml:1" }' >long.rows
refused 1 'the run has more than 2000 steps, expected a window of it' chart long.rows
must "$cohgen" chart long.rows --first 5 --last 20
refused 2 "--chart is for a search without" verify "$spec" --races x --chart y.svg
refused 2 "'pdf' is not one of" chart toy.rows --format pdf
refused 2 "which file?" chart
[ $failed = 0 ] && echo PASSED
exit $failed
