#!/bin/sh
# The waveform of an emitted design: --wave of the plain C driver writes an FST file without a warning, with the states
# by name and a steady clock, and does not change the run.
#   run.sh DIR DESIGN
# DIR holds rtl/ and harness/ of `cohgen emit`; everything made lies in DIR/waves. COHGEN_SIM_LIB: the simulation
# library.
set -eu
usage="usage: run.sh DIR DESIGN"
dir=${1:?$usage} design=${2:?$usage}
here=$(cd "$(dirname "$0")" && pwd)
out=$(cd "$dir" && pwd)/waves
"$here/../sv_top/driver.sh" "$dir" "$design" "$out" --trace-fst

# The reader that comes with Verilator; its own code is not ours to warn about.
fst=$(verilator --getenv VERILATOR_ROOT)/include/gtkwave
for file in fstapi lz4 fastlz; do
    gcc -std=gnu11 -O1 -w '-DFST_CONFIG_INCLUDE="fst_config.h"' -I"$fst" -c "$fst/$file.c" -o "$out/$file.o"
done
gcc -std=c17 -O1 -Wall -Wextra -Werror -isystem "$fst" "$here/fst_check.c" "$out/fstapi.o" "$out/lz4.o" \
    "$out/fastlz.o" -lz -pthread -o "$out/fst_check"

options="--test random --ops 50 --seed 5"
rm -f "$out/wave.fst"
# shellcheck disable=SC2086
"$out/sim" $options >"$out/plain"
# shellcheck disable=SC2086
"$out/sim" $options --wave "$out/wave.fst" >"$out/waved" 2>"$out/warnings"
[ ! -s "$out/warnings" ] || {
    echo "FAIL $design: messages while the waveform is written:"
    head "$out/warnings"
    exit 1
}
cmp "$out/plain" "$out/waved"
"$out/fst_check" "$out/wave.fst" "$out/wave.gtkw" || { echo "FAIL $design: waveform"; exit 1; }

# A window around a failure: the run stops as failed in cycle 1000, 200 cycles on each side are in the file.
rm -f "$out/window.fst"
status=0
# shellcheck disable=SC2086
"$out/sim" $options --quiet --max-cycles 1000 --wave "$out/window.fst" --wave-window 200 >"$out/windowed" 2>&1 ||
    status=$?
[ "$status" = 1 ] && grep -q "^waveform .*: cycles 800 to 1200$" "$out/windowed" || {
    echo "FAIL $design: window:"
    cat "$out/windowed"
    exit 1
}
"$out/fst_check" "$out/window.fst" "$out/window.gtkw" >"$out/window.check" || {
    echo "FAIL $design: waveform of a window"
    cat "$out/window.check"
    exit 1
}
grep -q "^cycles 400, period 10000, last time 11990000$" "$out/window.check" || {
    echo "FAIL $design: other cycles than asked for:"
    head -n 1 "$out/window.check"
    exit 1
}
grep -q "^\*-10.0 9995000$" "$out/window.gtkw" || { echo "FAIL $design: the marker is not at the failure"; exit 1; }
# shellcheck disable=SC2086
"$out/sim" $options --quiet --wave "$out/none.fst" --wave-window 200 >"$out/windowed"
grep -q "the run did not fail" "$out/windowed" && [ ! -e "$out/none.fst" ] || {
    echo "FAIL $design: a waveform without a failure"
    exit 1
}

# No room: an error, exit status 3 and no file, whatever is cut: the waveform, its parts or the temporary files that the
# library maps. Sizes in blocks of a kilobyte.
# no_room WHAT: looks at the log and at the folder after a run in "$out/room"
no_room() {
    grep -qx 'status 3' "$out/limited" && grep -q '^error: cannot write .*room/wave.fst: ' "$out/limited" &&
        [ -z "$(ls "$out/room")" ] ||
        { echo "FAIL $design: $1: left '$(ls "$out/room")'"; cat "$out/limited"; exit 1; }
}
# shellcheck disable=SC2086
run_there() { s=0; "$out/sim" $options --wave "$out/room/wave.fst" 2>&1 || s=$?; echo "status $s"; }
rm -rf "$out/room"
mkdir "$out/room"
for blocks in 0 4 16 64; do
    (ulimit -f $blocks; run_there) | cat >"$out/limited"
    no_room "a limit on files of $blocks blocks"
done
if mount -t tmpfs -o size=32k tmpfs "$out/room" 2>/dev/null; then
    run_there >"$out/limited"
    left=$(ls "$out/room")
    umount "$out/room"
    [ -z "$left" ] || echo "$left" >"$out/room/left"
    no_room "a full disk"
else
    echo "note: no full disk, mount is not permitted"
fi
# What is no regular file is refused, and left as it is.
mkfifo "$out/room/fifo"
status=0
# shellcheck disable=SC2086
timeout 60 "$out/sim" $options --wave "$out/room/fifo" >"$out/limited" 2>&1 || status=$?
[ "$status" = 3 ] && [ -p "$out/room/fifo" ] && grep -q 'fifo: it is not a regular file' "$out/limited" || {
    echo "FAIL $design: a FIFO as a waveform"
    exit 1
}
echo "ok $design waveform"
