/* serial.c - the judge of transactions.h: a graph of who must come before whom; a cycle in it is a violation. Nodes are
 * attempts.
 *   W a write is before the next write of the word      F a write is before those who read it
 *   R a read is before the next write of the word       P a thread's committed transactions are in its order */
#include "history/graph.h"
#include "history/transactions.h"
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 12 };

typedef struct {
    const SimTxHistory *h;
    SimStatus *status;
    /* what memory held, sorted by word and order; attempt: who wrote it, SIM_NONE: nobody known */
    SimTxAccess *versions; size_t n_versions;
    uint32_t (*initial)(void *context, uint64_t word);
    void *context;
    bool aborted;                               /* aborted attempts are in the graph as well */
} Judge;

static int by_word(const void *a, const void *b)
{
    const SimTxAccess *x = a, *y = b;
    if (x->word != y->word) return x->word < y->word ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static unsigned long long address(uint64_t word) { return 4 * (unsigned long long)word; }

static void describe(const SimTxAttempt *a, char text[100])
{
    const char *aborted = a->end == SIM_TX_COMMITTED ? "" : "aborted";
    int n = snprintf(text, 100, "core %u warp %u ", a->core, a->warp);
    if (a->lanes) snprintf(text + n, 100 - (size_t)n, "lane %u attempt %llu (warpts %llu%s%s)", a->lane,
                           (unsigned long long)a->number, (unsigned long long)a->warpts, *aborted ? ", " : "", aborted);
    else snprintf(text + n, 100 - (size_t)n, "attempt %llu%s%s", (unsigned long long)a->number, *aborted ? ", " : "",
                  aborted);
}

/* Every committed write arrives once, with its value, and nothing else does. */
static void judge_writes(Judge *j)
{
    uint8_t *times = sim_alloc(j->h->n_writes, 1);
    for (size_t i = 0; i < j->h->n_installed; i++) {
        const SimTxAccess *in = &j->h->installed[i];
        SimTxAccess *v = &j->versions[j->n_versions++];
        *v = *in;
        if (in->attempt == SIM_NONE) {
            sim_fail(j->status, "history: a write of 0x%x to 0x%llx that no committed transaction made", in->value,
                     address(in->word));
            continue;
        }
        const SimTxAccess *w = &j->h->writes[in->attempt];
        v->attempt = w->attempt;
        if (j->h->attempts[w->attempt].end != SIM_TX_COMMITTED)
            sim_fail(j->status, "history: a write to 0x%llx of a transaction that has not committed",
                     address(in->word));
        if (w->value != in->value)
            sim_fail(j->status, "history: 0x%llx became 0x%x, the transaction wrote 0x%x", address(in->word), in->value,
                     w->value);
        if (times[in->attempt]++ != 0)
            sim_fail(j->status, "history: a write to 0x%llx came to memory twice", address(in->word));
    }
    for (size_t i = 0; i < j->h->n_writes; i++)
        if (!times[i])
            sim_fail(j->status, "history: a committed write to 0x%llx did not come to memory",
                     address(j->h->writes[i].word));
    free(times);
    qsort(j->versions, j->n_versions, sizeof *j->versions, by_word);
}

/* The first version of the word behind this place of the order: the next write. Its predecessor is what was read. */
static size_t next_version(const Judge *j, uint64_t word, uint64_t order)
{
    size_t low = 0, high = j->n_versions;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const SimTxAccess *v = &j->versions[middle];
        if (v->word < word || (v->word == word && v->order <= order)) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void edge(SimGraph *g, uint32_t from, uint32_t to, uint8_t label)
{
    if (from != to && from != SIM_NONE && to != SIM_NONE) sim_graph_edge(g, from, to, label);
}

static void judge_read(Judge *j, const SimTxAccess *r, SimGraph *g)
{
    size_t next = next_version(j, r->word, r->order);
    bool first = next == 0 || j->versions[next - 1].word != r->word,
         last = next == j->n_versions || j->versions[next].word != r->word;
    uint32_t held = first ? j->initial(j->context, r->word) : j->versions[next - 1].value;
    if (held != r->value && !j->aborted)
        sim_fail(j->status, "history: a load of 0x%llx got 0x%x, memory held 0x%x", address(r->word), r->value, held);
    if (!j->aborted && j->h->attempts[r->attempt].end != SIM_TX_COMMITTED) return;
    if (!first) edge(g, j->versions[next - 1].attempt, r->attempt, 'F');
    if (!last) edge(g, r->attempt, j->versions[next].attempt, 'R');
}

static void build(Judge *j, SimGraph *g)
{
    for (size_t i = 0; i + 1 < j->n_versions; i++)
        if (j->versions[i].word == j->versions[i + 1].word)
            edge(g, j->versions[i].attempt, j->versions[i + 1].attempt, 'W');
    for (size_t i = 0; i < j->h->n_reads; i++) judge_read(j, &j->h->reads[i], g);
    for (size_t i = 0; i < j->h->n_attempts; i++)
        if (j->h->attempts[i].end == SIM_TX_COMMITTED) edge(g, j->h->attempts[i].before, (uint32_t)i, 'P');
}

/* A word by which an edge came about. */
static bool word_of(const Judge *j, const SimEdge *e, uint64_t *word)
{
    for (size_t i = 0; e->label == 'W' && i + 1 < j->n_versions; i++)
        if (j->versions[i].word == j->versions[i + 1].word && j->versions[i].attempt == e->from &&
            j->versions[i + 1].attempt == e->to)
            return *word = j->versions[i].word, true;
    for (size_t i = 0; (e->label == 'F' || e->label == 'R') && i < j->h->n_reads; i++) {
        const SimTxAccess *r = &j->h->reads[i];
        size_t next = next_version(j, r->word, r->order);
        bool from = e->label == 'F' && r->attempt == e->to && next > 0 && j->versions[next - 1].word == r->word &&
                    j->versions[next - 1].attempt == e->from;
        bool to = e->label == 'R' && r->attempt == e->from && next < j->n_versions &&
                  j->versions[next].word == r->word && j->versions[next].attempt == e->to;
        if (from || to) return *word = r->word, true;
    }
    return false;
}

/* Prints the way round, an edge a line. */
static void print_cycle(const Judge *j, const SimEdge *cycle, uint32_t length, FILE *out)
{
    static const struct {
        char label;
        const char *text;
    } how[] = {{'W', "wrote before the next wrote"},
               {'F', "wrote what the next read from"},
               {'R', "read before the next wrote"},
               {'P', "comes before the next of its thread"}};
    char from[100];
    for (uint32_t i = 0; i < length && i < SHOWN; i++) {
        uint64_t word = 0;
        uint32_t k = 0;
        while (how[k].label != cycle[i].label) k++;
        describe(&j->h->attempts[cycle[i].from], from);
        fprintf(out, "  %s %s", from, how[k].text);
        if (word_of(j, &cycle[i], &word)) fprintf(out, " 0x%llx", address(word));
        fputc('\n', out);
    }
}

static void report_cycle(const Judge *j, const SimEdge *cycle, uint32_t length)
{
    if (j->aborted)
        sim_fail(j->status,
                 "history: an aborted transaction has read what no order allows; %u transactions in a circle", length);
    else sim_fail(j->status, "history: not serialisable; %u transactions in a circle", length);
    if (j->status->err) print_cycle(j, cycle, length, j->status->err);
}

static uint32_t judge_order(Judge *j, uint64_t *edges)
{
    SimGraph g = {.n_nodes = (uint32_t)j->h->n_attempts};
    SimEdge cycle[SHOWN];
    build(j, &g);
    *edges = g.n_edges;
    uint32_t length = sim_graph_cycle(&g, cycle, SHOWN);
    if (length) report_cycle(j, cycle, length);
    sim_graph_free(&g);
    return length;
}

SimTxVerdict sim_tx_check(const SimTxHistory *h, uint32_t (*initial)(void *context, uint64_t word), void *context,
                           SimStatus *status)
{
    Judge j = {.h = h,
               .status = status,
               .versions = sim_alloc(h->n_installed, sizeof(SimTxAccess)),
               .initial = initial,
               .context = context};
    SimTxVerdict v = {0};
    for (size_t i = 0; i < h->n_attempts; i++)
        v.transactions += h->attempts[i].end == SIM_TX_COMMITTED, v.aborted += h->attempts[i].end == SIM_TX_ABORTED;
    judge_writes(&j);
    v.cycle = judge_order(&j, &v.edges);
    j.aborted = true;
    if (v.cycle == 0) v.cycle = judge_order(&j, &v.edges);
    free(j.versions);
    return v;
}
