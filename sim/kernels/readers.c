/* readers.c - a producer and its readers: in each turn one warp writes a word of each of its lines, then warps of other
 * cores read them, one line each at a time, with barriers between. Which a directory that lets the writer go on owning
 * what others read should like (docs/studies/moesi.md).
 * --with: lines (of the producer), turns, readers (the first warp of so many other cores; all). */
#include "cores/program.h"

typedef struct { uint32_t lines, turns, readers, bytes; uint64_t at; } Readers;

static void *setup(CgRun *r)
{
    Readers *s = cg_keep(r, sizeof *s);
    uint64_t lines = cg_option(r, "lines", 8), turns = cg_option(r, "turns", 20),
             readers = cg_option(r, "readers", cg_cores(r) - 1);
    if (lines < 1 || lines > 4096 || turns < 1 || turns > 100000 || readers >= cg_cores(r))
        return cg_failed(r, "lines goes from 1 to 4096, turns from 1 to 100000, readers to the other cores"), s;
    *s = (Readers){(uint32_t)lines, (uint32_t)turns, (uint32_t)readers, cg_line_bytes(r), 0};
    s->at = cg_alloc(r, (uint64_t)lines * s->bytes);
    return s;
}

static void body(Warp *w, void *arg)
{
    const Readers *s = arg;
    bool first = cg_warp(w) == 0, producer = first && cg_core(w) == 0,
         reader = first && !producer && cg_core(w) <= s->readers;
    for (uint32_t turn = 1; turn <= s->turns; turn++) {
        for (uint32_t i = 0; producer && i < s->lines; i++) cg_st(w, s->at + (uint64_t)i * s->bytes, turn + i);
        cg_barrier(w);
        for (uint32_t i = 0; reader && i < s->lines; i++) {
            uint32_t found = cg_ld(w, s->at + (uint64_t)i * s->bytes);
            if (found != turn + i) cg_failed(cg_run(w), "turn %u: line %u holds %u, not %u", turn, i, found, turn + i);
        }
        cg_barrier(w);
    }
}

const CgKernel cg_kernel_readers = {
    "readers", "one warp writes lines, other cores read them, in turns", setup, body, NULL, NULL, NULL, false};
