/* promela_process.c - the processes: one for each controller, whose step is one row of one of its instances, and one
 * that looks at every state. */
#include "verify/promela/promela_parts.h"

static void absent_fields(Pml *x, const CtlModel *k)
{
    const char *keyless = pml_keyless(x, k);
    for (int i = 0; k->n_stores && i < k->store[0].s->fields.n; i++) {
        const Var *v = k->store[0].s->fields.at[i];
        int64_t absent = v->absent && !v->type->opaque && pml_role(x, v->type) != ROLE_UNMODELLED
                             ? pml_number(x, v->absent, v->type)
                             : 0;
        if (absent)
            pml_line(x, 3, "if :: !%s_line.present%s -> %s_line.l_%s = %d; :: else -> skip; fi;   /* absent= */",
                     pml_name(x, k->c->name), keyless ? pml_text(x, " && !(%s)", keyless) : "",
                     pml_name(x, k->c->name), pml_name(x, v->name), (int)absent);
    }
}

void pml_process(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    pml_line(x, 0, "active proctype %s_process() {\n  do\n  :: atomic {\n      if   "
             "/* something is offered to an instance */", name);
    pml_pick_work(x, k);
    if (k->core) pml_pick_request(x, k);
    pml_line(x, 0, "      fi;");
    pml_pick_joined(x, k);
    pml_line(x, 0,
             "      d_step {   /* which row; if it can run the occurrence is taken, else nothing happens "
             "*/\n      if");
    for (int n = 0; n < x->m->p->nets.n; n++)
        if (pml_takes(k, x->m->p->nets.at[n]))
            pml_line(x, 3, ":: src == %d -> %s_from_%s();", n + 1, name, pml_name(x, x->m->p->nets.at[n]->name));
    if (k->mem) pml_line(x, 3, ":: src == FROM_MEMORY -> %s_from_memory();", name);
    if (k->n_waits) pml_line(x, 3, ":: src == FROM_PARKED -> %s_from_parked();", name);
    if (k->core) pml_line(x, 3, ":: src == FROM_CORE -> %s_from_core();", name);
    pml_line(x, 3,
             ":: else -> skip;\n      fi;\n      %s_look();\n      %s_can_run();\n      if\n      :: !can -> skip;",
             name, name);
    for (int n = 0; n < x->m->p->nets.n; n++)
        if (pml_takes(k, x->m->p->nets.at[n]))
            pml_line(x, 3, ":: can && src == %d -> %s_%s();", n + 1, pml_name(x, x->m->p->nets.at[n]->name),
                     pml_net_joins(x, x->m->p->nets.at[n]) ? "take" : "remove");
    if (k->mem) pml_line(x, 3, ":: can && src == FROM_MEMORY -> %s_read();", name);
    if (k->core) pml_take_request(x, k);
    pml_line(x, 3, ":: else -> skip;\n      fi;\n      %s_whose();", name);
    absent_fields(x, k);
    pml_line(x, 0, "      }");
    pml_rows(x, k, 3);
    pml_line(x, 0,
             "      d_step {\n      if\n      :: can -> %s_finish();\n      :: else -> skip;\n      fi;\n      "
             "clear();\n      }\n    }\n  od\n}\n",
             name);
}

/* ---- rest ---- */

/* A core ends the transaction that it has begun, sooner or later. */
static void try_ends(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    for (int e = 0; k->core && e < k->c->base_events.n; e++)
        for (int i = 0; k->events[k->c->base_events.at[e]->code].ends && i < pml_count(x, k->c) * x->m->n_warps; i++)
            pml_line(x, 2,
                     "if :: !moves && thread[%d].op == 0 && %s -> src = FROM_CORE; me = %d; warp = %d; base = %s; "
                     "%s_from_core(); %s_look(); %s_can_run(); moves = can; clear(); :: else -> skip; fi;",
                     i, pml_tx_open(x, i), i / x->m->n_warps, i % x->m->n_warps,
                     pml_event(x, k->c, k->c->base_events.at[e]), name, name, name);
}

static bool has_wish(const CtlModel *k)
{
    for (int i = 0; i < k->c->base_events.n; i++) if (k->c->base_events.at[i]->kind == EV_WISH) return true;
    return false;
}

static void try_work(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    int first = pml_base(x, k->c), count = pml_count(x, k->c);
    const Event *evict = pml_evict(k->c);
    Site site = pml_site(x, k, BEFORE_ROW);
    for (int n = 0; n < x->m->p->nets.n; n++) {
        const char *net = pml_name(x, x->m->p->nets.at[n]->name);
        if (!pml_takes(k, x->m->p->nets.at[n])) continue;
        pml_line(x, 2,
                 "w = 0;\n    do\n    :: !moves && w < %s_n ->\n      at = w;\n      if\n"
                 "      :: %s_NEXT(at) && %s_bag[at].to >= %d && %s_bag[at].to < %d -> %s%s_from_%s(); "
                 "%s_look(); %s_can_run();\n      :: else -> skip;\n      fi;\n"
                 "      moves = can;\n      clear(); w++;\n    :: else -> break;\n    od;",
                 net, net, net, first, net, first + count,
                 pml_net_joins(x, x->m->p->nets.at[n]) ? pml_text(x, "%s_alone(); ", net) : "", name, net, name, name);
    }
    try_ends(x, k);
    if (!k->mem && !k->n_waits && !k->n_stores && !has_wish(k)) return;
    pml_line(x, 2, "w = 0;\n    do\n    :: !moves && w < %d * KEYS ->", count);
    static const char *const what[] = { "from_memory", "from_parked", "" };
    for (int i = 0; i < 3 + k->c->base_events.n; i++) {
        const Event *wake = i >= 3 ? k->c->base_events.at[i - 3] : NULL;
        if ((i == 0 && !k->mem) || (i == 1 && !k->n_waits) || (i == 2 && !(k->n_stores && evict))) continue;
        if (wake && wake->kind != EV_WAKE && wake->kind != EV_WISH) continue;
        pml_line(x, 3, "me = w / KEYS; key = w %% KEYS;\n      if");
        if (i == 0) pml_line(x, 3, ":: %s_here.reads[key] > 0 -> %s_%s();", name, name, what[i]);
        if (i == 1)
            pml_line(x, 3, ":: %s_entry.valid && %s_entry.drain && %s_entry.n > 0 -> %s_%s();", name, name, name, name,
                     what[i]);
        if (i == 2)
            pml_line(x, 3, ":: %s_line.present && (%s)%s -> base = %s;", name,
                     pml_victims(x, &site),
                     pml_entry_keeps(k) ? pml_text(x, " && !%s_entry.valid", name) : "", pml_event(x, k->c, evict));
        if (wake)
            pml_line(x, 3, ":: %s -> base = %s;", pml_wakes(x, &site, wake), pml_event(x, k->c, wake));
        pml_line(x, 3,
                 ":: else -> base = NOBODY;\n      fi;\n      if :: base != NOBODY -> %s_look(); %s_can_run(); :: else "
                 "-> skip; fi;\n"
                 "      moves = moves || can;\n      clear();",
                 name, name);
    }
    pml_line(x, 0, "      w++;\n    :: else -> break;\n    od;");
}

static void quiet(Pml *x)
{
    const Model *m = x->m;
    const char *text = "1";
    for (int i = 0; i < m->n_threads; i++) text = pml_text(x, "%s && thread[%d].op == 0", text, i);
    for (int i = 0; m->tx && i < m->n_threads; i++) {
        text = pml_text(x, "%s && !%s", text, pml_tx_open(x, i));
        for (int q = 0; q < m->n_keys; q++) text = pml_text(x, "%s && tx[%d].flight[%d] == 0", text, i, q);
    }
    for (int i = 0; i < m->p->nets.n; i++)
        text = pml_text(x, "%s && %s_n == 0", text, pml_name(x, m->p->nets.at[i]->name));
    for (int i = 0; i < m->n_ctl; i++)
        for (int n = 0; n < pml_count(x, m->ctl[i].c); n++)
            for (int q = 0; q < m->n_keys; q++) {
                const char *at = pml_text(x, "%s_at[%d]", pml_name(x, m->ctl[i].c->name), n);
                if (m->ctl[i].n_waits) text = pml_text(x, "%s && !%s.entry[%d].valid", text, at, q);
                if (m->ctl[i].mem) text = pml_text(x, "%s && %s.reads[%d] == 0", text, at, q);
            }
    pml_line(x, 0, "/* Nothing on its way, nobody waits. */\n#define QUIET (%s)\n", text);
}

/* With transactions: a line is in a state that is not stable, which is right at rest while something is to come. */
static void unstable(Pml *x)
{
    const Model *m = x->m;
    const char *text = "0";
    for (int i = 0; i < m->n_ctl && m->tx; i++) {
        const CtlModel *k = &m->ctl[i];
        for (int n = 0; k->n_stores && n < pml_count(x, k->c); n++)
            for (int q = 0; q < m->n_keys; q++)
                for (int s = 0; s < k->c->states.n; s++) {
                    const State *st = k->c->states.at[s];
                    const char *line = pml_text(x, "%s_at[%d].line[%d]", pml_name(x, k->c->name), n, q);
                    if (st->at == AT_STORE && !st->stable)
                        text = pml_text(x, "%s || (%s.present && %s.state == %s)", text, line, line,
                                        pml_state(x, k->c, st));
                }
    }
    pml_line(x, 0, "#define UNSTABLE (%s)\n", text);
}

/* At rest every line that is kept has a state of its own. */
static void kept(Pml *x)
{
    const Model *m = x->m;
    for (int i = 0; i < m->n_ctl; i++) {
        const CtlModel *k = &m->ctl[i];
        for (int n = 0; k->n_stores && n < pml_count(x, k->c); n++)
            for (int q = 0; q < m->n_keys; q++) {
                const char *line = pml_text(x, "%s_at[%d].line[%d]", pml_name(x, k->c->name), n, q), *states = "0";
                for (int s = 0; s < k->c->states.n; s++)
                    if (k->c->states.at[s]->at == AT_STORE)
                        states =
                            pml_text(x, "%s || %s.state == %s", states, line, pml_state(x, k->c, k->c->states.at[s]));
                pml_line(x, 3, "assert(conservation || !%s.present || %s);", line, states);
            }
    }
}

void pml_rest(Pml *x)
{
    quiet(x);
    unstable(x);
    pml_line(
        x, 0,
        "bool moves;\n\n/* In every state: if nothing but new requests of the cores can happen, nobody waits. This "
        "changes nothing. */\n"
        "active proctype rest() {\n  do\n  :: atomic {\n    d_step {\n    if\n    :: cut -> skip;\n    :: QUIET ->");
    kept(x);
    pml_line(x, 0, "      skip;\n    :: else -> skip;\n    fi;\n    moves = cut || (QUIET && !UNSTABLE);\n    }");
    for (int i = 0; i < x->m->n_ctl; i++) {
        pml_line(x, 0, "    d_step {   /* %s */", pml_name(x, x->m->ctl[i].c->name));
        try_work(x, &x->m->ctl[i]);
        pml_line(x, 0, "    }");
    }
    pml_line(x, 0,
             "    d_step {\n    assert(deadlock || moves || QUIET);\n"
             "    assert(conservation || moves || !QUIET);   /* a line at rest, with nothing to come, is stable */\n"
             "    moves = 0; w = 0;\n    }\n    }\n  od\n}");
}
