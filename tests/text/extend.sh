#!/bin/sh
# The kernel of docs/add-kernel.md and the checker of docs/add-checker.md, added as the pages say: both run on a small
# RCC, and each finds what it is there for.
#   extend.sh DESIGN LIBRARY      DESIGN: the folder of an RCC that is verilated; LIBRARY: libcohgen_sim.a
set -eu
design=${1:?usage: extend.sh DESIGN LIBRARY} library=${2:?usage: extend.sh DESIGN LIBRARY}
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0
fail() { echo "FAIL $1"; tail -n 5 "$tmp/log"; failed=1; }
mkdir "$tmp/kernels" "$tmp/checkers"
cp "$top"/sim/kernels/kernels.[ch] "$top"/sim/kernels/kernels.def "$tmp/kernels"
cp "$top"/sim/checkers/checker.[ch] "$top"/sim/checkers/checkers.def "$tmp/checkers"

# page PAGE FOLDER LIST: its block of C to the file that it names, and the line that it wants in the list.
page() {
    file=$(sed -n "s|.*Write the code to .sim/\($2/[a-z]*[.]c\).*|\1|p" "$top/docs/$1")
    line=$(sed -n "s|.*Add the line .\([A-Z_]*([a-z]*)\). to .sim/$2/$3.*|\1|p" "$top/docs/$1")
    run=$(sed -n 's|^./run sim .* --set [A-Z_]*=[0-9]* \(--.*\)|\1|p' "$top/docs/$1")
    [ -n "$file" ] && [ -n "$line" ] && [ -n "$run" ] || { echo "FAIL $1 does not say what to write"; exit 1; }
    awk '/^```c$/ { c = 1; next } /^```/ { c = 0 } c' "$top/docs/$1" >"$tmp/$file"
    echo "$line" >>"$tmp/$2/$3"
}
# build NAME: a simulator with what is there now
build() {
    gcc -O1 -std=c17 -D_POSIX_C_SOURCE=200809L -DCG_LIB=cg_dut -Wall -Werror -I"$tmp" -I"$top/sim" -I"$top/gen" \
        -I"$design/harness" "$top/sim/main.c" "$top/tb/cg_model.c" "$tmp"/kernels/*.c "$tmp"/checkers/*.c \
        "$design"/harness/*_dut.c "$design/verilated/libcg_dut.a" "$library" -lstdc++ -latomic -lm -pthread -lz \
        -o "$tmp/$1" >"$tmp/log" 2>&1 || { fail "$1 is not built"; exit 1; }
}
# ends STATUS TEXT SIM OPTION...
ends() {
    expected=$1 text=$2 status=0
    shift 2
    "$@" >"$tmp/log" 2>&1 || status=$?
    [ $status = "$expected" ] && grep -q -- "$text" "$tmp/log" ||
        fail "$*: exit status $status, expected $expected and '$text'"
}

page add-kernel.md kernels kernels.def
kernel=$run
page add-checker.md checkers checkers.def
checker=$run
build right
# shellcheck disable=SC2086
ends 0 PASSED "$tmp/right" $kernel
# shellcheck disable=SC2086
ends 0 PASSED "$tmp/right" $checker
sed -i 's/cg_thread(w) + 1/cg_thread(w) + 2/' "$tmp"/kernels/sum.c
sed -i 's/now < t->last/now > t->last/' "$tmp"/checkers/time.c
build wrong
# shellcheck disable=SC2086
ends 1 'the sum is' "$tmp/wrong" $kernel
# shellcheck disable=SC2086
ends 1 'goes from . back to ' "$tmp/wrong" $checker
[ $failed = 0 ] && echo ok
exit $failed
