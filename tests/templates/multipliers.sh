#!/usr/bin/env bash
# No building block needs a multiplier for its addresses: storage is indexed by entry, never by entry times width.
#   multipliers.sh BLOCK [all]     synthesises templates/BLOCK.v with its own parameter sets, as far as they are legal:
#                                  the first two and the last one, or all
# Exit status: 0 no $mul or $macc cell in any of them, 1 otherwise.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rtl=$here/../../templates
block=${1:?usage: multipliers.sh BLOCK}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

sets=0 bad=0
# Yosys takes no sign here, so no sets with one.
while read -r line; do
  change=
  [ "$line" = default ] || for p in $line; do change+=" -chparam ${p%%=*} ${p#*=}"; done
  sets=$((sets + 1))
  # As a synthesiser sees it before it looks for DSP cells: constants folded, powers of two made shifts, widths reduced.
  yosys -q -p "read_verilog -DSYNTHESIS $rtl/$block.v; hierarchy -check -libdir $rtl -top $block$change; proc; flatten
    opt; wreduce; peepopt; opt_clean; tee -o $tmp/mul select -list t:\$mul t:\$macc" >"$tmp/log" 2>&1 \
        || { cat "$tmp/log"; exit 1; }
  if [ -s "$tmp/mul" ]; then
    echo "FAIL $block [$line]: $(wc -l <"$tmp/mul") multipliers:"
    head -n 5 "$tmp/mul"
    bad=1
  fi
done < <(sed 's/^+//' "$here"/*/"$block.params" | grep -hvE '^($|#|!)|=-' | if [ "${2-}" = all ]; then cat; else sed -n '1p;2p;$p'; fi)
[ $sets -gt 0 ] || { echo "FAIL $block: no parameter sets"; exit 1; }
[ $bad -ne 0 ] || echo "ok $block: no multiplier in $sets parameter sets"
exit $bad
