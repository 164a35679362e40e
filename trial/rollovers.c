/* rollovers.c - what the rollovers of a run of GETM cost, from its rows (`SIM --rows`). A rollover begins with the
 * first request at END and ends with the last warp's Resume. Counted in it: transactions that Stop ended (quit), log
 * messages that arrived, requests that had to wait (parked). Then cycles: of a rollover; between two of them; from Stop
 * to Resume of a warp, its parts: to the marker, to the empty tables, round the ring. */
#include "trial.h"
#include <string.h>

enum { CORES = 1024 };

typedef struct {
    long stop[CORES], stopped, begun, last, at, clear;        /* cycles; cores that are stopped now */
    long rollovers, quits, logs, parked, gaps, resumes, marks, overs, most;
    double between, all, stops, mark, markers, ring;
} Rollovers;

static void unit(Rollovers *o, const Row *r)
{
    if (tool_ends(r->event, ".end") && !o->begun) {
        o->begun = r->cycle;
        if (o->last) o->between += (double)(o->begun - o->last), o->gaps++;
    }
    if (o->begun && (said_after(r->event, "Commit") || said_after(r->event, "Cleanup"))) o->logs++;
    if (o->begun && tool_ends(r->event, ".busy")) o->parked++;
    if (strcmp(r->event, "Drained.last") == 0) o->clear = r->cycle;
    if (strcmp(r->event, "over") != 0) return;
    o->ring += (double)(r->cycle - o->clear);
    o->markers += (double)(o->clear - o->at);
    o->overs++;
}

static void core(Rollovers *o, const Row *r)
{
    long *stop = &o->stop[r->instance];
    if (strcmp(r->event, "Stop") == 0) *stop = r->cycle, o->stopped++;
    if (strcmp(r->event, "quit") == 0) o->quits++;
    if (strcmp(r->event, "drain") == 0) {
        o->marks++;
        o->mark += (double)(r->cycle - *stop);
        o->at = r->cycle;
    }
    if (strcmp(r->event, "Resume") != 0) return;
    o->stops += (double)(r->cycle - *stop);
    o->resumes++;
    *stop = 0;
    if (--o->stopped != 0) return;
    long took = r->cycle - o->begun;
    o->all += (double)took;
    if (took > o->most) o->most = took;
    o->rollovers++;
    o->last = r->cycle;
    o->begun = 0;
}

static double mean(double sum, long n) { return n ? sum / (double)n : 0; }

int trial_rollovers(Trial *t, int argc, char **argv)
{
    Rollovers o = {.last = 0};
    if (argc != 1) {
        fprintf(stderr, "usage: trial rollovers ROWS\n");
        return 2;
    }
    if (!tool_there(argv[0])) tool_fatal(2, "no file '%s'", argv[0]);
    Rows rows = rows_read(t, argv[0]);
    for (int i = 0; i < rows.n; i++) {
        const Row *r = &rows.at[i];
        if (strcmp(r->controller, "VU") == 0) unit(&o, r);
        if (strcmp(r->controller, "TX") == 0 && r->instance >= 0 && r->instance < CORES) core(&o, r);
    }
    if (!o.rollovers) {
        puts("rollovers 0");
        return 1;
    }
    printf("rollovers %ld quits %ld logs %ld parked %ld\n", o.rollovers, o.quits, o.logs, o.parked);
    printf("cycles of a rollover %.1f, at most %ld; between two %.1f\n", mean(o.all, o.rollovers), o.most,
           mean(o.between, o.gaps));
    printf("a warp, Stop to Resume %.1f: marker after %.1f, the last marker at all units %.1f later, ",
           mean(o.stops, o.resumes), mean(o.mark, o.marks), mean(o.markers, o.overs));
    printf("Reset round %.1f\n", mean(o.ring, o.overs));
    return 0;
}
