#!/bin/sh
# cli.sh - exit codes and messages of the command line. Usage: COHGEN=path cli.sh
# Needs a specification that is right: specs/rcc/published.xml beside this tree.
set -u
COHGEN=${COHGEN:?path of the program}
here=$(cd "$(dirname "$0")" && pwd)
spec=$here/../../specs/rcc/published.xml
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
echo x > bad.sh
failed=0

# try CODE PATTERN ARGUMENT...: exit code, and a fixed text in what is printed (both streams).
try() {
  code=$1 pattern=$2
  shift 2
  "$COHGEN" "$@" > out.txt 2>&1
  got=$?
  if [ $got -ne "$code" ] || { [ "$pattern" ] && ! grep -qF -e "$pattern" out.txt; }; then
    echo "FAIL: cohgen $*: exit $got, expected $code and '$pattern':"
    cat out.txt
    failed=1
  fi
}

try 2 "Expected a command"
try 2 "unknown command 'chek', did you mean 'check'?" chek "$spec"
try 2 "which file?" check
try 2 "unknown option '--colr', did you mean '--color'?" check --colr=never "$spec"
try 2 "'txt' is not one of: text md csv dot svg html json, did you mean 'text'?" table --format=txt "$spec"
try 2 "Expected '-o DIR'" emit "$spec"
try 2 "where to? Expected '-o DIR'" emit "$spec" -o ""
sed 's/\<NODE\>/harness/g' "$here/../protocols/toy.xml" >bench.xml
try 1 "two modules would both be called 'toy_harness'" emit bench.xml -o bench
try 1 "two modules would both be called 'toy_harness'" check bench.xml
sed 's/NODE/BANK_step/g' "$here/../protocols/toy.xml" >step.xml
try 1 "two modules would both be called 'toy_bank_step': rename a controller" check step.xml
sed 's/"toy"/"clk_i"/' "$here/../protocols/toy.xml" >name.xml
try 0 "" emit name.xml -o name
[ -e name/rtl/p_clk_i.v ] || { echo "FAIL: a design called like a port"; failed=1; }
try 2 "'table' has no option '--ops'" table --ops 1 "$spec"
try 1 "unknown parameter" table --set CORS=2 "$spec"
try 0 "5 states (2 stable" table --set CORES=2 "$spec"
try 2 "needs a value" check "$spec" --set
try 2 "takes no value" check --help=1
try 1 "cannot read the folder of blocks" check --blocks none "$spec"
mkdir empty && try 1 "there is no manifest in the folder of blocks" stats --blocks empty "$spec"
mkdir stock && cp "$here/../../templates/stall.xml" stock &&
    try 1 "the kind 'stall' is one of the generator's own" table --blocks stock "$spec"
try 2 "'help' has no option '--blocks'" help --blocks x
# A search looks at widths with its own values, whoever sets them, also inside functions.
mkdir hmg && cp -r "$here/../../specs/hmg/." hmg
sed -i 's/gpm(mod(place(m), GPMS))/mod(m, GPMS)/' hmg/hmg.xml
try 0 "no errors" check hmg/hmg.xml
said="error: this is 2 with the parameters of this search, which does not fit 'gpm' of 1 bit"
try 2 "$said" verify hmg/hmg.xml --set GPUS=1 --set GPMS=2
try 2 "$said" verify hmg/hmg.xml --search one-gpu
sed 's/\<NODE\>/a/g; s/\<BANK\>/A/g' "$here/../protocols/toy.xml" >letters.xml
try 1 "letters.xml:29:3: error: two files would both be called 'toy_a_step.smt2': rename a controller" \
    step letters.xml -o letters
[ ! -e letters ] || { echo "FAIL: step: files of a controller alone"; failed=1; }
try 2 "hmg: error: cannot be read: Is a directory" verify "$here/../protocols/toy.xml" --litmus hmg
mkfifo pipe
timeout -k 5 20 "$COHGEN" verify "$here/../protocols/toy.xml" --resume pipe >out.txt 2>&1
[ $? -eq 3 ] && grep -q "'pipe' is no checkpoint" out.txt || { echo "FAIL: --resume of a pipe"; failed=1; }
try 2 "unexpected 'b'" table a b
try 2 "unknown option '-q'" check -q
try 1 "no controller 'L3' is placed in this system" emit "$spec" -o open --open L3
try 1 "not together with --harness=replay" emit "$spec" -o open --open L1 --harness=replay
try 1 "network response is taken by other controllers too" emit "$here/../../specs/mesi/mesi.xml" -o open --open L1
sed 's/<network name="req" /&topology="ring" /' "$here/../../specs/rcc/rcc.xml" >ringed.xml
sed 's/topology="ring"/topology="two-level" groups="GROUPS"/
    s/<network name="req" /<param name="GROUPS" default="1" min="1" max="2"\/>&/' ringed.xml >levels.xml
for part in L1 L2; do
    try 0 "" emit ringed.xml -o ringed.$part --open $part --set CORES=4 --set BANKS=2
    try 0 "" emit levels.xml -o levels.$part --open $part --set CORES=4 --set BANKS=2 --set GROUPS=2
done
sed 's/groups="GROUPS"/& link_width="5"/' levels.xml >links.xml
try 0 "39, 273 of 5 over a link" stats links.xml
try 0 "" emit "$here/../../specs/rcc/rcc.xml" -o open --open L1
[ ! -e open/harness ] && [ ! -e open/rtl/rcc_l1.v ] && [ -e open/rtl/rcc_l2.v ] && [ -e open/rtl/rcc_messages.vh ] || {
    echo "FAIL: emit --open: files"
    failed=1
}
try 0 "Usage: cohgen COMMAND" --help
try 0 "Usage: cohgen table FILE" table --help
try 0 "Usage: cohgen emit FILE -o DIR" help emit
try 2 "did you mean 'table'?" help tabel
try 0 "cohgen " --version
try 1 "No such file" check missing.xml
try 1 "No such file" check -- --missing
try 0 "2 controllers, 9 states" check "$spec"
try 0 "2 controllers, 9 states" --color=never check "$spec" --set CORES=2
try 1 "expected 1 to 64" check "$spec" --set=CORES=65
try 1 "unknown parameter" stats --set CORS=2 "$spec"
try 0 "5 states (2 stable + 3 transient *), 23 transitions" table "$spec"
try 0 "L1,I,load,,on," table "$spec" --format csv
try 0 "## L1" table "$spec" --format=md
try 0 "store line (assoc): 64 sets x 4 ways" stats "$spec"
try 0 "LINE_BYTES 64 4 128 4,8,16,32,64,128" params "$spec" --set LINE_BYTES=64
try 0 "L1.WAYS 4 1 16 -" params "$spec"
try 1 "BEAT_BYTES (6) must be a power of two" check "$spec" --set BEAT_BYTES=6
try 1 "expected a power of two, since low bits choose the set" check "$spec" --set L1.SETS=3
try 1 "at most a line (4 bytes)" check "$spec" --set LINE_BYTES=4 --set BEAT_BYTES=8
try 1 "expected 1 to 64" params "$spec" --set CORES=65

design=$here/../../specs/rcc/rcc.xml
try 0 "" emit "$design" -o made
grep -rqF "$(sha256sum "$design" | cut -c1-16)" made || {
    echo "FAIL: the emitted files do not name their input"
    failed=1
}
touch -d 2001-01-01 reference $(find made -type f)
try 0 "" emit "$design" --output made
[ -z "$(find made -type f -newer reference)" ] || {
    echo "FAIL: files that have not changed were written again"
    failed=1
}
# Files of others stay, and are named; so is what of ours is replaced.
echo mine >made/notes.txt
echo mine >made/rtl/mine.v
echo old >made/rtl/rcc.v
rm made/README.md
try 0 "made: 1 files are new, 1 replaced, " emit "$design" -o made
grep -q 'right already; kept, not of this design: notes.txt, rtl/mine.v$' out.txt || { echo "FAIL: emit: $(cat out.txt)"; failed=1; }
[ "$(cat made/rtl/mine.v made/notes.txt)" = "mine
mine" ] || { echo "FAIL: emit: files of others"; failed=1; }
rm made/notes.txt made/rtl/mine.v
try 0 "" emit "$design" -o made
[ ! -s out.txt ] || { echo "FAIL: emit: $(cat out.txt)"; failed=1; }
try 3 "Not a directory" emit "$design" -o bad.sh
[ "$(cat bad.sh)" = x ] || { echo "FAIL: the file in the way was touched"; failed=1; }

try 2 "--output is given twice" emit "$spec" -o one -o two
[ ! -e one ] && [ ! -e two ] || { echo "FAIL: -o given twice: something is written"; failed=1; }
for option in replay races chart coverage-file save resume exchange search; do
    try 2 "--$option is given twice" verify "$spec" --$option a --$option=b
done
try 2 "'-' is no name here" emit "$spec" -o -
try 2 "'-' is no name here" verify "$spec" --save -
[ ! -e ./- ] || { echo "FAIL: -o -: something of this name is written"; failed=1; }
try 2 "--export is given twice" verify "$spec" --export promela --export murphi
try 1 "FAILED: deadlock" verify "$spec" --warps 2 --warps 1
try 2 "--seed is for --random-run" verify "$spec" --seed 5
# A litmus test that cannot be read is a diagnostic as any other: with its place and line, and in documents.
printf 'litmus x\n{ x = 0; }\n  Q0 | P1 ;\n' >bad.litmus
try 2 "bad.litmus:3:3: error: expected 'P0'" verify "$spec" --litmus bad.litmus
try 2 "|   Q0 | P1 ;" verify "$spec" --litmus bad.litmus
try 2 "nosuch.litmus: error: cannot be read: No such file" verify "$spec" --litmus nosuch.litmus
"$COHGEN" verify "$spec" --litmus nosuch.litmus --diagnostics=json >a.txt 2>out.txt
head -n 1 out.txt | grep -q '^{"format"' && grep -q '"file": "nosuch.litmus"' out.txt || {
    echo "FAIL: no document of a litmus test that is not there: $(cat out.txt)"
    failed=1
}
try 2 "--open is given twice" emit "$spec" -o twice --open L1 --open L2

if [ -w /dev/full ]; then
  "$COHGEN" table "$spec" > /dev/full 2> out.txt
  [ $? -eq 3 ] && grep -q "No space left" out.txt || { echo "FAIL: a full disk is not noticed"; failed=1; }
  for format in json sarif; do # a document that is not there is no success
    "$COHGEN" check "$spec" --diagnostics=$format > out.txt 2> /dev/full
    [ $? -eq 3 ] || { echo "FAIL: a full disk is not noticed, --diagnostics=$format"; failed=1; }
    "$COHGEN" check "$spec" --diagnostics=$format > out.txt 2>&-
    [ $? -eq 3 ] || { echo "FAIL: no standard error, --diagnostics=$format"; failed=1; }
  done
  "$COHGEN" completion bash > /dev/full 2> out.txt
  [ $? -eq 3 ] && grep -q "No space left" out.txt || { echo "FAIL: the reason: $(cat out.txt)"; failed=1; }
fi
"$COHGEN" table "$spec" --color=always > a.txt 2> out.txt && "$COHGEN" table "$spec" > b.txt 2> out.txt &&
    cmp -s a.txt b.txt || {
    echo "FAIL: the table is not the same twice"
    failed=1
}
# A thread can have another name in messages: a row performs for the one that its event brings.
sed 's|<message name="PutAck" on="forward"/>|<message name="PutAck" on="forward"><field name="id" type="warp"/></message>|; s|<send message="PutAck" to="msg.from"/>|<send message="PutAck" to="msg.from" id="0"/>|; s|<on event="PutAck"><replay/>|<on event="PutAck"><choose><when test="msg.id ne 0"><error why="x"/></when></choose><replay/>|' "$here/../protocols/msi.xml" > names.xml
try 0 "" emit names.xml -o names
cat names/harness/*.sv | tr '\n' ' ' | grep -qE '\) \? 32.\(dut[^ ]*msg_id_q\) : +32.\(dut[^ ]*msg_warp_q\)' || {
    echo "FAIL: emit: the thread of an event"
    failed=1
}
printf '<protocol' > bad.xml
"$COHGEN" check --color=always bad.xml 2>&1 | grep -q "$(printf '\033')" || {
    echo "FAIL: --color=always has no colours"
    failed=1
}
"$COHGEN" check bad.xml 2>&1 | grep -q "$(printf '\033')" && { echo "FAIL: colours in a pipe"; failed=1; }
# A small stack is made larger, where that is allowed; else it is said.
for limit in -S -H; do
    code=0
    (ulimit -s 1024 && ulimit $limit -s 64 2>/dev/null || ulimit -s 64
        exec "$COHGEN" verify "$here/../protocols/toy.xml" --threads 2 --ops 1) >out.txt 2>&1 || code=$?
    [ $code = 0 ] || { [ $code = 3 ] && grep -q '^cohgen: error: the stack is too small: ulimit -s 1024$' out.txt; } || {
        echo "FAIL: a stack of 64 KB, ulimit $limit: exit status $code"
        cat out.txt
        failed=1
    }
done
[ $failed -eq 0 ] && echo "cli: all as expected"
exit $failed
