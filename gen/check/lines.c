/* lines.c - lines in memory: as wide as keys say, a power of two, made of beats that AXI can count. */
#include "check/common.h"
#include "check/passes.h"
#include <inttypes.h>

enum { BEATS_MAX = 256 };

typedef struct { Check *k; const Controller *ctl; const ParamEnv *env; const char *system; } Lines;

static bool power_of_2(int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

/* What goes to memory or comes from there is a line. */
static bool check_field(const Lines *l, Pos at, Str name, const Type *t)
{
    if (t->kind != TK_BYTES) return true;
    int64_t bytes = param_eval(l->env, t->size);
    const Type *key = l->ctl->key;
    int64_t offset = key && key->offset ? param_eval(l->env, key->offset) : bytes;
    if (!power_of_2(bytes) || bytes < 2)
        diag_error(l->k->d, at,
                   "'" STR_FMT "' is a line of memory, of %" PRId64 " bytes%s, expected a power of two, 2 at least",
                   STR_ARG(name), bytes, l->system);
    else if (offset != bytes)
        diag_error(l->k->d, at,
                   "'" STR_FMT "' is a line of memory, of %" PRId64 " bytes%s, but keys of type '" STR_FMT
                   "' name lines of %" PRId64 " (offset=)",
                   STR_ARG(name), bytes, l->system, STR_ARG(key->name), offset);
    return power_of_2(bytes) && bytes >= 2 && offset == bytes;
}

static bool check_fields(const Lines *l, const PortMsg *m)
{
    bool fine = true;
    for (int i = 0; i < m->fields.n; i++)
        fine &= check_field(l, m->fields.at[i].pos, m->fields.at[i].name, m->fields.at[i].type);
    return fine;
}

static void check_beats(const Lines *l, Pos at, int64_t line)
{
    const Param *beat = NULL;
    for (int i = 0; i < l->k->p->params.n; i++)
        if (!l->k->p->params.at[i]->owner && str_is(l->k->p->params.at[i]->name, "BEAT_BYTES"))
            beat = l->k->p->params.at[i];
    int64_t bytes = l->env->value[beat->id];
    if (!power_of_2(bytes) || bytes > line)
        diag_error(l->k->d, at,
                   "illegal combination of parameters%s: BEAT_BYTES (%" PRId64
                   ") must be a power of two and at most a line (%" PRId64 " bytes)",
                   l->system, bytes, line);
    else if (line / bytes > BEATS_MAX)
        diag_error(l->k->d, at,
                   "illegal combination of parameters%s: a line of %" PRId64 " bytes in beats of BEAT_BYTES (%" PRId64
                   ") has %" PRId64 " of them, expected at most %d",
                   l->system, line, bytes, line / bytes, BEATS_MAX);
}

/* Each memory port has lines of its own, so that no order between ports matters. */
void check_memory_ports(Check *k, const Controller *c)
{
    for (int i = 0; i < c->ports.n; i++)
        for (int j = 0; j < i; j++) {
            const Port *p = c->ports.at[i], *other = c->ports.at[j];
            if (p->kind != PORT_MEMORY || other->kind != PORT_MEMORY || !same_expr(p->key, other->key)) continue;
            diag_error(k->d, p->pos, "memory ports '" STR_FMT "' and '" STR_FMT "' have the same lines, in no order: "
                       "expected key= on one of them, of other lines", STR_ARG(other->name), STR_ARG(p->name));
            diag_note(k->d, other->pos, "the other one");
        }
}

void check_lines(Check *k, const Controller *c, const ParamEnv *env, const char *system)
{
    Lines l = { k, c, env, system };
    const Type *key = c->key;
    for (int i = 0; i < c->ports.n; i++) {
        const Port *p = c->ports.at[i];
        bool fine = p->kind == PORT_MEMORY;
        for (int j = 0; fine && j < p->requests.n; j++) fine &= check_fields(&l, &p->requests.at[j]);
        for (int j = 0; fine && j < p->events.n; j++) fine &= check_fields(&l, p->events.at[j]->def);
        if (fine && key && key->offset) check_beats(&l, p->pos, param_eval(env, key->offset));
    }
    for (int i = 0; i < c->behind.n; i++) {
        const Store *s = c->behind.at[i];
        bool fine = s->block->sort == BLOCK_MEMORY;
        for (int j = 0; fine && j < s->fields.n; j++)
            fine &= check_field(&l, s->fields.at[j]->pos, s->fields.at[j]->name, s->fields.at[j]->type);
        if (fine && s->fields.n) check_beats(&l, s->pos, type_width(env, s->fields.at[0]->type) / 8);
    }
}
