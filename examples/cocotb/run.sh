#!/bin/sh
# test_mesi.py in Icarus or in Verilator; cocotb is installed into a virtual environment first if it is not there.
#   run.sh icarus|verilator [DESIGN]     DESIGN: the folder of MESI (default: rtl_out/mesi)
# OPERATIONS: of each core (default 100); SEED. Exit status: 0 passed, 1 failed, 77 skipped: cocotb cannot be had.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
tool=${1:-} design=${2:-$top/rtl_out/mesi}
case $tool in icarus|verilator) ;; *) echo "usage: run.sh icarus|verilator [DESIGN]" >&2; exit 2 ;; esac
venv=$("$top/scripts/cocotb.sh") || { echo "skipped: no cocotb (scripts/cocotb.sh)"; exit 77; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
export PATH="$venv/bin:$PATH" PYTHONDONTWRITEBYTECODE=1
status=0
"$venv/bin/python" "$here/run.py" "$tool" "$design" "$out" >"$out/log" 2>&1 || status=1
[ $status = 0 ] && tail -n 1 "$out/log" || tail -n 40 "$out/log"
exit $status
