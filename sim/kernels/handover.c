/* handover.c - thread 0 stores 1 to U, V and W and then, behind a release, to X; thread 1 reads U, V and W, waits until
 * X is 1, and reads them again: it must find three ones. Each variable has a page of 4,096 bytes of its own.
 * --with: u, v, w, x (pages). Cores and warps: 2 and 1, or as --cores and --warps say. */
#include "cores/program.h"
#include "litmus/litmus.h"

enum { PAGE = 4096, PAGES = 16 };
typedef struct { uint64_t at[4]; uint32_t first[3], last[3]; uint64_t seen; } Handover;

static void *setup(CgRun *r)
{
    static const char *const names[] = {"u", "v", "w", "x"};
    static const uint32_t pages[] = {3, 2, 1, 5};
    Handover *h = cg_keep(r, sizeof *h);
    cg_use(r, 2, 1);
    uint64_t base = (cg_alloc(r, (PAGES + 1) * PAGE) + PAGE - 1) / PAGE * PAGE;
    for (uint32_t i = 0; i < 4; i++) {
        uint64_t page = cg_option(r, names[i], pages[i]);
        if (page >= PAGES) return cg_failed(r, "pages go to %d", PAGES - 1), h;
        h->at[i] = base + (page + PAGES - base / PAGE % PAGES) % PAGES * PAGE;
        cg_poke(r, h->at[i], 0);
    }
    if (cg_cores(r) * cg_warps(r) < 2) cg_failed(r, "a second thread is needed");
    return h;
}

static void body(Warp *w, void *arg)
{
    Handover *h = arg;
    uint64_t since = cg_cycle(cg_run(w));
    for (uint32_t i = 0; i < 3 && cg_thread(w) == 1; i++) h->first[i] = cg_ld(w, h->at[i]);
    if (cg_thread(w) == 1) cg_ld(w, h->at[3]);
    cg_meet(w);
    for (uint32_t i = 0; i < 3 && cg_thread(w) == 0; i++) cg_st(w, h->at[i], 1);
    if (cg_thread(w) == 0) {
        cg_fence(w);
        cg_as(w, LITMUS_ORDER_RELAXED, LITMUS_SYS);
        cg_st(w, h->at[3], 1);
    }
    if (cg_thread(w) != 1) return;
    while (cg_as(w, LITMUS_ORDER_RELAXED, LITMUS_SYS), cg_ld(w, h->at[3]) == 0)
        if (cg_give_up(w, since, "the flag")) return;
    cg_fence(w);
    h->seen = cg_cycle(cg_run(w));
    for (uint32_t i = 0; i < 3; i++) h->last[i] = cg_ld(w, h->at[i]);
    for (uint32_t i = 0; i < 3; i++)
        if (h->last[i] != 1) cg_failed(cg_run(w), "behind the flag variable %u is %u", i, h->last[i]);
}

static void report(void *arg, FILE *out)
{
    const Handover *h = arg;
    fprintf(out, "handover   (U,V,W) = (%u,%u,%u), X is 1 in cycle %llu, (%u,%u,%u)\n", h->first[0], h->first[1],
            h->first[2], (unsigned long long)h->seen, h->last[0], h->last[1], h->last[2]);
}

const CgKernel cg_kernel_handover = {
    "handover", "three stores, a release, and a thread that waits for it", setup, body, NULL, report, NULL, false};
