#!/bin/sh
# The code of all compute units is that of one: what is emitted for them calls functions for constants only. Verilator
# numbers other calls over all instances, so that no two of them are the same, and compiles each anew.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"${COHGEN:?}" emit "$here/../../specs/stc/stc.xml" -o "$tmp"
if grep -nE '^ *function' "$tmp"/rtl/stc_cu*.v "$tmp"/rtl/stc_l2*.v | grep -vE '(\]|function) const(64)?_'; then
    echo "alike: these are called in each instance" >&2
    exit 1
fi
# And the blocks in tiles, of which there are many: whose functions would be called there.
"$COHGEN" emit "$here/../../specs/rcc/rcc.xml" -o "$tmp/rcc"
if grep -nE '^ *function' "$tmp"/rtl/cg_*.v "$tmp"/rcc/rtl/cg_*.v; then
    echo "alike: these blocks stand in each instance" >&2
    exit 1
fi
echo "alike: no calls but of constants"
