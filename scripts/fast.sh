#!/bin/sh
# fast.sh - build/fast/cohgen: the program as the compiler makes it once it has seen it run (docs/verify.md, Speed). It
# is built with counters, makes some searches, and is built again with what they have counted, linked as one piece.
# GCC only. Exit status: 0 done, 1 a search or the compiler failed, 3 no GCC.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
fast=${COHGEN_BUILD:-$top/build}/fast
jobs=$(nproc)
cc=${CC:-cc}
$cc --version 2>/dev/null | grep -q 'Free Software Foundation' || {
    echo "fast: $cc is not GCC, whose profiles are needed (CC=gcc)" >&2
    exit 3
}

# made generate|use
made() {
    cmake -S "$top" -B "$fast" -DCOHGEN_TESTS=OFF "-DCOHGEN_PROFILE=$1" >"$fast/configure.log" 2>&1 &&
        cmake --build "$fast" -j "$jobs" --target cohgen >"$fast/build.log" 2>&1 && return
    cat "$fast/configure.log" "$fast/build.log" >&2
    rm -f "$fast/cohgen"                     # it counts, and is slow
    exit 1
}
# searched FILE OPTION...: of one thread, so that each time the same is counted
searched() {
    file=$1
    shift
    "$fast/cohgen" verify "$top/$file" --threads 1 "$@" >"$fast/search.log" 2>&1 || {
        cat "$fast/search.log" >&2
        exit 1
    }
}

mkdir -p "$fast"
echo "building $fast/cohgen: with counters ..."
find "$fast" -name '*.gcda' -exec rm -f {} +
made generate
echo "searching ..."
searched specs/mesi/mesi.xml --cores 3 --warps 1 --ops 2 --no-drain
searched specs/rcc/rcc.xml --system small
searched tests/protocols/msi.xml --cores 2
echo "building it with what was counted ..."
made use
