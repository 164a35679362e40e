/* switch.c - see switch.h. makecontext sets up the stack for the first entry; later ones jump.
 * The fortified longjmp refuses to jump to another stack, so that check is off in this file. */
#undef _FORTIFY_SOURCE
#include "base/switch.h"
#include <stdint.h>
#include <stdlib.h>

/* makecontext passes only ints: the pointer travels in two halves. */
static void enter(unsigned high, unsigned low)
{
    SimCoroutine *c = (SimCoroutine *)(uintptr_t)((uint64_t)high << 32 | low);
    c->body(c->arg);
    abort();
}

void sim_coroutine_init(SimCoroutine *c, void *stack, size_t stack_bytes, void (*body)(void *arg), void *arg)
{
    c->stack = stack;
    c->stack_bytes = stack_bytes;
    c->body = body;
    c->arg = arg;
    c->started = false;
}

static void first_entry(SimCoroutine *c)
{
    uint64_t address = (uint64_t)(uintptr_t)c;
    c->started = true;
    getcontext(&c->first);
    c->first.uc_stack.ss_sp = c->stack;
    c->first.uc_stack.ss_size = c->stack_bytes;
    c->first.uc_link = NULL;
    makecontext(&c->first, (void (*)(void))enter, 2, (unsigned)(address >> 32), (unsigned)address);
    swapcontext(&c->creator, &c->first);
}

void sim_coroutine_run(SimCoroutine *c)
{
    if (setjmp(c->outside)) return;
    if (!c->started) first_entry(c);
    else longjmp(c->inside, 1);
}

void sim_coroutine_give_back(SimCoroutine *c)
{
    if (!setjmp(c->inside)) longjmp(c->outside, 1);
}
