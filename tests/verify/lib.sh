# lib.sh - helpers of the tests of `cohgen verify`; sourced. COHGEN: the program; $tmp: a scratch folder.
# REPLAY: a folder; each violation is replayed in Verilog as well, and left there (ten seconds each).
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

# wrong FROM TO SED-SCRIPT: a copy of a specification with a mistake, without the searches that it names; the script must
# change something.
wrong() {
    sed '/^  <verify /{:a;/\/>$/!{N;ba};d}' "$top/$1" >"$tmp/$2.right"
    sed -E "$3" "$tmp/$2.right" >"$tmp/$2.xml"
    if cmp -s "$tmp/$2.right" "$tmp/$2.xml"; then echo "FAIL $2: the mistake does not apply to $1"; failed=1; fi
}

# expect NAME STATUS TEXT ARGUMENT...: runs verify; its output must hold TEXT (a fixed string).
expect() {
    name=$1 status=$2 text=$3
    shift 3
    code=0
    "$COHGEN" verify "$@" >"$tmp/out" 2>&1 || code=$?
    if [ "$code" != "$status" ] || ! grep -qF -- "$text" "$tmp/out"; then
        echo "FAIL $name: exit status $code, expected $status with '$text'; output:"
        tail -n 30 "$tmp/out"
        failed=1
    else
        echo "ok   $name"
        [ -z "${REPLAY:-}" ] || ! grep '^FAILED: ' "$tmp/out" | grep -qv ': coverage' || in_verilog "$@"
    fi
}

# early: MSI with covers that only the first states meet, of the instance and of the system.
early() {
    wrong tests/protocols/msi.xml early 's|<controller name="L1" key="addr">|&<register name="begun" type="bool" reset="false"/>\
      <cover name="fresh" test="not begun"/>\
      <cover name="alone" scope="system" test="some k in addr, a in L1, d in DIR: a.state(k) eq L1.IS_D and\
        d.state(k) eq DIR.I and every b in L1: b eq a or not b.begun"/>|
    s|<allocate what="line mshr"/><send message="Get|<set name="begun" value="true"/>&|'
}

# in_verilog ARGUMENT...: what verify finds with these is the same in the emitted design.
in_verilog() {
    dir=$REPLAY/$(echo "$name" | tr -c 'A-Za-z0-9\n' _)
    mkdir -p "$REPLAY"
    "$COHGEN" verify "$@" --replay "$dir" >"$dir.txt" 2>&1 || true
    if [ -f "$dir/schedule" ] && "$top/scripts/replay.sh" "$dir" >"$dir.log" 2>&1; then
        echo "ok   $name, $(sed -n 's/^REPRODUCED/reproduced in Verilog/p' "$dir.log")"
    else
        echo "FAIL $name: not reproduced in Verilog:"
        tail -n 5 "$dir.txt" "$dir.log"
        failed=1
    fi
}
