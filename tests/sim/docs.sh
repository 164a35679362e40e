#!/bin/sh
# The kernel of docs/add-kernel.md and the checker of docs/add-checker.md compile without a warning, and the trace of
# docs/simulation.md runs on the mock design.
#   docs.sh MOCK_SIM
set -eu
sim=${1:?usage: docs.sh MOCK_SIM}
top=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/sub"
# Blocks of C go to sub/1.c, sub/2.c, ...; the block that begins with the first line of a trace to trace.
awk -v dir="$dir" '/^```c$/ { n++; out = dir "/sub/" n ".c"; next } /^```/ { out = ""; block = !block; next }
    /^cohgen-trace 1$/ { if (block) out = dir "/trace" } out { print > out }' "$top/docs/add-kernel.md" \
    "$top/docs/add-checker.md" "$top/docs/simulation.md"
for file in "$dir"/sub/*.c; do
    "${CC:-cc}" -std=c17 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -I"$top/sim" "$file"
done
[ "$(ls "$dir/sub" | wc -l)" = 2 ] || { echo "FAIL: expected a kernel and a checker"; exit 1; }
"$sim" --test trace "$dir/trace" >"$dir/log"
[ -n "$(awk -f "$top/tests/designs/judged.awk" "$dir/log")" ] || { echo "FAIL: the trace did nothing"; exit 1; }
grep -q '^0 ' "$dir/trace" || { echo "FAIL: no trace"; exit 1; }
