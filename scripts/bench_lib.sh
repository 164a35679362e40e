# bench_lib.sh - for the scripts that measure; wants $top and $scratch, a folder of theirs.

gcc -O1 -std=c17 -o "$scratch/measure" "$top/scripts/measure.c"

# quiet COMMAND...: its output is shown only when it fails
quiet() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 3; }; }
# measured COMMAND...: sets wall (s), memory (MB), cpu (s)
measured() {
    "$scratch/measure" "$@" 2>"$scratch/figures" >"$scratch/out" || { tail -n 20 "$scratch/out" >&2; exit 1; }
    read -r wall memory cpu <"$scratch/figures"
}
calculate() { awk "BEGIN { printf \"%.$1f\", $2 }"; }
# verilation DIR DESIGN: verilates what was emitted there, without a compiler cache: once with a make that only prints,
# once fully.
# Sets verilator_cpu, verilator_memory, compiler_cpu (s), compiler_memory (MB), cpp_size (MB).
verilation() {
    measured env CCACHE_DISABLE=1 "$top/scripts/verilate.sh" "$1" "$2" -MAKEFLAGS -n
    verilator_cpu=$cpu verilator_memory=$memory
    measured env CCACHE_DISABLE=1 "$top/scripts/verilate.sh" "$1" "$2"
    compiler_cpu=$(calculate 3 "$cpu - $verilator_cpu") compiler_memory=$memory
    cpp_size=$(calculate 2 "$(cat "$1"/verilated/*.cpp "$1"/verilated/*.h | wc -c) / 1e6")
}
