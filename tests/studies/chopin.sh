#!/bin/sh
# CHOPIN's schedulers: small systems end well, and mistakes in the tables are found.
. "$(dirname "$0")/../verify/lib.sh"
draw=specs/studies/chopin_draw.xml compose=specs/studies/chopin_compose.xml
{
expect 'draws for three GPUs' 0 '512000 states' "$top/$draw"
expect 'draws for four GPUs' 0 'PASSED' "$top/$draw" --set GPUS=4 --set COUNT_BITS=1
wrong $draw most 's/argmin x in gpu/argmax x in gpu/'
expect 'the GPU with the most triangles' 1 'FAILED' "$tmp/most.xml" --set GPUS=2
expect 'composition on three GPUs' 0 'PASSED' "$top/$compose" --expect-coverage
expect 'composition on four GPUs' 0 'PASSED' "$top/$compose" --set GPUS=4 --set GROUPS=2
wrong $compose literal \
    's/next_to\(r, s\)\)"/(r gt s ? gpu(r - s) : gpu(s - r)) eq 1)"/; /<function name="next_to"/,/\/>/d'
expect 'neighbours by number alone never finish' 1 'which is not stable' "$tmp/literal.xml"
wrong $compose group 's/ and cgid\[r\] eq cgid\[s\]//; /<invariant/,/\/>/d'
expect 'groups are mixed' 1 'FAILED' "$tmp/group.xml"
wrong $compose twice 's/ and not sending\[s\]"/"/'
expect 'a GPU sends to two at once' 1 'FAILED' "$tmp/twice.xml"
wrong $compose reset 's/<set name="sent\[g\]\[k\]" value="false"\/>//'
expect 'an entry that is not reset' 1 'FAILED' "$tmp/reset.xml"
}
exit $failed
