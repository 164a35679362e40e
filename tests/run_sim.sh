#!/bin/sh
# `./run sim` with names and values that a shell or CMake would read as their own, wrong specifications, and two at a
# time.
#   run_sim.sh TOP BUILD [open]   open: the cores in C, nothing else
set -u
top=${1:?usage: run_sim.sh TOP BUILD} build=${2:?usage: run_sim.sh TOP BUILD}
echo_xml=$top/tests/protocols/echo.xml
dir=$(mktemp -d) || exit 3
trap 'rm -rf "$dir"' EXIT
export COHGEN_BUILD="$build" COHGEN_NO_INSTALL=1
bad=0
complain() { echo "FAIL $1"; tail -n 6 "$dir/log"; bad=1; }
# runs STATUS TEXT WHAT ARGUMENT...: `./run sim ARGUMENT...` ends with this status and says this
runs() {
    expected=$1 text=$2 what=$3 status=0
    shift 3
    "$top/run" sim "$@" --test generic --ops 20 >"$dir/log" 2>&1 || status=$?
    [ $status = "$expected" ] && grep -q "$text" "$dir/log" ||
        complain "$what: exit status $status, expected $expected and '$text'"
}

if [ "${3:-}" = open ]; then # more than every run needs
    "$top/run" sim "$top/specs/getm/getm.xml" --open TX random --cores 2 --warps 2 --lanes 4 >"$dir/log" 2>&1 &&
        grep -q '^test  *tx_random, seed 1, 2 cores x 2 warps x 4 threads, 1 partitions' "$dir/log" &&
        grep -qx PASSED "$dir/log" || complain "cores in C"
    [ $bad = 0 ] || exit 1
    exit 0
fi

folder="$dir/a;b \"c\" 'd' \$(touch pwned) \$<1:e> \${f} [g] h\\
i"
mkdir "$folder"
cp "$echo_xml" "$folder/echo run_sim.xml"
cp "$echo_xml" "$folder/beside;it.xml"
runs 0 PASSED "a path with everything in it" "$folder/echo run_sim.xml"
runs 1 'PARAM=INTEGER' "a value that is no number" "$folder/echo run_sim.xml" --set 'CORES=$(touch pwned)'
runs 1 'PARAM=INTEGER' "a value of two" "$folder/echo run_sim.xml" --param 'CORES=2;CORES=3'
runs 0 '3 cores' "values" "$folder/echo run_sim.xml" --set CORES=3 --set=FLIT_BITS=16 --set keys=3 --with delay=2

# How a protocol is called, and written, is for the generator alone to read.
sed "s|<protocol name=\"echo\" doc=\"|<!-- <protocol name=\"other\" --><protocol name = 'Echo-1.2' doc=\"a > b, |" \
    "$echo_xml" >"$folder/echo run_sim.xml"
runs 0 PASSED "another name in the same file" "$folder/echo run_sim.xml"

# What is wrong, or gone, is no hindrance to the next.
echo '<protocol>' >"$folder/wrong.xml"
runs 1 'error:' "not a specification" "$folder/wrong.xml"
rm -r "$folder"
cp "$echo_xml" "$dir/run_sim_a.xml"
sed 's/bits="8"/bits="9"/' "$echo_xml" >"$dir/run_sim_b.xml"
"$top/run" sim "$dir/run_sim_a.xml" --test generic --ops 20 >"$dir/first" 2>&1 & first=$!
runs 0 PASSED "the second of two at a time" "$dir/run_sim_b.xml"
wait $first && grep -q PASSED "$dir/first" || { cp "$dir/first" "$dir/log"; complain "the first of two at a time"; }

# Of one file too, with other settings: each runs its own.
"$top/run" sim "$dir/run_sim_a.xml" --set CORES=2 --test generic --ops 20 >"$dir/first" 2>&1 & first=$!
runs 0 '3 cores' "the second of two of one file" "$dir/run_sim_a.xml" --set CORES=3
wait $first && grep -q '2 cores' "$dir/first" || { cp "$dir/first" "$dir/log"; complain "the first of two of one file"; }

# GETM's cores in C are there with a switch; their options without it are not guessed.
runs 2 'with --open TX' "options of cores in C" "$top/specs/getm/getm.xml" --lanes 4
runs 2 '\-\-set LANES=N' "lanes of emitted cores" "$top/specs/getm/getm_lanes.xml" --lanes=4
runs 2 'cores in C there are for TX' "a controller without them" "$top/specs/rcc/rcc.xml" --open L1

# Paths are those of the folder in which it is called: the specification, and what is written.
mkdir "$dir/sub" "$dir/own blocks"
cp "$top"/tests/blocks/parts/* "$dir/own blocks"
cp "$top/tests/blocks/mixer.xml" "$dir/run_sim_mixer.xml"
cd "$dir/sub"
runs 0 PASSED "relative paths" ../run_sim_a.xml --set CORES=3 --stats s.json
[ -s s.json ] || complain "a relative output is elsewhere"
runs 0 PASSED "blocks of a user" ../run_sim_mixer.xml --blocks "../own blocks" --set LINE=4
runs 1 'no folder\|cannot' "a folder of blocks that is not there" ../run_sim_mixer.xml --blocks=../none
runs 1 "unknown data-path block 'mix'" "without the blocks" ../run_sim_mixer.xml --set LINE=4
runs 2 "no file 'nothing.xml'" "a file that is not there" nothing.xml

for name in "$top" "$build" "$dir" .; do
    [ ! -e "$name/pwned" ] || { rm -f "$name/pwned"; echo "FAIL a command was run"; bad=1; }
done
[ $bad = 0 ] && echo ok
exit $bad
