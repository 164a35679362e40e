#!/bin/sh
# kinds.sh: the generator names no kind and no module of a manifest: it knows sorts and models (templates/README.md).
# A kind counts as named where it stands in gen/ as a whole string; words that mean something else as well are listed
# here.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.." || exit 3
failed=0

# Words of the language that are kinds too: FILE:KIND, and what the word is there.
other='
gen/ir/build_rows.c:stall          element
gen/ir/build_events.c:memory       kind of a port
gen/block/build.c:memory           sort and model
gen/block/find.c:memory            sort
gen/block/build.c:fifo             model
gen/block/build.c:ring             model
gen/cli/option_table.c:memory      option
gen/draw/system.c:memory           kind of a port
gen/run/schedule.c:memory          word of a schedule
gen/ir/build_plans.c:memory       attribute
gen/emit/stats.c:registers         heading
gen/emit/table.c:stall             kind of a row
gen/site/cells.c:stall             kind of a row
gen/site/table_json.c:stall        kind of a row
gen/rtl/ctl_memory.c:memory        name in the Verilog
'
found() { echo "FAIL: $1 names $2, expected nothing in gen/ to know it:"; grep -nF -e "\"$2\"" "$1"; failed=1; }

n=0
for manifest in templates/*.xml tests/blocks/parts/*.xml; do
  kind=$(sed -n 's/.*<block kind="\([^"]*\)".*/\1/p' "$manifest")
  module=$(tr '\n' ' ' <"$manifest" | sed -n 's/.*<block [^>]* module="\([^"]*\)".*/\1/p')
  [ "$kind" ] || { echo "FAIL: $manifest has no kind"; failed=1; }
  n=$((n + 1))
  for word in $kind $module; do
    for file in $(grep -rlF -e "\"$word\"" gen --include=*.c --include=*.h); do
      printf '%s' "$other" | grep -q "^$file:$word " || found "$file" "$word"
    done
  done
done
echo "kinds: $n manifests, gen/ names $([ $failed -eq 0 ] && echo none || echo some)"
[ $failed -eq 0 ] && [ $n -ge 12 ]
