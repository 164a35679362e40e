# axe_rules.awk - reads a file of --axe by the rules of the Axe checker, and by no code of the simulator.
# Prints how many operations of how many threads it has.
#   THREAD: M[A] == V @ BEGIN:END    M[A] := V @ BEGIN:    { M[A] == V; M[A] := W } @ BEGIN:END    sync        # comment
# Operations of a thread begin at increasing times; none ends before it begins; a value is written to an
# address once, and never 0, which it holds at first.
function wrong(why) { print FILENAME ":" FNR ": " why ": " $0; bad = 1; exit 1 }
function wrote(address, value) {
    if (value == 0 || (address, value) in written) wrong("the value was there before")
    written[address, value] = 1
}
/^# units of time in a cycle: / { units = $NF; next }
/^#/ { next }
{
    line = $0
    sub(/ *#.*/, "", line)
    if (line !~ /^[0-9]+: /) wrong("no thread")
    thread = line; sub(/:.*/, "", thread)
    sub(/^[0-9]+: /, "", line)
    operations++
    threads[thread] = 1
    if (line == "sync") next
    if (line !~ / @ [0-9]+:[0-9]*$/) wrong("no times")
    times = line; sub(/.* @ /, "", times)
    sub(/ @ .*/, "", line)
    split(times, t, ":")
    if (thread in last && t[1] + 0 <= last[thread])
        wrong("it begins at " t[1] ", the operation of its thread before it at " last[thread])
    last[thread] = t[1] + 0
    if (t[2] != "" && t[2] + 0 < t[1] + 0) wrong("it ends before it begins")
    n = split(line, w, /[^0-9]+/)     # the numbers, in their order; w[1] is empty
    if (line ~ /^M\[[0-9]+\] == [0-9]+$/) reads++
    else if (line ~ /^M\[[0-9]+\] := [0-9]+$/) wrote(w[2], w[3])
    else if (line ~ /^\{ M\[[0-9]+\] == [0-9]+; M\[[0-9]+\] := [0-9]+ \}$/ && w[2] == w[4]) wrote(w[4], w[5])
    else wrong("no operation")
}
END {
    if (bad) exit 1
    for (thread in threads) n_threads++
    if (!operations) { print FILENAME ": no operations"; exit 1 }
    printf "%d operations of %d threads, %d units of time in a cycle\n", operations, n_threads, units
}
