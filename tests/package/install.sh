#!/bin/sh
# `cmake --install` into a folder with blanks and umlauts in its path, which is then moved; a project outside of the tree
# that finds the package there, emits a design, changes it, and runs its simulator; pkg-config; what is wrong.
#   install.sh TOP BUILD
set -u
top=${1:?usage: install.sh TOP BUILD} build=${2:?usage: install.sh TOP BUILD}
dir=$(mktemp -d) || exit 3
trap 'rm -rf "$dir"' EXIT
bad=0
log=$dir/log
complain() { echo "FAIL $1"; tail -n 20 "$log"; bad=1; }
# asks STATUS TEXT WHAT COMMAND...: ends with this status and says this
asks() {
    expected=$1 text=$2 what=$3 status=0
    shift 3
    "$@" >"$log" 2>&1 || status=$?
    [ $status = "$expected" ] && { [ -z "$text" ] || grep -qF -e "$text" "$log"; } ||
        complain "$what: exit status $status, expected $expected and '$text'"
}
first="$dir/first place" prefix="$dir/größer, mit Leerzeichen"
asks 0 '' install cmake --install "$build" --prefix "$first"
mv "$first" "$prefix"
# No file knows where it was made.
grep -rlF -e "$build" -e "$first" "$prefix" --include=*.cmake --include=*.pc --include=*.sh --include=*.1 &&
    complain "files that name the place where they were made"
share=$prefix/share/cohgen
for file in bin/cohgen share/cohgen/cohgen.xsd share/cohgen/templates/cg_fifo.v share/cohgen/litmus/SB.litmus \
    share/man/man1/cohgen.1 share/man/man1/cohgen-emit.1 share/bash-completion/completions/cohgen \
    share/zsh/vendor-completions/_cohgen share/doc/cohgen/LICENSE share/doc/cohgen/docs/language.md; do
    [ -s "$prefix/$file" ] || complain "there is no $file"
done

# The program by itself, with nothing of the tree.
asks 0 'no errors' "the installed program" env -i PATH=/usr/bin:/bin "$prefix/bin/cohgen" check "$share/specs/mesi/mesi.xml"

# A project outside of the tree.
user="$dir/users pröject"
cp -r "$top/tests/package/user" "$user"
cp "$share/specs/mesi/mesi.xml" "$user/my protocol ä.xml"
configure() { cmake -S "$user" -B "$user/build" -DCMAKE_PREFIX_PATH="$prefix" "$@"; }
asks 0 "ours_TOP=mesi" "configure" configure
asks 0 'rtl/mesi.v"' "build" cmake --build "$user/build"
emitted=$user/build/ours/rtl/mesi.v
[ -s "$emitted" ] || complain "no Verilog"
grep -q 'CORES *= 2' "$emitted" || complain "the setting did not arrive"
# Any simulator takes the list of files, from any folder.
if command -v verilator >/dev/null; then
    asks 0 '' "the list in Verilator" verilator --lint-only -Wall -Wno-DECLFILENAME -f "$user/build/ours/ours.files" --top-module mesi
    asks 0 '' "the simulator" env COHGEN_QUICK=-O0 cmake --build "$user/build" --target ours_sim
    asks 0 PASSED "a run of it" "$user/build/ours_sim" --ops 20 --wave="$dir/w.fst"
    [ -s "$dir/w.fst" ] || complain "no waveform"
    # The same by hand, with what pkg-config says.
    if command -v pkg-config >/dev/null; then
        export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
        [ -d "$PKG_CONFIG_PATH" ] || PKG_CONFIG_PATH=$(dirname "$(find "$prefix/lib" -name cohgen-sim.pc)")
        asks 0 "0.1" "pkg-config" pkg-config --modversion cohgen-sim
        ours=$user/build/ours
        main=$(pkg-config --variable=main cohgen-sim) model=$(pkg-config --variable=model cohgen-sim)
        pkg-config --cflags --libs cohgen-sim >"$dir/flags" # words as of a shell, which xargs takes apart
        asks 0 '' "compiling with pkg-config" xargs -a "$dir/flags" gcc -std=c17 -D_POSIX_C_SOURCE=200809L \
            -DCG_LIB=cg_dut -o "$dir/sim" "$share/sim/main.c" "$share/sim/cg_model.c" "$ours/harness/mesi_dut.c" \
            "$ours/verilated/libcg_dut.a"
        [ -n "$main" ] && [ -n "$model" ] || complain "pkg-config: no variables main and model"
        asks 0 PASSED "a run of that" "$dir/sim" --ops 20 --seed 3
    fi
else
    echo "simulator skipped: no Verilator"
fi

# Another specification, other settings, and mistakes.
sed 's/name="mesi"/name="other"/' "$share/specs/mesi/mesi.xml" >"$user/my protocol ä.xml"
asks 0 'rtl/other.v"' "a changed specification" cmake --build "$user/build"
echo '<protocol>' >"$user/my protocol ä.xml"
asks 1 'my protocol ä.xml:1:' "a wrong specification" configure
cp "$share/specs/mesi/mesi.xml" "$user/my protocol ä.xml"
asks 0 '' "the same again" configure
for word in 'SPEC x.xml' 'NAME a' 'NAME a/b SPEC x.xml' 'NAME a SPEC x.xml WAVE'; do
    printf 'cmake_minimum_required(VERSION 3.22)\nproject(u NONE)\nfind_package(cohgen REQUIRED)\ncohgen_add_design(%s)\n' \
        "$word" >"$user/CMakeLists.txt"
    asks 1 'cohgen_add_design: ' "cohgen_add_design($word)" cmake -S "$user" -B "$user/none" -DCMAKE_PREFIX_PATH="$prefix"
done
# Without a compiler, and without Verilator, there is the Verilog all the same.
printf '%s\n' 'cmake_minimum_required(VERSION 3.22)' 'project(u NONE)' 'find_package(cohgen REQUIRED)' \
    'cohgen_add_design(NAME a SPEC "my protocol ä.xml")' 'message(STATUS "sim=${a_SIM} top=${a_TOP}")' >"$user/CMakeLists.txt"
asks 0 'sim=FALSE top=mesi' "a project without languages" cmake -S "$user" -B "$user/none2" -DCMAKE_PREFIX_PATH="$prefix"
[ $bad = 0 ] && echo ok
exit $bad
