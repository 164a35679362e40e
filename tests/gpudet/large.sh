#!/bin/sh
# The searches that take minutes: three updates of two words with any depths and masks; four requests of two blocks.
. "$(dirname "$0")/../verify/lib.sh"
expect 'the smallest depth of three' 0 'PASSED' "$top/tests/gpudet/order.xml" --set SRCS=3
expect 'as published' 0 'PASSED' "$top/tests/gpudet/order_published.xml" --set SRCS=3
expect 'four requests, two blocks' 0 'PASSED' "$top/specs/gpudet/zunit.xml" --system small --lines 2 --warps 4 --ops 1
expect 'as published, three blocks' 0 'PASSED' "$top/specs/gpudet/published.xml" --warps 4 --lines 3
exit $failed
