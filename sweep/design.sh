#!/bin/sh
# design.sh BUILD SIMULATOR SPEC PARAM=VALUE...: a design of a sweep, emitted, verilated and linked. SPEC is a file, told
# from the project's folder, or variant:NAME, a shipped one with parameters as input pins (bench/variants.c). What was
# built from the same inputs is kept. BUILD: the build folder, with the generator and what it takes.
set -eu
[ $# -ge 3 ] || { echo "usage: design.sh BUILD SIMULATOR SPEC PARAM=VALUE..." >&2; exit 2; }
top=$(cd "$(dirname "$0")/.." && pwd)
build=$1 dir=$(dirname "$2") spec=$3
shift 3
case $spec in
    variant:*) spec=$(COHGEN_BUILD=$build "$build/bench/bench" variant "${spec#variant:}" "$dir/variant") ;;
    *) spec=$top/$spec ;;
esac
for set in "$@"; do
    shift
    set -- "$@" "--set=$set"
done
COHGEN=$build/cohgen COHGEN_SIM_LIB=$build/sim/libcohgen_sim.a exec "$top/tests/torture/build_sim.sh" "$dir" "$spec" "$@"
