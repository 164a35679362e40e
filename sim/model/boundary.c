/* boundary.c - see boundary.h. */
#include "model/boundary.h"
#include <stdlib.h>
#include <string.h>

enum { WORD = 32 };

/* The harness calls without a handle. */
static struct {
    const uint32_t *in;
    uint32_t *out;
    uint32_t *driven;           /* what the harness has fetched, as in `in` */
    uint32_t *counted;          /* of this cycle: two of each network, of each message, of each of links */
    bool any;                   /* something was counted */
} now;

static CgObserver observer;     /* row NULL: nobody is attached */

bool cg_attach(CgObserver o)
{
    if (observer.row && observer.context != o.context) return false;
    observer = o;
    return true;
}

void cg_detach(const void *context)
{
    if (observer.context == context) observer = (CgObserver){NULL, NULL};
}

void cg_observe(int ctl, int inst, int row, const uint32_t *fields)
{
    if (observer.row) observer.row(observer.context, ctl, inst, row, fields);
}

static uint32_t words(uint32_t bits) { return (bits + WORD - 1) / WORD; }

bool cg_boundary_start(void)
{
    cg_boundary_end();
    now.driven = calloc(words(cg_design.in_bits), sizeof *now.driven);
    uint32_t pairs = cg_design.n_networks + cg_design.n_messages + cg_design.n_links;
    now.counted = calloc(2 * pairs + 1, sizeof *now.counted);
    return now.driven && now.counted;
}

void cg_boundary_end(void)
{
    free(now.driven);
    free(now.counted);
    memset(&now, 0, sizeof now);
}

static void add(uint32_t lsb, uint32_t *count)
{
    if (*count == 0) return;
    now.out[lsb / WORD] += *count;
    *count = 0;
}

void cg_boundary_cycle(const uint32_t *in, uint32_t *out)
{
    uint32_t *count = now.counted;
    now.in = in;
    now.out = out;
    if (!now.any) return;
    for (uint32_t i = 0; i < cg_design.n_networks; i++) {
        add(cg_design.networks[i].flits_lsb, count++);
        add(cg_design.networks[i].held_lsb, count++);
    }
    for (uint32_t i = 0; i < cg_design.n_messages; i++) {
        add(cg_design.messages[i].count_lsb, count++);
        add(cg_design.messages[i].flits_lsb, count++);
    }
    for (uint32_t i = 0; i < cg_design.n_links; i++) {
        add(cg_design.links[i].flits_lsb, count++);
        add(cg_design.links[i].held_lsb, count++);
    }
    now.any = false;
}

const uint32_t *cg_boundary_in(void) { return now.in; }
uint32_t *cg_boundary_out(void) { return now.out; }

int cg_reset(void) { return now.in[cg_design.rst_lsb / WORD] >> cg_design.rst_lsb % WORD & 1; }
void cg_error_bit(int x) { cg_put(now.out, cg_design.error_lsb, 1, (uint64_t)x); }

static uint32_t in_word(int ctl, int inst)
{
    return (cg_design.controllers[ctl].in_base + (uint32_t)inst * cg_design.controllers[ctl].in_stride) / WORD;
}

int cg_moved(int ctl, int inst)
{
    uint32_t at = in_word(ctl, inst);
    return memcmp(now.in + at, now.driven + at, cg_design.controllers[ctl].in_stride / 8) != 0;
}

void cg_boundary_drive(int ctl, int inst, uint32_t *record)
{
    uint32_t at = in_word(ctl, inst), size = cg_design.controllers[ctl].in_stride / 8;
    memcpy(record, now.in + at, size);
    memcpy(now.driven + at, now.in + at, size);
}

void cg_boundary_sample(int ctl, int inst, const uint32_t *record)
{
    const CgController *c = &cg_design.controllers[ctl];
    memcpy(now.out + (c->out_base + (uint32_t)inst * c->out_stride) / WORD, record, c->out_stride / 8);
}

void cg_boundary_gauges(int ctl, int inst, const uint32_t *x)
{
    const CgController *c = &cg_design.controllers[ctl];
    uint32_t lsb = c->gauge_lsb + (uint32_t)inst * c->n_gauges * CG_GAUGE_BITS;
    for (uint32_t i = 0; i < c->n_gauges; i++)
        cg_put(now.out, lsb + i * CG_GAUGE_BITS, CG_GAUGE_BITS, cg_get(x, i * CG_GAUGE_BITS, CG_GAUGE_BITS));
}

void cg_stage(int ctl, int inst, int stage)
{
    const CgController *c = &cg_design.controllers[ctl];
    now.out[(c->stage_lsb + (uint32_t)inst * c->stage_stride) / WORD] = (uint32_t)stage;
}

static void count(uint32_t pair, uint32_t first, uint32_t second)
{
    now.counted[2 * pair] += first;
    now.counted[2 * pair + 1] += second;
    now.any = true;
}

void cg_flits(int net, int taken, int held) { count((uint32_t)net, (uint32_t)taken, (uint32_t)held); }

void cg_linked(int links, int taken, int held)
{
    count(cg_design.n_networks + cg_design.n_messages + (uint32_t)links, (uint32_t)taken, (uint32_t)held);
}

void cg_sent(int message, int flits) { count(cg_design.n_networks + (uint32_t)message, 1, (uint32_t)flits); }
