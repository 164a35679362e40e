#!/bin/sh
# Litmus tests with scopes and random programs on a design of scopes.xml or releases.xml, and the mistake that its pin
# chooses: no copies are dropped.
#   scopes.sh SIM FOLDER NEVER SOMETIMES
# FOLDER: litmus tests; NEVER: one that the mistake must fail; SOMETIMES: one whose condition is allowed, and must be seen.
set -eu
usage="usage: scopes.sh SIM FOLDER NEVER SOMETIMES"
sim=${1:?$usage} dir=${2:?$usage} never=${3:?$usage} sometimes=${4:?$usage}
expect=$(dirname "$0")/../expect.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

run() {
    status=$1 regex=$2
    shift 2
    "$expect" "$status" "$regex" "$sim" "$@" >"$tmp/out" 2>&1 || { tail -n 40 "$tmp/out"; exit 1; }
}

run 0 PASSED --test litmus --ops 20 "$dir"/*.litmus
run 0 'allowed; satisfied in [1-9]' --test litmus --ops 100 "$dir/$sometimes.litmus"
run 1 'an outcome that the model forbids, it satisfies the condition' --test litmus --ops 200 --pin fault=1 \
    "$dir/$never.litmus"
run 1 'reads an older value than that of a write which causality puts before it.*not allowed by the scoped model' \
    --test random --ops 4000 --pin fault=1
# What is recorded holds how strong the requests were, and is repeated.
run 1 'not allowed by the scoped model' --test random --ops 2000 --pin fault=1 \
    --record "$tmp/a.trace"
grep -q ' as relaxed cta' "$tmp/a.trace"
grep -q ' as sc sys' "$tmp/a.trace"
run 1 'not allowed by the scoped model' --test trace "$tmp/a.trace"
grep '^cycles\|^history' "$tmp/out"
sed '0,/ as relaxed gpu/s// as acq_rel gpu/' "$tmp/a.trace" >"$tmp/b.trace"
run 2 'b.trace:[0-9]+:[0-9]+: error: expected an order that fits the operation' --test trace "$tmp/b.trace"
sed '0,/ as relaxed gpu/s// as relaxed all/' "$tmp/a.trace" >"$tmp/b.trace"
run 2 'b.trace:[0-9]+:[0-9]+: error: expected cta, gpu or sys; found .all' --test trace "$tmp/b.trace"
