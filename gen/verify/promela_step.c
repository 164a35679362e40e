/* promela_step.c - what happens around the rows of a controller: which occurrences there are, which event and state a row is looked up for, and what becomes of
 * the line and the entry afterwards (docs/language.md, section 2; the entry as templates/cg_mshr.v). One step of the model is one row. */
#include "verify/promela_parts.h"

static Site before_row(Pml *x, const CtlModel *k) { return (Site){ x, k, pml_name(x, k->c->name), "key", true, false, false }; }

/* ---- the instance ---- */

static const char *set_of(Pml *x, const CtlModel *k, const char *key)
{
    Site w = before_row(x, k);
    w.key = key;
    return pml_text(x, "(%s %% %d)", k->store->index ? pml_expr(&w, k->store->index) : key, k->sets);
}

static void room_macros(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name), *lines = "", *entries = "";
    for (int q = 0; q < x->m->n_keys; q++) {
        const char *key = pml_text(x, "%d", q), *plus = q ? " + " : "";
        if (k->store) lines = pml_text(x, "%s%s(%s_here.line[%d].present && %s == %s)", lines, plus, name, q, set_of(x, k, key), set_of(x, k, "key"));
        if (k->wait) entries = pml_text(x, "%s%s%s_here.entry[%d].valid", entries, plus, name, q);
    }
    if (k->store) pml_line(x, 0, "#define %s_WAY_FREE (%s < %d)", name, lines, k->ways);
    if (k->wait) pml_line(x, 0, "#define %s_ENTRY_FREE (%s < %d)\n#define %s_NO_ENTRY (%s == 0)", name, entries, k->entries, name, entries);
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
                        for (int b = 0; b < a->branches.n && n < 64; b++) if (a->branches.at[b].body) stack[n++] = a->branches.at[b].body;
                    }
                }
            }
        }
    return top;
}

static void state_macros(Pml *x, const CtlModel *k)
{
    const Controller *c = k->c;
    const char *name = pml_name(x, c->name), *low = "0", *below = pml_text(x, "%s_here.state", name);
    if (k->store) below = pml_text(x, "(%s_line.present -> %s_line.state : 0)", name, name);
    else if (k->wait) below = "0";
    pml_line(x, 0, "#define %s_STATE %s", name, k->wait ? pml_text(x, "(%s_entry.armed -> %s_entry.state : %s)", name, name, below) : below);
    for (int i = 0; k->wait && i < c->base_events.n; i++)
        if (c->base_events.at[i]->class_ <= highest_parking(c)) low = pml_text(x, "%s || base == %s", low, pml_event(x, c, c->base_events.at[i]));
    if (k->wait) pml_line(x, 0, "#define %s_HELD (!replayed && %s_entry.valid && ((%s_entry.drain && (%s)) || %s_entry.must))", name, name, name, low, name);
    else pml_line(x, 0, "#define %s_HELD 0", name);
}

static void emptying(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    if (k->store) {
        Scalars f = pml_fields(x, k->store->fields.at, k->store->fields.n);
        pml_line(x, 0, "inline %s_no_line() {\n  %s_line.present = 0; %s_line.state = 0;", name, name, name);
        pml_copy(x, 1, &f, pml_text(x, "%s_line.", name), 'l', NULL, 0);
        pml_line(x, 0, "}");
    }
    if (!k->wait) return;
    Scalars f = pml_fields(x, k->wait->fields.at, k->wait->fields.n), args = pml_args(x, k->c);
    pml_line(x, 0, "inline %s_no_item() {   /* place j of the list */\n  %s_entry.list[j].base = 0;", name, name);
    pml_copy(x, 1, &args, pml_text(x, "%s_entry.list[j].", name), 'p', NULL, 0);
    pml_line(x, 0, "}\ninline %s_no_entry() {", name);
    pml_line(x, 1, "%s_entry.valid = 0; %s_entry.armed = 0; %s_entry.drain = 0; %s_entry.must = 0; %s_entry.fin = 0; %s_entry.state = 0; %s_entry.n = 0;", name, name, name, name, name, name, name);
    pml_copy(x, 1, &f, pml_text(x, "%s_entry.", name), 'e', NULL, 0);
    pml_line(x, 1, "for (j : 0 .. %d) { %s_no_item(); }\n  j = 0;\n}", k->depth - 1, name);
}

/* ---- occurrences ---- */

static const Var *arg_of(const Controller *c, Str field)
{
    for (int i = 0; i < c->args.n; i++) if (str_eq(c->args.at[i]->name, field)) return c->args.at[i];
    return NULL;
}

static bool takes(const CtlModel *k, const Network *net)
{
    for (int i = 0; i < k->c->base_events.n; i++) {
        const Event *e = k->c->base_events.at[i];
        if (e->kind == EV_MESSAGE && e->msg->net == net) return true;
    }
    return false;
}

static void from_network(Pml *x, const CtlModel *k, const Network *net)
{
    const char *name = pml_name(x, k->c->name), *bag = pml_text(x, "%s_bag[at]", pml_name(x, net->name));
    pml_line(x, 0, "inline %s_from_%s() {   /* message `at` */\n  me = %s.to - %d; key = %s.key; a_from = %s.from; base = NOBODY;\n  if", name, pml_name(x, net->name), bag, pml_base(x, k->c), bag, bag);
    for (int i = 0; i < k->c->base_events.n; i++) {
        const Event *e = k->c->base_events.at[i];
        Scalars f = { 0 };
        if (e->kind != EV_MESSAGE || e->msg->net != net) continue;
        for (int j = 0; j < e->msg->fields.n; j++)
            if (arg_of(k->c, e->msg->fields.at[j].name)) pml_add(x, &f, e->msg->fields.at[j].name, e->msg->fields.at[j].type, NULL);
        pml_line(x, 1, ":: %s.kind == %s -> base = %s;", bag, pml_message(x, e->msg), pml_event(x, k->c, e));
        pml_copy(x, 2, &f, "", 'a', pml_text(x, "%s.", bag), 'm');
    }
    pml_line(x, 0, "  :: else -> skip;\n  fi;\n}");
}

static void from_memory(Pml *x, const CtlModel *k)
{
    const Event *e = k->mem->events.at[0];
    pml_line(x, 0, "inline %s_from_memory() {\n  base = %s;", pml_name(x, k->c->name), pml_event(x, k->c, e));
    for (int i = 0; i < e->def->fields.n; i++) {
        const Field *f = &e->def->fields.at[i];
        if (!arg_of(k->c, f->name)) continue;
        if (f->type->kind == TK_BOOL) pml_line(x, 1, "a_%s = BAD(key);", pml_name(x, f->name));
        for (int c = 0; pml_role(x, f->type) == ROLE_DATA && c < x->m->n_cells; c++)
            pml_line(x, 1, "a_%s[%d] = (BAD(key) -> 0 : memory[key * CELLS + %d]);", pml_name(x, f->name), c, c);
    }
    pml_line(x, 0, "}");
}

static void from_parked(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    Scalars args = pml_args(x, k->c);
    pml_line(x, 0, "inline %s_from_parked() {\n  base = %s_entry.list[0].base; replayed = 1; must_hit = %s_entry.must;", name, name, name);
    pml_copy(x, 1, &args, "", 'a', pml_text(x, "%s_entry.list[0].", name), 'p');
    pml_line(x, 0, "}");
}

static const char *id_name(Pml *x, const CtlModel *k)
{
    const Type *id = NULL;
    const char *found = NULL;
    for (int i = 0; i < x->m->n_ctl; i++) if (x->m->ctl[i].core) id = x->m->ctl[i].core->id_type;
    for (int i = 0; id && i < k->c->args.n; i++) if (k->c->args.at[i]->type == id) found = pml_name(x, k->c->args.at[i]->name);
    return found ? pml_text(x, "a_%s", found) : "0";
}

static void from_core(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name), *id = id_name(x, k);
    pml_line(x, 0, "inline %s_from_core() {   /* event base, for warp `warp`, about cell `cell` */\n%s  if", name, id[0] == 'a' ? pml_text(x, "  %s = warp;\n", id) : "");
    for (int i = 0; i < k->c->base_events.n; i++) {
        const Event *e = k->c->base_events.at[i];
        if (e->kind != EV_CORE) continue;
        pml_line(x, 1, ":: base == %s ->%s", pml_event(x, k->c, e), "");
        bool any = false;
        for (int j = 0; j < e->def->fields.n; j++) {
            const Field *f = &e->def->fields.at[j];
            Role r = pml_role(x, f->type);
            if (!arg_of(k->c, f->name)) continue;
            if (r == ROLE_DATA) pml_line(x, 2, "a_%s[cell] = PENDING + me * WARPS + warp;", pml_name(x, f->name));
            else if (r == ROLE_MASK && x->m->n_cells > 1) pml_line(x, 2, "a_%s = 1 << cell;", pml_name(x, f->name));
            int operand = str_is(e->name, "atomic") && f->type != k->core->id_type ? pml_operand(x, f->name) : 0;
            if (operand) pml_line(x, 2, "a_%s = %d;", pml_name(x, f->name), operand);
            any |= r == ROLE_DATA || (r == ROLE_MASK && x->m->n_cells > 1) || operand;
        }
        if (!any) pml_line(x, 2, "skip;");
    }
    pml_line(x, 0, "  :: else -> skip;\n  fi;\n}");
}

/* ---- which row ---- */

static void look(Pml *x, const CtlModel *k)
{
    const Controller *c = k->c;
    const char *name = pml_name(x, c->name), *core = "0";
    Site w = before_row(x, k);
    bool stamps = false, refined = false;
    pml_line(x, 0, "inline %s_look() {   /* stored state, refined event, viewed state. In a d_step the first option that holds is taken. */\n  node = %d + me; old = %s_STATE; next = old; ev = base; st = old;", name, pml_base(x, c), name);
    for (int i = 0; i < c->base_events.n; i++) {
        if (c->base_events.at[i]->kind == EV_CORE) core = pml_text(x, "%s || base == %s", core, pml_event(x, c, c->base_events.at[i]));
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
            pml_line(x, 1, ":: base == %s && %s -> ev = %s;   /* %s */", pml_event(x, c, c->base_events.at[i]), e->when ? pml_expr(&w, e->when) : "true", pml_event(x, c, e), pml_pos(x, e->pos));
        }
    if (refined) pml_line(x, 1, ":: else -> skip;\n  fi;");
    if (c->views.n) pml_line(x, 1, "if");
    for (int i = 0; i < c->views.n; i++) {
        const View *v = c->views.at[i];
        const char *of = "0", *events = v->events.n ? "0" : "1";
        for (int s = 0; s < v->of.n; s++) of = pml_text(x, "%s || old == %s", of, pml_state(x, c, v->of.at[s]));
        for (int e = 0; v->events.n && e < c->events.n; e++)
            for (int j = 0; j < v->events.n; j++)
                if (c->events.at[e] == v->events.at[j] || c->events.at[e]->base == v->events.at[j]) events = pml_text(x, "%s || ev == %s", events, pml_event(x, c, c->events.at[e]));
        pml_line(x, 1, ":: (%s) && (%s)%s -> st = %s;   /* %s */", of, events, v->when ? pml_text(x, " && %s", pml_expr(&w, v->when)) : "", pml_state(x, c, v->as), pml_pos(x, v->pos));
    }
    if (c->views.n) pml_line(x, 1, ":: else -> skip;\n  fi;");
    pml_line(x, 0, "}");
}

/* ---- after the row ---- */

static void finish_line(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name), *at_line = "0";
    for (int i = 0; i < k->c->states.n; i++)
        if (k->c->states.at[i]->at == AT_STORE) at_line = pml_text(x, "%s || next == %s", at_line, pml_state(x, k->c, k->c->states.at[i]));
    pml_line(x, 1, "if\n  :: do_free || !%s_line.present -> %s_no_line();\n  :: else -> %s_line.state = (%s -> next : 0);\n  fi;", name, name, name, at_line);
}

static void finish_entry(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name), *e = pml_text(x, "%s_entry", name);
    Scalars args = pml_args(x, k->c);
    pml_line(x, 1, "if\n  :: %s.valid ->\n    %s.state = next;\n    if   /* the replayed request: gone, or parked again at the head */", e, e);
    pml_line(x, 2, ":: replayed && do_park -> assert(livelock || !must_hit); %s.must = 0; %s.drain = 0;\n    :: replayed && !do_park ->\n      %s.must = 0; %s.n--;\n      j = 0;\n      do\n      :: j < %s.n ->", e, e, e, e, e);
    pml_line(x, 4, "%s.list[j].base = %s.list[j + 1].base;", e, e);
    pml_copy(x, 4, &args, pml_text(x, "%s.list[j].", e), 'p', pml_text(x, "%s.list[j + 1].", e), 'p');
    pml_line(x, 0, "        j++;\n      :: else -> break;\n      od;\n      %s_no_item();\n      j = 0;", name);
    pml_line(x, 2, ":: !replayed && do_park ->\n      j = %s.n;\n      %s.list[j].base = base;", e, e);
    pml_copy(x, 3, &args, pml_text(x, "%s.list[j].", e), 'p', "", 'a');
    pml_line(x, 0, "      %s.n++; j = 0;\n    :: else -> skip;\n    fi;", e);
    pml_line(x, 2, "if :: do_replay -> %s.drain = 1; %s.must = %s.must || do_must; :: else -> skip; fi;", e, e, e);
    pml_line(x, 2, "if :: do_done -> %s.armed = 0; %s.fin = 1; :: else -> skip; fi;", e, e);
    pml_line(x, 2, "if :: %s.n == 0 -> %s.drain = 0; %s.must = 0; :: else -> skip; fi;", e, e, e);
    pml_line(x, 2, "if\n    :: %s.n == 0 && %s.fin -> %s_no_entry();\n    :: !%s.armed -> %s.state = 0;\n    :: else -> skip;\n    fi;\n  :: else -> %s_no_entry();\n  fi;", e, e, name, e, e, name);
}

static void within_bounds(Pml *x, const Scalars *s, const char *place, char letter)
{
    for (int i = 0; i < s->of.n; i++)
        if (s->of.at[i].role == ROLE_STAMP) pml_line(x, 1, "if :: %s%c_%s > STAMP_MAX -> beyond = 1; :: else -> skip; fi;", place, letter, s->of.at[i].name);
}

static void bounds(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    Scalars regs = pml_registers(x, k->c);
    within_bounds(x, &regs, pml_text(x, "%s_here.", name), 'r');
    if (k->store) { Scalars f = pml_fields(x, k->store->fields.at, k->store->fields.n); within_bounds(x, &f, pml_text(x, "%s_line.", name), 'l'); }
    if (k->wait) { Scalars f = pml_fields(x, k->wait->fields.at, k->wait->fields.n); within_bounds(x, &f, pml_text(x, "%s_entry.", name), 'e'); }
}

static const char *core_time(Pml *x, const CtlModel *k)
{
    Scalars regs = pml_registers(x, k->c);
    for (int i = 0; i < regs.of.n; i++) if (regs.of.at[i].role == ROLE_STAMP) return pml_text(x, "%s_here.r_%s", pml_name(x, k->c->name), regs.of.at[i].name);
    return "0";
}

/* Whose access a row performs. */
static void whose(Pml *x, const CtlModel *k)
{
    int base = x->core ? pml_base(x, x->core) : 0, count = x->core ? pml_count(x, x->core) : 0;
    const char *messages = "0", *id = id_name(x, k);
    pml_line(x, 0, "inline %s_whose() {   /* the thread that an access of the row belongs to */", pml_name(x, k->c->name));
    for (int i = 0; i < k->c->base_events.n; i++)
        if (k->c->base_events.at[i]->kind == EV_MESSAGE) messages = pml_text(x, "%s || base == %s", messages, pml_event(x, k->c, k->c->base_events.at[i]));
    if (k->core) pml_line(x, 1, "t = me * WARPS + %s %% WARPS;", id);
    else pml_line(x, 1, "t = ((%s) && a_from >= %d && a_from < %d -> (a_from - %d) * WARPS + %s %% WARPS : NOBODY);", messages, base, base + count, base, id);
    pml_line(x, 0, "}");
}

static void invariants(Pml *x, const CtlModel *k)
{
    Site w = { x, k, pml_name(x, k->c->name), "key", false, true, false };
    for (int i = 0; i < k->c->invariants.n; i++) {
        const Invariant *v = &k->c->invariants.at[i];
        if (v->test && !v->cover) pml_line(x, 3, "assert(invariant || %s);   /* %s: " STR_FMT " */", pml_expr(&w, v->test), pml_pos(x, v->pos), STR_ARG(v->name));
    }
}

static void finish(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    pml_line(x, 0, "inline %s_finish() {", name);
    if (!k->store && !k->wait) pml_line(x, 1, "%s_here.state = next;", name);
    if (k->store) finish_line(x, k);
    if (k->wait) finish_entry(x, k);
    bounds(x, k);
    pml_line(x, 1, "if :: !beyond && acts && t != NOBODY -> perform(); :: else -> skip; fi;\n  if\n  :: beyond -> cut_off();\n  :: else ->");
    if (k->core) pml_line(x, 2, "if :: answered -> t = answered - 1; moment = %s; answer(); :: else -> skip; fi;", core_time(x, k));
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
    for (int i = 0; i < x->m->p->nets.n; i++) if (takes(k, x->m->p->nets.at[i])) from_network(x, k, x->m->p->nets.at[i]);
    if (k->mem) from_memory(x, k);
    if (k->wait) from_parked(x, k);
    if (k->core) from_core(x, k);
    look(x, k);
    whose(x, k);
    finish(x, k);
}

void pml_emptying(Pml *x)
{
    for (int i = 0; i < x->m->n_ctl; i++) emptying(x, &x->m->ctl[i]);
}

/* ---- the process of a controller's instances ---- */

static const char *victims(Pml *x, const CtlModel *k, const char *line)
{
    const char *text = "0";
    for (int i = 0; i < k->store->victims.n; i++) text = pml_text(x, "%s || %s.state == %s", text, line, pml_state(x, k->c, k->store->victims.at[i].state));
    return text;
}

static const Event *evict_event(const Controller *c)
{
    for (int i = 0; i < c->base_events.n; i++) if (c->base_events.at[i]->kind == EV_EVICT) return c->base_events.at[i];
    return NULL;
}

static void pick_work(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    int first = pml_base(x, k->c), count = pml_count(x, k->c);
    for (int n = 0; n < x->m->p->nets.n; n++) {
        const char *net = pml_name(x, x->m->p->nets.at[n]->name);
        if (!takes(k, x->m->p->nets.at[n])) continue;
        pml_line(x, 0, "#define PICK(i) :: d_step { %s_NEXT(i) && %s_bag[i].to >= %d && %s_bag[i].to < %d -> src = %d; at = i; }", net, net, first, net, first + count, n + 1);
        for (int i = 0; i < MAX_MSGS; i++) pml_line(x, 3, "PICK(%d)", i);
        pml_line(x, 0, "#undef PICK");
    }
    for (int i = 0; i < count; i++)
        for (int q = 0; q < x->m->n_keys; q++) {
            const char *here = pml_text(x, "%s_at[%d]", name, i), *take = pml_text(x, "me = %d; key = %d;", i, q);
            const Event *evict = evict_event(k->c);
            if (k->mem) pml_line(x, 3, ":: d_step { %s.reads[%d] > 0 -> src = FROM_MEMORY; %s }", here, q, take);
            if (k->wait) pml_line(x, 3, ":: d_step { %s.entry[%d].valid && %s.entry[%d].drain && %s.entry[%d].n > 0 -> src = FROM_PARKED; %s }", here, q, here, q, here, q, take);
            if (k->store && evict)
                pml_line(x, 3, ":: d_step { %s.line[%d].present && (%s)%s -> src = FROM_EVICTION; base = %s; %s }", here, q, victims(x, k, pml_text(x, "%s.line[%d]", here, q)),
                         k->wait ? pml_text(x, " && !%s.entry[%d].valid", here, q) : "", pml_event(x, k->c, evict), take);
        }
}

static const char *operation(const Event *e) { return str_is(e->name, "load") ? "LOAD" : str_is(e->name, "store") ? "STORE" : str_is(e->name, "atomic") ? "ATOMIC" : "OTHER"; }

static void pick_request(Pml *x, const CtlModel *k)
{
    const Model *m = x->m;
    for (int i = 0; i < pml_count(x, k->c); i++)
        for (int w = 0; w < m->n_warps; w++)
            for (int e = 0; e < k->c->base_events.n; e++) {
                const Event *b = k->c->base_events.at[e];
                if (b->kind != EV_CORE || (m->o->no_atomics && str_is(b->name, "atomic"))) continue;
                for (int q = 0; q < m->n_keys; q++)
                    for (int c = 0; c < m->n_cells; c++)
                        pml_line(x, 3, ":: d_step { !cut && thread[%d].op == 0%s -> src = FROM_CORE; me = %d; warp = %d; base = %s; key = %d; cell = %d; }", i * m->n_warps + w,
                                 m->o->ops ? pml_text(x, " && thread[%d].left > 0", i * m->n_warps + w) : "", i, w, pml_event(x, k->c, b), q, c);
            }
}

static void take_request(Pml *x, const CtlModel *k)
{
    pml_line(x, 3, ":: can && src == FROM_CORE ->\n        t = me * WARPS + warp;\n        thread[t].key = key; thread[t].cell = cell;");
    if (x->m->stamp) pml_line(x, 4, "thread[t].time = %s;", core_time(x, k));
    if (x->m->o->ops) pml_line(x, 4, "thread[t].left--;");
    pml_line(x, 4, "if");
    for (int i = 0; i < k->c->base_events.n; i++)
        if (k->c->base_events.at[i]->kind == EV_CORE) pml_line(x, 4, ":: base == %s -> thread[t].op = %s;", pml_event(x, k->c, k->c->base_events.at[i]), operation(k->c->base_events.at[i]));
    pml_line(x, 4, "fi;");
}

static void absent_fields(Pml *x, const CtlModel *k)
{
    for (int i = 0; k->store && i < k->store->fields.n; i++) {
        const Var *v = k->store->fields.at[i];
        int64_t absent = v->absent && !v->type->opaque && pml_role(x, v->type) != ROLE_UNMODELLED ? pml_number(x, v->absent, v->type) : 0;
        if (absent) pml_line(x, 3, "if :: !%s_line.present -> %s_line.l_%s = %d; :: else -> skip; fi;   /* absent= */", pml_name(x, k->c->name), pml_name(x, k->c->name), pml_name(x, v->name), (int)absent);
    }
}

void pml_process(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    pml_line(x, 0, "active proctype %s() {\n  do\n  :: atomic {\n      if   /* something is offered to an instance */", name);
    pick_work(x, k);
    if (k->core) pick_request(x, k);
    pml_line(x, 0, "      fi;\n      d_step {   /* which row; if it can run the occurrence is taken, else nothing happens */\n      if");
    for (int n = 0; n < x->m->p->nets.n; n++)
        if (takes(k, x->m->p->nets.at[n])) pml_line(x, 3, ":: src == %d -> %s_from_%s();", n + 1, name, pml_name(x, x->m->p->nets.at[n]->name));
    if (k->mem) pml_line(x, 3, ":: src == FROM_MEMORY -> %s_from_memory();", name);
    if (k->wait) pml_line(x, 3, ":: src == FROM_PARKED -> %s_from_parked();", name);
    if (k->core) pml_line(x, 3, ":: src == FROM_CORE -> %s_from_core();", name);
    pml_line(x, 3, ":: else -> skip;\n      fi;\n      %s_look();\n      %s_can_run();\n      if\n      :: !can -> skip;", name, name);
    for (int n = 0; n < x->m->p->nets.n; n++)
        if (takes(k, x->m->p->nets.at[n])) pml_line(x, 3, ":: can && src == %d -> %s_remove();", n + 1, pml_name(x, x->m->p->nets.at[n]->name));
    if (k->mem) pml_line(x, 3, ":: can && src == FROM_MEMORY -> %s_here.reads[key]--;", name);
    if (k->core) take_request(x, k);
    pml_line(x, 3, ":: else -> skip;\n      fi;\n      %s_whose();", name);
    absent_fields(x, k);
    pml_line(x, 0, "      }");
    pml_rows(x, k, 3);
    pml_line(x, 0, "      d_step {\n      if\n      :: can -> %s_finish();\n      :: else -> skip;\n      fi;\n      clear();\n      }\n    }\n  od\n}\n", name);
}

/* ---- rest ---- */

static void try_work(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    int first = pml_base(x, k->c), count = pml_count(x, k->c);
    const Event *evict = evict_event(k->c);
    for (int n = 0; n < x->m->p->nets.n; n++) {
        const char *net = pml_name(x, x->m->p->nets.at[n]->name);
        if (!takes(k, x->m->p->nets.at[n])) continue;
        pml_line(x, 2, "w = 0;\n    do\n    :: !moves && w < %s_n ->\n      at = w;\n      if\n      :: %s_NEXT(at) && %s_bag[at].to >= %d && %s_bag[at].to < %d -> %s_from_%s(); %s_look(); %s_can_run();\n      :: else -> skip;\n      fi;\n      moves = can;\n      clear(); w++;\n    :: else -> break;\n    od;",
                 net, net, net, first, net, first + count, name, net, name, name);
    }
    if (!k->mem && !k->wait && !(k->store && evict)) return;
    pml_line(x, 2, "w = 0;\n    do\n    :: !moves && w < %d * KEYS ->", count);
    static const char *const what[] = { "from_memory", "from_parked", "" };
    for (int i = 0; i < 3; i++) {
        if ((i == 0 && !k->mem) || (i == 1 && !k->wait) || (i == 2 && !(k->store && evict))) continue;
        pml_line(x, 3, "me = w / KEYS; key = w %% KEYS;\n      if");
        if (i == 0) pml_line(x, 3, ":: %s_here.reads[key] > 0 -> %s_%s();", name, name, what[i]);
        if (i == 1) pml_line(x, 3, ":: %s_entry.valid && %s_entry.drain && %s_entry.n > 0 -> %s_%s();", name, name, name, name, what[i]);
        if (i == 2) pml_line(x, 3, ":: %s_line.present && (%s)%s -> base = %s;", name, victims(x, k, pml_text(x, "%s_line", name)), k->wait ? pml_text(x, " && !%s_entry.valid", name) : "", pml_event(x, k->c, evict));
        pml_line(x, 3, ":: else -> base = NOBODY;\n      fi;\n      if :: base != NOBODY -> %s_look(); %s_can_run(); :: else -> skip; fi;\n      moves = moves || can;\n      clear();", name, name);
    }
    pml_line(x, 0, "      w++;\n    :: else -> break;\n    od;");
}

static void quiet(Pml *x)
{
    const Model *m = x->m;
    const char *text = "1";
    for (int i = 0; i < m->n_threads; i++) text = pml_text(x, "%s && thread[%d].op == 0", text, i);
    for (int i = 0; i < m->p->nets.n; i++) text = pml_text(x, "%s && %s_n == 0", text, pml_name(x, m->p->nets.at[i]->name));
    for (int i = 0; i < m->n_ctl; i++)
        for (int n = 0; n < pml_count(x, m->ctl[i].c); n++)
            for (int q = 0; q < m->n_keys; q++) {
                const char *at = pml_text(x, "%s_at[%d]", pml_name(x, m->ctl[i].c->name), n);
                if (m->ctl[i].wait) text = pml_text(x, "%s && !%s.entry[%d].valid", text, at, q);
                if (m->ctl[i].mem) text = pml_text(x, "%s && %s.reads[%d] == 0", text, at, q);
            }
    pml_line(x, 0, "/* Nothing on its way, nobody waits. */\n#define QUIET (%s)\n", text);
}

/* At rest every line that is kept has a state of its own. */
static void kept(Pml *x)
{
    const Model *m = x->m;
    for (int i = 0; i < m->n_ctl; i++) {
        const CtlModel *k = &m->ctl[i];
        for (int n = 0; k->store && n < pml_count(x, k->c); n++)
            for (int q = 0; q < m->n_keys; q++) {
                const char *line = pml_text(x, "%s_at[%d].line[%d]", pml_name(x, k->c->name), n, q), *states = "0";
                for (int s = 0; s < k->c->states.n; s++)
                    if (k->c->states.at[s]->at == AT_STORE) states = pml_text(x, "%s || %s.state == %s", states, line, pml_state(x, k->c, k->c->states.at[s]));
                pml_line(x, 3, "assert(conservation || !%s.present || %s);", line, states);
            }
    }
}

void pml_rest(Pml *x)
{
    quiet(x);
    pml_line(x, 0, "bool moves;\n\n/* In every state: if nothing but new requests of the cores can happen, nobody waits. This changes nothing. */\nactive proctype rest() {\n  do\n  :: atomic {\n    d_step {\n    if\n    :: cut -> skip;\n    :: QUIET ->");
    kept(x);
    pml_line(x, 0, "      skip;\n    :: else -> skip;\n    fi;\n    moves = cut || QUIET;\n    }");
    for (int i = 0; i < x->m->n_ctl; i++) {
        pml_line(x, 0, "    d_step {   /* %s */", pml_name(x, x->m->ctl[i].c->name));
        try_work(x, &x->m->ctl[i]);
        pml_line(x, 0, "    }");
    }
    pml_line(x, 0, "    d_step { assert(deadlock || moves); moves = 0; w = 0; }\n    }\n  od\n}");
}
