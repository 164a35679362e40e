#!/bin/sh
# STC as published: verify finds what errata S1, S2, S5 and the other readings of S3, S4 come to, each while the others
# are put right. With all five it finds nothing where SEB moves under one CU, nor where two CUs have SEB at rest: with
# one operation of each of their wavefronts no CU has a blocked store and a load, so SEB does not move there. Under two
# CUs that move SEB: moves.sh.
. "$(dirname "$0")/../verify/lib.sh"
spec=$top/specs/stc/published.xml
# right N...: the settings that put all but these errata right.
right() {
    for n in 1 2 3 4 5; do
        case " $* " in *" $n "*) ;; *) printf ' --set S%s=1' $n ;; esac
    done
}
old='the load reads an old value: a newer write has taken effect'
# shellcheck disable=SC2046
{
expect 'S1: a load that takes longer than an epoch' 1 "$old" "$spec" --lines 2 --ops 2 $(right 1)
expect 'S1: without epoch skipping too' 1 "$old" "$spec" --lines 2 --ops 2 $(right 1) --set VARIANT=0
expect 'S2: a CU that has not got ChangeEpoch' 1 "invariant 'er3' of CU" "$spec" --lines 2 --ops 2 $(right 2)
expect 'S2: what it reads' 1 "$old" "$spec" --lines 2 --ops 2 $(right 2) --allow invariant
expect 'S3, other reading: demands once' 1 '1 parked in bsq, nothing wakes them' "$spec" --lines 2 --ops 2 $(right 3)
expect 'S4, other reading: untouched sets swept with the new bands' 1 "$old" "$spec" --lines 2 --ops 2 $(right 4)
bands="--lines 3 --set VARIANT=2 --set SEB_MAX=3"
expect 'S5: SEB moves, nothing separates' 1 "invariant 'still' of EMU" "$spec" $bands --warps 2 --ops 1 $(right 5)
expect 'all five put right, SEB moves, one CU' 0 PASSED "$spec" $bands --cores 1 --warps 2 --ops 1 $(right)
expect 'all five put right, two CUs, SEB at rest' 0 PASSED "$spec" $bands --ops 1 $(right)
}
exit $failed
