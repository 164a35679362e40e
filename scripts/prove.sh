#!/usr/bin/env bash
# All proofs, as a table: the transition modules, the emitted controllers and systems, the building blocks
# (docs/proofs.md).
#   prove.sh [steps|rtl|blocks|gates] [CONFIGURATION or BLOCK...]
# Exit status: 0 everything proved as listed and every cover reached, 1 not, 2 wrong command line, 3 something is
# missing.
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
part=${1:-all}
[ $# -eq 0 ] || shift
bad=0
steps() {
  local rcc=$top/specs/rcc/rcc.xml
  "$top/scripts/prove_step.sh" --head "$rcc" || bad=1
  "$top/scripts/prove_step.sh" --name=TS_BITS=3,4-byte_lines "$rcc" --set=CORES=2 --set=WARPS=2 --set=BANKS=1 \
      --set=LINE_BYTES=4 --set=TS_BITS=3 --set=LEASE_MIN=1 --set=LEASE_MAX=2 || bad=1
  "$top/scripts/prove_step.sh" --name=TS_BITS=48 "$rcc" --set=TS_BITS=48 || bad=1
  for spec in specs/rcc/published.xml specs/mesi/mesi.xml tests/protocols/msi.xml tests/protocols/toy.xml; do
      "$top/scripts/prove_step.sh" "$top/$spec" || bad=1
  done
  "$top/scripts/prove_step.sh" --name=CORES=8 "$top/tests/protocols/msi.xml" --set=CORES=8 || bad=1
  "$top/scripts/prove_step.sh" "$top/specs/getm/getm.xml" || bad=1
  "$top/scripts/prove_step.sh" --name=16_warps,8_parts "$top/specs/getm/getm.xml" --set=WARPS=16 --set=PARTS=8 \
      --set=TS_BITS=48 || bad=1
  "$top/scripts/prove_step.sh" --name=2_warps,2_parts,TS_BITS=4 "$top/specs/getm/getm.xml" --set=WARPS=2 --set=PARTS=2 \
      --set=TS_BITS=4 --set=EARLY=12 --set=WRITES=3 --set=LOG=2 || bad=1
}
rtl() { "$top/scripts/prove_rtl.sh" --head "$@" || bad=1; }
blocks() {
  [ $# -gt 0 ] || for file in "$top"/tests/templates/*/*.proofs; do set -- "$@" "$(basename "$file" .proofs)"; done
  for block in "$@"; do PROVE_LONG=1 "$top/tests/templates/prove_block.sh" "$block" || bad=1; done
}
gates() { "$top/scripts/prove_gates.sh" "$@" || bad=1; }
case $part in
  all) steps; echo; rtl; echo; blocks; echo; gates ;;
  steps) steps ;;
  rtl) rtl "$@" ;;
  blocks) blocks "$@" ;;
  gates) gates "$@" ;;
  *) [ -n "$(find "$top/tests/templates" -name "$part.proofs")" ] \
      || { echo "prove: '$part' is not steps, rtl, blocks, gates or a block" >&2; exit 2; }
     blocks "$part" ;;
esac
exit $bad
