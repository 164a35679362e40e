/* histogram.c - counts how often each value occurs in an array: every warp goes over a part of it and adds to the bins
 * with atomics.
 * --with: n (values), bins, skew (percent of the values that fall into the first bin: contention). */
#include "cores/program.h"

typedef struct { uint32_t n, bins, *values, *expected, *found; uint64_t data, counts; } Histogram;

static void *setup(CgRun *r)
{
    Histogram *h = cg_keep(r, sizeof *h);
    uint64_t n = cg_option(r, "n", 1000), bins = cg_option(r, "bins", 16), skew = cg_option(r, "skew", 20);
    if (n < 1 || n > 1u << 24 || bins < 1 || bins > 1u << 20 || skew > 100)
        return cg_failed(r, "n goes from 1 to 2^24, bins from 1 to 2^20, skew to 100"), h;
    if (!cg_has_atomics(r)) return cg_failed(r, "needs atomics"), h;
    h->n = (uint32_t)n, h->bins = (uint32_t)bins;
    h->values = cg_keep(r, n * sizeof *h->values);
    h->expected = cg_keep(r, bins * sizeof *h->expected);
    h->found = cg_keep(r, bins * sizeof *h->found);
    for (uint32_t i = 0; i < h->n; i++) {
        h->values[i] = cg_run_rand(r, 100) < skew ? 0 : cg_run_rand(r, h->bins);
        h->expected[h->values[i]]++;
    }
    h->data = cg_array(r, h->values, h->n);
    h->counts = cg_array(r, NULL, h->bins);
    return h;
}

static void body(Warp *w, void *arg)
{
    Histogram *h = arg;
    for (uint32_t i = cg_thread(w); i < h->n; i += cg_threads(w))
        cg_atomic(w, CG_ADD, h->counts + 4 * (uint64_t)(cg_ld(w, h->data + 4 * (uint64_t)i) % h->bins), 1, 0);
    cg_barrier(w);
    for (uint32_t i = cg_thread(w); i < h->bins; i += cg_threads(w))
        h->found[i] = cg_ld(w, h->counts + 4 * (uint64_t)i);
}

static void check(CgRun *r, void *arg)
{
    const Histogram *h = arg;
    for (uint32_t i = 0; i < h->bins; i++)
        if (h->found[i] != h->expected[i]) {
            cg_failed(r, "bin %u holds %u, the sequential count is %u", i, h->found[i], h->expected[i]);
            return;
        }
}

static void report(void *arg, FILE *out)
{
    const Histogram *h = arg;
    fprintf(out, "histogram  %u values in %u bins\n", h->n, h->bins);
}

const CgKernel cg_kernel_histogram = {"histogram", "counts values with atomics", setup, body, check, report, NULL,
                                      false};
