#!/bin/sh
# Each command asks only for what it needs: with a PATH without the tools of simulation, synthesis and model checking,
# and without CMocka, the generator is built and works; what needs one of them names it and ends with status 3.
#   lean.sh TOP [COHGEN]       COHGEN: this program is asked; without it, all that the ordinary build has is built
set -u
top=${1:?usage: lean.sh TOP [COHGEN]} cohgen=${2:-}
here=$top/tests/package
dir=$(mktemp -d) || exit 3
trap 'rm -rf "$dir"' EXIT
bad=0
complain() { echo "FAIL $1"; tail -n 12 "$dir/log"; bad=1; }
# dpkg-query and apt-get as well: what is missing is not to be found otherwise, nor installed.
lean=$("$here/hide.sh" "$dir/bin" 'verilator*' 'iverilog*' 'vvp*' 'yosys*' berkeley-abc z3 spin rumur 'clang*' dpkg-query \
    'apt-get' sudo 'g++*' 'c++*' '*-g++*' 'ninja*' 'ccache*')
export PATH="$lean" COHGEN_BUILD="$dir/build" COHGEN_NO_INSTALL=1 CC=/usr/bin/gcc
[ -x "$CC" ] || CC=gcc

# asks STATUS TEXT COMMAND...: ends with this status and says this
asks() {
    expected=$1 text=$2 status=0
    shift 2
    "$@" >"$dir/log" 2>&1 || status=$?
    [ $status = "$expected" ] && { [ -z "$text" ] || grep -qE -e "$text" "$dir/log"; } ||
        complain "$(basename "$1") ${2:-} ${3:-}: exit status $status, expected $expected and '$text'"
}
asks 0 '' "$top/scripts/setup.sh" build
asks 3 '^Missing packages: verilator g\+\+$' "$top/scripts/setup.sh" build sim
asks 2 "^setup: 'nonsense' is not build, " "$top/scripts/setup.sh" build nonsense
asks 3 '^Missing packages: verilator g\+\+$' "$top/run" sim "$top/specs/mesi/mesi.xml"
asks 3 '^Missing packages: spin$' "$top/run" spin "$top/specs/mesi/mesi.xml"
asks 3 '^Missing packages: rumur$' "$top/run" murphi "$top/specs/mesi/mesi.xml"
asks 3 '^Missing packages: yosys berkeley-abc z3$' "$top/run" prove steps
asks 3 '^Missing packages: clang-14 libclang-rt-14-dev$' "$top/run" fuzz 1
asks 3 '^Missing packages:.* ninja-build ccache .*verilator.* iverilog.* spin' "$top/run" test -N

cmake -S "$top" -B "$dir/build" -G 'Unix Makefiles' -DCMOCKA_LIBRARY=OFF -DCMAKE_BUILD_TYPE=Debug >"$dir/log" 2>&1 ||
    complain "configuring without these tools"
if [ -z "$cohgen" ]; then
    asks 0 '' "$top/run" build
    cohgen=$dir/build/cohgen
    [ -s "$dir/build/man/cohgen-emit.1" ] || complain "no manual pages"
fi
asks 0 'no errors' "$cohgen" check "$top/specs/mesi/mesi.xml"
asks 0 '' "$cohgen" emit "$top/specs/mesi/mesi.xml" -o "$dir/mesi"
[ -s "$dir/mesi/rtl/mesi.v" ] || complain "no Verilog"
asks 0 '' "$cohgen" verify "$top/tests/protocols/toy.xml" --ops 1
[ $bad = 0 ] && echo ok
exit $bad
