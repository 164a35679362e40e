#!/bin/bash
# Measures cg_cuckoo under load (tests/templates/getm/cuckoo_load.c): what a request costs against the share of occupied
# and of locked places.
#   bench_cuckoo.sh [NAME=VALUE...]     parameters of the block; default WAYS=4 ROWS=170 STASH=4, a sixth of 4K entries.
#                                       SEED: of the requests
# Exit status: 0 fine, 1 a run failed, 2 wrong command line, 3 something is missing.
set -eu -o pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
here=$top/tests/templates
for tool in iverilog vvp iverilog-vpi gcc; do
    command -v $tool >/dev/null || { echo "bench_cuckoo.sh: $tool is not installed" >&2; exit 3; }
done
for word in "$@"; do
    case $word in [A-Z]*=*) ;; *) echo "bench_cuckoo.sh: '$word' is not NAME=VALUE" >&2; exit 2 ;; esac
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

include=$(iverilog-vpi --cflags | grep -oE -- '-I[^ ]+')
gcc -std=c17 -O2 -Wall -Wextra -fPIC -shared $include -I"$here/vpi" -o "$scratch/test.vpi" "$here/getm/cuckoo_load.c" \
    "$here/vpi/vpi_test.c" || exit 1
set -- WAYS=4 ROWS=170 STASH=4 "$@"
iverilog -g2005-sv -y "$top/templates" -I "$here/vpi" -s cg_cuckoo_tb "${@/#/-Pcg_cuckoo_tb.}" -o "$scratch/sim" \
    "$here/getm/cg_cuckoo_tb.v" || exit 1

run() {  # occupied locked
  vvp -n -M "$scratch" -m test "$scratch/sim" "+occupied=$1" "+locked=$2" "+seed=${SEED:-1}" >"$scratch/out" || {
      cat "$scratch/out" >&2
      exit 1
  }
  grep -E '^PASS' "$scratch/out" | cut -d' ' -f3- || { cat "$scratch/out" >&2; exit 1; }
}
head() {
  printf '%s\n%5s %5s %8s %8s %7s %6s %9s %9s\n%5s %5s %8s %8s %7s %6s %9s %9s\n' "$1" occu- lock- slots/ moves/ stash \
      stash spills/ evicted/ pied ed request insert mean most insert insert
}
echo "cg_cuckoo $*, seed ${SEED:-1}"
head "A tenth of the places locked, more and more of them occupied:"
for p in 10 20 30 40 50 60 70 80 90 100; do run $p $((p < 20 ? p / 2 : 10)); done
head "All places occupied, more and more of them locked:"
for p in 10 20 30 40 50 60 70 80 90 95 99; do run 100 $p; done
