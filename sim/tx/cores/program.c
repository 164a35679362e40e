/* program.c - the cores as programs see them: each is a port with the requests of transactions and of ordinary
 * accesses, and its threads are warps there; a granule is a line. */
#include "tx/cores/inside.h"
#include <stdlib.h>

enum { KEY_BITS = 48 };

void tx_ports_describe(TxRun *r)
{
    static const CgName events[] = {{"load", 0}, {"store", 1}, {"commit", 2}, {"read", 3}, {"write", 4}, {"atomic", 5}},
                        replies[] = {{"done", 0}, {"aborted", 1}};
    const TxOptions *o = &r->options;
    uint16_t bytes = (uint16_t)o->granule;
    CgField requests[] = {{"id", 0, 16}, {"data", 0, 8 * bytes}, {"mask", 0, bytes}, {"op", 0, 3}, {"word", 0, 5},
                          {"a", 0, 32}, {"b", 0, 32}};
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) r->requests[i] = requests[i];
    r->replies[0] = requests[0], r->replies[1] = requests[1];
    r->port = (CgCorePort){.controller = "core",
                           .name = "threads",
                           .instances = o->all.cores,
                           .req_fields = r->requests,
                           .n_req_fields = sizeof requests / sizeof *requests,
                           .rep_fields = r->replies,
                           .n_rep_fields = 2,
                           .events = events,
                           .n_events = sizeof events / sizeof *events,
                           .replies = replies,
                           .n_replies = sizeof replies / sizeof *replies,
                           .id_field = "id",
                           .ids = o->all.warps * o->lanes * (1 + o->all.posted + o->all.ahead),
                           .key_bits = KEY_BITS,
                           .line_bytes = o->granule};
    r->ports = (CgDesign){.name = "GETM's cores in C", .cores = &r->port, .n_cores = 1};
}

/* ---- what a program asks for ---- */

static void want(Warp *w, TxThreadState what)
{
    ((TxThread *)w->end)->wants = what;
    w->thread->state = SIM_BLOCKED;
    sim_coroutine_give_back(&w->coroutine);
}

void tx_thread_transaction(Warp *w, void (*block)(Warp *w, void *arg), void *arg)
{
    TxThread *t = w->end;
    if (t->in_block) { cg_failed(w->run, "a transaction within a transaction"); return; }
    t->in_block = w->in_block = true;
    if (setjmp(t->restart) == 0) want(w, TX_THREAD_BEGIN); /* the second time the attempt has begun already */
    t->leave = false;                                      /* an attempt that was ended before it did anything */
    block(w, arg);
    want(w, TX_THREAD_COMMIT);
    t->in_block = w->in_block = false;
}

/* To the start of the block, if the attempt was ended meanwhile. */
void tx_thread_back(Warp *w)
{
    TxThread *t = w->end;
    if (!t->leave) return;
    t->leave = false;
    longjmp(t->restart, 1);
}

/* What the request is here; false after a failure. */
static bool take_request(TxThread *t)
{
    static const TxKind kinds[SIM_KINDS] = {[SIM_LOAD] = TX_READ, [SIM_STORE] = TX_WRITE, [SIM_ATOMIC] = TX_ATOMIC};
    const SimRequest *q = &t->thread->request;
    CgRun *r = t->run->program;
    bool access = q->kind == SIM_LOAD || q->kind == SIM_STORE;
    t->kind = kinds[q->kind];
    if (!access && q->kind != SIM_ATOMIC) return cg_failed(r, "these cores know no requests by name"), false;
    if (!t->in_block) return true;
    if (!access || q->line)
        return cg_failed(r, "in a transaction the program makes an access that is not cg_ld or cg_st"), false;
    t->kind = q->kind == SIM_LOAD ? TX_LD : TX_ST;
    t->thread->request.recorded = false; /* theirs is the history of transactions */
    return true;
}

void tx_thread_run(TxThread *t)
{
    SimThread *s = t->thread;
    TxRun *r = t->run;
    s->state = SIM_ENDED;
    t->wants = TX_THREAD_RUN;
    s->next(s);
    switch (s->state) {
    case SIM_WANT: t->state = take_request(t) ? TX_THREAD_ACCESS : TX_THREAD_RUN; break;
    case SIM_WAIT:
        t->state = TX_THREAD_PAUSE;
        t->pause = (uint32_t)(s->wake - r->status->cycle);
        break;
    case SIM_BLOCKED: t->state = t->wants != TX_THREAD_RUN ? t->wants : TX_THREAD_BLOCKED; break;
    default:
        t->state = TX_THREAD_ENDED;
        r->threads->running--, r->threads->cores[s->core].alive--;
    }
}
