/* signals.c - which of the held signals have come. */
#include "util/signals.h"
#include <signal.h>
#include <stddef.h>

bool signal_came(int number)
{
    sigset_t now;
    struct sigaction how;
    return sigpending(&now) == 0 && sigismember(&now, number) == 1 && sigaction(number, NULL, &how) == 0 &&
           how.sa_handler != SIG_IGN;
}
