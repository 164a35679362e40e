# lib.sh - helpers of the tests of specs/rcd; sourced. protocol: its name.
. "$(dirname "$0")/../verify/lib.sh"
litmus=$top/specs/rcd/litmus
bad='<- not allowed by the scoped model'

# wrong_rcd NAME SED-SCRIPT: a copy of the protocol with a mistake, in its file or in common.xml.
wrong_rcd() {
    sed -E "$2" "$top/specs/rcd/common.xml" >"$tmp/common.xml"
    if cmp -s "$tmp/common.xml" "$top/specs/rcd/common.xml"; then wrong "specs/rcd/$protocol.xml" "$1" "$2"; else
        wrong "specs/rcd/$protocol.xml" "$1" '1,$s/^$/ /;$a\<!-- -->'
    fi
}

# scoped NAME STATUS TEXT FILE TEST OPTION...
scoped() {
    name=$1 status=$2 text=$3 file=$4 test=$5
    shift 5
    expect "$name" "$status" "$text" "$file" --system small --model scoped --preloads 0 --lines 2 \
        --litmus "$litmus/$test.litmus" "$@"
}

# mistake NAME SED-SCRIPT TEST OPTION...: the test shows an outcome that is not allowed.
mistake() {
    name=$1 test=$3
    wrong_rcd wrong "$2"
    shift 3
    scoped "$name" 1 "$bad" "$tmp/wrong.xml" "$test" "$@"
}
