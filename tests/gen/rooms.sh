#!/bin/sh
# Rooms stay rooms: no cycle of files (a header and what implements it is one), none of folders, no include that climbs
# out of its folder, no line of more than 120 columns, no function of more than 6 parameters, no file of more than 550
# lines; and in the objects nothing that is written but by who owns it: no variable of static storage.
#   rooms.sh TOP FOLDER... [-- OBJECT...]
set -u
top=${1:?usage: rooms.sh TOP FOLDER... [-- OBJECT...]}
here=$(cd "$(dirname "$0")" && pwd)
shift
cd "$top" || exit 3
folders=
while [ $# -gt 0 ] && [ "$1" != -- ]; do folders="$folders $1"; shift; done
[ $# -eq 0 ] || shift
status=0
# shellcheck disable=SC2046,SC2086
awk -f "$here/rooms.awk" -v folders="$folders" $(find $folders -name '*.[ch]' -o -name '*.def' | sort) || status=1
for object; do
    objdump -t "$object" >/dev/null || exit 3
    objdump -t "$object" | awk -v object="$object" '
        / file format / { name = $1; sub(/:$/, "", name) }
        NF > 4 && $(NF - 2) ~ /^\.(data|bss|tdata|tbss)(\.|$)/ && $(NF - 2) !~ /^\.data\.rel\.ro/ && / O / {
            print "FAIL " name " in " object ": a variable that can be written: " $NF
            bad = 1
        }
        END { exit bad }' || status=1
done
[ $status -ne 0 ] || echo PASSED
exit $status
