#!/bin/sh
# Every reserved word of Verilog, SystemVerilog, VHDL, C and C++, and names that the generator gives itself, as every
# kind of name: refused with its place, or what is emitted passes Verilator, Icarus and two compilers.
#   words.sh COHGEN [ROUNDS [SEED]]   in a round each kind of name has another word; without ROUNDS all pairs come up
set -eu
cohgen=${1:?usage: words.sh COHGEN [ROUNDS [SEED]]}
here=$(cd "$(dirname "$0")" && pwd)
[ -w /dev/shm ] && TMPDIR=/dev/shm
export TMPDIR
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
bad=0
# The words, from the tables of the generator, and what it calls its own nets, constants and files.
own="clk rst node index error set way tag idx ent fill ready known held walk data line mshr step tile harness dut u g_l1 i k n x unused state next
act row view key NODES NODE_W SOURCES PARK_W SETS WAYS STATE_I STATE_V EVENT_EVICT CASE_LOAD MSG_DATA ACT_FIRE WAY_W SET_W t_fire t_valid_q st_act
src_valid u_ctl u_state st_next d_key_q s0_key cg_fifo cg_assoc main printf int8_t size_t kind from valid msg flits dst"
sed -n '/^static const char/,/;$/p' "$here/../../gen/hdl/words.c" | grep -o '"[^"]*"' | tr -d '"' | tr ' ' '\n' |
    grep -v '^$' | sort -u >all
for word in $own; do echo "$word"; done >>all
sort -u all >words
n=$(wc -l <words)
[ "$n" -ge 400 ] || { echo "FAIL only $n words"; exit 1; }
kinds=$(grep -o '@[a-z]*@' "$here/names.xml.in" | sort -u | tr -d @)
rounds=${2:-$n} seed=${3:-1}
first=$(awk -v s="$seed" -v n="$n" 'BEGIN { srand(s); print int(rand() * n) }')
fail() {
    echo "FAIL round $round: $1"
    head -n 6 log
    cp "round.xml" "/tmp/words_failed.xml" 2>/dev/null || true
    bad=1
}

# try: emits round.xml; a kind whose word is refused gets a harmless name, until nothing is refused.
emit() {
    for attempt in 1 2 3 4 5 6 7 8 9 10 11 12; do
        edit=
        while read -r kind word; do edit="$edit;s/@$kind@/$word/g"; done <names
        sed "$edit" "$here/names.xml.in" >round.xml
        rm -rf out
        if timeout 60 "$cohgen" emit round.xml -o out >log 2>&1; then return 0; fi
        grep -E '^round\.xml:[0-9]+:[0-9]+: error: ' log >errors || return 1
        awk 'NR == FNR { line = line "\n" $0; next } { if (index(line, "'\''" $2 "'\''") || index(line, "'\''" $2 ".") || index(line, "." $2 "'\''") || index(line, "=\"" $2 "\"") || index(line, $2 "_i'\''") || index(line, $2 "_o'\''") || index(line, "_" $2 "'\''") || index(line, "attribute " $2 " is")) { print $1, "x" $1; hit = 1 } else print }
             END { exit !hit }' errors names >names.new || return 1
        refused=$((refused + 1))
        mv names.new names
    done
    return 1
}

round=0 refused=0 step=$(( (n + rounds - 1) / rounds ))
while [ "$round" -lt "$rounds" ]; do
    awk -v kinds="$(echo "$kinds" | tr '\n' ' ')" -v n="$n" -v at=$((first + round * step)) \
        '{ word[NR - 1] = $0 } END { k = split(kinds, kind, " ")
        for (i = 1; i <= k; i++) print kind[i], word[(at + 13 * i) % n] }' words >names
    round=$((round + 1))
    if ! emit; then fail "emit: neither accepted nor refused for a name"; continue; fi
    list=$(basename out/*.f)
    top=$(sed -n 1p "out/$list" >/dev/null; basename "$list" .f)
    (cd out && verilator --lint-only -O0 -Wall --top-module "$top" -f "$list") >log 2>&1 && ! grep -qv '^-Info' log ||
        fail "verilator"
    (cd out && verilator --lint-only -O0 --no-timing --top-module "${top}_harness" -Ichecks -f "$list" \
        harness/"${top}"_harness.sv) >log 2>&1 || fail "verilator, test bench"
    (cd out && iverilog -g2005 -Wall -Wno-timescale -s "$top" -o ../vvp -c "$list") >log 2>&1 && [ ! -s log ] ||
        fail "icarus"
    gcc -std=c17 -fsyntax-only -Wall -Wextra -Werror -I "$here/../../sim" out/harness/*_dut.c >log 2>&1 || fail "gcc"
    for header in out/harness/*.h; do
        [ ! -e "$header" ] || g++ -std=c++17 -fsyntax-only -x c++ -I "$here/../../sim" "$header" >log 2>&1 ||
            fail "g++ $header"
    done
done
echo "words: $n words, $rounds rounds of $(echo "$kinds" | wc -l) kinds of names, seed $seed," \
    "$refused refused, first $first"
exit $bad
