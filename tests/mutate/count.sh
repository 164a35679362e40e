#!/bin/sh
# What became of all mutants (results of `campaign`), against the list of those that are known to be left:
# operator|change|reason. Exit status 1: less than 98 of 100 that are not equal to the original are found. What is left
# and not listed is printed.
#   count.sh LISTED RESULTS
set -eu
awk -F '\t' '
    FNR == NR {
        if (!/^#/ && split($0, part, "|") > 1) known[part[1] "|" part[2]] = part[3] == "" ? "-" : part[3]
        next
    }
    { key = $6 "|" $7 }
    $2 == "-" && ($4 ~ /equal/ || key in known && known[key] ~ /^equal: /) { equal++; next }
    { n++ }
    $2 == "-" { left++ }
    $2 == "-" && !(key in known) { print "left, and not listed: " $1 " " $6 " " $7 " (line " $5 ")"; new++ }
    END {
        printf "%d equal; of %d others %d are found: %.1f %%; %d of what is left are not listed\n", equal, n, n - left,
            n ? 100 * (n - left) / n : 0, new
        exit !n || left > 0.02 * n
    }' "$1" "$2"
