#!/bin/sh
# streams.sh of the unit as published: published_streams.sh FILE
exec "$(dirname "$0")/streams.sh" "${1:?usage: published_streams.sh FILE}" published
