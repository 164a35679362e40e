#!/bin/sh
# Runs a simulator and compares figures that are counted in different places: the flits of each network with those of
# its messages, messages with operations, and asks that a register moved.
#   figures.sh SIM REGISTER [MESSAGE=OPERATION...]
# REGISTER: of the controller of the cores, by its name in the figures (reg.now), or - for none. MESSAGE=OPERATION: each
# operation of that kind sends one.
set -eu
usage="usage: figures.sh SIM REGISTER [MESSAGE=OPERATION...]"
sim=${1:?$usage} register=${2:?$usage}
shift 2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$sim" --ops 300 --seed 3 --quiet --stats "$dir/run.csv" >"$dir/log" 2>&1 || { tail -n 40 "$dir/log"; exit 1; }
awk -F, -v register="$register" -v pairs="$*" '
    function same(a, b, what) { if (a != b || a + 0 == 0) { print "FAIL: " what ": " a + 0 " and " b + 0;
        bad = 1 } else print "ok " what ": " a }
    $1 == "network" && $3 == "flits" { network[$2] = $6 }
    $1 == "message" && $3 == "network" { of[$2] = $6 }
    $1 == "message" && $3 == "flits" { flits[of[$2]] += $6 }
    $1 == "message" && $3 == "sent" { sent[$2] = $6 }
    $1 == "run" && $3 ~ /[.]completed$/ { completed[substr($3, 1, length($3) - 10)] = $6 }
    $1 == "run" && $3 == "load_by_view" { views = $6 }
    $1 == "core" && $3 == "load_by_view" { core_views += $6 }
    $3 == register ".changes" { changes += $6 }
    $3 == register ".value" && $6 > value { value = $6 }
    END {
        for (n in network) if (network[n] + flits[n]) same(flits[n], network[n], "flits of network " n)
        for (i = split(pairs, pair, " "); i > 0; i--) { split(pair[i], p, "=");
            same(sent[p[1]], completed[p[2]], p[1] " messages, " p[2] " operations") }
        if (register != "-") { same(core_views, views, "loads decided by a view");
            if (changes < 2 || value < changes / 100) { print "FAIL: " register " did not move"; bad = 1 } }
        exit bad
    }' "$dir/run.csv"
