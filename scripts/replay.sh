#!/bin/sh
# Replays in Verilog what `cohgen verify --replay DIR` found: builds the design in DIR, drives the schedule in it,
# writes a waveform.
#   replay.sh [--spec FILE] [--quiet] DIR
# --spec FILE: on the design of this specification instead, with the same parameters (is it repaired?); it is built in
# DIR/with_<name>.
# COHGEN, COHGEN_BUILD: the generator and the build folder with the libraries (default: build/). JOBS: compilers at a
# time (default 2).
# Exit status: 0 reproduced, 1 the design does something else, 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
spec= quiet= dir=
wrong() { echo "replay.sh: $1" >&2; echo "usage: replay.sh [--spec FILE] [--quiet] DIR" >&2; exit 2; }
while [ $# -gt 0 ]; do
    case $1 in
        --spec) [ $# -ge 2 ] || wrong "--spec: FILE is missing"; spec=$2; shift ;;
        --spec=*) spec=${1#*=} ;;
        --quiet) quiet=--quiet ;;
        -*) wrong "unknown option '$1'" ;;
        *) [ -z "$dir" ] || wrong "one folder, not '$1' too"; dir=$1 ;;
    esac
    shift
done
[ -n "$dir" ] || wrong "which folder?"
[ -f "$dir/schedule" ] || wrong \
    "'$dir' holds no schedule: 'cohgen verify FILE --replay $dir' writes one when it finds something"
[ -z "$spec" ] || [ -f "$spec" ] || wrong "no file '$spec'"

design=$dir
if [ -n "$spec" ]; then
    design=$dir/with_$(basename "$spec" .xml)
    sets=$(sed -n 's/^set / /p' "$dir/schedule" | sed 's/ / --set /g')
    # shellcheck disable=SC2086
    "${COHGEN:-$build/cohgen}" emit "$spec" -o "$design" --harness replay $sets
fi
COHGEN_BUILD=$build "$top/scripts/build_replay.sh" "$design" || exit 3
status=0
# shellcheck disable=SC2086
"$design/replay" "$dir/schedule" --wave "$design/replay.fst" $quiet || status=$?
echo "wave: $design/replay.fst"
exit $status
