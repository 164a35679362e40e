/* performs.c - an access takes effect once in a row, and whose it is is known: that of the controller's own core, of
 * the sender of the row's message, or of the node that by= names. */
#include "check/passes.h"

typedef struct { Check *k; const Controller *c; const Event *e; VEC(const Action *) told; } Looking;

static void look(const Action *x, void *ctx)
{
    Looking *r = ctx;
    if (!(x->performs & (PERFORMS_READ | PERFORMS_WRITE)) || x->by) return;
    for (int i = 0; i < r->told.n; i++) if (r->told.at[i] == x) return;
    vec_push(r->k->a, &r->told, x);
    diag_error(r->k->d, x->pos,
               "whose access takes effect here? Event " STR_FMT " has no sender, and " STR_FMT " has no core port: "
               "expected by=\"...\", a node, beside performs=", STR_ARG(r->e->name), STR_ARG(r->c->name));
}

/* ---- of which thread ---- */

static const Type *thread_type(const Protocol *p)
{
    for (int c = 0; c < p->ctls.n; c++)
        for (int i = 0; i < p->ctls.at[c]->ports.n; i++)
            if (p->ctls.at[c]->ports.at[i]->kind == PORT_CORE && p->ctls.at[c]->ports.at[i]->id_type)
                return p->ctls.at[c]->ports.at[i]->id_type;
    return NULL;
}

static void look_which(const Action *x, void *ctx)
{
    Looking *r = ctx;
    const Field *first = NULL;
    const Type *id = thread_type(r->k->p);
    if (!(x->performs & (PERFORMS_READ | PERFORMS_WRITE)) || x->thread || !id) return;
    for (int i = 0; i < r->told.n; i++) if (r->told.at[i] == x) return;
    for (int i = 0; i < r->e->msg->fields.n; i++) {
        const Field *f = &r->e->msg->fields.at[i];
        if (f->type != id) continue;
        if (!first) { first = f; continue; }
        vec_push(r->k->a, &r->told, x);
        diag_error(r->k->d, x->pos,
                   "of which thread does the access take effect? Fields " STR_FMT " and " STR_FMT " of " STR_FMT
                   " are of type " STR_FMT ": expected id=\"msg." STR_FMT "\" or the other beside performs=",
                   STR_ARG(first->name), STR_ARG(f->name), STR_ARG(r->e->name), STR_ARG(id->name),
                   STR_ARG(first->name));
        return;
    }
}

/* ---- once in a row ---- */

enum { ACCESS = PERFORMS_READ | PERFORMS_WRITE };

/* By bit of ACCESS: the action of the path up to here that has it, or NULL. */
typedef struct { const Action *at[2]; } Done;

static const Action **done_at(Done *d, int bit) { return &d->at[bit == PERFORMS_WRITE]; }

static void note_access(Check *k, const Action *a, Done *done)
{
    for (int bit = PERFORMS_READ; bit <= PERFORMS_WRITE; bit <<= 1) {
        const Action **first = done_at(done, bit);
        if (!(a->performs & bit)) continue;
        if (*first && *first != a) {
            diag_error(k->d, a->pos, "the %s of this row takes effect a second time: performs=\"%s\" is said once on a "
                       "path", bit == PERFORMS_READ ? "read" : "write", bit == PERFORMS_READ ? "read" : "write");
            diag_note(k->d, (*first)->pos, "first here");
        }
        *first = a;
    }
}

/* What has been done behind a choice is what each of its branches has done. */
static void once_in(Check *k, const Action *body, Done *done)
{
    for (const Action *a = body; a; a = a->next) {
        Done all = *done;
        bool closed = false;
        note_access(k, a, done);
        for (int i = 0; i < a->branches.n; i++) {
            Done one = *done;
            once_in(k, a->branches.at[i].body, &one);
            closed |= !a->branches.at[i].test;
            for (int n = 0; n < 2; n++) all.at[n] = i && !all.at[n] ? NULL : one.at[n];
        }
        if (closed) *done = all;
    }
}

/* An access takes effect once in a row. Branches of two choices are not looked at together: it may be that no row takes
 * both. */
static void check_once(Check *k, const Controller *c)
{
    for (int i = 0; i < c->rows.n; i++) once_in(k, c->rows.at[i]->body, &(Done){ { NULL, NULL } });
}

void check_performs(Check *k)
{
    for (int i = 0; i < k->p->ctls.n; i++) {
        Looking r = { .k = k, .c = k->p->ctls.at[i] };
        bool core = false;
        check_once(k, r.c);
        for (int n = 0; n < r.c->states.n * r.c->events.n; n++) {
            r.e = r.c->events.at[n % r.c->events.n];
            for (int j = 0; r.e->kind == EV_MESSAGE && j < r.c->cells[n].rows.n; j++)
                actions_walk(r.c->cells[n].rows.at[j]->body, look_which, &r);
        }
        for (int p = 0; p < r.c->ports.n; p++) core |= r.c->ports.at[p]->kind == PORT_CORE;
        for (int n = 0; !core && n < r.c->states.n * r.c->events.n; n++) {
            r.e = r.c->events.at[n % r.c->events.n];
            if (r.e->kind == EV_MESSAGE) continue;
            for (int j = 0; j < r.c->cells[n].rows.n; j++) actions_walk(r.c->cells[n].rows.at[j]->body, look, &r);
        }
    }
}
