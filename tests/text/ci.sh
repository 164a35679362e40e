#!/bin/sh
# .ci/run counts what CTest says: tests that were skipped are not among those that passed, and are named.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/.ci" "$dir/build"
cp "$top/.ci/run" "$dir/.ci"
printf '#!/bin/sh\ncp said build/test.log\nexit $(cat code)\n' >"$dir/run"
chmod +x "$dir/run"
# says STATUS LAST-LINES: of what is in $dir/said, with the exit status in $dir/code
says() {
    status=0
    (unset COHGEN_BUILD; "$dir/.ci/run") >"$dir/out" 2>&1 || status=$?
    printf '%s\n' "$2" >"$dir/wanted"
    if [ $status != "$1" ] || ! cmp -s "$dir/out" "$dir/wanted"; then
        echo "FAIL: exit status $status, expected $1 with '$2':"
        cat "$dir/out"
        exit 1
    fi
}
echo 0 >"$dir/code"
printf '100%% tests passed, 0 tests failed out of 7\n' >"$dir/said"
says 0 '7 passed, 0 failed, 0 skipped'
printf '\nThe following tests did not run:\n\t  3 - sim/axe (Skipped)\n\t  12 - sim.axe (Skipped)\n' >>"$dir/said"
says 0 'skipped: sim/axe
skipped: sim.axe
5 passed, 0 failed, 2 skipped'
echo 8 >"$dir/code"
sed -i 's/^100% tests passed, 0/86% tests passed, 1/' "$dir/said"
says 1 'skipped: sim/axe
skipped: sim.axe
4 passed, 1 failed, 2 skipped'
: >"$dir/said"
says 1 'run: no test ran (exit status 8)
0 passed, 1 failed, 0 skipped'
