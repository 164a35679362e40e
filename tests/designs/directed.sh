#!/bin/sh
# Directed tests of events that meet on a line while something is under way: each trace runs on the emitted Verilog,
# takes the rows that it names (instance, controller, key, state, event, next state), in this order, and its history is
# judged by the scoped model. A trace that names a mistake fails on the design that makes it.
#   directed.sh SIM [PIN=VALUE...] TRACE...
set -eu
sim=$1
shift
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0
pins=
while case $1 in *=*) true ;; *) false ;; esac; do pins="$pins $1"; shift; done
for trace; do
    name=$(basename "$trace" .trace)
    set --
    for pin in $pins $(sed -n 's/^# pins: //p' "$trace"); do set -- "$@" --pin "$pin"; done
    if ! "$sim" --test trace "$trace" --latency 300 --jitter 0 --backpressure 0 --rows "$tmp/rows" "$@" \
        >"$tmp/out" 2>&1; then
        echo "FAIL $name:"; tail -n 5 "$tmp/out"; failed=1
        continue
    fi
    # each row behind the one before it
    sed -n 's/^# row: //p' "$trace" >"$tmp/wanted"
    [ -s "$tmp/wanted" ] || { echo "FAIL $name: no rows"; failed=1; }
    awk 'NR == FNR { want[++n] = $2 " " $1 " " $3 " " $4 " " $5 " " $6; next }
        at < n && $2 " " $3 " " $4 " " $5 " " $6 " " $7 == want[at + 1] { at++ }
        END { if (at < n) { print "not taken, or too early: " want[at + 1]; exit 1 } }' "$tmp/wanted" "$tmp/rows" || {
        echo "FAIL $name"
        failed=1
        continue
    }
    found=
    for mistake in $(sed -n 's/^# mistake: //p' "$trace"); do
        status=0
        "$sim" --test trace "$trace" --latency 300 --jitter 0 --backpressure 0 "$@" --pin "$mistake" \
            >"$tmp/out" 2>&1 || status=$?
        if [ $status = 1 ] && grep -q 'not allowed by the scoped model' "$tmp/out"; then
            found="$found, finds $mistake"
        else
            echo "FAIL $name: $mistake is not found (exit status $status)"; tail -n 2 "$tmp/out"; failed=1
        fi
    done
    echo "ok   $name: $(wc -l <"$tmp/wanted") rows$found"
done
exit $failed
