/* switch.h - coroutines: a body with a stack of its own that gives the processor back in the middle and goes on later.
 *
 * Switching saves and restores registers only; unlike swapcontext it makes no system call for the signal mask. One
 * thread of the host. */
#ifndef COHGEN_SIM_SWITCH_H
#define COHGEN_SIM_SWITCH_H
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <ucontext.h>

typedef struct {
    jmp_buf inside, outside;
    ucontext_t first, creator;   /* only for the first entry */
    void *stack;
    size_t stack_bytes;
    void (*body)(void *arg);     /* must not return: it gives back for ever instead */
    void *arg;
    bool started;
#ifdef COHGEN_SANITIZE
    const void *outside_stack;   /* of who runs it, as AddressSanitizer says */
    size_t outside_bytes;
    void *fake_inside, *fake_outside;
#endif
} SimCoroutine;

void sim_coroutine_init(SimCoroutine *c, void *stack, size_t stack_bytes, void (*body)(void *arg), void *arg);
/* Runs the coroutine until it gives back. Not from within a coroutine. */
void sim_coroutine_run(SimCoroutine *c);
/* Called within the coroutine: returns when it is run again. */
void sim_coroutine_give_back(SimCoroutine *c);
#endif
