#!/bin/sh
# What a row searches, counts or chooses is statements of its process, no function: Verilator gives the variables of
# each expanded call a number, and then the code of sixteen instances of a controller is there sixteen times.
set -eu
stock=$(cd "$(dirname "$0")/../../rtl_out" && pwd)
found=$(grep -lE 'reg \[.*\] (node|bits_|popcount_|first_)|(node|bits_[a-z]+)(, |;)' "$stock"/*/rtl/*_step.v | wc -l)
[ "$found" -ge 5 ] || { echo "FAIL: only $found modules search at all"; exit 1; }
! grep -nE '^ *function .* (first|least|popcount)_' "$stock"/*/rtl/*_step.v || { echo "FAIL: functions"; exit 1; }
echo "ok: $found modules search, none by a function"
