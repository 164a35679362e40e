/* program.c - what a program calls, of cores/program.h: as much as programs with transactions need. A thread is a warp
 * to them, and a granule a line. */
#include "tx/cores/inside.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void give_back(TxThread *t, TxThreadState state)
{
    t->state = state;
    sim_coroutine_give_back(&t->coroutine);
}

/* To the start of the block, if the attempt was ended meanwhile. */
static void go_back(TxThread *t)
{
    if (!t->leave) return;
    t->leave = false;
    longjmp(t->restart, 1);
}

/* A thread that has ended is never run again. */
void tx_thread_start(void *thread)
{
    TxThread *t = thread;
    t->run->kernel->body(t, t->run->arg);
    for (;;) give_back(t, TX_THREAD_ENDED);
}

void cg_transaction(Warp *t, void (*block)(Warp *t, void *arg), void *arg)
{
    if (t->in_block) { cg_failed(t->run, "a transaction within a transaction"); return; }
    t->in_block = true;
    if (setjmp(t->restart) == 0) give_back(t, TX_THREAD_BEGIN); /* the second time the attempt has begun already */
    t->leave = false;                                           /* an attempt that was ended before it did anything */
    block(t, arg);
    give_back(t, TX_THREAD_COMMIT);
    t->in_block = false;
}

static uint32_t access_memory(TxThread *t, TxKind kind, uint64_t address, uint32_t value)
{
    t->access.kind = kind, t->access.address = address & ~UINT64_C(3), t->access.value = value;
    give_back(t, TX_THREAD_ACCESS);
    go_back(t);
    return t->result;
}

uint32_t cg_ld(Warp *t, uint64_t address) { return access_memory(t, t->in_block ? TX_LD : TX_READ, address, 0); }
void cg_st(Warp *t, uint64_t address, uint32_t value)
{
    access_memory(t, t->in_block ? TX_ST : TX_WRITE, address, value);
}

uint32_t cg_atomic(Warp *t, int op, uint64_t address, uint32_t a, uint32_t b)
{
    if (t->in_block) {
        cg_failed(t->run, "in a transaction the program makes an access that is not cg_ld or cg_st");
        return 0;
    }
    t->access.op = (uint32_t)op, t->access.a = a, t->access.b = b;
    return access_memory(t, TX_ATOMIC, address, 0);
}

void cg_wait(Warp *t, uint32_t cycles)
{
    t->pause = cycles;
    give_back(t, TX_THREAD_PAUSE);
    go_back(t);
}

uint32_t cg_thread(const Warp *t) { return t->number; }
uint32_t cg_rand(Warp *t, uint32_t n) { return sim_below(&t->rng, n); }
CgRun *cg_run(Warp *t) { return t->run; }

uint32_t cg_all_threads(const CgRun *r) { return r->options.cores * r->options.warps * r->options.lanes; }
uint32_t cg_line_bytes(const CgRun *r) { return r->options.granule; }
uint32_t cg_run_rand(CgRun *r, uint32_t n) { return sim_below(&r->rng, n); }

bool cg_has_transactions(const CgRun *r) { return r != NULL; }
bool cg_has_atomics(const CgRun *r) { return r != NULL; }

uint64_t cg_option(CgRun *r, const char *name, uint64_t value)
{
    return sim_set_value(r->options.sets, r->options.n_sets, name, value);
}

void *cg_keep(CgRun *r, size_t bytes)
{
    size_t head = sizeof(max_align_t) > sizeof(struct TxKept) ? sizeof(max_align_t) : sizeof(struct TxKept);
    struct TxKept *k = sim_alloc(1, head + bytes);
    k->next = r->kept;
    r->kept = k;
    return (char *)k + head;
}

uint64_t cg_alloc(CgRun *r, uint64_t bytes)
{
    uint64_t at = r->next_free, granule = r->options.granule;
    r->next_free += (bytes + granule - 1) / granule * granule;
    return at;
}

void cg_poke(CgRun *r, uint64_t address, uint32_t value)
{
    sim_pages_set_word(&r->initial, address & ~UINT64_C(3), value);
    sim_pages_set_word(&r->memory.pages, address & ~UINT64_C(3), value);
}

uint32_t cg_peek(CgRun *r, uint64_t address)
{
    return sim_pages_word(&r->memory.pages, address & ~UINT64_C(3));
}

void cg_failed(CgRun *r, const char *format, ...)
{
    char text[400];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    sim_fail(&r->status, "test %s: %s", r->kernel->name, text);
}
