#include "emit/verilog.h"
#include "rtl/harness.h"
#include "rtl/parts.h"
#include "rtl/system.h"

/* The controller that is to be left out. False after a message. */
static bool find_open(Emit *e)
{
    if (!e->opt->open) return true;
    for (int i = 0; i < e->sys->places.n; i++)
        if (str_is(e->sys->places.at[i].ctl->name, e->opt->open)) e->open = e->sys->places.at[i].ctl;
    if (!e->open) diag_error(e->d, e->sys->pos, "emit --open: no controller '%s' is placed in this system", e->opt->open);
    else if (e->opt->replay) diag_error(e->d, e->sys->pos, "emit --open: not together with --harness=replay, in which all networks end outside");
    else if (e->sys->places.n == 1) diag_error(e->d, e->sys->pos, "emit --open: the system has no other controller than %s", e->opt->open);
    else return true;
    return false;
}

/* A controller that is printed by the text emitter, as the netlist sees it. */
static RtlCtl *printed(Rtl *r, const Step *s, const Module *m)
{
    RtlModule *x = rtl_module(r, s->ctl, lower(r->a, s->ctl->name), STR(""));
    RtlCtl *k = rtl_ctl_ports(x, s);
    for (int i = 0; i < m->params.at.n; i++) {
        HdlName *n = hdl_find(x->m, m->params.at.at[i].name);
        if (m->params.at.at[i].used && n) hdl_keep(hdl_items(x->m), n);
    }
    hdl_seal(x->m);
    return k;
}

static bool emit_tiles(Emit *e, Step **steps, Module **ctls)
{
    Rtl r = { .a = e->a, .d = e->d, .p = e->p, .env = e->env, .opt = e->opt, .sys = e->sys, .open = e->open, .out = e->out, .design = e->design };
    RtlCtl **ctl = NEW_N(e->a, RtlCtl *, e->p->ctls.n + 1);
    RtlTile **tile = NEW_N(e->a, RtlTile *, e->p->ctls.n + 1);
    for (int i = 0; i < e->p->ctls.n; i++) {
        ctl[i] = printed(&r, steps[i], ctls[i]);
        if (e->p->ctls.at[i] != e->open && !(tile[i] = rtl_tile(&r, ctl[i]))) return false;
    }
    if (!rtl_system(&r, ctl, tile) || (e->open && !rtl_messages(&r))) return false;
    for (int i = 0; i < r.modules.n; i++) {
        Str *names;
        vec_push(e->a, &e->files, hdl_module_name(r.modules.at[i]));
        for (int k = hdl_instantiated(r.modules.at[i], &names); k-- > 0;) vec_push(e->a, &e->instantiated, names[k]);
    }
    emit_blocks(e);
    for (int i = 0; i < e->files.n; i++) vec_push(e->a, &r.files, e->files.at[i]);
    if (!e->open) rtl_harness(&r, steps);
    return diag_errors(e->d) == 0;
}

bool emit_design(Arena *a, Diags *d, Protocol *p, const ParamEnv *env, const EmitOptions *opt, OutSet *out)
{
    int before = diag_errors(d);
    Emit e = { .a = a, .d = d, .p = p, .env = env, .opt = opt, .sys = p->systems.n ? p->systems.at[0] : NULL, .out = out, .design = ident(a, lower(a, p->name)) };
    Step **steps = NEW_N(a, Step *, p->ctls.n + 1);
    Module **ctls = NEW_N(a, Module *, p->ctls.n + 1);
    if (!e.sys) {
        diag_error(d, p->pos, "nothing to emit: the protocol has no <system>");
        return false;
    }
    if (!find_open(&e)) return false;
    for (int i = 0; i < p->ctls.n; i++) {
        e.hidden = p->ctls.at[i] == e.open;
        steps[i] = step_build(a, p, p->ctls.at[i]);
        Module *step = emit_step(&e, steps[i]);
        ctls[i] = emit_controller(&e, steps[i], step, emit_walk(&e, steps[i]));
    }
    if (diag_errors(d) != before) return false;
    e.hidden = false;
    if (!emit_tiles(&e, steps, ctls)) return false;
    return diag_errors(d) == before;
}
