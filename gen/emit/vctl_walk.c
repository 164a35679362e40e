/* vctl_walk.c - walks: the rows that ask for them write the registers, then nothing else runs until each place has been looked up and rewritten.
 *
 * Looked up is by key, through the pipeline's own ports: the body sees the line and the entry of the key as a row would. Lines: the store is asked to name
 * way after way as its victim. Entries: their keys are kept here as well. One atomic step for everybody else, since all state is written in T alone. */
#include "emit/vctl.h"

/* ---- what can be built ---- */

typedef struct { const Action *walk; bool behind; Var *set[64]; int n; } Later;

/* Registers that the row sets behind the walk. */
static void find_set(const Action *a, void *ctx)
{
    Later *l = ctx;
    if (a == l->walk) l->behind = true;
    else if (l->behind && a->kind == A_SET && a->dst->kind == V_REG && l->n < 64) l->set[l->n++] = a->dst;
}

typedef struct { Later later; bool args, set, parked; } Reads;

static void read_expr(const Expr *e, void *ctx)
{
    Reads *r = ctx;
    if (e->op != E_VAR) return;
    r->args |= e->var->kind == V_ARG || e->var->kind == V_STAMP || e->var->kind == V_REPLAYED;
    for (int i = 0; i < r->later.n; i++) r->set |= e->var == r->later.set[i];
}

static void read_action(const Action *a, void *ctx)
{
    Reads *r = ctx;
    r->parked |= a->parked;
    if (a->value) expr_walk(a->value, read_expr, r);
    for (int i = 0; i < a->branches.n; i++) if (a->branches.at[i].test) expr_walk(a->branches.at[i].test, read_expr, r);
}

bool walk_clears(const Action *w)
{
    const Action *a = w->body;
    return w->store && str_is(w->store->block->kind, "cuckoo") && !w->where && a && !a->next && a->kind == A_FREE && a->store == w->store;
}

bool walks_visit(const Step *s)
{
    for (int i = 0; i < s->walks.n; i++) if (!walk_clears(s->walks.at[i])) return true;
    return false;
}

const char *walk_unbuilt(const Row *row, const Action *walk)
{
    Reads r = { .later.walk = walk };
    if (walk->port) return "a walk over a port";
    if (walk_clears(walk)) return NULL;
    if (walk->store && str_is(walk->store->block->kind, "cuckoo")) return "a walk over a store of kind cuckoo that does not free each of its lines";
    actions_walk(row->body, find_set, &r.later);
    if (walk->where) expr_walk(walk->where, read_expr, &r);
    actions_walk(walk->body, read_action, &r);
    if (r.parked) return "a walk that sets fields of what is parked";
    if (r.args) return "a walk that reads fields of the occurrence";
    return r.set ? "a walk that reads a register which its row sets afterwards" : NULL;
}

typedef struct { Ctl *k; const Row *row; bool keyed; } WalkScan;

static void scan_walk(const Action *a, void *ctx)
{
    WalkScan *w = ctx;
    if (a->kind != A_WALK) return;
    const char *what = walk_unbuilt(w->row, a);
    if (!what && w->keyed) what = "a walk in the row of an event with a key";
    if (what) diag_error(w->k->e->d, a->pos, "emit: no template for %s yet", what);
}

/* A hashed store and its filter are cleared together: a walk that frees all lines, and behind it in the same place the free of the filter. */
static void scan_clear(Ctl *k, const Action *list)
{
    const Action *open = NULL;
    for (const Action *a = list; a; a = a->next) {
        if (a->kind == A_WALK && walk_clears(a) && !open) open = a;
        else if (a->kind == A_FREE && a->store && str_is(a->store->block->kind, "bloom")) {
            if (!open || open->store->backing != a->store) diag_error(k->e->d, a->pos, "emit: a filter is freed behind a walk that frees all lines of the store in front of it, expected <walk over=\"...\"><free what=\"...\"/></walk> before this");
            open = NULL;
        }
        for (int i = 0; i < a->branches.n; i++) scan_clear(k, a->branches.at[i].body);
    }
    if (open) diag_error(k->e->d, open->pos, "emit: all lines of '" STR_FMT "' are freed together with its filter, expected <free what=\"" STR_FMT "\"/> behind this", STR_ARG(open->store->name), STR_ARG(open->store->backing->name));
}

static bool has_key(const Controller *c, const Row *r)
{
    for (int s = 0; s < c->states.n; s++)
        for (int i = 0; i < c->events.n; i++) {
            const Cell *cell = cell_at(c, c->states.at[s], c->events.at[i]);
            for (int j = 0; j < cell->rows.n; j++) if (cell->rows.at[j] == r && !c->events.at[i]->keyless) return true;
        }
    return false;
}

bool walk_supported(Ctl *k)
{
    int before = diag_errors(k->e->d);
    for (int i = 0; i < k->c->rows.n; i++) {
        WalkScan w = { k, k->c->rows.at[i], has_key(k->c, k->c->rows.at[i]) };
        actions_walk(k->c->rows.at[i]->body, scan_walk, &w);
        scan_clear(k, k->c->rows.at[i]->body);
    }
    if (k->walks > 31) diag_error(k->e->d, k->c->pos, "emit: a controller can have 31 walks so far, not %d", k->walks);
    return diag_errors(k->e->d) == before;
}

bool ctl_walks(const Ctl *k, bool over_entries)
{
    for (int i = 0; i < k->walks; i++) if ((k->s->walks.at[i]->waiters != NULL) == over_entries) return true;
    return false;
}

bool ctl_clears(const Ctl *k)
{
    for (int i = 0; i < k->s->walks.n; i++) if (walk_clears(k->s->walks.at[i])) return true;
    return false;
}

/* ---- what is emitted ---- */

static Str starts(Ctl *k)
{
    Str s = { "", 0 };
    for (int i = k->walks - 1; i >= 0; i--) s = f(k->e, STR_FMT "%st_fire && st_walk%d", STR_ARG(s), s.n ? ", " : "", i);
    return s;
}

static unsigned over_entries(const Ctl *k)
{
    unsigned x = 0;
    for (int i = 0; i < k->walks; i++) x |= (unsigned)(k->s->walks.at[i]->waiters != NULL) << i;
    return x;
}

void ctl_walk_wires(Ctl *k)
{
    put(k, "  // What the walk makes of the key that is looked up.\n  wire walk_apply, walk_entry;");
    module_unused(k->m, STR("walk_entry"));
    for (int i = k->s->n_inputs; i < k->s->signals.n; i++) {
        const Signal *g = &k->s->signals.at[i];
        Str base = { g->name.p, g->name.n - 2 };
        if (!walk_output(g)) continue;
        put(k, "  wire " STR_FMT "wk_" STR_FMT ";", STR_ARG(g->type ? v_range(k->m, g->type) : v_bits(k->m, g->width)), STR_ARG(base));
        module_unused(k->m, f(k->e, "wk_" STR_FMT, STR_ARG(base)));
    }
}

void ctl_walk(Ctl *k)
{
    int n = k->walks;
    Str w = v_width(k->m, k->c->key), entry = k->wait ? k->wait->name : STR("");
    put(k, "  // Walks, the lowest first: see cg_walk.");
    if (!k->store) put(k, "  wire walk_read, walk_lines, walk_set, walk_way;");
    put(k, "  wire walk_at_place;\n  wire [%d:0] walk_now;", n - 1);
    put(k, "  wire [%s-1:0] walk_idx, walk_at;", k->wait ? "IDX_W" : "1");
    if (ctl_walks(k, false)) { ctl_victim_key(k); put(k, "%s", ""); }
    if (ctl_walks(k, true)) {
        put(k, "  // Keys of entries, also of those that are free by now: the look-up tells. One vector, since tools limit loops that reset an array.\n  reg [MSHRS_*" STR_FMT "-1:0] walk_keys_q;", STR_ARG(w));
        put(k, "  always @(posedge clk_i) begin\n    if (rst_i) walk_keys_q <= {MSHRS_*" STR_FMT "{1'b0}};\n    else if (t_fire && st_" STR_FMT "_alloc) walk_keys_q[" STR_FMT "_idx*" STR_FMT " +: " STR_FMT "] <= t_key_q;\n  end",
            STR_ARG(w), STR_ARG(entry), STR_ARG(entry), STR_ARG(w), STR_ARG(w));
    }
    put(k, "  cg_walk #(.WALKS(%d), .OVER_ENTRIES(%u), .SETS(%s), .WAYS(%s), .ENTRIES(%s)) u_walk (", n, over_entries(k), k->store ? "SETS_" : "1", k->store ? "WAYS_" : "1", k->wait ? "MSHRS_" : "1");
    put(k, "    .clk_i(clk_i), .rst_i(rst_i), .start_i({" STR_FMT "}), .busy_o(walk_busy), .lines_o(walk_lines), .read_o(walk_read), .set_o(walk_set), .way_o(walk_way), .idx_o(walk_idx),", STR_ARG(starts(k)));
    put(k, "    .there_i(" STR_FMT "), .apply_o(walk_at_place), .walk_o(walk_now), .at_o(walk_at));",
        STR_ARG(!ctl_walks(k, false) ? STR("1'b1") : f(k->e, "!walk_lines || " STR_FMT "_victim_ok", STR_ARG(k->store->name))));
    Str kept = ctl_walks(k, true) ? f(k->e, "walk_keys_q[walk_idx*" STR_FMT " +: " STR_FMT "]", STR_ARG(w), STR_ARG(w)) : STR("");
    put(k, "  assign look_key = !walk_busy ? s0_key : %s" STR_FMT ";", ctl_walks(k, false) ? ctl_walks(k, true) ? "walk_lines ? victim_key : " : "victim_key" : "", STR_ARG(kept));
    put(k, "%s", "");
    module_unused(k->m, STR("walk_idx, walk_at, walk_set, walk_way, walk_lines, walk_read"));
}

void ctl_walk_step(Ctl *k, const Module *walk)
{
    Str cn = lower(k->e->a, k->c->name), last = { "", 0 };
    put(k, "  wire wk_run;\n  assign walk_entry = |(walk_now & %d'd%u);\n  " STR_FMT "_" STR_FMT "_walk" STR_FMT " u_walk_step (\n    .walk_i(walk_now), .run_o(wk_run),", k->walks, over_entries(k), STR_ARG(k->e->design), STR_ARG(cn), STR_ARG(v_param_list(k->m, walk)));
    for (int i = 0; i < k->s->signals.n; i++) {
        const Signal *g = &k->s->signals.at[i];
        if (g->out ? !walk_output(g) : !walk_input(g)) continue;
        if (last.n) put(k, "    " STR_FMT ",", STR_ARG(last));
        Str conn = g->out ? f(k->e, "wk_%.*s", g->name.n - 2, g->name.p) : g->kind == SIG_IN_STATE ? STR("t_state") : ctl_step_input(k, g);
        last = f(k->e, "." STR_FMT "(" STR_FMT ")", STR_ARG(g->name), STR_ARG(conn));
    }
    put(k, "    " STR_FMT ");", STR_ARG(last));
    if (ctl_walks(k, true)) put(k, "  assign walk_apply = walk_at_place && wk_run && (!walk_entry || (" STR_FMT "_hit && " STR_FMT "_idx == walk_at));\n", STR_ARG(k->wait->name), STR_ARG(k->wait->name));
    else put(k, "  assign walk_apply = walk_at_place && wk_run;\n");
}
