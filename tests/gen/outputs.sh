#!/bin/sh
# outputs.sh - files of the generator: links, devices and FIFOs in their place, and signals while they are written.
# Usage: COHGEN=path outputs.sh [SEED] Only nodes in the scratch folder are ever named as outputs.
set -u
COHGEN=${COHGEN:?path of the program}
seed=${1:-1}
here=$(cd "$(dirname "$0")" && pwd)
spec=$here/../../specs/rcc/rcc.xml
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
failed=0
complain() { echo "FAIL: $*"; [ ! -s out.txt ] || cat out.txt; failed=1; }
kind() { stat -c '%F %t:%T %a' "$1"; }
tree() { (cd "$1" && find . -type f | sort | xargs cat | cksum; find . | sort | cksum); }

# refused NAME WHY: an output file that is there already as NAME is left as it was, with exit status 3 and a message.
refused() {
    before=$(kind "$1")
    timeout 20 "$COHGEN" verify "$here/../protocols/toy.xml" --export promela -o "$1" >out.txt 2>&1
    got=$?
    [ $got = 3 ] && grep -qF "$1:" out.txt && grep -qF "$2" out.txt ||
        complain "output $1: exit $got, expected 3 and '$2'"
    [ "$(kind "$1")" = "$before" ] || complain "output $1: was '$before', is '$(kind "$1")'"
}
mkfifo fifo
refused fifo "it is a device, FIFO or socket"
ln -s fifo to_fifo
refused to_fifo "it is a device, FIFO or socket"
ln -s nowhere dangling
refused dangling "it is a link to nothing"
[ ! -e nowhere ] || complain "a link to nothing was followed"
if mknod full c 1 7 2>/dev/null && chmod 666 full; then
    refused full "it is a device, FIFO or socket"
    ln -s full to_full
    refused to_full "it is a device, FIFO or socket"
    if (echo x >full) 2>/dev/null; then echo "note: devices cannot be opened here"; else
        for command in table stats params; do
            "$COHGEN" $command "$spec" >full 2>out.txt
            got=$?
            [ $got = 3 ] && grep -q "cannot write the output" out.txt ||
                complain "$command into a full device: exit $got"
        done
    fi
else
    echo "note: no devices, mknod is not permitted"
fi

# A link to a file stays a link, the file behind it is replaced.
mkdir real
echo old >real/model
ln -s real/model link
"$COHGEN" verify "$here/../protocols/toy.xml" --export promela -o link >out.txt 2>&1 || complain "output through a link"
[ -L link ] && [ "$(wc -l <real/model)" -gt 10 ] || complain "a link was replaced, not the file behind it"

# In a folder no link may lead out of it: neither a file nor a folder on the way. Links inside of it are as above, and
# the folder itself may be one.
mkdir linked outside
echo old >outside/toy.f
cp "$here/../protocols/toy.xml" toy.xml
ln -s ../outside/toy.f linked/toy.f
"$COHGEN" emit toy.xml -o linked >out.txt 2>&1
got=$?
[ $got = 3 ] && grep -q "linked/toy.f: error: leads out of the output folder 'linked'" out.txt &&
    [ "$(cat outside/toy.f)" = old ] && [ "$(ls linked)" = toy.f ] || complain "a file through a link: exit $got"
rm linked/toy.f
ln -s ../outside linked/rtl
"$COHGEN" emit toy.xml -o linked >out.txt 2>&1
got=$?
[ $got = 3 ] && grep -q "leads out of the output folder" out.txt && [ "$(ls outside)" = toy.f ] ||
    complain "a folder through a link: exit $got"
rm linked/rtl
mkdir linked/own
ln -s own linked/rtl
ln -s linked to_linked
"$COHGEN" emit toy.xml -o to_linked >out.txt 2>&1 && [ -f linked/own/toy.v ] || complain "links inside of a folder"

# A limit on files is an error, and leaves nothing.
mkdir limited
(ulimit -f 4; "$COHGEN" emit "$spec" -o limited >out.txt 2>&1)
got=$?
[ $got = 3 ] && [ -z "$(find limited -mindepth 1)" ] ||
    complain "emit under a limit on files: exit $got, left: $(find limited -mindepth 1 | head -3)"

# Signals at random times of a run: the folder is that of before or the new one, and nothing else lies in it. As long as
# it takes until some runs were ended by one: a machine may be fast, or busy with other things.
"$COHGEN" emit "$spec" -o old --set CORES=2 >out.txt 2>&1 || complain "emit"
begin=$(date +%s%N)
"$COHGEN" emit "$spec" -o new --set CORES=4 >out.txt 2>&1 || complain "emit"
takes=$(($(date +%s%N) - begin))
old=$(tree old) new=$(tree new) killed=0 kept=0
for n in $(seq 1 400); do
    [ "$n" -le 40 ] || [ $killed -lt 8 ] || break
    rm -rf work
    cp -r old work
    "$COHGEN" emit "$spec" -o work --set CORES=4 >out.txt 2>&1 &
    pid=$!
    sleep "$(awk -v s="$seed" -v n="$n" -v ns="$takes" \
        'BEGIN { srand(s * 1000 + n); printf "%.4f", rand() * ns / 1e9 }')"
    case $((n % 4)) in 0) signal=TERM ;; 1) signal=PIPE ;; 2) signal=HUP ;; *) signal=USR1 ;; esac
    kill -s $signal $pid 2>/dev/null
    wait $pid 2>/dev/null
    [ $? -le 128 ] || killed=$((killed + 1))
    is=$(tree work)
    [ "$is" != "$old" ] || kept=$((kept + 1))
    [ "$is" = "$old" ] || [ "$is" = "$new" ] || {
        complain "signal $n, seed $seed: $(find work -name '.*' | head -3)"
        break
    }
done
echo "seed $seed: $killed of $n runs ended by a signal, $kept left the old files"
[ $killed -ge 5 ] || complain "too few runs were ended by a signal"
[ $failed = 0 ] && echo ok
exit $failed
