#!/bin/sh
# The simulator's command line: what is wrong is named with what was expected, and a run that is stopped reports.
#   cli.sh MOCK_SIM
set -u
sim=${1:?usage: cli.sh MOCK_SIM}
dir=$(mktemp -d) || exit 3
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 3
bad=0
complain() { echo "FAIL $1"; tail -n 6 log; bad=1; }
# says STATUS TEXT ARGUMENT...
says() {
    expected=$1 text=$2 status=0
    shift 2
    "$sim" "$@" >log 2>&1 || status=$?
    [ $status = "$expected" ] && grep -qF -e "$text" log || complain "$*: exit status $status, expected $expected and '$text'"
}
says 0 'usage: SIM' -h
says 0 'usage: SIM' --help
says 0 'simulator of mock' --version
says 0 'cohgen ' -V
says 0 '1 to 200' --help
says 2 "--ops: '0': expected a number, 1 to 4294967295" --ops=0
says 2 "--bandwidth: '500': expected a number, 1 to 200" --bandwidth 500
says 2 "--latency: '-1': expected a number, 0 to 1000000" --latency=-1
says 2 "--mem-error: '5:5': expected LO:HI" --mem-error=5:5
says 2 "--model: 'week': expected sc, weak, scoped or quanta, did you mean 'weak'?" --model week
says 2 "--with: 'x': expected NAME=N" --with x
says 2 'parameters are settled when the simulator is built' --set CORES=2
says 2 "--quiet: 'yes': it takes no value" --quiet=yes
says 2 'a value is missing: --seed' --seed
says 2 "unknown option '--sed', did you mean '--seed'?" --sed=4
says 2 "unknown option '--coverage-mrege', did you mean '--coverage-merge'?" --coverage-mrege
says 2 "unknown option '-x'" -x
says 2 "unexpected argument 'stray': test random takes none" stray
says 2 "unexpected argument 'stray': test bfs takes none" --test kernel bfs stray
says 2 "unexpected argument 'b': test trace takes one file" --test trace a b
says 2 "no test is called radnom, did you mean 'random'?" --test radnom
says 2 "no checker is called lease, did you mean 'leases'?" --check lease
says 0 PASSED --ops 5 --with lines=2
says 0 PASSED --ops 5 --set lines=2
export MOCK_WAVELESS=1
says 3 'no waveforms are built into this simulator' --ops 5 --wave=w.fst
[ ! -e w.fst ] || complain "--wave left a file"
unset MOCK_WAVELESS

# A signal: the report of what there is, whole files, nothing beside them, status 3.
for signal in INT TERM HUP; do
    mkdir $signal
    "$sim" --ops 4000000000 --stats $signal/s.json --rows $signal/rows --coverage $signal/c --record $signal/t >log 2>&1 &
    pid=$!
    n=0
    until [ -n "$(find $signal -size +0 -name '*rows*')" ] || [ $n -ge 200 ]; do sleep 0.05; n=$((n + 1)); done
    kill -s $signal $pid
    status=0
    wait $pid || status=$?
    [ $status = 3 ] && grep -q 'stopped by signal' log && grep -q '^throughput' log && grep -q '^FAILED' log ||
        complain "SIG$signal: exit status $status"
    for file in s.json rows c t; do [ -s $signal/$file ] || complain "SIG$signal: no $file"; done
    [ "$(ls -A $signal | wc -l)" = 4 ] || complain "SIG$signal leaves $(ls -A $signal | tr '\n' ' ')"
    python3 -c "import json; json.load(open('$signal/s.json'))" 2>/dev/null || ! command -v python3 >/dev/null ||
        complain "SIG$signal: s.json is not whole"
done
[ $bad = 0 ] && echo ok
exit $bad
