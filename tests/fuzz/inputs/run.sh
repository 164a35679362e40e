#!/bin/sh
# Fuzzes what the simulator reads for a while: traces, litmus tests and options, starting from those of this repository.
#   tests/fuzz/inputs/run.sh SECONDS|=RUNS [SEED]
# Exit status: 0 nothing found; else a finding is left in the current folder, crash-*.
set -eu
seconds=${1:?usage: run.sh SECONDS|=RUNS [SEED]} seed=${2:-1}
top=$(cd "$(dirname "$0")/../../.." && pwd)
limit=-max_total_time=$seconds
case $seconds in =*) limit=-runs=${seconds#=} ;; esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/corpus" "$scratch/run"
sources=
for room in "$top"/sim/*/; do
    case $(basename "$room") in
        tx | replay | litmus) ;;
        *) sources="$sources $(ls "$room"*.c 2>/dev/null | tr '\n' ' ')" ;;
    esac
done
# shellcheck disable=SC2086
"${CLANG:-clang-14}" -std=c17 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -gline-tables-only -O1 \
    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -w -DCOHGEN_VERSION='"fuzz"' -I"$top/sim" -I"$top/gen" -I"$top/tests/sim" \
    "$top/tests/fuzz/inputs/fuzz_inputs.c" "$top"/tests/sim/mock_design.c "$top"/tests/sim/mock_model.c \
    "$top"/tests/sim/mock_cache.c "$top"/gen/litmus/*.c $sources -lm -o "$scratch/fuzz_inputs"

n=0
seed_of() { n=$((n + 1)); { printf %s "$1"; cat; } >"$scratch/corpus/$n"; }
for file in "$top"/sim/litmus/*.litmus "$top"/sim/litmus/*/*.litmus; do seed_of l <"$file"; done
for file in "$top"/sim/traces/*.trace; do seed_of t <"$file"; done
printf 'seed 3\n' | seed_of t
for words in '--test\nrandom\n--ops=5\n--seed\n7' '--with=lines=4\n--pin=wo=1\n-h' \
    '--mem-error=0:64\n--model\nweak\n--posted=2' \
    '--test=kernel\nbfs\n--rows\nx\n--check=leases\n--window=9'; do
    # shellcheck disable=SC2059
    printf "$words" | seed_of o
done
grep -ohE '[A-Za-z_.-]{3,}' "$top"/sim/litmus/*.litmus "$top"/sim/traces/*.trace "$top/sim/base/options.c" | sort -u |
    sed 's/.*/"&"/' >"$scratch/words.dict"
here=$(pwd)
echo "seed $seed, $n inputs to start from"
cd "$scratch/run"
"$scratch/fuzz_inputs" "$limit" -seed="$seed" -dict="$scratch/words.dict" -max_len=8192 -timeout=10 \
    -rss_limit_mb=2048 -close_fd_mask=3 -artifact_prefix="$here/" -print_final_stats=1 "$scratch/corpus" || {
    status=$?
    echo "FAIL: a finding in $here (crash-*, timeout-*, oom-*)"
    exit $status
}
echo "nothing found"
