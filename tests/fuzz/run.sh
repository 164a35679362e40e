#!/bin/sh
# Fuzzes the generator for a while, starting from the specs and the error tests of this repository.
#   tests/fuzz/run.sh SECONDS [SEED]      exit code 0: nothing found; a finding is left in the current folder as crash-*
set -eu
seconds=${1:?usage: run.sh SECONDS [SEED]} seed=${2:-1}
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/corpus"

cmake "-DINPUT=$top/specs/cohgen.xsd" "-DOUTPUT=$scratch/schema_text.c" -DSYMBOL=cg_schema_text \
    -P "$top/cmake/embed.cmake"
cmake "-DINPUT=$top/templates/manifest.xsd" "-DOUTPUT=$scratch/manifest_schema_text.c" \
    -DSYMBOL=cg_manifest_schema_text -P "$top/cmake/embed.cmake"
# embed SYMBOL FILE...: as the build does.
embed() {
    symbol=$1
    shift
    inputs=$(printf '%s|' "$@")
    cmake "-DINPUTS=${inputs%|}" "-DOUTPUT=$scratch/$symbol.c" "-DSYMBOL=$symbol" -P "$top/cmake/embed_files.cmake"
}
embed cg_blocks "$top"/templates/*.v
embed cg_manifests "$top"/templates/*.xml
embed cg_benches "$top"/tb/*.sv
sources=
for room in "$top"/gen/*/; do   # all but the command line, and what searches
    case $(basename "$room") in cli | verify | litmus | smt) ;; *) sources="$sources $(echo "$room"*.c)" ;; esac
done
optimise=-O1
[ "$seconds" -ge 60 ] || optimise=-O0     # it would take longer than what it gains
# shellcheck disable=SC2046,SC2086
"${CLANG:-clang-14}" -std=c17 -D_POSIX_C_SOURCE=200809L -gline-tables-only $optimise -fsanitize=fuzzer,address,undefined \
    -fno-sanitize-recover=undefined \
    -I"$top/gen" $(xml2-config --cflags) -DCOHGEN_VERSION='"fuzz"' -DCOHGEN_SANITIZE "$top"/tests/fuzz/*.c \
    "$scratch"/*.c $sources \
    $(xml2-config --libs) -o "$scratch/fuzz_read"

n=0
for file in $(find "$top/specs" "$top/tests/errors" "$top/tests/protocols" -name '*.xml'); do
    n=$((n + 1))
    cp "$file" "$scratch/corpus/$n.xml"
done
# Names that the fuzzer should know: every name="..." and value="..." of the schema.
grep -oE '(name|value)="[A-Za-z-]+"' "$top/specs/cohgen.xsd" | sed 's/^[a-z]*="\(.*\)"$/"\1"/' |
    sort -u >"$scratch/names.dict"

echo "seed $seed, $n files to start from"
"$scratch/fuzz_read" -max_total_time="$seconds" -seed="$seed" -dict="$scratch/names.dict" -max_len=65536 -timeout=10 \
    -rss_limit_mb=2048 -print_final_stats=1 \
    -verbosity=0 "$scratch/corpus"
