#!/bin/sh
# RCC's two caches beside two published ones of the same size (4 sets of 2 ways of 16 bytes, addresses of 32 bits), by
# one flow: Yosys 0.70, synth_ecp5, each module by itself. And RCC's with a feature less, for what each costs.
#   area_peers.sh BSG HPDCACHE [DIR]
# BSG: a clone of bespoke-silicon-group/basejump_stl; HPDCACHE: one of openhwgroup/cv-hpdcache (docs/area.md names the
# commits). DIR: scratch folder, default build/area/peers. Twelve syntheses, of 10 to 35 s of processor time.
set -eu
[ $# -ge 2 ] || { echo "usage: area_peers.sh BSG HPDCACHE [DIR]" >&2; exit 2; }
top=$(cd "$(dirname "$0")/.." && pwd)
bsg=$(cd "$1" && pwd) hpd=$(cd "$2" && pwd)
build=${COHGEN_BUILD:-$top/build}
dir=${3:-$build/area/peers}
cohgen=${COHGEN:-$build/cohgen}
for file in "$bsg/bsg_cache/bsg_cache.sv" "$hpd/rtl/syn/hpdcache_wrapper.sv"; do
    [ -f "$file" ] || { echo "area_peers: no $file" >&2; exit 3; }
done
venv=$("$top/scripts/fpga_tools.sh") || exit 3
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)

# synth NAME MODULE: the commands that read the design are in NAME.ys; prints a line of the table
synth() {
    printf 'synth_ecp5 -top %s\ntee -o %s stat\n' "$2" "$dir/$1.stat" >>"$dir/$1.ys"
    "$venv/bin/python" "$top/scripts/fpga_yosys.py" "$dir/$1.ys" >"$dir/$1.log" 2>&1 ||
        { tail -n 5 "$dir/$1.log" >&2; exit 1; }
    awk -v name="$1" '$2 ~ /^(LUT4|TRELLIS_FF|TRELLIS_DPR16X4|MULT18X18D|DP16KD)$/ { n[$2] = $1 }
        END { printf "%-22s %6d %6d %6d %6d %6d\n", name, n["LUT4"], n["TRELLIS_FF"], n["TRELLIS_DPR16X4"], n["DP16KD"],
            n["MULT18X18D"] }' "$dir/$1.stat"
}
# rcc NAME PARAM=VALUE...: both caches
rcc() {
    name=$1
    shift
    sets=
    for set in CORES=2 WARPS=4 BANKS=1 LINE_BYTES=16 "$@"; do sets="$sets --set $set"; done
    for cache in L1 L2; do
        for set in SETS=4 WAYS=2 MSHRS=4 DEPTH=4; do
            case " $*" in *" $cache.${set%=*}="*) ;; *) sets="$sets --set $cache.$set" ;; esac
        done
    done
    # shellcheck disable=SC2086
    "$cohgen" emit "$top/specs/rcc/rcc.xml" -o "$dir/$name" $sets >"$dir/$name.log"
    for cache in l1 l2; do
        printf 'read_verilog -defer %s/rtl/*.v\nhierarchy -top rcc_%s\n' "$dir/$name" $cache >"$dir/rcc_$cache$name.ys"
        synth "rcc_$cache$name" rcc_$cache
    done
}
printf '%-22s %6s %6s %6s %6s %6s\n' module LUT4 FF LUTRAM BRAM MULT
cat >"$dir/bsg_cache.ys" <<END
read_slang --top bsg_cache -D SYNTHESIS -D YOSYS -I $bsg/bsg_misc -I $bsg/bsg_cache -I $bsg/bsg_noc --libext .sv \
-y $bsg/bsg_mem -y $bsg/bsg_misc -y $bsg/bsg_cache -y $bsg/bsg_dataflow -G addr_width_p=32 -G data_width_p=32 \
-G block_size_in_words_p=4 -G sets_p=4 -G ways_p=2 -G word_tracking_p=0 \
$bsg/bsg_cache/bsg_cache_pkg.sv $bsg/bsg_cache/bsg_cache.sv
END
synth bsg_cache bsg_cache
# Four misses, four requests that wait, four words of write buffer; words of 32 bits, lines as a whole from memory.
sed -E 's/\b(paWidth|wordWidth|memAddrWidth): [0-9]+/\1: 32/
    s/\b(sets|clWords|accessWords|wbufDirEntries|wbufDataEntries|reqTransIdWidth): [0-9]+/\1: 4/
    s/\b(dataSetsPerRam|memIdWidth): [0-9]+/\1: 4/
    s/\b(ways|mshrSets|mshrSetsPerRam): [0-9]+/\1: 2/; s/\breqSrcIdWidth: [0-9]+/reqSrcIdWidth: 1/
    s/\bmemDataWidth: [0-9]+/memDataWidth: 128/' "$hpd/rtl/syn/hpdcache_wrapper.sv" >"$dir/hpdcache_wrapper.sv"
macros=$hpd/rtl/src/common/macros/behav
cat >"$dir/hpdcache.ys" <<END
read_slang --top hpdcache_wrapper -D HPDCACHE_ASSERT_OFF -D SYNTHESIS -D YOSYS -I $hpd/rtl/include \
$(sed -n "s,^\${HPDCACHE_DIR},$hpd,p" "$hpd/rtl/hpdcache.Flist" | tr '\n' ' ') $macros/hpdcache_sram_1rw.sv \
$macros/hpdcache_sram_wbyteenable_1rw.sv $macros/hpdcache_sram_wmask_1rw.sv $dir/hpdcache_wrapper.sv
END
synth hpdcache hpdcache_wrapper
rcc ''
rcc _one_miss L1.MSHRS=1 L1.DEPTH=1 L2.MSHRS=1 L2.DEPTH=1
rcc _8_bits_of_time TS_BITS=8 LEASE_MAX=16
rcc _one_flit FLIT_BITS=512
rcc _all_of_these L1.MSHRS=1 L1.DEPTH=1 L2.MSHRS=1 L2.DEPTH=1 TS_BITS=8 LEASE_MAX=16 FLIT_BITS=512
