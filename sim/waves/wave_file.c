/* wave_file.c - see wave.h. An FST file is a chain of blocks: a byte for the kind, 8 bytes (high first) for the length
 * without the kind. */
#define _POSIX_C_SOURCE 200809L
#include "base/output.h"
#include "waves/wave.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Kinds of blocks; a block that has not been finished is a SKIP. */
enum { HEADER = 0, VALUES = 1, GEOMETRY = 3, HIERARCHY = 4, ALIASED = 5, HIERARCHY_LZ4 = 6, HIERARCHY_LZ4_TWICE = 7,
       ALIASED2 = 8, HEADER_BYTES = 330, SECTIONS_AT = 65 };

/* The parts that the library may have left beside the waveform. */
static void remove_parts(const char *fst)
{
    size_t size = strlen(fst) + sizeof ".hier";
    char *name = sim_alloc(size, 1);
    snprintf(name, size, "%s.hier", fst);
    remove(name);
    remove(fst);
    free(name);
}

static bool cannot(const char *fst, const char *why)
{
    fprintf(stderr, "error: cannot write %s: %s\n", fst, why);
    return false;
}

/* The parent: hands on signals that ask for the end, which are blocked here, and ends as the child does. */
static void follow(pid_t child, const char *fst, const sigset_t *watched)
{
    int status = 0, signal_number = 0;
    while (waitpid(child, &status, WNOHANG) == 0)
        if (sigwait(watched, &signal_number) == 0 && signal_number != SIGCHLD) kill(child, signal_number);
    if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
    if (WTERMSIG(status) == SIGBUS) {
        remove_parts(fst);
        cannot(fst, "no room for the waveform, or for its temporary files");
        _exit(SIM_EXIT_ENVIRONMENT);
    }
    signal(WTERMSIG(status), SIG_DFL);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    raise(WTERMSIG(status));
    _exit(SIM_EXIT_ENVIRONMENT);
}

char *sim_wave_start(const char *fst)
{
    char *path = sim_output_regular(fst);
    sigset_t watched, before;
    fflush(NULL);
    sigemptyset(&watched);
    sigaddset(&watched, SIGCHLD);
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++) {        /* those that nohup or the like does not keep away */
        struct sigaction how;
        if (sigaction(ending[i], NULL, &how) == 0 && how.sa_handler != SIG_IGN) sigaddset(&watched, ending[i]);
    }
    sigprocmask(SIG_BLOCK, &watched, &before);
    pid_t parent = getpid(), child = path ? fork() : 0;
    if (child > 0) follow(child, path, &watched);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (child < 0) {
        cannot(fst, strerror(errno));
        free(path);
        return NULL;
    }
#ifdef __linux__
    if (path) prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (path && getppid() != parent) _exit(SIM_EXIT_ENVIRONMENT); /* it ended before this could be asked for */
#else
    (void)parent;
#endif
    return path;
}

static uint64_t number(const unsigned char *bytes)
{
    uint64_t n = 0;
    for (int i = 0; i < 8; i++) n = n << 8 | bytes[i];
    return n;
}

/* NULL, or what is wrong. */
static const char *chain(FILE *f)
{
    unsigned char b[HEADER_BYTES];
    if (fread(b, 1, sizeof b, f) != sizeof b || b[0] != HEADER || number(b + 1) != HEADER_BYTES - 1)
        return "the file ends within its header";
    uint64_t sections = number(b + SECTIONS_AT), values = 0, geometries = 0, hierarchies = 0;
    if (fseeko(f, 0, SEEK_END) != 0) return strerror(errno);
    uint64_t at = HEADER_BYTES, end = (uint64_t)ftello(f);
    for (; at < end; at += 1 + number(b + 1)) {
        if (fseeko(f, (off_t)at, SEEK_SET) != 0 || fread(b, 1, 9, f) != 9 || number(b + 1) < 8 ||
            number(b + 1) > end - at - 1)
            return "the file ends within a block";
        values += b[0] == VALUES || b[0] == ALIASED || b[0] == ALIASED2;
        geometries += b[0] == GEOMETRY;
        hierarchies += b[0] == HIERARCHY || b[0] == HIERARCHY_LZ4 || b[0] == HIERARCHY_LZ4_TWICE;
    }
    return values == sections && geometries == 1 && hierarchies == 1 ? NULL : "a block is missing";
}

bool sim_wave_whole(const char *fst)
{
    FILE *f = fopen(fst, "rb");
    if (!f) return cannot(fst, strerror(errno));
    const char *wrong = chain(f);
    fclose(f);
    if (!wrong) return true;
    remove_parts(fst);
    fprintf(stderr, "error: cannot write %s: the waveform is not whole (%s): is the disk full?\n", fst, wrong);
    return false;
}
