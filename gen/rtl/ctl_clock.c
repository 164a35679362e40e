/* ctl_clock.c - physical time: a counter in each controller that reads it. It runs while the controller's clock stands
 * still: nothing rests on it but what is in T, and sources, which open the gate themselves. */
#include "rtl/ctl.h"

static bool ends(const Var *v) { return v->is_read && !v->type->circular; }

bool ctl_time_ends(const Ctl *k)
{
    for (int i = 0; i < k->c->clocks.n; i++) if (ends(k->c->clocks.at[i])) return true;
    return false;
}

void ctl_clocks(Ctl *k)
{
    for (int i = 0; i < k->c->clocks.n; i++) {
        const Var *v = k->c->clocks.at[i];
        if (!v->is_read) continue;
        hdl_note(k->s, v->doc.n ? v->doc : rtl_f(k->x, "Physical time: " STR_FMT ".", STR_ARG(v->name)));
        k->pin[v->id] = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_q", STR_ARG(v->ident)), rtl_width(k->x, v->type));
        HdlInstance *u = ctl_free_block(k, "cg_time", rtl_f(k->x, "u_" STR_FMT, STR_ARG(v->ident)));
        hdl_set(u, "W", rtl_width(k->x, v->type));
        hdl_set(u, "EVERY", v->clock->every ? rtl_int(k->x, v->clock->every) : hx_int(k->m, 1));
        hdl_pins(u);
        hdl_out(u, "time_o", k->pin[v->id]->x);
        HdlName *last = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_last", STR_ARG(v->ident)), NULL);
        hdl_out(u, "last_o", last->x);
        if (ends(v)) k->write_errors = k->write_errors ? hx_or(k->m, k->write_errors, last->x) : last->x;
    }
}
