/* promela_step.c - what happens around the rows of a controller: which event and state a row is looked up for, and what
 * becomes of the line and the entry afterwards (docs/language.md, section 2; the entry as templates/cg_mshr.v). */
#include "verify/promela/promela_parts.h"

/* ---- the instance ---- */

static const char *set_of(Pml *x, const CtlModel *k, const char *key)
{
    Site w = pml_site(x, k, BEFORE_ROW);
    w.key = key;
    return pml_text(x, "(%s %% %d)", k->store[0].s->index ? pml_expr(&w, k->store[0].s->index) : key, k->store[0].sets);
}

static void room_macros(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name), *lines = "", *entries = "";
    for (int q = 0; q < x->m->n_keys; q++) {
        const char *key = pml_text(x, "%d", q), *plus = q ? " + " : "";
        if (k->n_stores)
            lines = pml_text(x, "%s%s(%s_here.line[%d].present && %s == %s)", lines, plus, name, q, set_of(x, k, key),
                             set_of(x, k, "key"));
        if (k->n_waits) entries = pml_text(x, "%s%s%s_here.entry[%d].valid", entries, plus, name, q);
    }
    if (k->n_stores) pml_line(x, 0, "#define %s_WAY_FREE (%s < %d)", name, lines, k->store[0].ways);
    if (k->n_waits)
        pml_line(x, 0, "#define %s_ENTRY_FREE (%s < %d)\n#define %s_NO_ENTRY (%s == 0)", name, entries,
                 k->wait[0].entries,
                 name, entries);
}

/* Events as low as the highest that parks somewhere wait while an entry drains. */
static int64_t highest_parking(const Controller *c)
{
    int64_t top = INT64_MIN;
    for (int s = 0; s < c->states.n; s++)
        for (int e = 0; e < c->events.n; e++) {
            const Cell *cell = cell_at(c, c->states.at[s], c->events.at[e]);
            for (int i = 0; i < cell->rows.n; i++) {
                const Action *stack[64];
                int n = 0;
                if (cell->rows.at[i]->body) stack[n++] = cell->rows.at[i]->body;
                while (n) {
                    for (const Action *a = stack[--n]; a; a = a->next) {
                        if (a->kind == A_PARK && c->events.at[e]->class_ > top) top = c->events.at[e]->class_;
                        for (int b = 0; b < a->branches.n && n < 64; b++)
                            if (a->branches.at[b].body) stack[n++] = a->branches.at[b].body;
                    }
                }
            }
        }
    return top;
}

static void state_macros(Pml *x, const CtlModel *k)
{
    const Controller *c = k->c;
    const char *name = pml_name(x, c->name), *low = "0";
    pml_line(
        x, 0, "#define %s_STATE %s", name,
        pml_stored(x, k, pml_text(x, "%s_here", name), pml_text(x, "%s_line", name), pml_text(x, "%s_entry", name)));
    for (int i = 0; pml_entry_keeps(k) && i < c->base_events.n; i++)
        if (c->base_events.at[i]->class_ <= highest_parking(c))
            low = pml_text(x, "%s || base == %s", low, pml_event(x, c, c->base_events.at[i]));
    if (pml_entry_keeps(k))
        pml_line(x, 0, "#define %s_HELD (!replayed && %s_entry.valid && ((%s_entry.drain && (%s)) || %s_entry.must))",
                 name, name, name, low, name);
    else pml_line(x, 0, "#define %s_HELD 0", name);
}

static void emptying(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    if (k->n_stores) {
        Scalars f = pml_fields(x, k->store[0].s->fields.at, k->store[0].s->fields.n);
        pml_line(x, 0, "inline %s_no_line() {\n  %s_line.present = 0; %s_line.state = 0;", name, name, name);
        pml_copy(x, 1, &f, (PmlPart){ pml_text(x, "%s_line.", name), 'l' }, NULL);
        pml_line(x, 0, "}");
    }
    if (!k->n_waits) return;
    Scalars f = pml_fields(x, k->wait[0].w->fields.at, k->wait[0].w->fields.n), args = pml_args(x, k->c);
    pml_line(x, 0, "inline %s_no_item() {   /* place j of the list */\n  %s_entry.list[j].base = 0;", name, name);
    pml_copy(x, 1, &args, (PmlPart){ pml_text(x, "%s_entry.list[j].", name), 'p' }, NULL);
    pml_line(x, 0, "}\ninline %s_no_entry() {", name);
    pml_line(x, 1,
             "%s_entry.valid = 0; %s_entry.armed = 0; %s_entry.drain = 0; %s_entry.must = 0; %s_entry.fin = 0; "
             "%s_entry.state = 0; %s_entry.n = 0;",
             name, name, name, name, name, name, name);
    pml_copy(x, 1, &f, (PmlPart){ pml_text(x, "%s_entry.", name), 'e' }, NULL);
    pml_line(x, 1, "for (j : 0 .. %d) { %s_no_item(); }\n  j = 0;\n}", k->wait[0].depth - 1, name);
}

/* ---- which row ---- */

static void look(Pml *x, const CtlModel *k)
{
    const Controller *c = k->c;
    const char *name = pml_name(x, c->name), *core = "0", *keyless = pml_keyless(x, k);
    Site w = pml_site(x, k, BEFORE_ROW);
    bool stamps = false, refined = false;
    pml_line(x, 0,
             "inline %s_look() {   /* stored state, refined event, viewed state. In a d_step the first option that "
             "holds is taken. */\n"
             "  node = %d + me; old = %s; next = old; ev = base; st = old;",
             name, pml_base(x, c),
             keyless && !k->whole ? pml_text(x, "(%s -> 0 : %s_STATE)", keyless, name)
                                                    : pml_text(x, "%s_STATE", name));
    for (int i = 0; i < c->base_events.n; i++) {
        if (c->base_events.at[i]->kind == EV_CORE)
            core = pml_text(x, "%s || base == %s", core, pml_event(x, c, c->base_events.at[i]));
        refined |= c->base_events.at[i]->refinements.n > 0;
    }
    for (int i = 0; i < c->args.n; i++) {
        const Var *v = c->args.at[i];
        if (v->kind != V_STAMP || !v->stamp || pml_role(x, v->type) == ROLE_UNMODELLED) continue;
        if (!stamps) pml_line(x, 1, "if\n  :: !replayed && (%s) ->", core);
        pml_line(x, 2, "a_%s = %s;", pml_name(x, v->name), pml_expr(&w, v->stamp));
        stamps = true;
    }
    if (stamps) pml_line(x, 1, ":: else -> skip;\n  fi;");
    if (refined) pml_line(x, 1, "if");
    for (int i = 0; i < c->base_events.n; i++)
        for (int r = 0; r < c->base_events.at[i]->refinements.n; r++) {
            const Event *e = c->base_events.at[i]->refinements.at[r];
            pml_line(x, 1, ":: base == %s && %s -> ev = %s;   /* %s */", pml_event(x, c, c->base_events.at[i]),
                     e->when ? pml_expr(&w, e->when) : "true", pml_event(x, c, e), pml_pos(x, e->pos));
        }
    if (refined) pml_line(x, 1, ":: else -> skip;\n  fi;");
    if (c->views.n) pml_line(x, 1, "if");
    for (int i = 0; i < c->views.n; i++) {
        const View *v = c->views.at[i];
        const char *of = "0", *events = v->events.n ? "0" : "1";
        for (int s = 0; s < v->of.n; s++) of = pml_text(x, "%s || old == %s", of, pml_state(x, c, v->of.at[s]));
        for (int e = 0; v->events.n && e < c->events.n; e++)
            for (int j = 0; j < v->events.n; j++)
                if (c->events.at[e] == v->events.at[j] || c->events.at[e]->base == v->events.at[j])
                    events = pml_text(x, "%s || ev == %s", events, pml_event(x, c, c->events.at[e]));
        pml_line(x, 1, ":: (%s) && (%s)%s -> st = %s;   /* %s */", of, events,
                 v->when ? pml_text(x, " && %s", pml_expr(&w, v->when)) : "", pml_state(x, c, v->as),
                 pml_pos(x, v->pos));
    }
    if (c->views.n) pml_line(x, 1, ":: else -> skip;\n  fi;");
    pml_line(x, 0, "}");
}

/* ---- after the row ---- */

static void finish_line(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name), *at_line = "0";
    for (int i = 0; i < k->c->states.n; i++)
        if (k->c->states.at[i]->at == AT_STORE)
            at_line = pml_text(x, "%s || next == %s", at_line, pml_state(x, k->c, k->c->states.at[i]));
    pml_line(
        x, 1,
        "if\n  :: do_free || !%s_line.present -> %s_no_line();\n  :: else -> %s_line.state = (%s -> next : 0);\n  fi;",
        name, name, name, at_line);
}

/* What is parked stands in the order in which it is offered (templates/cg_stall.v). */
static void finish_stall(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name), *e = pml_text(x, "%s_entry", name);
    const Waiters *w = k->wait[0].w;
    const Var *by = w->greatest ? w->greatest : w->least;
    Scalars args = pml_args(x, k->c);
    const char *before = by ? pml_text(x, "a_%s %s %s.list[j - 1].p_%s", pml_name(x, by->name),
                                       w->greatest ? ">" : "<", e, pml_name(x, by->name))
                            : "false";
    pml_line(x, 1, "if\n  :: replayed && do_park -> assert(livelock || !must_hit); %s.must = 0; %s.drain = 0;\n"
                   "  :: replayed && !do_park ->\n    %s.must = 0; %s.n--;\n    j = 0;\n    do\n    :: j < %s.n ->",
             e, e, e, e, e);
    pml_line(x, 3, "%s.list[j].base = %s.list[j + 1].base;", e, e);
    pml_copy(x, 3, &args, (PmlPart){ pml_text(x, "%s.list[j].", e), 'p' },
             &(PmlPart){ pml_text(x, "%s.list[j + 1].", e), 'p' });
    pml_line(x, 0, "      j++;\n    :: else -> break;\n    od;\n    %s_no_item();\n    j = 0;", name);
    pml_line(x, 1, ":: !replayed && do_park ->\n    %s.valid = 1;\n    j = %s.n;\n    do\n    :: j > 0 && %s ->", e,
             e, before);
    pml_line(x, 3, "%s.list[j].base = %s.list[j - 1].base;", e, e);
    pml_copy(x, 3, &args, (PmlPart){ pml_text(x, "%s.list[j].", e), 'p' },
             &(PmlPart){ pml_text(x, "%s.list[j - 1].", e), 'p' });
    pml_line(x, 0, "      j--;\n    :: else -> break;\n    od;\n    %s.list[j].base = base;", e);
    pml_copy(x, 2, &args, (PmlPart){ pml_text(x, "%s.list[j].", e), 'p' }, &(PmlPart){ "", 'a' });
    pml_line(x, 0, "    %s.n++; j = 0;\n  :: else -> skip;\n  fi;", e);
    pml_line(x, 1, "if :: do_replay -> %s.drain = 1; %s.must = %s.must || do_must; :: else -> skip; fi;", e, e, e);
    pml_line(x, 1, "if :: %s.n == 0 -> %s_no_entry(); :: else -> skip; fi;", e, name);
}

static void finish_entry(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name), *e = pml_text(x, "%s_entry", name);
    Scalars args = pml_args(x, k->c);
    pml_line(x, 1,
             "if\n  :: %s.valid ->\n    %s.state = next;\n    if   /* the replayed request: gone, or parked again at "
             "the head */",
             e, e);
    pml_line(x, 2,
             ":: replayed && do_park -> assert(livelock || !must_hit); %s.must = 0; %s.drain = 0;\n    :: replayed && "
             "!do_park ->\n"
             "      %s.must = 0; %s.n--;\n      j = 0;\n      do\n      :: j < %s.n ->",
             e, e, e, e, e);
    pml_line(x, 4, "%s.list[j].base = %s.list[j + 1].base;", e, e);
    pml_copy(x, 4, &args, (PmlPart){ pml_text(x, "%s.list[j].", e), 'p' },
             &(PmlPart){ pml_text(x, "%s.list[j + 1].", e), 'p' });
    pml_line(x, 0, "        j++;\n      :: else -> break;\n      od;\n      %s_no_item();\n      j = 0;", name);
    pml_line(x, 2, ":: !replayed && do_park ->\n      j = %s.n;\n      %s.list[j].base = base;", e, e);
    pml_copy(x, 3, &args, (PmlPart){ pml_text(x, "%s.list[j].", e), 'p' }, &(PmlPart){ "", 'a' });
    pml_line(x, 0, "      %s.n++; j = 0;\n    :: else -> skip;\n    fi;", e);
    pml_line(x, 2, "if :: do_replay -> %s.drain = 1; %s.must = %s.must || do_must; :: else -> skip; fi;", e, e, e);
    pml_line(x, 2, "if :: do_done -> %s.armed = 0; %s.fin = 1; :: else -> skip; fi;", e, e);
    pml_line(x, 2, "if :: %s.n == 0 -> %s.drain = 0; %s.must = 0; :: else -> skip; fi;", e, e, e);
    pml_line(x, 2,
             "if\n    :: %s.n == 0 && %s.fin -> %s_no_entry();\n    :: !%s.armed -> %s.state = 0;\n    :: else -> "
             "skip;\n    fi;\n"
             "  :: else -> %s_no_entry();\n  fi;",
             e, e, name, e, e, name);
}

static void within_bounds(Pml *x, const Scalars *s, const char *place, char letter)
{
    for (int i = 0; i < s->of.n; i++)
        for (int e = 0; s->of.at[i].role == ROLE_STAMP && e < (s->of.at[i].elems ? s->of.at[i].elems : 1); e++)
            pml_line(x, 1, "if :: %s%c_%s%s > STAMP_MAX -> beyond = 1; :: else -> skip; fi;", place, letter,
                     s->of.at[i].name, s->of.at[i].elems ? pml_text(x, "[%d]", e) : "");
}

static void bounds(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    Scalars regs = pml_registers(x, k->c);
    within_bounds(x, &regs, pml_text(x, "%s_here.", name), 'r');
    if (k->n_stores) {
        Scalars f = pml_fields(x, k->store[0].s->fields.at, k->store[0].s->fields.n);
        within_bounds(x, &f, pml_text(x, "%s_line.", name), 'l');
    }
    if (k->n_waits) {
        Scalars f = pml_fields(x, k->wait[0].w->fields.at, k->wait[0].w->fields.n);
        within_bounds(x, &f, pml_text(x, "%s_entry.", name), 'e');
    }
}

const char *pml_core_time(Pml *x, const CtlModel *k)
{
    Scalars regs = pml_registers(x, k->c);
    for (int i = 0; i < regs.of.n; i++)
        if (regs.of.at[i].role == ROLE_STAMP)
            return pml_text(x, "%s_here.r_%s", pml_name(x, k->c->name), regs.of.at[i].name);
    return "0";
}

/* Whose access a row performs. */
static void whose(Pml *x, const CtlModel *k)
{
    int base = x->core ? pml_base(x, x->core) : 0, count = x->core ? pml_count(x, x->core) : 0;
    const char *messages = "0", *id = pml_id_name(x, k);
    pml_line(x, 0, "inline %s_whose() {   /* the thread that an access of the row belongs to */",
             pml_name(x, k->c->name));
    for (int i = 0; i < k->c->base_events.n; i++)
        if (k->c->base_events.at[i]->kind == EV_MESSAGE)
            messages = pml_text(x, "%s || base == %s", messages, pml_event(x, k->c, k->c->base_events.at[i]));
    if (k->core) pml_line(x, 1, "t = me * WARPS + %s %% WARPS;", id);
    else
        pml_line(x, 1, "t = ((%s) && a_from >= %d && a_from < %d -> (a_from - %d) * WARPS + %s %% WARPS : NOBODY);",
                 messages, base, base + count, base, id);
    pml_line(x, 0, "}");
}

/* Of all lines: the row may have set registers, which stand in the invariants of each. */
static void invariants(Pml *x, const CtlModel *k)
{
    Site w = pml_site(x, k, AFTER_ROW);
    pml_line(x, 2, "for (key : 0 .. KEYS - 1) {");
    for (int i = 0; i < k->c->invariants.n; i++) {
        const Invariant *v = &k->c->invariants.at[i];
        if (v->test && !v->cover)
            pml_line(x, 3, "assert(invariant || %s);   /* %s: " STR_FMT " */", pml_expr(&w, v->test),
                     pml_pos(x, v->pos), STR_ARG(v->name));
    }
    pml_line(x, 3, "skip;");
    pml_line(x, 2, "}");
    pml_line(x, 2, "system_invariants();");
}

/* Those over the system, unrolled. */
void pml_system(Pml *x)
{
    pml_line(x, 0, "inline system_invariants() {");
    for (int i = 0; i < x->m->n_ctl; i++) {
        const CtlModel *k = &x->m->ctl[i];
        Site w = pml_site(x, k, OVER_SYSTEM);
        for (int n = 0; n < k->c->invariants.n; n++) {
            const Invariant *v = &k->c->invariants.at[n];
            if (v->system && !v->cover)
                pml_line(x, 1, "assert(invariant || %s);   /* %s: " STR_FMT " */", pml_expr(&w, v->system),
                         pml_pos(x, v->pos), STR_ARG(v->name));
        }
    }
    pml_line(x, 0, "  skip;\n}\n");
}

static void finish(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name), *keyless = pml_keyless(x, k);
    pml_line(x, 0, "inline %s_finish() {", name);
    if (k->whole) pml_line(x, 1, "%s_here.state = next;", name);
    if (keyless && (k->n_stores || k->n_waits)) pml_line(x, 1, "if\n  :: %s -> skip;\n  :: else ->", keyless);
    if (k->n_stores) finish_line(x, k);
    if (pml_entry_keeps(k)) finish_entry(x, k);
    else if (k->n_waits) finish_stall(x, k);
    if (keyless && (k->n_stores || k->n_waits)) pml_line(x, 1, "fi;");
    bounds(x, k);
    if (x->m->tx) {
        pml_tx_finish(x, k);
        pml_line(x, 1, "if\n  :: beyond -> cut_off();\n  :: else -> forget(); tx_settle();");
        invariants(x, k);
        pml_line(x, 0, "  fi;\n}\n");
        return;
    }
    if (k->core) pml_line(x, 1, "if :: answered -> answer_fits(); :: else -> skip; fi;\n"
        "  if :: answered && !beyond -> answer_holds(); :: else -> skip; fi;");
    pml_line(x, 1,
             "if :: !beyond && acts && t != NOBODY -> perform(); :: else -> skip; fi;\n  if\n  :: beyond -> "
             "cut_off();\n  :: else ->");
    if (k->core)
        pml_line(x, 2, "if :: answered -> t = answered - 1; moment = %s; answer(); :: else -> skip; fi;",
                 pml_core_time(x, k));
    pml_line(x, 2, "forget();");
    invariants(x, k);
    pml_line(x, 0, "  fi;\n}\n");
}

void pml_controller(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    pml_line(x, 0, "/* ---- %s ---- */\n", name);
    room_macros(x, k);
    state_macros(x, k);
    pml_occurrences(x, k);
    look(x, k);
    whose(x, k);
    finish(x, k);
}

void pml_emptying(Pml *x)
{
    for (int i = 0; i < x->m->n_ctl; i++) emptying(x, &x->m->ctl[i]);
}
