#!/bin/sh
# cocotb in a virtual environment of Python; prints its folder.
#   cocotb.sh          makes it if it is not there
#   cocotb.sh --have   only looks
# COHGEN_COCOTB_VENV: the folder (default: build/cocotb-venv). COHGEN_NO_INSTALL=1: only looks. Exit status: 0 it is
# there, 3 not.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
venv=${COHGEN_COCOTB_VENV:-${COHGEN_BUILD:-$top/build}/cocotb-venv}
package=cocotb==1.9.2 # later ones ask for a newer Verilator than Debian 12 has
whole() { "$venv/bin/python" -c 'import cocotb.runner' >/dev/null 2>&1; }
die() { printf 'cocotb: %s\n' "$1" >&2; exit 3; }

if ! whole; then
    [ "${1:-}" != --have ] && [ "${COHGEN_NO_INSTALL:-0}" != 1 ] ||
        die "it is not in $venv; install it: scripts/cocotb.sh"
    command -v python3 >/dev/null || die "no python3"
    echo "Python package $package into $venv" >&2
    mkdir -p "$(dirname "$venv")"
    python3 -m venv "$venv" >&2 || die "python3 cannot make a virtual environment (package python3-venv)"
    "$venv/bin/pip" install -q --disable-pip-version-check --retries 1 --timeout 20 $package >&2 ||
        die "$package cannot be had"
    whole || die "what was installed does not run"
fi
printf '%s\n' "$venv"
