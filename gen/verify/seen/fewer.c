/* fewer.c - what would have made a search shorter. */
#include "verify/seen/fewer.h"

static bool evicts(const Model *m)
{
    for (int i = 0; i < m->n_ctl; i++)
        for (int k = 0; k < m->ctl[i].n_stores; k++) if (m->ctl[i].store[k].evict >= 0) return true;
    return false;
}

void seen_print_fewer(const Model *m, FILE *out)
{
    const VerifyOptions *o = m->o;
    const char *comma = "", *ops = m->n_cores && !m->program && !o->ops ? "--ops N" : NULL,
               *queues = m->p->nets.n && !m->program && !o->queues ? "--queues N" : NULL,
               *preloads = m->program && o->preloads ? "--preloads 0" : NULL,
               *room = evicts(m) && !o->evict_for_room ? "--evict-for-room" : NULL,
               *option[] = { ops, preloads, queues, room };
    for (int i = 0; i < 4; i++) {
        if (!option[i]) continue;
        fprintf(out, "%s%s", *comma ? comma : "fewer states with: ", option[i]);
        comma = ", ";
    }
    if (*comma) fprintf(out, "\n");
}
