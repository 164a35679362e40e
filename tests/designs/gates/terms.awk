# An emitted controller whose net `busy` can be made without any of its terms:
#   awk -v file=FILE -v list=LIST -f terms.awk CONTROLLER.v >NEW.v
# FILE is what the simulated design reads at its start, one number in hex: bit 0: the gate is always open; bit N: the
# N-th term is left out. LIST: the terms are written to it, one a line. `late` is 0 in the first thousand cycles.
!inside && /^\);/ {
    inside = 1
    print
    print "  reg [63:0] cut [0:0];"
    print "  initial $readmemh(\"" file "\", cut);"
    print "  reg [9:0] age = 10'd0;"
    print "  wire late = &age;"
    print "  always @(posedge clk_i) if (!late) age <= age + 10'd1;"
    next
}
/^  wire busy = / { taking = 1; sub(/^  wire busy = /, "") }
taking {
    sub(/^ +/, "")
    held = held (held == "" ? "" : " ") $0
    if (!/;$/) next
    taking = 0
    sub(/;$/, "", held)
    for (i = 1; i <= length(held) + 1; i++) {
        c = substr(held, i, 1)
        if (c == "(") depth++
        if (c == ")") depth--
        if (c != "" && (depth || substr(held, i, 4) != " || ")) { term = term c; continue }
        print term >list
        text = text " || (!cut[0][" ++n "] && (" term "))"
        term = ""
        i += 3
    }
    print "  wire busy = cut[0][0]" text ";"
    next
}
{ print }
END { exit !(inside && n && n < 64) }
