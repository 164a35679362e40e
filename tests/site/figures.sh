#!/bin/sh
# The drawings in docs/figures are those that scripts/figures.sh makes, and the README shows each.
#   figures.sh COHGEN CHECK
set -u
cohgen=${1:?usage: figures.sh COHGEN CHECK} check=${2:?usage: figures.sh COHGEN CHECK}
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
failed=0
"$top/scripts/figures.sh" "$cohgen" "$scratch" || exit 1
"$check" svg "$scratch"/*.svg || failed=1
for file in "$scratch"/*.svg; do
    name=$(basename "$file")
    cmp -s "$file" "$top/docs/figures/$name" || {
        echo "FAIL: docs/figures/$name is another one: scripts/figures.sh build/cohgen docs/figures"
        diff "$file" "$top/docs/figures/$name" | head -n 10
        failed=1
    }
    grep -qF "(docs/figures/$name)" "$top/README.md" || { echo "FAIL: the README does not show $name"; failed=1; }
done
[ $failed = 0 ] && echo PASSED
exit $failed
