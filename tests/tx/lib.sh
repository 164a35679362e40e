# lib.sh - runs of programs with transactions; sourced with $program, $machine (options of all runs) and $seed (of the
# first).
log=$(mktemp) || exit 3
trap 'rm -f "$log"' EXIT

# runs COUNT ARGUMENT...: with a seed each. A run has sent requests, and has a verdict.
runs() {
    n=$1
    shift
    while [ "$n" -gt 0 ]; do
        # shellcheck disable=SC2086
        "$program" "$@" $machine --seed "$seed" >"$log" && grep -qx PASSED "$log" &&
            grep -q '^messages  *[1-9]' "$log" || { echo "FAIL: $* $machine --seed $seed"; cat "$log"; exit 1; }
        seed=$((seed + 1))
        n=$((n - 1))
    done
}
