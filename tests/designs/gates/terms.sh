#!/bin/bash
# Each term of the net that opens a clock gate (docs/design.md, "Clock gates") makes a difference: without it some run
# is another one than with the gate always open; with all terms none is.
#   terms.sh COHGEN LIB SPEC.xml FILE
# LIB: the simulation library. FILE: a word at the head of each line:
#   set PARAM=VALUE...              of the design
#   run OPTION...                   a run of the simulator; @ stands for the folder of FILE. With --pin, the pin is 0 in
#                                   the first thousand cycles
#   fails OPTION...                 likewise, a run in which the design reports an error
#   unseen CONTROLLER TERM: reason  no run can tell, and why (both may be patterns of the shell); that one does after
#                                   all is a failure, and so is a line for no term
# Compared are the report, and each row with its cycle.
set -eu
usage="usage: terms.sh COHGEN LIB SPEC.xml FILE"
cohgen=$(realpath "${1:?$usage}") lib=$(realpath "${2:?$usage}")
spec=$(realpath "${3:?$usage}") file=$(realpath "${4:?$usage}")
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
bad=0

mapfile -t sets < <(sed -n 's/^set //p' "$file" | tr ' ' '\n' | sed 's/^/--set=/')
mapfile -t runs < <(sed -nE 's/^(run|fails) /\1 /p' "$file" | sed "s|@|$(dirname "$file")|g")
[ ${#runs[@]} -gt 0 ] || { echo "FAIL: no runs in $file"; exit 1; }
"$cohgen" emit "$spec" -o . "${sets[@]}"
name=$(basename harness/*_harness.sv _harness.sv)
mapfile -t gated < <(grep -l ' u_gate ' rtl/*.v | xargs -n 1 basename | sed 's/\.v$//')
[ ${#gated[@]} -gt 0 ] || { echo "FAIL: no controller of $spec has a gate"; exit 1; }
for controller in "${gated[@]}"; do
    awk -v file="cut.$controller" -v list="terms.$controller" -f "$here/terms.awk" "rtl/$controller.v" >changed ||
        { echo "FAIL: the net busy of $controller is written otherwise than this test expects"; exit 1; }
    for pin in $(sed -nE 's/^([a-z0-9_]+)_i != [a-z0-9_]+_q$/\1/p' "terms.$controller"); do
        sed -i -E "s/\.${pin}_i\(${pin}_i\)/.${pin}_i(${pin}_i \&\& late)/
            s/\(${pin}_i != ${pin}_q\)/((${pin}_i \&\& late) != ${pin}_q)/" changed
    done
    mv changed "rtl/$controller.v"
done
COHGEN_QUICK=-O0 "$top/scripts/verilate.sh" . "$name"
"${CC:-gcc}" -O1 -std=c17 -D_POSIX_C_SOURCE=200809L -DCG_LIB=cg_dut -I"$top/sim" -Iharness \
    "$top/sim/main.c" "$top/tb/cg_model.c" "harness/${name}_dut.c" verilated/libcg_dut.a "$lib" \
    -lstdc++ -latomic -lm -pthread -lz -o sim

# simulate OUT BITS [CONTROLLER]: the run of `options`, BITS for all controllers or this one
simulate() {
    local controller
    for controller in "${gated[@]}"; do echo 0 >"cut.$controller"; done
    for controller in ${3:-"${gated[@]}"}; do printf '%x\n' "$2" >"cut.$controller"; done
    # shellcheck disable=SC2086
    timeout 120 ./sim $options --watchdog 20000 --max-cycles 400000 --rows rows >"$1" 2>&1 || :
    cat rows >>"$1"
}

declare -A seen
for n in "${!runs[@]}"; do
    options=${runs[$n]#* }
    case ${runs[$n]} in run*) end=^PASSED ;; *) end='FAILED .*the design reports an error' ;; esac
    simulate open 1
    grep -q "$end" open || { echo "FAIL: $options"; cat open; exit 1; }
    simulate all 0
    if ! cmp -s open all; then
        echo "FAIL: with and without clock gates a run differs: $options"
        diff open all | head
        bad=1
    fi
    for controller in "${gated[@]}"; do
        k=0
        while read -r term; do
            k=$((k + 1))
            [ -z "${seen[$controller $term]:-}" ] || continue
            simulate without $((1 << k)) "$controller"
            cmp -s open without || seen["$controller $term"]="run $((n + 1))"
        done <"terms.$controller"
    done
done
# reason CONTROLLER TERM: of the first line for it; the numbers of such lines are left in `used`
reason() {
    local line=0 at pattern rest
    while read -r _ at rest; do
        line=$((line + 1)) pattern=${rest%%: *}
        # shellcheck disable=SC2053
        if [[ $1 == $at && $2 == $pattern ]]; then echo $line >>used; echo "${rest#*: }"; return; fi
    done <unseen
}
grep '^unseen ' "$file" >unseen || :
: >used
for controller in "${gated[@]}"; do
    while read -r term; do
        found=${seen[$controller $term]:-} why=$(reason "$controller" "$term")
        echo "$controller: $term: ${found:-not seen: ${why:-?}}"
        if [ -z "$found$why" ]; then echo "FAIL: no run needs $term"; bad=1; fi
        if [ -n "$found" ] && [ -n "$why" ]; then echo "FAIL: it is seen: $why"; bad=1; fi
    done <"terms.$controller"
done
[ "$(sort -u used | wc -l)" -eq "$(wc -l <unseen)" ] || { echo "FAIL: a line of 'unseen' is for no term"; bad=1; }
echo "${#runs[@]} runs, $(cat terms.* | wc -l) terms, ${#seen[@]} of them seen"
exit $bad
