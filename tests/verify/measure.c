/* measure.c - runs a program without its standard error; prints there instead: wall-clock seconds, peak memory (MB),
 * processor seconds. Programs that it ran itself and waited for count in the last two. measure PROGRAM [ARGUMENT...]
 * exit status: that of the program, 127 if it could not be run */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    int status = 0;
    struct rusage use;
    double start = seconds();
    pid_t child = argc > 1 ? fork() : -1;
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr)) _exit(127);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &use) != child) return 127;
    double processor = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
        (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6;
    fprintf(stderr, "%.5f %.1f %.5f\n", seconds() - start, (double)use.ru_maxrss / 1024.0, processor);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}
