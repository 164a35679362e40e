#!/bin/sh
# program.sh TRIAL: `trial` with checkers and simulators that only say things: what it compares, counts and reports, its
# exit statuses, an end in the middle, paths with blanks.
set -u
trial=${1:?usage: program.sh TRIAL}
tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT
dir="$tmp/a folder"
TMPDIR="$tmp/a scratch"
mkdir -p "$dir" "$TMPDIR" "$tmp/bin"
PATH=$tmp/bin:$PATH
export PATH TMPDIR JOBS=2
bad=0
# says STATUS TEXT WHAT COMMAND...: ends so, and this line is in its output
says() {
    expected=$1 text=$2 what=$3 status=0
    shift 3
    "$@" >"$tmp/out" 2>&1 || status=$?
    if [ $status != "$expected" ] || ! grep -qxF -e "$text" "$tmp/out"; then
        echo "FAIL $what: exit status $status, expected $expected with '$text':"
        cat "$tmp/out"
        bad=1
    fi
    [ "$(ls "$TMPDIR")" = "" ] || { echo "FAIL $what: left in the scratch folder: $(ls "$TMPDIR")"; bad=1; }
}
program() { { echo '#!/bin/sh'; cat; } >"$1"; chmod +x "$1"; }

# ---- a second checker: $tmp/verify and $tmp/pan are what the two say ----
program "$dir/cohgen" <<END
case "\$*" in
    *--export*) while [ "\$1" != -o ]; do shift; done; echo 'const MESSAGES: 8;' >"\$2"; echo 'note: exported' >&2 ;;
    *) cat "$tmp/verify"; ! grep -q FAILED "$tmp/verify" ;;
esac
END
program "$tmp/bin/spin" <<END
case \$2 in -t) cat "$tmp/trail" ;; esac
END
program "$tmp/bin/gcc" <<END
while [ "\$1" != -o ]; do shift; done
printf '#!/bin/sh\ncat "$tmp/pan"\n' >"\$2" && chmod +x "\$2"
END
program "$tmp/bin/rumur" <<END
cp sized.m "$tmp/sized"
END
COHGEN="$dir/cohgen"
export COHGEN
unset CC CFLAGS KEEP MESSAGES PAN_MB
passes() { printf '12 states, 30 transitions, depth 4\n%s\nPASSED\n' "$1" >"$tmp/verify"; }
spins() { printf 'errors: %s\n   %s states, stored\npan: elapsed time 0.01 seconds\n' "$1" "$2" >"$tmp/pan"; }
passes ''
spins 0 12
says 0 'verify: passed, 12 states; SPIN: passed, 12 states, 0.01 s' agree "$trial" spin x.xml
grep -qx 'note: exported' "$tmp/out" || { echo "FAIL: what the export says is dropped"; bad=1; }
spins 0 13
says 1 'they do not agree; verify says:' 'another number' "$trial" spin x.xml
passes 'bounded: 3 transitions'
says 0 'verify: passed, 12 states; SPIN: passed, 13 states, one of them beyond the bounds, 0.01 s' bound \
    "$trial" spin x.xml
spins 0 12
says 1 'they do not agree; verify says:' 'no state beyond' "$trial" spin x.xml
passes ''
echo 'error: max search depth too small' >>"$tmp/pan"
says 3 'SPIN reached a limit:' limit "$trial" spin x.xml
printf '12 states, 3 transitions\nFAILED: data value\n  1  A b\n  2  C d\n' >"$tmp/verify"
printf 'pan:1: assertion violated ((value)) (at depth 3)\npan: elapsed time 1 seconds\n' >"$tmp/pan"
printf 'step one\n  step two\nother\n' >"$tmp/trail"
says 0 'verify: value, 2 steps; SPIN: value, 2 steps, 1 s' 'a run' "$trial" spin x.xml
echo 'step three' >>"$tmp/trail"
says 1 'verify: value, 2 steps; SPIN: value, 3 steps, 1 s' 'a longer run' "$trial" spin x.xml
printf 'x\nAssertion failed: line 3: value\nRule "a" fired\nRule "b" fired\nRule "rest" fired\n' >"$tmp/pan"
says 0 'verify: value, 2 steps; Rumur: value, 2 steps' 'Rumur, a run' env MESSAGES=5 "$trial" murphi x.xml
grep -qx 'const MESSAGES: 5;' "$tmp/sized" || { echo "FAIL: the room of networks: $(cat "$tmp/sized")"; bad=1; }
passes ''
printf '\t12 states, 40 rules fired in 0s.\nNo error found.\n' >"$tmp/pan"
says 0 'verify: passed, 12 states; Rumur: passed, 12 states' 'Rumur' "$trial" murphi x.xml
printf '\t12 states, 40 rules fired in 0s.\nmemory\n' >"$tmp/pan"
says 1 'verify: passed, 12 states; Rumur: failed, 12 states' 'Rumur without a verdict' "$trial" murphi x.xml
says 2 'usage: ./run spin FILE [OPTION...]' usage "$trial" spin
kinds="spin, murphi, determinism, soak, configs, walkthrough, rollovers or stock"
says 2 "trial: 'nonsense' is not $kinds" kind "$trial" nonsense

# ---- text of rtl_out/: nothing is not like anything ----
mkdir -p "$tmp/rtl_out/none/rtl" "$tmp/rtl_out/one/rtl"
printf 'module m #(\n  parameter integer A = 3\n) ();\n' >"$tmp/rtl_out/one/rtl/m.v"
printf 'rtl/m.v\nrtl/cg_x.v\n' >"$tmp/rtl_out/one/m.f"
says 3 "stock: nothing in $tmp/rtl_out/none/rtl" 'no Verilog' "$trial" stock without-defaults "$tmp/rtl_out/none"
says 3 "stock: nothing in $tmp/nowhere" 'no folder' "$trial" stock lists "$tmp/nowhere"
says 0 '  parameter integer A = N' 'defaults' "$trial" stock without-defaults "$tmp/rtl_out/one"
"$trial" stock lists "$tmp/rtl_out/one" && [ "$(cat "$tmp/rtl_out/one/m.f")" = "rtl/m.v
../blocks/cg_x.v" ] || { echo "FAIL lists: $(cat "$tmp/rtl_out/one/m.f")"; bad=1; }

# ---- outcomes of a simulator ----
program "$dir/sim_x" <<END
seed=0 shrink= program=
while [ \$# -gt 0 ]; do
    case \$1 in
        --seed) seed=\$2; shift ;;
        twice) program=twice ;;
        --shrink) shrink=\$2; shift ;;
        --coverage) echo '# A: 1 of 2 rows taken' >"\$2"; shift ;;
        generic|stencil|bfs|hashtable|histogram|stealing) exit 2 ;;
        --max-cycles) [ \$2 != 1 ] || exit 1 ;;
    esac
    shift
done
[ ! -e "$tmp/slow" ] || sleep 20
[ ! -e "$tmp/breaks" ] || [ \$seed != 7 ] || {
    echo 'error: it broke'
    [ -z "\$shrink" ] || echo short >"\$shrink"
    exit 1
}
[ ! -e "$tmp/dies" ] || [ \$seed != 7 ] || [ "\$program" != twice ] || kill -KILL \$PPID
[ -e "$tmp/silent" ] || echo "signature \$([ -e "$tmp/one" ] && echo 0 || echo \$((seed % 3)))"
END
# It is one argument, whatever is in the path.
says 0 'racey                     3' 'three outcomes' "$trial" determinism --runs 9 --sim "x=$dir/sim_x" racey
says 1 'racey                     3' 'two with quanta' "$trial" determinism --runs 9 --sim "x+=$dir/sim_x" racey
: >"$tmp/one"
says 0 'tiles                     1' 'one with quanta' "$trial" determinism --runs 9 --sim "x+=$dir/sim_x" tiles
says 1 'racey has one outcome without quanta: is it run with different times?' 'racey' "$trial" determinism \
    --runs 9 --sim "x=$dir/sim_x" racey
: >"$tmp/breaks"
says 1 'tiles           1, 1 failed' 'a run that fails' "$trial" determinism --runs 9 --sim "x=$dir/sim_x" tiles
grep -q '^FAILED error: it broke: .*--seed 7 ' "$tmp/out" || { echo "FAIL: why is not said"; cat "$tmp/out"; bad=1; }
rm "$tmp/breaks"
: >"$tmp/silent"
says 1 'tiles           0, 9 failed' 'runs without a signature' "$trial" determinism --runs 9 --sim "x+=$dir/sim_x" tiles
grep -q '^FAILED no signature: ' "$tmp/out" || { echo "FAIL: why is not said"; cat "$tmp/out"; bad=1; }
rm "$tmp/silent"
says 1 'tiles           0, 2 failed' 'no simulator' "$trial" determinism --runs 2 --sim "x=$dir/none" tiles
grep -q '^FAILED exit status 127: ' "$tmp/out" || { echo "FAIL: why is not said"; cat "$tmp/out"; bad=1; }
: >"$tmp/dies" # in the second program: results of the first are there
status=0
"$trial" determinism --runs 9 --sim "x+=$dir/sim_x" tiles twice >"$tmp/out" 2>&1 || status=$?
if [ $status != 3 ] || ! grep -q 'determinism: a process with runs of twice has ended early' "$tmp/out"; then
    echo "FAIL a process that dies: exit status $status"
    cat "$tmp/out"
    bad=1
fi
rm "$tmp/dies"
: >"$tmp/breaks"
says 2 "determinism: no program or option 'nonsense'" 'no program' "$trial" determinism --sim x=y nonsense
says 2 "determinism: --runs: a number is missing" 'no number' "$trial" determinism --runs x --sim x=y

# ---- rollovers: two, of 50 and of 20 cycles ----
cat >"$tmp/rows" <<'END'
100 VU 0 0x1 A Load.end A
101 TX 0 - I Stop I
102 TX 1 - I Stop I
103 TX 1 - I quit I
110 TX 0 - I drain I
112 TX 1 - I drain I
115 VU 0 0x2 A Commit A
116 VU 0 0x2 A Load.busy A
120 VU 1 - A Drained.last A
130 VU 0 - A over A
140 TX 0 - I Resume I
150 TX 1 - I Resume I
300 VU 0 0x1 A Load.end A
301 TX 0 - I Stop I
302 TX 0 - I drain I
303 VU 1 - A Drained.last A
305 VU 0 - A over A
320 TX 0 - I Resume I
END
says 0 'rollovers 2 quits 1 logs 1 parked 1' rollovers "$trial" rollovers "$tmp/rows"
says 0 'cycles of a rollover 35.0, at most 50; between two 150.0' rollovers "$trial" rollovers "$tmp/rows"
parts='marker after 6.7, the last marker at all units 4.5 later, Reset round 6.0'
says 0 "a warp, Stop to Resume 35.3: $parts" rollovers "$trial" rollovers "$tmp/rows"
says 1 'rollovers 0' 'no rollover' "$trial" rollovers /dev/null

# ---- random tests in turn ----
cd "$tmp" || exit 3
says 1 "trace: $tmp/soak-7.trace" 'soak finds it' "$trial" soak 60 5 "$dir/sim_x" -- "$dir/sim_x" --model weak
grep -q '^first seed 5$' "$tmp/out" && grep -q '^FAIL: .* --seed 7 ' "$tmp/out" || {
    echo "FAIL soak:"
    cat "$tmp/out"
    bad=1
}
rm "$tmp/breaks"
says 0 'x: A: 1 of 2 rows taken' soak "$trial" soak 1 5 "$dir/sim_x"
grep -q ' runs, no failure; the next seed is ' "$tmp/out" && [ -s soak-x.html ] || {
    echo "FAIL soak:"
    cat "$tmp/out"
    bad=1
}
says 2 'usage: trial soak SECONDS SEED SIM [OPTION...] [-- SIM [OPTION...]]...' 'soak, usage' \
    "$trial" soak x 5 "$dir/sim_x"
# An end in the middle leaves nothing, neither files nor programs.
: >"$tmp/slow"
"$trial" determinism --runs 4 --sim "x=$dir/sim_x" racey >"$tmp/out" 2>&1 &
pid=$!
sleep 1
kill -TERM $pid
status=0
wait $pid || status=$?
[ $status = 143 ] && [ "$(ls "$TMPDIR")" = "" ] || { echo "FAIL SIGTERM: $status, $(ls "$TMPDIR")"; bad=1; }
[ $bad = 0 ] && echo ok
exit $bad
