#!/bin/sh
# Installs the Debian packages that are missing; says before what they are and how large.
#   setup.sh [PACKAGE...]   PACKAGE: more of them, each with a program of the same name (one bench asks for it)
# COHGEN_NO_INSTALL=1: only says what is missing. Exit status: 0 all there, 3 not.
set -eu
packages="
    gcc g++ make cmake ninja-build ccache
    libxml2-dev libcmocka-dev
    verilator zlib1g-dev iverilog
    yosys berkeley-abc z3
    spin
    clang-14 libclang-rt-14-dev
    $*"
# What each line is for: building; reading XML, unit tests; simulation (zlib: waveforms); synthesis checks and proofs;
# fuzzing.
programs="gcc g++ make cmake verilator iverilog yosys yosys-abc yosys-smtbmc z3 clang-14 $*"

die() { printf 'setup: %s\n' "$1" >&2; exit 3; }

missing=
if command -v dpkg-query >/dev/null; then
    for p in $packages; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing="$missing $p"
    done
else
    for p in $programs; do command -v "$p" >/dev/null || missing="$missing $p"; done
    [ -z "$missing" ] || die \
        "missing programs:$missing (this is not a Debian system: install them, libxml2 and CMocka by hand)"
fi
[ -n "$missing" ] || exit 0

echo "Missing packages:$missing"
[ "${COHGEN_NO_INSTALL:-0}" != 1 ] || die \
    "not installed, as COHGEN_NO_INSTALL=1; install them: apt-get install --no-install-recommends$missing"
root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || die \
        "neither root nor sudo; install them: apt-get install --no-install-recommends$missing"
    root=sudo
fi
export DEBIAN_FRONTEND=noninteractive
$root apt-get -qq update || die "apt-get update failed"
# shellcheck disable=SC2086
LC_ALL=C apt-get install --simulate --assume-no --no-install-recommends $missing 2>/dev/null |
    grep -E '^[0-9]+ upgraded' || true
# shellcheck disable=SC2086
LC_ALL=C apt-get install --assume-no --no-install-recommends $missing 2>/dev/null </dev/null |
    grep -E '^(Need to get|After this)' || true
# shellcheck disable=SC2086
$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing </dev/null ||
    die "apt-get install failed"
