#!/bin/sh
# Prose of the documents has at most 100 columns (bytes). Tables, code, drawings and headings may be wider.
#   prose.sh [TOP]
set -eu
export LC_ALL=C
cd "${1:-$(dirname "$0")/../..}"
pages=$(ls README.md CONTRIBUTING.md CHANGELOG.md docs/*.md docs/*/*.md templates/README.md specs/README.md sim/README.md examples/README.md)
# shellcheck disable=SC2086
awk '
    FNR == 1 { code = 0 }
    /^ *```/ { code = !code; next }
    code || /^ *\|/ || /^!\[/ || /^#/ { next }
    length > 100 { print FILENAME ":" FNR ": " length " columns, expected at most 100"; bad = 1 }
    END { exit bad }' $pages && echo PASSED
