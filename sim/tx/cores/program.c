/* program.c - what a program calls: see tx.h. */
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

void tx_transaction(TxThread *t, void (*block)(TxThread *t, void *arg), void *arg)
{
    if (t->in_block) { tx_failed(t->run, "a transaction within a transaction"); return; }
    t->in_block = true;
    if (setjmp(t->restart) == 0) give_back(t, TX_THREAD_BEGIN); /* the second time the attempt has begun already */
    t->leave = false;                                           /* an attempt that was ended before it did anything */
    block(t, arg);
    give_back(t, TX_THREAD_COMMIT);
    t->in_block = false;
}

static uint32_t access_memory(TxThread *t, TxKind kind, uint64_t address, uint32_t value)
{
    bool transactional = kind == TX_LD || kind == TX_ST;
    if (transactional != t->in_block) {
        tx_failed(t->run, transactional ? "tx_ld or tx_st outside of a transaction"
                                        : "an ordinary access within a transaction");
        return 0;
    }
    t->access.kind = kind, t->access.address = address & ~UINT64_C(3), t->access.value = value;
    give_back(t, TX_THREAD_ACCESS);
    go_back(t);
    return t->result;
}

uint32_t tx_ld(TxThread *t, uint64_t address) { return access_memory(t, TX_LD, address, 0); }
void tx_st(TxThread *t, uint64_t address, uint32_t value) { access_memory(t, TX_ST, address, value); }
uint32_t tx_read(TxThread *t, uint64_t address) { return access_memory(t, TX_READ, address, 0); }
void tx_write(TxThread *t, uint64_t address, uint32_t value) { access_memory(t, TX_WRITE, address, value); }

uint32_t tx_atomic(TxThread *t, int op, uint64_t address, uint32_t a, uint32_t b)
{
    t->access.op = (uint32_t)op, t->access.a = a, t->access.b = b;
    return access_memory(t, TX_ATOMIC, address, 0);
}

void tx_wait(TxThread *t, uint32_t cycles)
{
    t->pause = cycles;
    give_back(t, TX_THREAD_PAUSE);
    go_back(t);
}

uint32_t tx_thread(const TxThread *t) { return t->number; }
uint32_t tx_rand(TxThread *t, uint32_t n) { return sim_below(&t->rng, n); }
TxRun *tx_run(const TxThread *t) { return t->run; }

uint32_t tx_threads(const TxRun *r) { return r->options.cores * r->options.warps * r->options.lanes; }
uint32_t tx_granule_bytes(const TxRun *r) { return r->options.granule; }
uint32_t tx_run_rand(TxRun *r, uint32_t n) { return sim_below(&r->rng, n); }

uint64_t tx_option(TxRun *r, const char *name, uint64_t value, uint64_t least, uint64_t most)
{
    for (uint32_t i = 0; i < r->options.n_sets; i++) {
        struct TxSet *s = &r->options.sets[i];
        if (strlen(name) != s->length || strncmp(name, s->name, s->length) != 0) continue;
        s->used = true;
        value = s->value;
    }
    if (value >= least && value <= most) return value;
    tx_failed(r, "%s goes from %llu to %llu", name, (unsigned long long)least, (unsigned long long)most);
    return least;
}

void *tx_keep(TxRun *r, size_t bytes)
{
    size_t head = sizeof(max_align_t) > sizeof(struct TxKept) ? sizeof(max_align_t) : sizeof(struct TxKept);
    struct TxKept *k = sim_alloc(1, head + bytes);
    k->next = r->kept;
    r->kept = k;
    return (char *)k + head;
}

uint64_t tx_alloc(TxRun *r, uint64_t bytes)
{
    uint64_t at = r->next_free, granule = r->options.granule;
    r->next_free += (bytes + granule - 1) / granule * granule;
    return at;
}

void tx_poke(TxRun *r, uint64_t address, uint32_t value)
{
    sim_pages_set_word(&r->initial, address & ~UINT64_C(3), value);
    sim_pages_set_word(&r->memory.pages, address & ~UINT64_C(3), value);
}

uint32_t tx_peek(const TxRun *r, uint64_t address)
{
    return sim_pages_word((SimPages *)(uintptr_t)&r->memory.pages, address & ~UINT64_C(3));
}

void tx_failed(TxRun *r, const char *format, ...)
{
    char text[400];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    sim_fail(&r->status, "test %s: %s", r->kernel->name, text);
}
