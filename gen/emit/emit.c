#include "emit/harness.h"

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

bool emit_design(Arena *a, Diags *d, const Protocol *p, const ParamEnv *env, const EmitOptions *opt, OutSet *out)
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
        const Lowered *rows = lower_build(a, steps[i]);
        Module *step = emit_step(&e, rows);
        ctls[i] = emit_controller(&e, steps[i], step, emit_walk(&e, rows));
    }
    if (diag_errors(d) != before) return false;
    e.hidden = false;
    emit_system(&e, steps, ctls);
    emit_blocks(&e);
    if (e.open) emit_messages(&e);
    else emit_harness(&e, steps);
    return diag_errors(d) == before;
}
