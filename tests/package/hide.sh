#!/bin/sh
# Prints a PATH in which programs are missing: that of the caller as a folder of links, without those that match.
#   hide.sh FOLDER PATTERN...      PATTERN: of the shell, e.g. 'yosys*'
set -eu
dir=${1:?usage: hide.sh FOLDER PATTERN...}
shift
mkdir -p "$dir"
IFS=:
for folder in $PATH; do
    [ -d "$folder" ] || continue
    find "$folder/" -maxdepth 1 \( -type f -o -type l \) -exec ln -s -t "$dir" {} + 2>/dev/null || true   # the first of a name stays
done
unset IFS
for pattern; do find "$dir" -name "$pattern" -delete; done
printf '%s\n' "$dir"
