# judged.awk - of the report of a simulator: prints the number of operations that completed, if the report has a
# history (of no operation, if they are not loads and stores) or answers that were compared with a run in quanta,
# operations that completed, and PASSED; else nothing.
$1 == "history" && $3 == "operations," { judged = 1 }
$1 == "answers" && $2 + 0 > 0 && /as they are to be in quanta/ { judged = 1 }
$1 == "operation" && $2 == "completed" { table = 1; next }
!NF || $1 == "throughput" { table = 0 }
table { n += $2 }
$1 == "PASSED" { passed = 1 }
END { if (judged && passed && n) print n }
