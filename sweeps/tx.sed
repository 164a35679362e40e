# What `cohgen_tx` reports, as lines of a result: run,NAME,NUMBER.
s/^\(cycles\|aborts\|granules\|messages\) *\([0-9.]*\).*/run,\1,\2/p
s/^waiting .* with \([0-9.]*\) of their granule .*/run,requests,\1/p
s/^times .* one in \([0-9.]*\) cycles/run,advance,\1/p
