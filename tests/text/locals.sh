#!/bin/sh
# What a function or task of a block declares ends with _v: a protocol may have any other name, and
# its module would be hidden there (VARHIDDEN of Verilator).
#   locals.sh TEMPLATES
set -eu
export LC_ALL=C
cd "${1:?usage: locals.sh TEMPLATES}"
awk '
    function declared(text,   names, n, i) {
        gsub(/\[[^]]*\]|input|integer|reg|signed|;|\).*/, " ", text)
        n = split(text, names, /[ ,]+/)
        for (i = 1; i <= n; i++) if (names[i] != "" && names[i] !~ /_v$/) {
            print FILENAME ":" FNR ": " names[i] " does not end with _v"
            bad = 1
        }
    }
    /^ *(function|task)[ \[]/ {
        inside = 1
        functions++
        n = split($0, part, /input/)
        for (i = 2; i <= n; i++) declared(part[i])
        next
    }
    /^ *end(function|task)/ { inside = 0 }
    inside && /^ *(input|reg|integer)[ \[]/ { declared($0) }
    END {
        if (!functions) { print "no functions"; bad = 1 }
        exit bad
    }' ./*.v && echo PASSED
