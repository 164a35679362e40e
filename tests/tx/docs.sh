#!/bin/sh
# The block in docs/getm.md compiles without a warning.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
{
    printf '#include "cores/program.h"\ntypedef struct { uint64_t from, to; uint32_t amount; } Transfer;\n'
    sed -n '/^```c$/,/^```$/p' "$top/docs/getm.md" | grep -v '^```'
    printf 'void use(Warp *w, Transfer *x);\nvoid use(Warp *w, Transfer *x) { cg_transaction(w, move, x); }\n'
} >"$dir/block.c"
"${CC:-cc}" -std=c17 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -I"$top/sim" "$dir/block.c"
