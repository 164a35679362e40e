/* switch.c - see switch.h. makecontext sets up the stack for the first entry; later ones jump.
 * The fortified longjmp refuses to jump to another stack, so that check is off in this file. */
#undef _FORTIFY_SOURCE
#include "base/switch.h"
#include <stdint.h>
#include <stdlib.h>

/* AddressSanitizer wants to know of each change of stacks: before it from where to where, behind it where we are. */
#ifdef COHGEN_SANITIZE
#include <sanitizer/common_interface_defs.h>
static void going_in(SimCoroutine *c) { __sanitizer_start_switch_fiber(&c->fake_outside, c->stack, c->stack_bytes); }
static void came_out(SimCoroutine *c) { __sanitizer_finish_switch_fiber(c->fake_outside, NULL, NULL); }
static void going_out(SimCoroutine *c)
{
    __sanitizer_start_switch_fiber(&c->fake_inside, c->outside_stack, c->outside_bytes);
}
static void came_in(SimCoroutine *c)
{
    __sanitizer_finish_switch_fiber(c->started ? c->fake_inside : NULL, &c->outside_stack, &c->outside_bytes);
}
#else
static void going_in(SimCoroutine *c) { (void)c; }
static void came_out(SimCoroutine *c) { (void)c; }
static void going_out(SimCoroutine *c) { (void)c; }
static void came_in(SimCoroutine *c) { (void)c; }
#endif

/* makecontext passes only ints: the pointer travels in two halves. */
static void enter(unsigned high, unsigned low)
{
    SimCoroutine *c = (SimCoroutine *)(uintptr_t)((uint64_t)high << 32 | low);
    came_in(c);
    c->started = true;
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
    getcontext(&c->first);
    c->first.uc_stack.ss_sp = c->stack;
    c->first.uc_stack.ss_size = c->stack_bytes;
    c->first.uc_link = NULL;
    makecontext(&c->first, (void (*)(void))enter, 2, (unsigned)(address >> 32), (unsigned)address);
    swapcontext(&c->creator, &c->first);
}

void sim_coroutine_run(SimCoroutine *c)
{
    if (setjmp(c->outside)) {
        came_out(c);
        return;
    }
    going_in(c);
    if (!c->started) first_entry(c);
    else longjmp(c->inside, 1);
}

void sim_coroutine_give_back(SimCoroutine *c)
{
    if (!setjmp(c->inside)) {
        going_out(c);
        longjmp(c->outside, 1);
    }
    came_in(c);
}
