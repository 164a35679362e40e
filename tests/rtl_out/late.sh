#!/bin/sh
# late.sh: three stages of a controller are emitted where stores and waiting places can, and refused, with the place and
# the reason, where something cannot. late.sh FOLDER-OF-SPECIFICATIONS
set -eu
cohgen=${COHGEN:?the generator}
specs=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0
fail() { echo "FAIL: $1"; head -n 5 "$scratch/log"; bad=1; }
# refused NAME FILE OPTION WHY...: with a third stage allowed by the parameters of a copy of the file's folder.
refused() {
    name=$1 file=$2 option=$3
    shift 3
    mkdir -p "$scratch/in"
    cp -r "$(dirname "$specs/$file")"/. "$scratch/in"
    find "$scratch/in" -name '*.xml' -exec sed -i '/name="STAGES"/s/max="2"/max="3"/' {} +
    if "$cohgen" emit "$scratch/in/$(basename "$file")" --set "$option=3" -o "$scratch/$name" >"$scratch/log" 2>&1; then
        fail "$name: three stages are emitted"
        return
    fi
    for why; do grep -q "error: $why of a controller with three stages is not built" "$scratch/log" ||
        fail "$name: nothing says: $why"; done
    grep -q 'note: stages= is here' "$scratch/log" || fail "$name: no place of stages="
}
# stages N ARG...: the L1 of RCC with so many; prints how many registers of R its Verilog has.
stages() {
    "$cohgen" emit "$specs/rcc/rcc.xml" --set "L1.STAGES=$1" -o "$scratch/rcc$1" >"$scratch/log" 2>&1 || fail "rcc $1"
    grep -c 'r_valid_[oq] <= ' "$scratch/rcc$1/rtl/rcc_l1_in.v" || true
}
[ "$(stages 3)" = 2 ] || fail "rcc: three stages have no R"
[ "$(stages 2)" = 0 ] || fail "rcc: two stages have an R"
# S0 has the key alone; what is not sent is free where all rows take one field, and is not where they differ.
! grep -q 's0_msg_' "$scratch/rcc3/rtl/rcc_l1_in.v" || fail "rcc: with three stages S0 chooses more than the key"
free() { grep "req0_$1_o = " "$scratch/rcc3/rtl/rcc_l1_step.v" | grep -c SENDS_FREE || true; }
[ "$(free a)" = 1 ] || fail "rcc: an operand that is not sent waits for its row"
[ "$(free now)" = 0 ] || fail "rcc: a time that rows give in several ways is free"
# A field that reads as something else than 0 without a line waits for the hit; the others do not (MISS_ZERO).
mkdir "$scratch/absent"
cp "$specs"/rcc/*.xml "$scratch/absent"
sed -i '/<field name="exp"/s/absent="0"/absent="1"/' "$scratch/absent/rcc.xml"
"$cohgen" emit "$scratch/absent/rcc.xml" --set L1.STAGES=3 -o "$scratch/absent/out" >"$scratch/log" 2>&1 || fail "absent"
missed() { grep "line_$1_o = " "$scratch/absent/out/rtl/rcc_l1_step.v" | grep -c MISS_ZERO || true; }
[ "$(missed exp)" = 0 ] || fail "a field with another absent value is read without the hit"
[ "$(missed err)" = 1 ] || fail "a field that is absent as 0 waits for the hit"
specs_of_all=$specs specs=$scratch/three
mkdir "$specs"
sed 's/ stages="3">/ stages="STAGES"><param name="STAGES" default="1" min="1" max="3"\/>/' \
    "$(dirname "$0")/../errors/stages_three.xml" >"$specs/three.xml"
refused three three.xml C.STAGES 'a row that reads physical time' 'a row that asks for room behind a port,' \
    'a row that asks for room in waiters which do not show it when it is chosen,'
specs=$specs_of_all
if "$cohgen" emit "$specs/rcc/rcc.xml" --set L1.STAGES=3 --harness replay -o "$scratch/replay" >"$scratch/log" 2>&1
then fail "three stages are replayed"; fi
grep -q 'cannot be replayed' "$scratch/log" || fail "replay: nothing says why"
exit $bad
