#!/bin/sh
# The kernel at the top of tx.h compiles without a warning, and so does the block in docs/getm.md.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
sed -n '/^ \*   1\. write/,/^ \*   2\. add/s/^ \*        //p' "$top/sim/tx/cores/tx.h" >"$dir/kernel.c"
grep -q tx_kernel_sum "$dir/kernel.c" || { echo "FAIL: no kernel in tx.h"; exit 1; }
{
    printf '#include "tx/cores/tx.h"\ntypedef struct { uint64_t from, to; uint32_t amount; } Transfer;\n'
    sed -n '/^```c$/,/^```$/p' "$top/docs/getm.md" | grep -v '^```'
    printf 'void use(TxThread *t, Transfer *x);\nvoid use(TxThread *t, Transfer *x) { tx_transaction(t, move, x); }\n'
} >"$dir/block.c"
for file in kernel block; do
    "${CC:-cc}" -std=c17 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -I"$top/sim" "$dir/$file.c"
done
