/* promela_ghost.c - when an access takes effect: which write it sees, where its own write stands, and what its answer
 * must say (docs/verify.md, "Data value"). */
#include "verify/promela/promela_parts.h"

/* ---- every place that holds contents of cell c of key k ---- */

static void each_scalar(Pml *x, int depth, const Scalars *s, const char *at, char letter, const char *op)
{
    for (int i = 0; i < s->of.n; i++)
        if (s->of.at[i].cells) pml_line(x, depth, "%s(%s%c_%s[c]);", op, at, letter, s->of.at[i].name);
}

static bool has_cells(const Scalars *s)
{
    for (int i = 0; i < s->of.n; i++) if (s->of.at[i].cells) return true;
    return false;
}

static void each_controller(Pml *x, const CtlModel *k, const char *op)
{
    const char *at = pml_text(x, "%s_at[i].", pml_name(x, k->c->name));
    Scalars line = { 0 }, entry = { 0 }, args = pml_args(x, k->c);
    if (k->n_stores) line = pml_fields(x, k->store[0].s->fields.at, k->store[0].s->fields.n);
    if (k->n_waits) entry = pml_fields(x, k->wait[0].w->fields.at, k->wait[0].w->fields.n);
    bool list = k->n_waits && has_cells(&args);
    if (!has_cells(&line) && !has_cells(&entry) && !list && !k->mem) return;
    pml_line(x, 1, "for (i : 0 .. %d) {", pml_count(x, k->c) - 1);
    if (k->mem) pml_line(x, 2, "%s(%swas[k * CELLS + c]);", op, at);
    each_scalar(x, 2, &line, pml_text(x, "%sline[k].", at), 'l', op);
    each_scalar(x, 2, &entry, pml_text(x, "%sentry[k].", at), 'e', op);
    if (list) {
        pml_line(x, 2, "for (j : 0 .. %d) {", k->wait[0].depth - 1);
        each_scalar(x, 3, &args, pml_text(x, "%sentry[k].list[j].", at), 'p', op);
        pml_line(x, 2, "}");
    }
    pml_line(x, 1, "}");
}

bool pml_timed(const Pml *x) { return x->m->stamp && !x->m->tx; }
bool pml_ordered(const Pml *x) { return x->m->stamp || x->m->tx; }

void pml_each_place(Pml *x, const char *name, const char *op)
{
    pml_line(x, 0, "inline %s() {", name);
    pml_line(x, 1, "%s(memory[k * CELLS + c]);", op);
    for (int i = 0; i < x->m->n_ctl; i++) each_controller(x, &x->m->ctl[i], op);
    for (int i = 0; i < x->m->p->nets.n; i++) {
        const char *net = pml_name(x, x->m->p->nets.at[i]->name);
        Scalars f = pml_message_fields(x, x->m->p->nets.at[i]);
        if (!has_cells(&f)) continue;
        pml_line(x, 1, "i = 0;\n  do\n  :: i < %s_n ->\n    if\n    :: %s_bag[i].key == k ->", net, net);
        each_scalar(x, 3, &f, pml_text(x, "%s_bag[i].", net), 'm', op);
        pml_line(x, 0, "    :: else -> skip;\n    fi;\n    i++;\n  :: else -> break;\n  od;");
    }
    pml_line(x, 1, "for (i : 0 .. THREADS - 1) {   /* what it has read */\n"
        "    if :: thread[i].key == k && thread[i].cell == c -> %s(thread[i].read); :: else -> skip; fi;\n  }", op);
    if (x->m->tx)
        pml_line(x, 1, "for (i : 0 .. THREADS - 1) { %s(tx[i].saw[k]); }   /* and its transaction */", op);
    pml_line(x, 0, "  i = 0; j = 0;\n}\n");
}

/* The number of a write when unused ones are left out. */
static void shrinking(Pml *x)
{
    pml_line(x, 0, "/* How many of `kept` there are up to v. */\n#define KEPT(w, v) (v >= w && (kept >> w) & 1)\n"
        "#define RANK(v) (KEPT(1, v) + KEPT(2, v) + KEPT(3, v) + KEPT(4, v) + KEPT(5, v) + KEPT(6, v) + KEPT(7, v))");
    if (pml_ordered(x)) pml_line(x, 0, "#define SHRINK(v) v = (v == 0 || v >= PENDING -> v : RANK(v))");
    else pml_line(x, 0, "/* Those that nobody waits for are just old, behind the others. */\n"
        "#define SHRINK(v) v = (v == 0 || v >= PENDING -> v : ((kept >> v) & 1 -> RANK(v) : w + 1))");
    pml_each_place(x, "renumber", "SHRINK");
}

static void forget_times(Pml *x)
{
    pml_line(x, 0,
             "    kept = used; w = 0; j = 0;\n    do\n    :: w < writes[k * CELLS + c].n ->\n      if\n      :: (kept "
             ">> (w + 1)) & 1 ->");
    pml_line(x, 4, "writes[k * CELLS + c].ver[j] = writes[k * CELLS + c].ver[w];");
    pml_line(x, 4, "writes[k * CELLS + c].next[j] = writes[k * CELLS + c].next[w];");
    pml_line(x, 0, "        j++;\n      :: else -> skip;\n      fi;\n      w++;\n    :: else -> break;\n    od;");
    pml_line(x, 2,
             "w = j;\n    do\n"
             "    :: w < writes[k * CELLS + c].n -> writes[k * CELLS + c].ver[w] = 0; writes[k * CELLS + c].next[w] = "
             "0; w++;\n    :: else -> break;\n    od;");
    pml_line(x, 2,
             "if\n    :: j < writes[k * CELLS + c].n -> writes[k * CELLS + c].n = j; renumber();\n    :: else -> "
             "skip;\n    fi;");
}

/* Without times a write counts that is the newest, or that a thread has read that waits for its answer. */
static void forget_old(Pml *x)
{
    pml_line(
        x, 2,
        "kept = 1 << NEWEST;\n    for (i : 0 .. THREADS - 1) {\n"
        "      if :: thread[i].key == k && thread[i].cell == c && thread[i].read -> kept = kept | (1 << "
        "thread[i].read); :: else -> skip; fi;\n    }\n"
        "    i = 0; w = RANK(7);\n    writes[k * CELLS + c].n = w + ((used & ~kept & 254) != 0);\n    renumber();");
}

static void forgetting(Pml *x)
{
    pml_line(x, 0, "#define NOTE(v) used = used | (1 << (v < PENDING -> v : 0))");
    pml_each_place(x, "note_used", "NOTE");
    shrinking(x);
    pml_line(x, 0,
             "/* Forgets the writes of cell c of key k that are nowhere any more; the newest stays. */\ninline "
             "forget_one() {\n  if\n"
             "  :: writes[k * CELLS + c].n > 1 ->\n    used = 1 << NEWEST;\n    note_used();");
    if (pml_ordered(x)) forget_times(x);
    else forget_old(x);
    pml_line(x, 0, "    used = 0; kept = 0; w = 0; j = 0;\n  :: else -> skip;\n  fi;\n}\n");
    pml_line(x, 0,
             "inline forget() {\n  for (k : 0 .. KEYS - 1) {\n    for (c : 0 .. CELLS - 1) { forget_one(); }\n  }\n  k "
             "= 0; c = 0;\n}\n");
}

static const char wr[] = "writes[k * CELLS + c]";

/* The thread's write becomes the newest. */
static void newest(Pml *x)
{
    pml_line(x, 0, "#define AGE(v) v = (v == PENDING + t -> NEWEST : (v == 0 || v >= PENDING -> v : v + 1))");
    pml_each_place(x, "age_all", "AGE");
    pml_line(x, 0, "inline newest() {\n  age_all();");
    if (!x->m->stamp) pml_line(x, 1, "%s.n++;", wr);
    else {
        pml_line(x, 1,
                 "j = %s.n;\n  do\n  :: j > 0 -> %s.ver[j] = %s.ver[j - 1]; %s.next[j] = %s.next[j - 1]; j--;\n  :: "
                 "else -> break;\n  od;",
                 wr, wr, wr, wr, wr);
        pml_line(
            x, 1,
            "%s.next[1] = thread[t].time;\n  %s.ver[0] = thread[t].time; %s.next[0] = 0; %s.lastread = 0;\n  %s.n++;",
            wr, wr, wr, wr, wr);
    }
    pml_line(x, 0, "}\n");
}

static void read_physical(Pml *x)
{
    pml_line(x, 0,
             "inline read_cell() {\n"
             "  assert(value || seen[c] == NEWEST);   /* older: a newer write has taken effect; PENDING: it has not; "
             "0: never written */\n}\n");
}

static void read_logical(Pml *x)
{
    pml_line(x, 0,
             "/* The read's time is that of its issue, or of the write it sees if that is later; an atomic's is that "
             "of its write.\n"
             "   No newer write may have a time up to it. */");
    pml_line(x, 0,
             "inline read_cell() {\n  assert(value || (seen[c] >= NEWEST && seen[c] <= %s.n));\n  moment = "
             "MAX(thread[t].time, %s.ver[seen[c] - 1]);",
             wr, wr);
    pml_line(x, 0, "  if :: when > 0 && thread[t].op == ATOMIC -> moment = when - 1; :: else -> skip; fi;");
    pml_line(x, 0, "  assert(value || seen[c] == NEWEST || %s.next[seen[c] - 1] > moment);\n  if\n"
        "  :: (acts & WRITES) -> assert(value || seen[c] == NEWEST);\n  :: else ->\n    thread[t].time = moment;", wr);
    pml_line(x, 0,
             "    if :: seen[c] == NEWEST && moment > %s.lastread -> %s.lastread = moment; :: else -> skip; fi;\n  "
             "fi;\n  moment = 0;\n}\n",
             wr, wr);
}

void pml_lose(Pml *x)
{
    pml_line(x, 0, "#define LOSE(v) v = (v == PENDING + t -> 0 : v)");
    pml_each_place(x, "lose_all", "LOSE");
}

static void perform(Pml *x)
{
    if (x->m->stamp) read_logical(x);
    else read_physical(x);
    pml_lose(x);
    pml_line(x, 0,
             "/* An access of thread t takes effect: acts, and seen, what it reads. */\ninline perform() {\n  k = "
             "thread[t].key; c = thread[t].cell;");
    pml_line(
        x, 1,
        "assert(conservation || (thread[t].op != 0 && thread[t].op < OTHER));   /* its thread waits for no answer */");
    pml_line(x, 1, "assert(conservation || !thread[t].performed);");
    pml_line(x, 1,
             "assert(conservation || (((acts & READS) != 0) == (thread[t].op != STORE) && ((acts & WRITES) != 0) == "
             "(thread[t].op != LOAD)));");
    pml_line(x, 1, "assert(value || k == key);   /* what it moves is data of its own line */");
    pml_line(x, 1, "thread[t].performed = 1;\n"
        "  if :: (acts & READS) && seen[c] < PENDING -> thread[t].read = seen[c]; :: else -> skip; fi;\n  if\n"
        "  :: BAD(k) -> lose_all(); acts = 0;   /* a write to a line that cannot be read is lost */\n"
        "  :: else -> skip;\n  fi;\n  if\n"
        "  :: (acts & READS) ->\n    read_cell();   /* an atomic is applied to what it hands on */\n"
        "    assert(value || !applies || (applied[c] == seen[c] && (!hands || applied[c] == handed[c])));\n"
        "  :: else -> skip;\n  fi;\n  if\n  :: (acts & WRITES) ->");
    if (x->m->stamp) {
        pml_line(x, 2,
                 "moment = (when > 0 -> when - 1 : thread[t].time);\n    assert(order || moment >= thread[t].time);   "
                 "/* not before its issue */");
        pml_line(x, 2,
                 "assert(order || moment >= %s.ver[0]);       /* nor before the write before it */\n"
                 "    assert(order || moment >= %s.lastread);     /* nor before a read of that one */\n    "
                 "thread[t].time = moment;\n    moment = 0;",
                 wr, wr);
    }
    pml_line(x, 0,
             "    forget_one();\n    if\n    :: %s.n == OLDEST -> beyond = 1;\n    :: else -> newest();\n    fi;\n  :: "
             "else -> skip;\n  fi;\n"
             "  k = 0; c = 0;\n}\n",
             wr);
}

/* What a row answers is looked at before an access that takes effect in it renames data. */
static void holds(Pml *x)
{
    pml_line(
        x, 0,
        "/* The row answers a thread that waits, from its line. */\ninline answer_fits() {\n  w = answered - 1;\n"
        "  assert(conservation || (w < THREADS && thread[w].op != 0));\n"
        "  assert(value || thread[w].key == key || thread[w].op == STORE || thread[w].op >= OTHER);\n  w = 0;\n}\n");
    pml_line(x, 0,
             "/* The answer holds what its thread has read, in this row or before; excused: it says that memory could "
             "not read the line. */\n"
             "inline answer_holds() {\n  w = answered - 1; c = thread[w].cell;\n  if\n  :: excused -> skip;\n"
             "  :: !excused && t == w && (acts & READS) -> assert(value || given[c] == seen[c]);\n"
             "  :: else -> assert(value || !thread[w].performed || thread[w].op == STORE || given[c] == "
             "thread[w].read);\n  fi;\n  w = 0; c = 0;\n}\n");
}

void pml_ghost(Pml *x)
{
    pml_line(x, 0, "/* ---- accesses ---- */\n");
    forgetting(x);
    if (x->m->tx) {
        pml_tx(x);
        holds(x);
        return;
    }
    newest(x);
    perform(x);
    holds(x);
    pml_line(x, 0, "/* The core gets the answer to thread t; moment: its time after the row. */\ninline answer() {");
    if (x->m->performs) pml_line(x, 1, "assert(conservation || thread[t].op >= OTHER || thread[t].performed);");
    if (x->m->performs && x->m->stamp)
        pml_line(x, 1,
                 "assert(order || (thread[t].op >= OTHER && thread[t].op != FENCE) || moment >= thread[t].time);");
    pml_line(x, 1,
             "thread[t].op = 0; thread[t].key = 0; thread[t].cell = 0; thread[t].performed = 0; thread[t].read = 0;");
    if (x->m->stamp) pml_line(x, 1, "thread[t].time = 0;");
    pml_line(x, 0, "}\n");
}

/* ---- beyond the bounds ---- */

static void cut_controller(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    Scalars regs = pml_registers(x, k->c);
    pml_line(x, 1, "for (me : 0 .. %d) {", pml_count(x, k->c) - 1);
    pml_copy(x, 2, &regs, (PmlPart){ pml_text(x, "%s_here.", name), 'r' }, NULL);
    if (k->whole) pml_line(x, 2, "%s_here.state = 0;", name);
    if (k->n_stores || k->n_waits || k->mem) {
        pml_line(x, 2, "for (key : 0 .. KEYS - 1) {");
        if (k->mem) pml_line(x, 3, "%s_here.reads[key] = 0; %s_here.before[key] = 0;", name, name);
        for (int c = 0; k->mem && c < x->m->n_cells; c++)
            pml_line(x, 3, "%s_here.was[key * CELLS + %d] = 0;", name, c);
        if (k->n_stores) pml_line(x, 3, "%s_no_line();", name);
        if (k->n_waits) pml_line(x, 3, "%s_no_entry();", name);
        pml_line(x, 2, "}");
    }
    pml_line(x, 1, "}");
}

void pml_cut(Pml *x)
{
    const Model *m = x->m;
    pml_line(
        x, 0,
        "/* A step has left the bounds: one state stands for all that come of it. */\ninline cut_off() {\n  cut = 1;");
    for (int i = 0; i < m->n_ctl; i++) cut_controller(x, &m->ctl[i]);
    for (int i = 0; i < m->p->nets.n; i++) {
        const char *net = pml_name(x, m->p->nets.at[i]->name);
        pml_line(x, 1, "do :: %s_n > 0 -> at = %s_n - 1; %s_remove(); :: else -> break; od;", net, net, net);
    }
    pml_line(x, 1,
             "for (i : 0 .. THREADS - 1) {\n    thread[i].op = 0; thread[i].key = 0; thread[i].cell = 0; "
             "thread[i].performed = 0; thread[i].read = 0;%s%s\n  }",
             pml_timed(x) ? " thread[i].time = 0;" : "", m->o->ops ? " thread[i].left = 0;" : "");
    pml_line(x, 1, "for (i : 0 .. %d) {\n    memory[i] = 0; writes[i].n = 0;", m->n_keys * m->n_cells - 1);
    if (pml_timed(x)) pml_line(x, 2, "writes[i].lastread = 0;");
    if (pml_ordered(x))
        pml_line(
            x, 2,
            "for (j : 0 .. OLDEST - 1) { writes[i].ver[j] = 0; writes[i].next[j] = 0; }");
    pml_line(x, 0, "  }");
    if (m->tx) pml_tx_cut(x);
    pml_line(x, 0, "}\n");
}
