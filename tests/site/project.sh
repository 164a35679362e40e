#!/bin/sh
# What stands beside the code: licence, changes, citation, layout.
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
# What a wrong redirection leaves behind.
stray=$(find . -path ./.git -prune -o -path ./build -prune -o -name '-*' -print)
[ -z "$stray" ] || bad "files with the name of an option: $stray"
version=$(sed -n 's/^project(cohgen VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
grep -qxF "version: $version" CITATION.cff || bad "CITATION.cff: another version than $version"
grep -qE "^## $version(,|$)" CHANGELOG.md || bad "CHANGELOG.md says nothing of $version"
[ $failed = 0 ] && echo PASSED
exit $failed
