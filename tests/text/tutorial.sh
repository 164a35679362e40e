#!/bin/sh
# A page of docs/, tutorial.md without PAGE, done step by step: blocks of xml make the files, blocks of diff change the
# latest one, commands are run and print what stands below them, in this order (... is anything, also at the end of a line). A command whose
# output has an error or FAILED ends with 1, any other with 0.
#   tutorial.sh COHGEN BUILD [PAGE]
set -eu
cohgen=$(realpath "${1:?usage: tutorial.sh COHGEN BUILD [PAGE]}")
build=$(realpath "${2:?usage: tutorial.sh COHGEN BUILD [PAGE]}")
top=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
page=docs/${3:-tutorial.md}
export COHGEN_BUILD="$build" COHGEN_NO_INSTALL=1
mkdir "$dir/work"
ln -s "$top/specs" "$top/tests" "$dir/work"
# One file for each step: NUMBER.xml, NUMBER.diff, NUMBER.run (a command, and what it prints).
awk -v dir="$dir/" '
/^```(xml|diff)$/ { kind = substr($0, 4); out = sprintf("%s%03d.%s", dir, ++n, kind); next }
/^```console$/ { kind = "console"; next }
/^```/ { kind = ""; next }
kind == "console" && /^\$ / { out = sprintf("%s%03d.run", dir, ++n); $0 = substr($0, 3) }
kind != "" { print > out }
END { exit n < 1 }' "$top/$page" || { echo "FAIL: $page has no steps"; exit 1; }

fail() { echo "FAIL $page: $1"; exit 1; }
cd "$dir/work"
for step in "$dir"/[0-9]*; do
    case $step in
        *.xml)
            [ -z "${3:-}" ] || continue
            if head -n 1 "$step" | grep -q '^<?xml'; then
                file=$(sed -n 's/.*<protocol name="\([a-z]*\)".*/\1.xml/p' "$step")
                : >"$file"
            fi
            [ ! -s "$file" ] || echo >>"$file"
            cat "$step" >>"$file" ;;
        *.diff)
            sed -n 's/^[ -]//p' "$step" >"$dir/old"
            sed -n 's/^[ +]//p' "$step" >"$dir/new"
            awk 'function all(f,  s, t) { while ((getline t <f) > 0) s = s t "\n"; return s }
                BEGIN {
                    s = all(ARGV[1]); a = all(ARGV[2]); b = all(ARGV[3])
                    i = index(s, a)
                    if (!i || index(substr(s, i + 1), a)) exit 1
                    printf "%s%s%s", substr(s, 1, i - 1), b, substr(s, i + length(a))
                }' "$file" "$dir/old" "$dir/new" >"$dir/changed" || fail "stands not once in $file: $(cat "$dir/old")"
            mv "$dir/changed" "$file" ;;
        *.run)
            words=$(head -n 1 "$step")
            tail -n +2 "$step" >"$dir/expected"
            status=0 wanted=0
            ! grep -Eq 'error:|FAILED' "$dir/expected" || wanted=1
            case $words in ./run*|examples/*) words=$top/$words ;; build/cohgen*) words=$cohgen${words#build/cohgen} ;; esac
            # shellcheck disable=SC2086
            $words >"$dir/log" 2>&1 || status=$?
            [ $status = $wanted ] || { cat "$dir/log"; fail "$words: exit status $status, not $wanted"; }
            awk 'BEGIN { while ((getline t <ARGV[1]) > 0) if (t != "...") want[++n] = t; ARGV[1] = ""; at = 1 }
                function fits(w) { return sub(/ [.][.][.]$/, " ", w) ? index($0, w) == 1 : $0 == w }
                at <= n && fits(want[at]) { at++ }
                END { if (at <= n) { print "not there: " want[at]; exit 1 } }' "$dir/expected" "$dir/log" ||
                { cat "$dir/log"; fail "$words: other output"; }
            [ -s "$dir/expected" ] || [ ! -s "$dir/log" ] || { cat "$dir/log"; fail "$words: speaks"; } ;;
    esac
done
echo "$(ls "$dir"/*.run | wc -l) commands"
