#!/bin/sh
# What the rollovers of a run of GETM cost, from the rows that fired: getm_rollovers.sh ROWS (of `sim ... --rows ROWS`)
# A rollover begins with the first request at END and ends with the last warp's Resume. Counted in it: transactions that
# Stop ended (quit), log messages that arrived, requests that had to wait (parked). Then cycles: of a rollover; between
# two of them; from Stop to Resume of a warp, its parts: to the marker, to the empty tables, round the ring.
set -eu
awk '
    $2 == "VU" && $6 ~ /\.end$/ && !begun { begun = $1; if (last) { between += begun - last; gaps++ } }
    $2 == "TX" && $6 == "Stop" { stop[$3] = $1; stopped++ }
    $2 == "TX" && $6 == "quit" { quits++ }
    $2 == "TX" && $6 == "drain" { marks++; mark += $1 - stop[$3]; at = $1 }
    $2 == "VU" && $6 ~ /^(Commit|Cleanup)/ && begun { logs++ }
    $2 == "VU" && $6 ~ /\.busy$/ && begun { parked++ }
    $2 == "VU" && $6 == "Drained.last" { clear = $1 }
    $2 == "VU" && $6 == "over" { ring += $1 - clear; markers += clear - at; overs++ }
    $2 == "TX" && $6 == "Resume" {
        n = $1 - stop[$3]; sum += n; resumes++; delete stop[$3]
        if (--stopped == 0) { n = $1 - begun; all += n; if (n > most) most = n; rollovers++; last = $1; begun = 0 }
    }
    END {
        if (!rollovers) { print "rollovers 0"; exit 1 }
        printf "rollovers %d quits %d logs %d parked %d\n", rollovers, quits, logs, parked
        printf "cycles of a rollover %.1f, at most %d; between two %.1f\n", all / rollovers, most,
            gaps ? between / gaps : 0
        printf "a warp, Stop to Resume %.1f: marker after %.1f, the last marker at all units %.1f later, Reset round %.1f\n", sum / resumes, mark / marks, markers / overs, ring / overs
    }' "${1:?usage: getm_rollovers.sh ROWS}"
