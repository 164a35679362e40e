#!/bin/sh
# Hostile values for every attribute of the schema; see inject.c.
#   inject.sh COHGEN INJECT [ONE-OF]      default: 1, all values for each attribute
set -eu
cohgen=${1:?usage: inject.sh COHGEN INJECT [ONE-OF]} inject=$2 one_of=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
[ -w /dev/shm ] && TMPDIR=/dev/shm
export TMPDIR
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$here/used.xml" "$scratch"
"$inject" "$cohgen" "$top/specs/cohgen.xsd" "$scratch" "$one_of" "$here/rare.xml" "$top/tests/designs/walks.xml" \
    "$top/tests/protocols/combine.xml" "$top/tests/protocols/dispatch.xml" "$top/tests/protocols/flush.xml" "$top/tests/protocols/lapse.xml" \
    "$top/specs/rcc/rcc.xml" -- "$top/tests/protocols/zunit.xml" "$top/tests/protocols/stc.xml" \
        "$top/specs/mesi/mesi.xml" "$top/specs/getm/getm.xml" "$top/specs/stc/stc.xml"
