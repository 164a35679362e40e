#!/bin/sh
# Files without an end: a limit stops each reader, with a message that names it, and little memory.
#   limits.sh SIM
# The memory of each run is limited, so that a reader without a limit fails here and does no harm.
set -eu
sim=${1:?usage: limits.sh SIM}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
bad=0

# A program with AddressSanitizer reserves more addresses than any limit allows.
little_memory() {
    if [ -n "${ASAN_OPTIONS:-}" ]; then ASAN_OPTIONS=$ASAN_OPTIONS:hard_rss_limit_mb=2000; else ulimit -v 1000000; fi
}
# stops WHAT MESSAGE COMMAND OPTION...: SIM reads what the shell command writes into the FIFO "endless"
stops() {
    what=$1 message=$2 feed=$3 status=0
    shift 3
    rm -f endless
    mkfifo endless
    (sh -c "$feed" >endless 2>/dev/null || true) &
    (little_memory; timeout 60 "$sim" --quiet "$@" >log 2>&1) || status=$?
    wait
    [ $status = 2 ] && grep -qF "$message" log || {
        echo "FAIL $what: exit status $status, expected 2 and '$message':"
        head -c 1000 log
        bad=1
    }
}
start='echo cohgen-trace 1'
zeros='head -c 300000000 /dev/zero'
stops "a trace of zeros" "endless:1:1: error: the line has more than 1048576 bytes, which is the limit" "$zeros" \
    --test trace endless
stops "a long line" "endless:2:1: error: the line has more than 1048576 bytes, which is the limit" "$start; $zeros" \
    --test trace endless
stops "many lines" "the file has more than 20000000 lines, which is the limit" "$start; yes '#' | head -c 100000000" \
    --test trace endless
stops "a large memory" "the initial memory has more than 16777216 words, which is the limit" \
    "$start; yes \"memory 0 \$(seq -s ' ' 0 9)$(printf ' 1%.0s' $(seq 100))\" | head -c 300000000" --test trace endless
stops "a litmus test of zeros" "longer than 65536 bytes" "$zeros" --test litmus endless
stops "coverage" "the line has more than 1048576 bytes" "echo cohgen-coverage 1 mock; $zeros" --coverage-merge endless
[ $bad = 0 ] && echo ok
exit $bad
