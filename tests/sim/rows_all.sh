#!/bin/sh
# --rows-all: messages and fields, and the chart of a window of the run.
#   rows_all.sh SIM COHGEN SPEC
set -eu
sim=${1:?usage: rows_all.sh SIM COHGEN SPEC} cohgen=${2:?usage: rows_all.sh SIM COHGEN SPEC}
spec=${3:?usage: rows_all.sh SIM COHGEN SPEC}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# With --rows-all each line is that of --rows and more: who has sent what is taken, and everything that is sent to
# another instance was sent by a row before it is taken.
"$sim" --ops 50 --quiet --rows "$dir/rows"
"$sim" --ops 50 --quiet --rows "$dir/all" --rows-all
cut -d' ' -f1-8 "$dir/rows" >"$dir/short"
cut -d' ' -f1-8 "$dir/all" | diff - "$dir/short" >"$dir/diff" || { echo "FAIL: --rows-all changes the rows"; exit 1; }
awk '
    { me = $2 "[" $3 "]" }
    { for (i = 9; i <= NF; i++) {
        n = split($i, word, "=")
        if (word[1] == "sends") { split(word[2], to, ">"); sent[me " " to[1] " " to[2]]++ }
        if (word[1] == "from") {
            event = $6
            sub(/\..*/, "", event)
            if (--sent[word[2] " " event " " me] < 0) { print "FAIL: line " NR ": " event " was not sent"; bad = 1 }
            taken++
        }
    } }
    END { if (!taken) print "FAIL: no message is taken"; exit bad || !taken }' "$dir/all"

# Every message of the whole run finds its row, but for those on their way at the end.
last=$(awk 'NR == 150 { print $1 }' "$dir/all")
"$cohgen" chart "$dir/all" --spec "$spec" --last "$last" >"$dir/chart"
sent=$(awk -v last="$last" '$1 <= last { for (i = 9; i <= NF; i++) n += $i ~ /^sends=/ } END { print n + 0 }' "$dir/all")
taken=$(grep -cE '[*] m[0-9]+ ' "$dir/chart")
left=$(sed -n 's/^on its way at the end: //p' "$dir/chart" | tr ',' '\n' | grep -c m || :)
[ "$sent" -gt 20 ] && [ $((taken + left)) = "$sent" ] || {
    echo "FAIL: $sent messages are sent, in the chart $taken are taken and $left on their way"
    exit 1
}
echo PASSED
