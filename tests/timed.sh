#!/usr/bin/env bash
# Runs a test and appends a line to FILE: seconds of the clock, of the processor in the program and in the system, the
# test's label and name.
#   timed.sh FILE LABEL NAME COMMAND [ARGUMENT...]    exit status: the command's
file=$1 label=$2 name=$3 code=0
shift 3
TIMEFORMAT="%R %U %S $label $name"
exec 3>&2
{ time "$@" 2>&3 3>&- || code=$?; } 2>>"$file"   # what the shell says of a signal comes into the file as well
[ $code -le 128 ] || echo "timed.sh: $1 ended by signal $((code - 128))" >&2
exit $code
