#!/bin/sh
# Installs the Debian packages that are missing for a purpose; says before what they are and how large.
#   setup.sh [PART...]     PART: build (the generator and the C side of simulation), sim (Verilator, and what compiles
#                          its models), icarus, synth (Yosys, ABC, z3), fuzz (clang), all (default: what the tests
#                          ask for); or one of the packages in `others` below by itself
# A program in PATH, or a header that the compiler finds, will do: it need not be the package.
# COHGEN_NO_INSTALL=1: only says what is missing. Exit status: 0 all there, 2 no such part, 3 not.
set -eu
die() { printf 'setup: %s\n' "$1" >&2; exit 3; }

# have PACKAGE: is what it brings there?
have() {
    case $1 in
        ninja-build) command -v ninja || command -v make ;;
        libxml2-dev) command -v xml2-config ;;
        zlib1g-dev) header zlib.h ;;
        libcmocka-dev) header stdarg.h stddef.h stdint.h setjmp.h cmocka.h ;;
        berkeley-abc) command -v yosys-abc || command -v berkeley-abc ;;
        libclang-rt-14-dev) ls "$(clang-14 -print-resource-dir)"/lib/linux/libclang_rt.fuzzer-* ;;
        *) command -v "$1" || dpkg-query -W -f '${db:Status-Status}' "$1" | grep -x installed ;;
    esac >/dev/null 2>&1
}
# header NAME...: of a library, behind those that it needs
header() { printf '#include <%s>\n' "$@" | "${CC:-gcc}" -E -o - - ; }

others="spin rumur iverilog verilator yosys z3 ccache libcmocka-dev sqlite3 nextpnr-ice40 fpga-icestorm opensta"
others="$others qflow-tech-osu018"
[ $# -gt 0 ] || set -- all
packages=
for part; do
    case $part in
        build) packages="$packages gcc cmake ninja-build libxml2-dev" ;;
        sim) packages="$packages verilator g++ make zlib1g-dev" ;;
        icarus) packages="$packages iverilog" ;;
        synth) packages="$packages yosys berkeley-abc z3" ;;
        fuzz) packages="$packages clang-14 libclang-rt-14-dev" ;;
        all)
            packages="$packages gcc g++ make cmake ninja ccache libxml2-dev libcmocka-dev verilator zlib1g-dev iverilog
                yosys berkeley-abc z3 spin clang-14 libclang-rt-14-dev sqlite3" ;;
        *)
            case " $others " in *" $part "*) packages="$packages $part"; continue ;; esac
            echo "setup: '$part' is not build, sim, icarus, synth, fuzz or all, nor one of: $others" >&2
            exit 2 ;;
    esac
done

missing=
for p in $packages; do
    have "$p" || case " $missing " in *" $p "*) ;; *) missing="$missing $p" ;; esac
done
[ -n "$missing" ] || exit 0
missing=$(printf %s "$missing" | sed 's/\<ninja\>\(-build\)\{0,1\}/ninja-build/')

echo "Missing packages:$missing"
command -v apt-get >/dev/null || die "this is not a Debian system: install them by hand"
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
