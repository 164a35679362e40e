# lib.sh - helpers of the tests of `cohgen verify`; sourced. COHGEN: the program; $tmp: a scratch folder.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

# wrong FROM TO SED-SCRIPT: a copy of a specification with a mistake; the script must change something.
wrong() {
    sed -E "$3" "$top/$1" >"$tmp/$2.xml"
    if cmp -s "$top/$1" "$tmp/$2.xml"; then echo "FAIL $2: the mistake does not apply to $1"; failed=1; fi
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
    fi
}
