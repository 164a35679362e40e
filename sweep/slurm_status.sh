#!/bin/sh
# slurm_status.sh JOB: running, success or failed, for Snakemake's executor cluster-generic. Asks the controller itself,
# no accounting database. A job of which it no longer knows (MinJobAge) has ended: Snakemake has found its mark if it
# had ended well.
state=$(scontrol show job --oneliner "$1" 2>&1) || {
    case $state in *"Invalid job id"*) echo failed ;; *) echo running ;; esac # the controller may be away for a while
    exit 0
}
case $state in
    *JobState=COMPLETED*) echo success ;;
    *JobState=FAILED*|*JobState=CANCELLED*|*JobState=TIMEOUT*|*JobState=OUT_OF_MEMORY*) echo failed ;;
    *JobState=DEADLINE*|*JobState=NODE_FAIL*|*JobState=BOOT_FAIL*) echo failed ;;
    *) echo running ;; # waiting, also again after its node has died
esac
