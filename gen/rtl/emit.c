/* emit.c - all of a design: transition functions, controllers, tiles, the system, the blocks that they use, the test
 * bench. */
#include "rtl/controller.h"
#include "rtl/ports.h"
#include "rtl/transition.h"
#include "rtl/harness.h"
#include "rtl/package.h"
#include "rtl/page.h"
#include <string.h>

/* Files of templates/, embedded by the build: uses: the modules that each instantiates, a blank around every name. */
struct CgText { const char *name, *text, *uses; };
extern const struct CgText cg_blocks[];

static bool find_open(Rtl *r)
{
    const char *open = r->opt->open;
    if (!open) return true;
    for (int i = 0; i < r->sys->places.n; i++)
        if (str_is(r->sys->places.at[i].ctl->name, open)) r->open = r->sys->places.at[i].ctl;
    if (!r->open) diag_error(r->d, r->sys->pos, "emit --open: no controller '%s' is placed in this system", open);
    else if (r->opt->replay)
        diag_error(r->d, r->sys->pos,
                   "emit --open: not together with --harness=replay, in which all networks end outside");
    else if (r->sys->places.n == 1)
        diag_error(r->d, r->sys->pos, "emit --open: the system has no other controller than %s", open);
    else return true;
    return false;
}

/* ---- blocks ---- */

typedef struct { Rtl *r; VEC(Str) names; } Wanted;

static void want(Wanted *w, Str name)
{
    for (int i = 0; i < w->names.n; i++) if (str_eq(w->names.at[i], name)) return;
    vec_push(w->r->a, &w->names, name);
}

static bool is_wanted(const Wanted *w, const char *name)
{
    for (int i = 0; i < w->names.n; i++) if (str_is(w->names.at[i], name)) return true;
    return false;
}

static void add_file(Rtl *r, const char *name, const char *text)
{
    Buf *b = NEW(r->a, Buf);
    buf_init(b, r->a);
    if (r->opt->async_reset)
        buf_printf(b,
                   "`define CG_EDGE posedge clk_i or posedge rst_i\n"); /* blocks: where registers with a reset move */
    buf_put(b, text, strlen(text));
    outset_add(r->out, str_z(r->a, str_printf(r->a, "rtl/%s.v", name)), b);
    vec_push(r->a, &r->files, str_from(name));
}

/* Modules of a user's folder that one of them needs: the manifest names them, the stock ones among them too. */
static void user_blocks(Wanted *w)
{
    const Blocks *all = w->r->p->blocks;
    for (int i = 0; i < all->at.n; i++) {
        const Block *b = all->at.at[i];
        if (b->stock || !b->module || !is_wanted(w, b->module)) continue;
        for (int k = 0; k < b->uses.n; k++) want(w, str_from(b->uses.at[k]));
    }
    for (int i = 0; i < w->names.n; i++) {
        bool stock = false;
        const char *name = str_z(w->r->a, w->names.at[i]);
        for (int k = 0; cg_blocks[k].name; k++) stock |= strcmp(cg_blocks[k].name, name) == 0;
        const char *text = stock ? NULL : block_verilog(all, name);
        if (text) add_file(w->r, name, text);
    }
}

/* The blocks that the modules written so far instantiate, at any depth. */
static void blocks(Rtl *r)
{
    Wanted w = { .r = r };
    for (int i = 0; i < r->modules.n; i++) {
        Str *names;
        int n = hdl_instantiated(r->modules.at[i], &names);
        for (int k = 0; k < n; k++) want(&w, names[k]);
    }
    user_blocks(&w);
    for (bool more = true; more;) {
        int before = w.names.n;
        for (int i = 0; cg_blocks[i].name; i++) {
            Str uses = str_from(cg_blocks[i].uses), one;
            if (!is_wanted(&w, cg_blocks[i].name)) continue;
            while ((one = str_word(&uses)).n) want(&w, one);
        }
        more = w.names.n > before;
    }
    for (int i = 0; cg_blocks[i].name; i++)
        if (is_wanted(&w, cg_blocks[i].name)) add_file(r, cg_blocks[i].name, cg_blocks[i].text);
}

static void file_list(Rtl *r)
{
    Buf *list = NEW(r->a, Buf);
    buf_init(list, r->a);
    for (int i = 0; i < r->files.n; i++) buf_printf(list, "rtl/" STR_FMT ".v\n", STR_ARG(r->files.at[i]));
    outset_add(r->out, str_z(r->a, str_printf(r->a, STR_FMT ".f", STR_ARG(r->design))), list);
}

/* For Verilator: inputs of tiles stay apart from what drives them. Then the statements of all instances of a tile are
 * the same, and it compiles them once. */
static void tile_settings(Rtl *r, RtlTile *const *tile)
{
    Buf *b = NEW(r->a, Buf);
    buf_init(b, r->a);
    buf_printf(b, "`verilator_config\n"
                  "// Inputs of tiles stay apart from what drives them:\n"
                  "// the code of all instances of a tile is the same, and there once.\n");
    for (int i = 0; i < r->p->ctls.n; i++) {
        HdlName *const *port;
        int n = tile[i] ? hdl_ports(tile[i]->x->m, &port) : 0;
        Str module = n ? hdl_module_name(tile[i]->x->m) : STR("");
        for (int k = 0; k < n; k++)
            if (port[k]->kind == HDL_INPUT && !str_is(port[k]->name, "clk_i") && !str_is(port[k]->name, "rst_i"))
                buf_printf(b, "public_flat_rd -module \"" STR_FMT "\" -var \"" STR_FMT "\"\n", STR_ARG(module),
                           STR_ARG(port[k]->name));
    }
    outset_add(r->out, str_z(r->a, str_printf(r->a, "harness/" STR_FMT ".vlt", STR_ARG(r->design))), b);
}

/* ---- the design ---- */

static RtlCtl *controller(Rtl *r, const Step *s)
{
    const Lowered *l = lower_build(r->a, s);
    const RtlModule *step = rtl_step(r, l), *walk = rtl_walks_visiting(l) ? rtl_walk(r, l) : NULL;
    return step ? rtl_controller(r, l, step, walk) : NULL;
}

/* The top, or NULL. */
static const RtlModule *system_of(Rtl *r, Step **steps)
{
    RtlCtl **ctl = NEW_N(r->a, RtlCtl *, r->p->ctls.n + 1);
    RtlTile **tile = NEW_N(r->a, RtlTile *, r->p->ctls.n + 1);
    int before = diag_errors(r->d);
    for (int i = 0; i < r->p->ctls.n; i++) ctl[i] = controller(r, steps[i]);
    if (diag_errors(r->d) != before) return NULL;
    for (int i = 0; i < r->p->ctls.n; i++)
        if (r->p->ctls.at[i] != r->open && !(tile[i] = rtl_tile(r, ctl[i]))) return NULL;
    if (!r->open && !r->opt->replay) tile_settings(r, tile);
    RtlModule *top = rtl_system(r, ctl, tile);
    if (!top || (r->open && !rtl_messages(r))) return NULL;
    if (!r->opt->replay) rtl_page(r, top, ctl, tile);
    return top;
}

/* In front of every module's name: the protocol's, in small letters; modules called cg_* are those of templates/, and
 * names with _i or _o behind are ports, and beside each tile of the system there are nets `node` and `unused`. */
static Str design_name(Arena *a, const Protocol *p)
{
    Str name = hdl_legal(a, rtl_lower(a, p->name));
    bool block = name.n >= 3 && !memcmp(name.p, "cg_", 3);
    bool port = name.n >= 2 && name.p[name.n - 2] == '_' && strchr("io", name.p[name.n - 1]);
    bool net = str_is(name, "node") || str_is(name, "unused");
    return block || port || net ? str_printf(a, "p_" STR_FMT, STR_ARG(name)) : name;
}

bool emit_design(Arena *a, Diags *d, const Protocol *p, const ParamEnv *env, const EmitOptions *opt, OutSet *out)
{
    int before = diag_errors(d);
    Rtl r = { .a = a,
              .d = d,
              .p = p,
              .env = env,
              .opt = opt,
              .sys = p->systems.n ? p->systems.at[0] : NULL,
              .out = out,
              .design = design_name(a, p) };
    Step **steps = NEW_N(a, Step *, p->ctls.n + 1);
    if (!r.sys) {
        diag_error(d, p->pos, "nothing to emit: the protocol has no <system>");
        return false;
    }
    if (!find_open(&r)) return false;
    for (int i = 0; i < p->ctls.n; i++) steps[i] = step_build(a, p, p->ctls.at[i]);
    const RtlModule *top = system_of(&r, steps);
    if (!top) return false;
    for (int i = 0; i < r.modules.n; i++) vec_push(a, &r.files, hdl_module_name(r.modules.at[i]));
    blocks(&r);
    file_list(&r);
    if (!opt->replay) rtl_package(&r, top);
    if (!r.open) rtl_harness(&r, steps);
    return diag_errors(d) == before;
}
