/* bank.c - transfers between accounts as transactions, on ports with the events load, store, commit and the reply
 * aborted; some transactions only read.
 * Every version of an account names the transaction that wrote it, so that what each has read is known. Judged: the
 * total, and that the committed transactions have a serial order (nobody's write is lost, and the graph of who must be
 * before whom has no cycle).
 * --with: accounts, audits (percent of transactions that only read), backoff (cycles, doubled at each abort); counters:
 * after each transaction one of so many, in lines of their own, is counted up outside of transactions. --ops:
 * transactions of a warp. */
#include "cores/program.h"
#include <string.h>

enum { MOST_READ = 4, BALANCE = 100, NOBODY = 0, MOST_BACKOFF = 6 };

/* A committed transaction; number 0 is what the accounts held at first. */
typedef struct { uint32_t n, account[MOST_READ], from[MOST_READ]; bool writes; } Done;

typedef struct {
    uint64_t base, ops, counter;
    uint32_t accounts, audits, backoff, line, counters;
    Done *done;
    uint32_t n_done, aborts, next, longest;
    int64_t total;
    uint64_t counted;
} Bank;

static uint32_t word(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}
static void put_word(uint8_t *at, uint32_t v) { for (int i = 0; i < 4; i++) at[i] = (uint8_t)(v >> 8 * i); }

static void *setup(CgRun *r)
{
    Bank *b = cg_keep(r, sizeof *b);
    uint64_t n = cg_option(r, "accounts", 32), audits = cg_option(r, "audits", 20),
             backoff = cg_option(r, "backoff", 20), counters = cg_option(r, "counters", 0);
    b->ops = cg_operations(r, 200);
    b->line = cg_line_bytes(r);
    if (n < MOST_READ || n > 1u << 20 || audits > 100 || backoff > 10000 || counters > 1000 || b->line < 8)
        return cg_failed(r, "accounts go from 4 to 2^20, audits to 100, backoff to 10000, counters to 1000; a granule "
                            "has 8 bytes at least"),
               b;
    if (counters && !cg_has_atomics(r))
        return cg_failed(r, "counters are counted by atomics, which the design does not have"), b;
    b->accounts = (uint32_t)n, b->audits = (uint32_t)audits, b->backoff = (uint32_t)backoff,
    b->counters = (uint32_t)counters;
    b->done = cg_keep(r, (b->ops * cg_cores(r) * cg_warps(r) + 1) * sizeof *b->done);
    b->next = 1;
    b->base = cg_alloc(r, n * b->line);
    b->counter = counters ? cg_alloc(r, 4 * counters) : 0;
    for (uint32_t i = 0; i < n; i++) cg_poke(r, b->base + (uint64_t)i * b->line, BALANCE);
    return b;
}

static uint64_t place(const Bank *b, uint32_t account) { return b->base + (uint64_t)account * b->line; }
static bool ask(Warp *w, const char *event, uint64_t at, uint8_t *line)
{
    return strcmp(cg_ask(w, event, at, line), "aborted") != 0;
}

static void choose(Warp *w, const Bank *b, Done *d)
{
    d->writes = cg_rand(w, 100) >= b->audits;
    d->n = d->writes ? 2 : MOST_READ;
    for (uint32_t i = 0; i < d->n; i++)
        for (bool again = true; again;) {
            d->account[i] = cg_rand(w, b->accounts);
            again = false;
            for (uint32_t k = 0; k < i; k++) again |= d->account[k] == d->account[i];
        }
}

/* False: it was aborted. */
static bool attempt(Warp *w, const Bank *b, Done *d, uint32_t number)
{
    uint8_t line[MOST_READ][256] = { { 0 } };
    for (uint32_t i = 0; i < d->n; i++) {
        if (!ask(w, "load", place(b, d->account[i]), line[i])) return false;
        d->from[i] = word(line[i] + 4);
    }
    for (uint32_t i = 0; i < d->n && d->writes; i++) {
        put_word(line[i], word(line[i]) + (i ? 1 : (uint32_t)-1));
        put_word(line[i] + 4, number);
        if (!ask(w, "store", place(b, d->account[i]), line[i])) return false;
    }
    return ask(w, "commit", 0, NULL);
}

static void read_all(Warp *w, Bank *b)
{
    for (uint32_t i = 0; i < b->accounts; i++) {
        uint8_t line[256] = { 0 };
        while (!ask(w, "load", place(b, i), line) || !ask(w, "commit", 0, NULL)) cg_wait(w, 10);
        b->total += (int32_t)word(line);
    }
}

static void body(Warp *w, void *arg)
{
    Bank *b = arg;
    for (uint64_t i = 0; i < b->ops; i++) {
        Done d;
        uint32_t number = b->next++, tries = 0;
        choose(w, b, &d);
        for (; !attempt(w, b, &d, number); b->aborts++, tries++)
            if (b->backoff) cg_wait(w, 1 + cg_rand(w, b->backoff << (tries < MOST_BACKOFF ? tries : MOST_BACKOFF)));
        if (tries > b->longest) b->longest = tries;
        b->done[number] = d;
        b->n_done++;
        if (b->counters) cg_atomic(w, CG_ADD, b->counter + 4 * cg_rand(w, b->counters), 1, 0);
    }
    if (!cg_meet(w)) return;
    read_all(w, b);
    for (uint32_t i = 0; i < b->counters; i++) b->counted += cg_ld(w, b->counter + 4 * (uint64_t)i);
}

/* ---- the judge ---- */

typedef struct { uint32_t *edge, *next, *head, *before, n; } Graph;   /* before: how many must be before each */

static void must_precede(Graph *g, uint32_t a, uint32_t b)
{
    if (a == NOBODY || a == b) return;
    g->edge[g->n] = b;
    g->next[g->n] = g->head[a];
    g->head[a] = ++g->n;
    g->before[b]++;
}

/* The version of an account that transaction `from` wrote is read by all of these; who of them writes is next. */
static bool successors(CgRun *r, const Bank *b, uint32_t *next, uint32_t *first)
{
    for (uint32_t t = 1; t < b->next; t++)
        for (uint32_t i = 0; i < b->done[t].n && b->done[t].writes; i++) {
            uint32_t from = b->done[t].from[i], *at = first + b->done[t].account[i];
            if (from >= b->next)
                return cg_failed(r, "transaction %u has read from %u, which there is not", t, from), false;
            for (uint32_t k = 0; from && k < b->done[from].n; k++)
                if (b->done[from].account[k] == b->done[t].account[i]) at = next + (size_t)from * MOST_READ + k;
            if (*at)
                return cg_failed(r, "transactions %u and %u both follow %u at account %u: a write is lost", *at, t,
                                 from, b->done[t].account[i]),
                       false;
            *at = t;
        }
    return true;
}

static uint32_t next_writer(const Bank *b, const uint32_t *next, const uint32_t *first, uint32_t from, uint32_t account)
{
    for (uint32_t k = 0; from && k < b->done[from].n; k++)
        if (b->done[from].account[k] == account) return next[(size_t)from * MOST_READ + k];
    return from ? NOBODY : first[account];
}

static void order(CgRun *r, const Bank *b, const uint32_t *next, const uint32_t *first)
{
    size_t most = (size_t)b->next * MOST_READ * 2;
    Graph g = { cg_keep(r, most * 4), cg_keep(r, most * 4), cg_keep(r, b->next * 4u), cg_keep(r, b->next * 4u), 0 };
    uint32_t *ready = cg_keep(r, b->next * 4u), n = 0, seen = 0;
    for (uint32_t t = 1; t < b->next; t++)
        for (uint32_t i = 0; i < b->done[t].n; i++) {
            must_precede(&g, b->done[t].from[i], t);
            uint32_t after = next_writer(b, next, first, b->done[t].from[i], b->done[t].account[i]);
            if (after) must_precede(&g, t, after);
        }
    for (uint32_t t = 1; t < b->next; t++) if (!g.before[t]) ready[n++] = t;
    for (; seen < n; seen++)
        for (uint32_t e = g.head[ready[seen]]; e; e = g.next[e - 1])
            if (--g.before[g.edge[e - 1]] == 0) ready[n++] = g.edge[e - 1];
    if (n + 1 == b->next) return;
    for (uint32_t t = 1; t < b->next; t++)
        if (g.before[t]) {
            cg_failed(r, "%u committed transactions have no serial order, %u among them", b->next - 1 - n, t);
            return;
        }
}

static void check(CgRun *r, void *arg)
{
    Bank *b = arg;
    uint32_t *next = cg_keep(r, (size_t)b->next * MOST_READ * 4), *first = cg_keep(r, b->accounts * 4u);
    if (b->n_done + 1 != b->next) {
        cg_failed(r, "%u of %u transactions have committed", b->n_done, b->next - 1);
        return;
    }
    if (b->total != (int64_t)b->accounts * BALANCE)
        cg_failed(r, "the accounts hold %lld, at first it was %lld", (long long)b->total,
                  (long long)b->accounts * BALANCE);
    if (b->counters && b->counted != b->n_done)
        cg_failed(r, "%u transactions were counted %llu times", b->n_done, (unsigned long long)b->counted);
    if (successors(r, b, next, first)) order(r, b, next, first);
}

static void report(void *arg, FILE *out)
{
    const Bank *b = arg;
    fprintf(out, "bank       %u accounts, %u transactions, %u aborts (%.0f per 1000 commits, at most %u of one)\n",
            b->accounts, b->n_done, b->aborts, b->n_done ? 1000.0 * b->aborts / b->n_done : 0.0, b->longest);
}

const CgKernel cg_kernel_bank = {
    "bank", "transfers between accounts, as transactions", setup, body, check, report, NULL, true};
