#!/bin/sh
# kept_files.sh - no output of a run replaces a file that the run has read, nor another output of it: the exit status
# and the message, and that nothing was written. Usage: COHGEN=path kept_files.sh
set -u
COHGEN=${COHGEN:?path of the program}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
failed=0
sums() { find . -type f ! -name out.txt | sort | xargs cksum; }

# stays STATUS TEXT COMMAND...: the run ends with the status, says the text, and leaves the folder as it was.
stays() {
    status=$1 text=$2 before=$(sums)
    shift 2
    timeout 60 "$COHGEN" "$@" >out.txt 2>&1
    got=$?
    [ $got = "$status" ] && grep -qF -e "$text" out.txt && [ "$(sums)" = "$before" ] && return
    echo "FAIL: $*: exit $got, expected $status and '$text', nothing written"
    cat out.txt
    failed=1
}
works() {
    timeout 60 "$COHGEN" "$@" >out.txt 2>&1 && return
    echo "FAIL: $*"
    cat out.txt
    failed=1
}

cp "$here/../protocols/toy.xml" toy.xml
cp toy.xml s.xml
cp s.xml README.md
mkdir other
ln -s ../toy.xml other/toy.xml
ln s.xml hard.xml
read="this run has read it"
stays 3 "./toy.xml: error: cannot be replaced by an output file: $read" emit toy.xml -o .
stays 3 "$read" emit other/toy.xml -o .
stays 3 "$read" emit README.md -o .
cp s.xml index.html
stays 3 "$read" doc index.html -o .
cp s.xml toy_bank_step.smt2
stays 3 "$read" step toy_bank_step.smt2 -o .
stays 3 "s.xml: error: cannot be replaced by an output file: $read" verify s.xml --ops 1 --coverage-file s.xml
stays 3 "$read (as s.xml)" verify s.xml --ops 1 --coverage-file hard.xml
stays 3 "$read" verify s.xml --export promela -o ./s.xml
stays 3 "$read" verify s.xml --chart s.xml
stays 3 "$read" verify s.xml --ops 1 --save s.xml
stays 2 "--coverage-file and --save write the same file" verify s.xml --ops 1 --coverage-file new --save ./new
works verify s.xml --ops 1 --coverage-file counts
cp counts index.html
stays 3 "$read" doc s.xml --coverage index.html -o .
works verify s.xml --ops 2 --replay found --random-run 20
stays 3 "$read" chart found/schedule -o found/schedule
stays 3 "$read" chart found --spec s.xml -o s.xml

mkdir out
works emit s.xml -o out
cp -r out again
works emit s.xml -o out
diff -r out again || failed=1
[ $failed = 0 ] && echo ok
exit $failed
