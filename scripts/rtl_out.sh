#!/bin/sh
# The stock designs in rtl_out/, as `cohgen emit` writes them: those that rtl_out/designs.txt lists. Blocks that several
# use are in rtl_out/blocks/ once; file lists name them there.
#   rtl_out.sh            writes them
#   rtl_out.sh --list     their names
#   rtl_out.sh --check [DESIGN...|blocks]
#                         generates them anew elsewhere and compares byte for byte
#   rtl_out.sh --tools [DESIGN...]
#                         takes each through Verilator -Wall, Icarus (Verilog-2005) and Yosys by its file list, and the
#                         instance on its page, which must have nothing to say
#   rtl_out.sh --asynchronous [DESIGN...]
#                         takes the form of each with asynchronous reset through Verilator
# COHGEN, TRIAL: the generator, build/trial/trial, if others. Exit status: 0 fine, 1 not, 2 wrong command line, 3
# something missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cohgen=${COHGEN:-$top/build/cohgen}
trial=${TRIAL:-${COHGEN_BUILD:-$top/build}/trial/trial}
stock=$top/rtl_out

# line NAME: what stands behind it in the list; list: all names.
line() { sed -e :a -e '/\\$/N; s/\\\n//; ta' "$stock/designs.txt" | awk -v name="$1" '$1 == name { $1 = ""; print }'; }
list() { sed -e :a -e '/\\$/N; s/\\\n//; ta' "$stock/designs.txt" | awk '!/^#/ && NF { print $1 }'; }
# base NAME: the design whose sizes differ, or NAME itself. parameters NAME: specification and options.
base() {
    # shellcheck disable=SC2046
    set -- "$1" $(line "$1")
    case $2 in */*) echo "$1" ;; *) echo "$2" ;; esac
}
parameters() {
    # shellcheck disable=SC2046
    set -- $(line "$1")
    case $1 in */*) ;; *) own=$1; shift; set -- $(line "$own") "$@" ;; esac
    echo "$@"
}

# emit NAME DIR [OPTION...]: into DIR/NAME and DIR/blocks; from the top folder, so that the files do not depend on where
# it lies.
emit() {
    name=$1 dir=$2
    shift 2
    # shellcheck disable=SC2046
    (cd "$top" && "$cohgen" emit $(parameters "$name") -o "$dir/$name" "$@")
    mkdir -p "$dir/blocks"
    mv "$dir/$name"/rtl/cg_*.v "$dir/blocks"
    "$trial" stock lists "$dir/$name"
}

# tool NAME COMMAND...: passes if it succeeds and says nothing.
tool() {
    name=$1
    shift
    if "$@" >"$scratch/log" 2>&1 && [ ! -s "$scratch/log" ]; then echo "ok $name"; else
        echo "FAIL $name:"
        head -n 40 "$scratch/log"
        bad=1
    fi
}
# lint NAME DIR TOP, tools NAME DIR TOP: Verilator alone, or the three tools, on DIR/TOP.f.
lint() { (cd "$2" && tool "$1 verilator" verilator --lint-only -Wall -f "$3.f" --top-module "$3"; exit $bad) || bad=1; }
tools() {
    lint "$@"
    cd "$2"
    tool "$1 icarus" iverilog -g2005 -Wall -c "$3.f" -s "$3" -o "$scratch/null"
    tool "$1 yosys" yosys -q -p "read_verilog $(tr '\n' ' ' <"$3.f"); hierarchy -check -top $3; proc
        select -assert-none t:\$dlatch t:\$_DLATCH_P_ t:\$_DLATCH_N_; check -assert"
    cd "$top"
}
# same NAME OLD NEW: says so, or what differs.
same() {
    if diff -r "$2" "$3" >"$scratch/diff" 2>&1; then echo "ok $1 is what the generator writes"; else
        echo "FAIL rtl_out/$1 is not what the generator writes (run scripts/rtl_out.sh):"
        head -n 20 "$scratch/diff"
        bad=1
    fi
}
# Of a design in other sizes: everything but the defaults of parameters.
without_defaults() { "$trial" stock without-defaults "$1" >"$2"; }

check_one() {
    d=$1 own=$(base "$1")
    emit "$d" "$scratch/new"
    if [ "$own" = "$d" ]; then same "$d" "$stock/$d" "$scratch/new/$d"; else
        without_defaults "$stock/$own" "$scratch/base"
        without_defaults "$scratch/new/$d" "$scratch/other"
        same "$own, which is $d but for the defaults of parameters," "$scratch/base" "$scratch/other"
    fi
    for file in "$scratch/new/blocks"/*; do cmp "$file" "$stock/blocks/$(basename "$file")" || bad=1; done
}

# page NAME DIR TOP: the instance that stands on the page, in a module of its own.
page() {
    "$trial" stock instance "$2/README.md" >"$scratch/page.v"
    cd "$2"
    tool "$1 page" iverilog -g2005 -Wall -c "$3.f" "$scratch/page.v" -s page -o "$scratch/null"
    cd "$top"
}

tools_one() {
    emit "$1" "$scratch/new"
    main=$(basename "$scratch/new/$1"/*.f .f) # the file list is named after the top module
    tools "$1" "$scratch/new/$1" "$main"
    page "$1" "$scratch/new/$1" "$main"
}

asynchronous_one() {
    emit "$1" "$scratch/async" --reset=async
    main=$(basename "$scratch/async/$1"/*.f .f)
    lint "$1, asynchronous reset" "$scratch/async/$1" "$main"
}

# No block is missing, and none is there that no design needs.
check_blocks() {
    for d in $(list); do [ "$(base "$d")" != "$d" ] || emit "$d" "$scratch/all"; done
    same blocks "$stock/blocks" "$scratch/all/blocks"
}

# each COMMAND NAME...: COMMAND for each design, or for all.
each() {
    command=$1
    shift
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    bad=0
    for d in ${*:-$(list)}; do
        if [ "$command $d" = "check_one blocks" ]; then check_blocks; continue; fi
        [ -n "$(line "$d")" ] || { echo "rtl_out.sh: no design $d, but: $(list | tr '\n' ' ')" >&2; exit 2; }
        $command "$d"
    done
    exit $bad
}

write() {
    rm -rf "$stock/blocks"
    for d in $(list); do
        [ "$(base "$d")" = "$d" ] || continue
        rm -rf "${stock:?}/$d"
        emit "$d" "$stock"
    done
}

case ${1:-} in
    --list) list; exit 0 ;;
    --check|--tools|--asynchronous|"")
        for program in "$cohgen" "$trial"; do
            [ -x "$program" ] || { echo "rtl_out.sh: no program at $program: build it" >&2; exit 3; }
        done ;;
    *)
        echo "usage: rtl_out.sh [--list | --check [DESIGN...|blocks] | --tools [DESIGN...] |" \
            "--asynchronous [DESIGN...]]" >&2
        exit 2 ;;
esac
case ${1:-} in
    --check)
        shift
        # shellcheck disable=SC2046
        [ $# -gt 0 ] || set -- $(list) blocks
        each check_one "$@" ;;
    --tools)
        for tool in verilator iverilog yosys; do
            command -v $tool >/dev/null || { echo "rtl_out.sh: $tool is not installed" >&2; exit 3; }
        done
        shift
        each tools_one "$@" ;;
    --asynchronous)
        command -v verilator >/dev/null || { echo "rtl_out.sh: verilator is not installed" >&2; exit 3; }
        shift
        each asynchronous_one "$@" ;;
    "") write ;;
esac
