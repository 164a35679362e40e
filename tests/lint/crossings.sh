#!/bin/sh
# Nothing goes from one clock to the other but through the synchronisers (cg_sync), the items of cg_cross and what
# cg_wire holds: looked
# for in the netlist, from each flip-flop back to the flip-flops it depends on. And that a wire past a synchroniser is
# found.
#   crossings.sh COHGEN
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
cohgen=${1:?usage: crossings.sh COHGEN}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# crossing FROM TO: the signals of clock FROM that flip-flops of clock TO depend on without a synchroniser.
crossing() {
    edges=':-$dff:-$dffe:-$sdff:-$sdffe:-$sdffce:-$adff:-$adffe:-$memrd:-$memrd_v2:-$mem_v2'
    yosys -q -p "read_verilog $(echo "$scratch"/design/rtl/*.v); hierarchy -check -top stc; proc; flatten; opt_expr;
        opt_clean; check -assert
        select -set from w:$1 %co:+[CLK] c:* %i; select -assert-min 40 @from
        select -set to w:$2 %co:+[CLK] c:* %i c:*u_*sync.* %d; select -assert-min 40 @to
        select -set said @from %co:+[Q] w:* %i w:*u_wire*u_send.held_q %d
        select -set used @to %ci:+[D,EN,SRST,ARST] w:* %i
        tee -q -o $scratch/list select -list @used %ci*$edges @said %i" >"$scratch/log" 2>&1 ||
        { cat "$scratch/log" >&2; exit 1; }
    cat "$scratch/list"
}

"$cohgen" emit "$top/specs/stc/stc.xml" -o "$scratch/design" --set EMU_SYNC=2 --set CUS=1 --set WARPS=1 --set WORDS=1 \
    --set ADDR_BITS=12 --set N=1 --set SEB_MIN=4 --set SEB=4 --set SEB_MAX=5 --set GEN=1 --set MISSES=1 --set BSQ=1 \
    --set CU.SETS=1 --set CU.WAYS=1 --set CU.DEPTH=1 --set L2.SETS=1 --set L2.WAYS=1 --set L2.MSHRS=1 --set L2.DEPTH=1
for clocks in 'clk_i clk_emu_i' 'clk_emu_i clk_i'; do
    # shellcheck disable=SC2086
    found=$(crossing $clocks)
    if [ -z "$found" ]; then echo "ok   nothing from ${clocks% *} to ${clocks#* }"; else
        echo "FAIL from ${clocks% *} to ${clocks#* }:"
        echo "$found" | head
        failed=1
    fi
done
sed -i '/ready_o  = gray_q/s/popped\[/popped_i[/g' "$scratch/design/rtl/cg_cross_push.v"
if crossing clk_emu_i clk_i | grep -q 'cross'; then echo 'ok   a count past its synchroniser is found'; else
    echo 'FAIL a count past its synchroniser is not found'
    failed=1
fi
exit $failed
