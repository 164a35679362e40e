/* build_units.c - a block port behind which a unit stands: what is asked has its operands, what answers are its
 * outcomes. */
#include "ir/build.h"
#include "ir/unit.h"

static bool is_among(const BlockOperand *at, int n, Str name)
{
    for (int i = 0; i < n; i++) if (str_eq(at[i].name, name)) return true;
    return false;
}

const Field *port_brings_back(const PortMsg *asked, const Field *answered)
{
    const Field *f = port_field(asked, answered->name);
    return f && f->type == answered->type ? f : NULL;
}

bool port_comes_back(const Port *p, const Field *asked)
{
    for (int i = 0; i < p->events.n; i++) {
        const Field *f = port_field(p->events.at[i]->def, asked->name);
        if (f && f->type == asked->type) return true;
    }
    return false;
}

/* Each operand is a field of the request; its other fields come back. */
static void check_request(Build *b, const Port *p)
{
    const Block *u = p->block;
    const PortMsg *q = &p->requests.at[0];
    for (int i = 0; i < u->operands.n; i++)
        if (!port_field(q, u->operands.at[i].name))
            diag_error(b->d, q->pos, "'" STR_FMT "' needs the operand '" STR_FMT "': expected a field of this name",
                       STR_ARG(u->kind), STR_ARG(u->operands.at[i].name));
    for (int i = 0; i < q->fields.n; i++) {
        const Field *f = &q->fields.at[i];
        if (is_among(u->results.at, u->results.n, f->name))
            diag_error(b->d, f->pos, "'" STR_FMT "' is a result of '" STR_FMT "', expected another name",
                       STR_ARG(f->name), STR_ARG(u->kind));
        else if (!is_among(u->operands.at, u->operands.n, f->name) && !port_comes_back(p, f))
            diag_error(b->d, f->pos, "field '" STR_FMT "' is no operand of '" STR_FMT "' and comes back in no event",
                       STR_ARG(f->name), STR_ARG(u->kind));
    }
}

static void check_event(Build *b, const Port *p, const Event *e)
{
    const Block *u = p->block;
    if (!port_answers(&p->requests.at[0], e->name))
        diag_error(b->d, e->pos, "event '" STR_FMT "' answers nothing: a unit does not speak unasked",
                   STR_ARG(e->name));
    for (int i = 0; i < e->def->fields.n; i++) {
        const Field *f = &e->def->fields.at[i];
        if (!is_among(u->results.at, u->results.n, f->name) && !port_brings_back(&p->requests.at[0], f))
            diag_error(b->d, f->pos,
                       "field '" STR_FMT "' is no result of '" STR_FMT "' and no field of the request, of this type",
                       STR_ARG(f->name), STR_ARG(u->kind));
    }
}

void check_unit(Build *b, const Port *p, const Node *n)
{
    const Block *u = p->block;
    if (p->requests.n != 1) {
        diag_error(b->d, n->pos, "a unit takes one kind of request, not %d", p->requests.n);
        return;
    }
    const PortMsg *q = &p->requests.at[0];
    Str rest = q->answer, w;
    int answers = 0;
    while ((w = str_word(&rest)).n) answers++;
    if (answers != u->outcomes.n) {
        Str list = STR("");
        for (int i = 0; i < u->outcomes.n; i++)
            list = str_printf(b->a, STR_FMT "%s" STR_FMT, STR_ARG(list), i ? ", " : "", STR_ARG(u->outcomes.at[i]));
        diag_error(b->d, q->pos, "expected answer= with %d event%s, one for each outcome of '" STR_FMT "': " STR_FMT,
                   u->outcomes.n, u->outcomes.n == 1 ? "" : "s", STR_ARG(u->kind), STR_ARG(list));
    }
    if (q->times) diag_error(b->d, q->times->pos, "a unit answers once");
    check_request(b, p);
    for (int i = 0; i < p->events.n; i++) check_event(b, p, p->events.at[i]);
}
