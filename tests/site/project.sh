#!/bin/sh
# What stands beside the code: licence, changes, citation, layout; links of the documents lead somewhere.
#   project.sh
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top" || exit 3
failed=0
bad() { echo "FAIL: $1"; failed=1; }
for file in LICENSE CHANGELOG.md CONTRIBUTING.md CITATION.cff .editorconfig .clang-format; do
    [ -s "$file" ] || bad "there is no $file"
done
grep -q 'Apache License' LICENSE && grep -q 'belong to whoever runs it' LICENSE || bad "LICENSE"
version=$(sed -n 's/^project(cohgen VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
grep -qxF "version: $version" CITATION.cff || bad "CITATION.cff: another version than $version"
grep -qE "^## $version(,|$)" CHANGELOG.md || bad "CHANGELOG.md says nothing of $version"
# Relative links of Markdown: the file is there, and in these documents the heading, too.
for page in README.md CONTRIBUTING.md docs/site.md docs/command.md; do
    folder=$(dirname "$page")
    for link in $(grep -oE '\]\([^)# ]*(#[^) ]*)?\)' "$page" | sed 's/^](//; s/)$//' | sort -u); do
        file=${link%%#*} heading=
        case $link in http*) continue ;; *'#'*) heading=${link#*#} ;; esac
        target=$page
        [ -z "$file" ] || target=$folder/$file
        [ -e "$target" ] || { bad "$page: $link leads nowhere"; continue; }
        [ -z "$heading" ] || sed -n 's/^##* //p' "$target" | tr '[:upper:]' '[:lower:]' | tr -d '`.,:;()/"?!*' | tr ' ' '-' |
            grep -qxF "$heading" || bad "$page: $link: there is no such heading"
    done
done
[ $failed = 0 ] && echo PASSED
exit $failed
