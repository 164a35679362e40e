#!/bin/sh
# bench_page.sh BENCH_PAGE SITE_CHECK TOP BUILD: the page of a report has its text and a plot for each column; what is
# no table has none; `./run bench` leaves text and page.
set -u
page=${1:?usage: bench_page.sh BENCH_PAGE SITE_CHECK TOP BUILD} check=${2:?usage} top=${3:?usage} build=${4:?usage}
tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT
failed=0
fail() { echo "FAIL $1"; failed=1; }
cat >"$tmp/report" <<'END'
latency: what <waits> & how long
           | first run        | second
  warps    |  loads   hits    |  loads
      1    |   20.5   5.7 %   |     -3
      2    |   43.0   9.8 %   |      6

stall: two kinds
        buffer    most    mean
HT-H    4 x 4       24    2.10
HT-H    no bound   356    4.90

done in 3 s
END
"$page" './run bench <x>' <"$tmp/report" >"$tmp/page.html" || fail "exit status $?"
"$check" page "$tmp/page.html" || fail "markup"
# captions, in their order; the last word is that of the next
found=$(grep -o '<figcaption>[^<]*' "$tmp/page.html" | cut -d '>' -f 2 | tr '\n' ';')
[ "$found" = 'first run: loads;first run: hits;second: loads;most;mean;' ] || fail "captions: $found"
grep -q '&lt;waits&gt; &amp; how long' "$tmp/page.html" && grep -q 'done in 3 s' "$tmp/page.html" || fail "the text"
grep -q '>HT-H    4 x 4<' "$tmp/page.html" && grep -q '>356<' "$tmp/page.html" || fail "labels and values"
[ "$(grep -o '<rect ' "$tmp/page.html" | wc -l)" = 10 ] || fail "bars"
"$page" two words <"$tmp/report" >"$tmp/out" 2>&1 && fail "two titles"
"$page" empty </dev/null >"$tmp/out" 2>&1 && fail "no report"

# The front leaves both beside each other, and keeps the exit status.
export COHGEN_BUILD="$build" COHGEN_NO_INSTALL=1
"$top/run" bench rcc storage >"$tmp/said" 2>&1 || fail "./run bench rcc storage: exit status $?"
grep -q 'L1 *[0-9]' "$tmp/said" && grep -q 'report: .*/bench/rcc-storage.html' "$tmp/said" || fail "what it says"
grep -qxF "$(grep -m 1 '^L1 ' "$tmp/said")" "$build/bench/rcc-storage.txt" || fail "the text that stays"
"$check" page "$build/bench/rcc-storage.html" && grep -q '<figure>' "$build/bench/rcc-storage.html" || fail "the page"
status=0
"$top/run" bench rcc nonsense >"$tmp/said" 2>&1 || status=$?
[ $status = 2 ] && ! grep -q 'report: ' "$tmp/said" || fail "a wrong table: exit status $status"
[ $failed = 0 ] && echo ok
exit $failed
