# one_node.sh - a Slurm of one node on the loopback interface, in the folder $slurm, for tests; sourced. slurm_start,
# node_start, node_dies, slurm_stop; its processes are in $slurm/*.pid. A node that is gone for 10 s is down.
host=$(hostname -s)
mkdir -p "$slurm/state" "$slurm/spool" "$slurm/log" || exit 3
dd if=/dev/urandom of="$slurm/munge.key" bs=1 count=1024 2>/dev/null
chmod 400 "$slurm/munge.key"
SLURM_CONF=$slurm/slurm.conf
export SLURM_CONF
port=$((20000 + $$ % 20000))
cat >"$SLURM_CONF" <<END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$slurm/munge.socket
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.own
SlurmdPidFile=$slurm/slurmd.own
SlurmctldLogFile=$slurm/log/slurmctld
SlurmdLogFile=$slurm/log/slurmd
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmdTimeout=10
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
END

# until SECONDS COMMAND...: tries it each tenth of a second
until_() {
    tries=$(($1 * 10))
    shift
    while [ $tries -gt 0 ]; do
        "$@" && return
        sleep 0.1
        tries=$((tries - 1))
    done
    return 1
}
answers() { sinfo >/dev/null 2>&1; }
is_up() { [ "$(sinfo -h -o %T)" = idle ] || [ "$(sinfo -h -o %T)" = mixed ] || [ "$(sinfo -h -o %T)" = allocated ]; }
node_down() { case $(sinfo -h -o %T) in down*) ;; *) false ;; esac; }
node_start() {
    slurmd -D -N "$host" >"$slurm/log/slurmd.out" 2>&1 & echo $! >"$slurm/slurmd.pid"
    until_ 30 is_up
}
slurm_start() {
    munged --foreground --force --key-file="$slurm/munge.key" --socket="$slurm/munge.socket" \
        --pid-file="$slurm/munged.own" --log-file="$slurm/log/munged" --seed-file="$slurm/munge.seed" \
        >"$slurm/log/munged.out" 2>&1 & echo $! >"$slurm/munged.pid"
    until_ 10 test -S "$slurm/munge.socket" || return
    slurmctld -D >"$slurm/log/slurmctld.out" 2>&1 & echo $! >"$slurm/slurmctld.pid"
    until_ 20 answers && node_start
}
# The processes of the jobs on the node. Of a busy machine the node may be late to answer.
job_pids() { scontrol listpids 2>/dev/null | awk 'NR > 1 && $1 > 0 { print $1 }'; }
has_jobs() { [ -n "$(job_pids)" ]; }
# The parents of a process of a job up to the one that Slurm has begun, and itself: ended at once. They are stopped
# first, or a run whose `sleep` has ended goes on until its turn comes.
node_dies() {
    until_ 60 has_jobs || echo "no processes of jobs: $(scontrol listpids 2>&1)"
    pids=$(job_pids)
    # shellcheck disable=SC2086
    kill -STOP $pids
    for pid in $pids; do
        up=$(awk '{ print $4 }' "/proc/$pid/stat" 2>/dev/null)
        case $(tr '\0' ' ' 2>/dev/null <"/proc/${up:-self}/cmdline") in slurmstepd*) kill -9 "$up" ;; esac
        kill -9 "$pid" 2>/dev/null
    done
    kill -9 "$(cat "$slurm/slurmd.pid")"
}
slurm_stop() {
    for what in slurmd slurmctld munged; do
        [ ! -s "$slurm/$what.pid" ] || kill "$(cat "$slurm/$what.pid")" 2>/dev/null
    done
    wait
}
