#!/bin/sh
# Bytes that are not under the mask of a message are not in it: who reads them reads nothing.
. "$(dirname "$0")/lib.sh"
partial=tests/protocols/partial.xml
cells="--cells 2 --ops 3"

# shellcheck disable=SC2086
{
expect 'bytes under the mask' 0 'PASSED' "$top/$partial" $cells
wrong $partial whole '/<on event="Write">/,/<\/on>/s/ mask="msg.mask"//'
expect 'all bytes are written' 1 'FAILED: data value' "$tmp/whole.xml" $cells
expect 'one cell has no part' 0 'PASSED' "$tmp/whole.xml" --ops 3
wrong $partial told 's/(<field name="data" type="block") mask="mask"/\1/; /<on event="Write">/,/<\/on>/s/ mask="msg.mask"//'
expect 'the message has all bytes, nobody says otherwise' 0 'PASSED' "$tmp/told.xml" $cells
}
exit $failed
