#!/bin/sh
# Loads ahead overlap, thought is time: with slow memory a sum over an array takes fewer cycles with loads that are not
# waited for, more with cores that compute before each access, and the result is the same.
#   ahead.sh SIM
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# cycles NAME OPTION...: of one warp for each core
cycles() {
    name=$1
    shift
    "$SIM" --test reduce --warps 1 --with groups=5 --latency 200 --backpressure 0 --pin wo=1 --model weak "$@" \
        >"$tmp/$name" || { cat "$tmp/$name"; exit 1; }
    awk '$1 == "cycles" { print $2 }' "$tmp/$name"
}
SIM=$1
plain=$(cycles plain) ahead=$(cycles ahead --ahead 3) think=$(cycles think --think 50)
echo "cycles: one load at a time $plain, three ahead $ahead, with thought $think"
bad=0
[ "$ahead" -lt "$plain" ] || { echo "FAIL: loads ahead do not overlap"; bad=1; }
[ "$think" -gt "$plain" ] || { echo "FAIL: thought takes no time"; bad=1; }
for run in ahead think; do
    [ "$(grep signature "$tmp/$run")" = "$(grep signature "$tmp/plain")" ] || { echo "FAIL: $run: another sum"; bad=1; }
done
exit $bad
