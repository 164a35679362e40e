#!/bin/sh
# Examples of docs/language.md, toy.md and add-block.md are those of a specification or manifest that the tests run:
# every line of an xml block stands in one and the same file, but for doc=, why=, comments, line ends and what the block
# leaves out (...).
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top"
for page in docs/language.md docs/toy.md docs/add-block.md; do awk '
function plain(s) {
    gsub(/<!--([^-]|-[^-])*-->/, " ", s)
    gsub(/ (doc|why)="[^"]*"/, "", s)
    gsub(/[ \t\r\n]+/, " ", s)
    gsub(/> </, "><", s)
    gsub(/^ | $/, "", s)
    return s
}
function read_file(name,  line, all) {
    while ((getline line <name) > 0) all = all line "\n"
    close(name)
    return plain(all)
}
function judge(  f, i, missing, least, best, what) {
    least = n + 1
    for (f = 1; f < ARGC - 1; f++) {
        missing = 0
        for (i = 1; i <= n; i++) if (!index(text[f], piece[i])) { missing++; what[f] = piece[i] }
        if (missing < least) { least = missing; best = f }
    }
    blocks++
    if (least == 0) return
    printf "FAIL %s:%d: %d of %d lines in no file; the nearest is %s, without\n  %s\n", ARGV[ARGC - 1], start, least, n,
        ARGV[best], what[best]
    failed = 1
}
BEGIN {
    for (f = 1; f < ARGC - 1; f++) { text[f] = read_file(ARGV[f]); file[f] = ARGV[f] }
    while ((getline line <ARGV[ARGC - 1]) > 0) {
        at++
        if (line ~ /^```xml/) { inside = 1; n = 0; start = at; continue }
        if (line ~ /^```/) { if (inside) judge(); inside = 0; continue }
        if (!inside) continue
        parts = split(line, part, /\.\.\./)
        for (k = 1; k <= parts; k++) if (plain(part[k]) != "") piece[++n] = plain(part[k])
    }
    printf "%s: %d examples\n", ARGV[ARGC - 1], blocks
    exit failed || blocks < 3
}' specs/*/*.xml tests/protocols/*.xml tests/designs/*.xml tests/text/*.xml tests/blocks/*.xml \
    tests/blocks/parts/*.xml "$page"; done
