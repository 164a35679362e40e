#!/usr/bin/env bash
# Byte masks are off by default, and then change nothing: with GRAIN=4 the rows of the Z-buffer unit, the L2 and the
# feeder compute what they do in a table that has no GRAIN and depths of 32 bits, every output bit, for all inputs. (Of
# the data path that is in prove/cg_depth_test.) A table that loses a depth is told apart.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/parts"
cp "$top/specs/gpudet/zunit.xml" "$top/specs/gpudet/commit.xml" "$tmp"
sed -e '/<param name="GRAIN"/,/\/>/d' -e 's/bits="8 \* GRAIN"/bits="32"/' "$top/specs/gpudet/parts/memory.xml" \
    >"$tmp/parts/memory.xml"
! grep 'GRAIN"\|[*] GRAIN' "$tmp/parts/memory.xml" || { echo "FAIL GRAIN is still there"; exit 1; }
failed=0
compared() { "$PROVE" step --other="$tmp/zunit.xml" "$top/specs/gpudet/zunit.xml" >"$tmp/out" 2>&1; }
if compared && [ "$(grep -c proved "$tmp/out")" = 3 ]; then echo "ok GRAIN=4 is a table without GRAIN"
else echo "FAIL GRAIN=4 and a table without GRAIN:"; cat "$tmp/out"; failed=1; fi
sed -i 's/<set name="slot.depth" value="msg.depth"\/>//' "$tmp/commit.xml"
if ! compared && grep -q 'differs: .*depth' "$tmp/out"; then echo "ok a depth that is not kept differs"
else echo "FAIL a depth that is not kept:"; cat "$tmp/out"; failed=1; fi
exit $failed
