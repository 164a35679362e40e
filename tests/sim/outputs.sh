#!/bin/sh
# Files that a run writes: devices, FIFOs and links in their place, disks that are full, and signals while they are
# written.
#   outputs.sh SIM [SEED]
# Only nodes in the scratch folder are ever named as outputs.
set -eu
sim=${1:?usage: outputs.sh SIM [SEED]} seed=${2:-1}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
bad=0
complain() { echo "FAIL $*"; [ ! -s log ] || head -n 5 log; bad=1; }
kind() { stat -c '%F %t:%T %a' "$1"; }
# run STATUS OPTION...
run() {
    expected=$1 status=0
    shift
    timeout 60 "$sim" --quiet --ops 30 --set atomics=0 "$@" >log 2>&1 || status=$?
    [ $status = "$expected" ] || complain "$*: exit status $status, expected $expected"
}
options="stats coverage record axe rows"
for option in $options; do
    run 0 --$option plain.$option
    # A FIFO is written through.
    rm -f fifo
    mkfifo fifo
    timeout 20 cat fifo >read & reader=$!
    run 0 --$option fifo
    [ -p fifo ] || complain "--$option: a FIFO was replaced"
    wait $reader || true
    cmp -s plain.$option read || complain "--$option: not all came out of the FIFO"
    # So is a link to one; of a link to a file, the file behind it is written.
    echo old >behind
    ln -sf behind link
    run 0 --$option link
    [ -L link ] && cmp -s plain.$option behind || complain "--$option: a link was replaced, not the file behind it"
    rm -f link behind
    # What other programs call the standard output.
    run 3 --$option -
    [ ! -e ./- ] || { complain "--$option -: a file of this name is written"; rm -f ./-; }
    # A folder.
    mkdir -p folder
    run 3 --$option folder
    grep -q 'error: cannot write folder: Is a directory' log || complain "--$option: no message about the folder"
done
for option in stats coverage record axe; do
    ln -sf nowhere dangling
    run 3 --$option dangling
    [ -L dangling ] && [ ! -e nowhere ] && grep -q 'error: cannot write dangling: it is a link to nothing' log ||
        complain "--$option: a link to nothing"
    # A limit on files is an error, and the file of before stays.
    echo old >limited
    (ulimit -f 0; status=0; "$sim" --quiet --ops 2000 --set atomics=0 --$option limited 2>&1 \
        || status=$?; echo "status $status") | cat >log
    grep -qx 'status 3' log && [ "$(cat limited)" = old ] &&
        grep -q 'error: cannot write limited: File too large' log ||
        complain "--$option: under a limit on files; the file: $(head -c 20 limited)"
done
mkfifo shrink_fifo
run 3 --shrink shrink_fifo
[ -p shrink_fifo ] && grep -q 'shrink_fifo: it is not a regular file' log || complain "--shrink: a FIFO"
run 3 --wave shrink_fifo
[ -p shrink_fifo ] && grep -q 'shrink_fifo: it is not a regular file' log || complain "--wave: a FIFO"

# A full device: the last of each file, and of the output, is reported.
if mknod full c 1 7 2>/dev/null && chmod 666 full; then
    if ! (echo x >full) 2>/dev/null && (: >full) 2>/dev/null; then
        before=$(kind full)
        ln -s full to_full
        for option in $options; do
            for name in full to_full; do
                run 3 --$option $name
                grep -q "error: cannot write $name: No space left on device" log ||
                    complain "--$option $name: no message"
                [ "$(kind full)" = "$before" ] && [ -L to_full ] || complain "--$option $name: replaced"
            done
        done
        for words in "--ops 30" "--ops 30 --quiet" "--help"; do
            status=0
            # shellcheck disable=SC2086
            "$sim" $words >full 2>log || status=$?
            [ $status = 3 ] && grep -q 'error: cannot write the output: No space left on device' log ||
                complain "$words >full: exit status $status"
        done
    else
        echo "note: devices cannot be opened here"
    fi
else
    echo "note: no devices, mknod is not permitted"
fi

# Signals at random times: the file of before or the new one, and nothing else. SIGINT, SIGTERM and SIGHUP, which let
# a run write what there is: cli.sh.
ulimit -c 0
mkdir work
MOCK_FAULT='' "$sim" --quiet --ops 3000 --set atomics=0 --record whole >/dev/null 2>&1
killed=0 kept=0
for n in $(seq 1 40); do
    echo old >work/file
    # a shell keeps SIGQUIT from what it starts in the background
    env --default-signal=QUIT "$sim" --quiet --ops 3000 --set atomics=0 --record work/file >/dev/null 2>&1 & pid=$!
    if [ "$n" -gt 20 ]; then  # not random: as soon as something new lies in the folder
        while set -- work/* work/.[!.]*; [ "$1" = work/file ] && [ "$2" = "work/.[!.]*" ] &&
            kill -0 $pid 2>/dev/null; do
            :
        done
    else sleep "$(awk -v s="$seed" -v n="$n" 'BEGIN { srand(s * 1000 + n); printf "%.4f", rand() * 0.5 }')"; fi
    kill -s QUIT $pid 2>/dev/null || true
    status=0
    wait $pid 2>/dev/null || status=$?
    [ $status -le 128 ] || killed=$((killed + 1))
    if [ "$(head -c 3 work/file)" = old ]; then kept=$((kept + 1)); elif ! cmp -s work/file whole; then complain \
        "signal $n, seed $seed: half a file"; fi
    [ "$(ls -A work)" = file ] || { complain "signal $n, seed $seed: left $(ls -A work | tr '\n' ' ')"; break; }
done
echo "seed $seed: $killed of $n runs ended by a signal, $kept left the old file"
[ $killed -ge 5 ] || complain "too few runs were ended by a signal"
[ $bad = 0 ] && echo ok
exit $bad
