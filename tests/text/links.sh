#!/bin/sh
# Relative links of the documents lead to files that are there, and to headings (or <a id="...">) that are there.
#   links.sh [TOP]
set -eu
export LC_ALL=C
cd "${1:-$(dirname "$0")/../..}"
pages=$(ls README.md CONTRIBUTING.md CHANGELOG.md docs/*.md docs/*/*.md templates/README.md specs/README.md sim/README.md \
    examples/README.md rtl_out/README.md)
# shellcheck disable=SC2086
awk '
# The anchor of a heading: small letters, digits, - and _; blanks become -, all else goes.
function anchor(text) {
    text = tolower(text)
    gsub(/[^a-z0-9_ -]/, "", text)
    gsub(/ /, "-", text)
    return text
}
function headings(file,  line, code) {
    if (file in known) return
    known[file] = 1
    while ((getline line <file) > 0) {
        if (line ~ /^```/) code = !code
        if (!code && line ~ /^#+ /) { sub(/^#+ /, "", line); there[file, anchor(line)] = 1 }
        else if (match(line, /<a id="[^"]*">/)) there[file, substr(line, RSTART + 7, RLENGTH - 9)] = 1
    }
    close(file)
}
function normal(path,  n, i, k, part, out) {
    n = split(path, part, "/")
    for (i = 1; i <= n; i++)
        if (part[i] == "..") k--
        else if (part[i] != "." && part[i] != "") part[++k] = part[i]
    for (i = 1; i <= k; i++) out = out (i > 1 ? "/" : "") part[i]
    return out
}
function bad(what) { print FILENAME ":" FNR ": " what; failed = 1 }
{
    rest = $0
    while (match(rest, /\]\([^) ]*\)/)) {
        link = substr(rest, RSTART + 2, RLENGTH - 3)
        rest = substr(rest, RSTART + RLENGTH)
        if (link ~ /^https?:/) continue
        links++
        at = index(link, "#")
        file = at ? substr(link, 1, at - 1) : link
        heading = at ? substr(link, at + 1) : ""
        folder = FILENAME
        if (!sub(/\/[^\/]*$/, "", folder)) folder = "."
        target = file == "" ? FILENAME : normal(folder "/" file)
        if (system("test -e \"" target "\"")) { bad(link " leads nowhere"); continue }
        if (heading == "") continue
        headings(target)
        if (!((target, heading) in there)) bad(link ": there is no such heading")
    }
}
END { print links " links"; exit failed || links < 200 }' $pages
