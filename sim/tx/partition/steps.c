/* steps.c - see steps.h. Granules are single letters, A is granule 0; transactions tx0 to tx9 are warps 0 to 9. */
#include "tx/partition/steps.h"
#include "base/lines.h"
#include <string.h>

enum { PATIENCE = 1000, LETTERS = 26 }; /* cycles until there is no answer */

typedef struct { TxSteps *steps; TxPartition *partition; SimLines lines; uint64_t now; uint32_t different; } Run;

static void see(void *checkers, const TxEvent *e)
{
    TxSteps *s = checkers;
    if ((e->seen == TX_DECIDED || e->seen == TX_RELEASED) && e->message->granule < LETTERS)
        s->meta[e->message->granule] = e->after;
}

void tx_steps_init(TxSteps *s) { *s = (TxSteps){.observer = {see, s}}; }

static SimWord *word(Run *r, uint32_t i) { return i < r->lines.n_words ? &r->lines.words[i] : NULL; }
static bool is(Run *r, uint32_t i, const char *text) { return word(r, i) && strcmp(word(r, i)->text, text) == 0; }

static bool granule(Run *r, uint32_t i, uint64_t *g)
{
    SimWord *w = word(r, i);
    if (!w || w->text[0] < 'A' || w->text[0] > 'Z' || w->text[1])
        return sim_lines_error(&r->lines, w, "a granule is a letter from A to Z"), false;
    return *g = (uint64_t)(w->text[0] - 'A'), true;
}

static bool transaction(Run *r, uint32_t i, uint32_t *wid)
{
    SimWord *w = word(r, i);
    if (!w || strncmp(w->text, "tx", 2) != 0 || w->text[2] < '0' || w->text[2] > '9' || w->text[3])
        return sim_lines_error(&r->lines, w, "a transaction is tx0 to tx9"), false;
    return *wid = (uint32_t)(w->text[2] - '0'), true;
}

static bool number(Run *r, uint32_t i, uint64_t *n)
{
    if (!word(r, i)) return sim_lines_error(&r->lines, NULL, "a number is missing"), false;
    return sim_lines_number(&r->lines, word(r, i), UINT64_MAX, n);
}

static bool next_answer(Run *r, TxReply *reply)
{
    for (uint32_t i = 0; i < PATIENCE; i++) {
        if (r->partition->answer(r->partition, reply)) return true;
        r->partition->cycle(r->partition, ++r->now);
    }
    return false;
}

static void send(Run *r)
{
    static const struct {
        const char *name;
        TxKind kind;
    } kinds[] = {{"LD", TX_LD}, {"ST", TX_ST}, {"COMMIT", TX_COMMIT}, {"CLEANUP", TX_CLEANUP}};
    TxMessage m = {.tag = 0};
    uint32_t k = 0;
    uint64_t last;
    while (k < 4 && !is(r, 2, kinds[k].name)) k++;
    if (k == 4) { sim_lines_error(&r->lines, word(r, 2), "LD, ST, COMMIT or CLEANUP?"); return; }
    if (!transaction(r, 1, &m.wid) || !granule(r, 3, &m.granule) || !number(r, 4, &last)) return;
    m.kind = kinds[k].kind;
    if (m.kind == TX_LD || m.kind == TX_ST) m.warpts = last;
    else m.n = (uint32_t)last, m.words = m.kind == TX_COMMIT;
    for (uint32_t i = 0; !r->partition->offer(r->partition, &m); i++) {
        if (i == PATIENCE) { sim_lines_error(&r->lines, NULL, "the partition does not take it"); return; }
        r->partition->cycle(r->partition, ++r->now);
    }
}

static void check_answer(Run *r)
{
    TxReply reply;
    uint32_t wid;
    uint64_t seen = 0;
    bool ok = is(r, 2, "ok");
    if (!transaction(r, 1, &wid) || (!ok && !number(r, 3, &seen))) return;
    if (!next_answer(r, &reply)) r->different++, sim_lines_error(&r->lines, NULL, "different: no answer");
    else if (reply.wid != wid || ok != (reply.result == TX_OK) || (!ok && reply.seen != seen))
        r->different++, sim_lines_error(&r->lines, NULL, "different: tx%u %s %llu", reply.wid,
                                        reply.result == TX_OK ? "ok" : "abort", (unsigned long long)reply.seen);
}

static void check_quiet(Run *r)
{
    TxReply reply;
    if (next_answer(r, &reply))
        r->different++, sim_lines_error(&r->lines, NULL, "different: an answer to tx%u", reply.wid);
}

static void check_meta(Run *r)
{
    uint64_t g, rts, wts, writes;
    uint32_t owner = 0;
    if (!granule(r, 1, &g) || !number(r, 3, &rts) || !number(r, 5, &wts) || !number(r, 7, &writes) ||
        (!is(r, 9, "-") && !transaction(r, 9, &owner)))
        return;
    const TxMeta *m = &r->steps->meta[g];
    if (m->rts != rts || m->wts != wts || m->writes != writes || (writes && m->owner != owner))
        r->different++, sim_lines_error(&r->lines, NULL, "different: rts %llu wts %llu writes %u owner tx%u",
                                        (unsigned long long)m->rts, (unsigned long long)m->wts, m->writes, m->owner);
}

int tx_steps_run(TxSteps *s, TxPartition *p, const char *file, FILE *out)
{
    Run r = {.steps = s, .partition = p};
    if (!sim_lines_open(&r.lines, file)) return SIM_EXIT_USAGE;
    while (sim_lines_next(&r.lines)) {
        if (out) fprintf(out, "%s\n", r.lines.copy);
        if (is(&r, 0, "send")) send(&r);
        else if (is(&r, 0, "answer")) check_answer(&r);
        else if (is(&r, 0, "quiet")) check_quiet(&r);
        else if (is(&r, 0, "meta")) check_meta(&r);
        else sim_lines_error(&r.lines, word(&r, 0), "send, answer, quiet or meta?");
    }
    bool bad = r.lines.errors > r.different;
    return sim_lines_close(&r.lines) ? SIM_EXIT_OK : bad ? SIM_EXIT_USAGE : SIM_EXIT_FAILED;
}
