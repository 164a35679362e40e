# The log of Yosys's proc, of Verilog with the asynchronous reset: registers of processes with such a reset that get a
# flip-flop without it, or one that loads a signal. What a loop counts with is no register. WHAT: of what it is said.
/^Found async reset/ { sub(/.*`/, ""); sub(/\047\.$/, ""); resets[$0] = 1 }
/^Creating register for signal/ {
    process = $NF; sub(/^`/, "", process); sub(/\047\.$/, "", process)
    signal = $5; gsub(/[`\\\047]/, "", signal)
}
/created \$adff/ { good++ }
/created \$aldff/ || (/created \$dff/ && process in resets && signal ~ /_q$/) {
    printf "FAIL, %s: %s is not reset to a constant\n", what, signal
    bad = 1
}
END {
    if (good < 200) { printf "FAIL, %s: only %d registers with a reset\n", what, good; bad = 1 }
    exit bad
}
