#!/bin/sh
# No output of a simulation replaces a file that it reads, and no two outputs are one file. Usage: kept_files.sh SIM
set -eu
sim=${1:?usage: kept_files.sh SIM}
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
bad=0
sums() { find . -type f ! -name log | sort | xargs cksum; }

# stays TEXT OPTION...: usage, exit status 2, and the folder is as it was
stays() {
    text=$1 status=0 before=$(sums)
    shift
    timeout 60 "$sim" --quiet --ops 2 "$@" >log 2>&1 || status=$?
    [ $status = 2 ] && grep -qF -e "$text" log && [ "$(sums)" = "$before" ] && return
    echo "FAIL $*: exit status $status, expected 2 and '$text', nothing written:"
    cat log
    bad=1
}
works() {
    timeout 60 "$sim" --quiet --ops 2 "$@" >log 2>&1 && return
    echo "FAIL $*:"
    cat log
    bad=1
}
cp "$here/../../sim/litmus/SB.litmus" x.litmus
works --record run.trace
ln -s run.trace link
for out in rows record shrink axe stats coverage wave; do
    stays "error: --$out run.trace: the run reads run.trace" --test trace run.trace --$out run.trace
    stays "error: --$out ./x.litmus: the run reads x.litmus" --test litmus x.litmus --$out ./x.litmus
done
stays "the run reads run.trace" --test trace run.trace --rows link
stays "the run reads x.litmus" --test kernel litmus x.litmus --stats x.litmus
stays "the run reads run.trace" --coverage-except run.trace --rows run.trace
stays "--stats new: two outputs are one file, the other is that of record" --record new --stats new
stays "--rows ./new: two outputs are one file" --stats "$dir/new" --rows ./new
works --stats a --rows b --record c
works --rows /dev/null --stats /dev/null
works --coverage sum
works --coverage-merge --coverage sum sum
[ $bad = 0 ] && echo ok
exit $bad
