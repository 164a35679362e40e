/* portfolio.c - searches in processes: each has its own memory, and one that breaks takes none with it. */
#include "verify/portfolio/portfolio.h"
#include "verify/portfolio/together.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 120, ERRORS_SHOWN = 20, LOOK_MS = 200 };

/* What comes through the pipe: this, the marks, the text. */
typedef struct { int status; char title[40]; size_t text; Found found; } Head;

typedef struct {
    const SearchPlan *plan;
    pid_t pid;
    int from;                        /* -1: it has not begun, or is over */
    char *at;
    size_t n, cap;
    bool over;
    Head head;
    const char *text;
} Job;

typedef struct {
    Arena *a;
    const Protocol *p;
    const VerifyOptions *o;
    FILE *out;
    Job *job;
    int n, begun, running, told;
    Seen seen;
    int failed, incomplete, impossible, partly;
    double seconds;
} Portfolio;

/* ---- in the process of a search ---- */

static bool give(int to, const void *from, size_t n)
{
    const char *at = from;
    while (n) {
        ssize_t k = write(to, at, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        at += k;
        n -= (size_t)k;
    }
    return true;
}

static void search_in_child(Portfolio *x, const Job *j, int to, PortfolioSearch *search)
{
    Head h = { .found = { .diags = diags_create(x->a), .quiet = true } };
    VerifyOptions o = portfolio_options(x->a, j->plan, x->o);
    char *text = NULL;
    FILE *out = open_memstream(&text, &h.text);
    if (!out) _exit(3);
    diag_live(h.found.diags, out, false, ERRORS_SHOWN);
    o.coverage = o.expect_coverage = false;         /* asked of all together */
    o.threads = 1;
    o.quiet = true;
    if (!o.seconds) o.seconds = SECONDS;
    o.processor = true;              /* the verdict is the same whatever else the machine does */
    seen_init(&h.found.seen, x->a, x->p);
    h.status = search(x->a, x->p, &o, out, &h.found);
    diag_print(h.found.diags, out, false, ERRORS_SHOWN);
    fclose(out);
    if (h.found.title) snprintf(h.title, sizeof h.title, "%s", h.found.title);
    bool fine = give(to, &h, sizeof h) && give(to, h.found.seen.marks, (size_t)h.found.seen.n_marks) &&
                give(to, text, h.text);
    _exit(fine ? 0 : 3);
}

/* ---- in the one that waits for them ---- */

static bool begin(Portfolio *x, PortfolioSearch *search)
{
    Job *j = &x->job[x->begun++];
    int ends[2];
    fflush(NULL);
    if (pipe(ends)) { j->over = true; return false; }
    j->pid = fork();
    if (!j->pid) {
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGTERM);           /* nobody would hear what it finds */
#endif
        close(ends[0]);
        search_in_child(x, j, ends[1], search);
    }
    close(ends[1]);
    if (j->pid < 0) { close(ends[0]); j->over = true; return false; }
    j->from = ends[0];
    x->running++;
    return true;
}

static void end(Portfolio *x, Job *j)
{
    const size_t marks = (size_t)x->seen.n_marks;
    int how;
    close(j->from);
    j->from = -1;
    j->over = true;
    x->running--;
    while (waitpid(j->pid, &how, 0) < 0 && errno == EINTR) {}
    if (j->n < sizeof j->head + marks) { j->head.status = -1; return; }
    memcpy(&j->head, j->at, sizeof j->head);
    j->head.found.seen.marks = (uint8_t *)j->at + sizeof j->head;
    j->text = j->at + sizeof j->head + marks;
    if (j->n != sizeof j->head + marks + j->head.text) j->head.status = -1;
}

static void take(Portfolio *x, Job *j)
{
    if (j->cap - j->n < 4096) {
        char *more = realloc(j->at, j->cap = 2 * j->cap + 8192);
        if (!more) abort();
        j->at = more;
    }
    ssize_t k = read(j->from, j->at + j->n, j->cap - j->n);
    if (k > 0) j->n += (size_t)k;
    else if (k == 0 || errno != EINTR) end(x, j);
}

/* Something comes from one of them, or for a while nothing. They are told of a signal. */
static void await(Portfolio *x)
{
    struct pollfd *fd = calloc((size_t)x->n, sizeof *fd);
    if (!fd) abort();
    for (int i = 0; i < x->n; i++) fd[i] = (struct pollfd){ x->job[i].from, POLLIN, 0 };
    int ready = poll(fd, (nfds_t)x->n, LOOK_MS);
    for (int i = 0; i < x->n; i++) {
        if (ready > 0 && fd[i].revents) take(x, &x->job[i]);
        else if (search_stopped() && fd[i].fd >= 0) kill(x->job[i].pid, SIGTERM);
    }
    free(fd);
}

/* ---- what is said ---- */

/* Something of it was searched: all, or the litmus tests that the system can run. */
static bool is_made(const Job *j)
{
    return j->over && j->head.status >= 0 && (j->head.status != 2 || j->head.found.tests);
}

static void tell_text(const Job *j, FILE *out)
{
    for (const char *at = j->text, *stop = at + j->head.text; at < stop; ) {
        const char *eol = memchr(at, '\n', (size_t)(stop - at));
        int n = (int)((eol ? eol : stop) - at);
        fprintf(out, "    %.*s\n", n, at);
        at += n + 1;
    }
}

static void tell(Portfolio *x, Job *j)
{
    const Head *h = &j->head;
    int taken, on;
    bool known = j->over && h->status >= 0;
    bool partly = is_made(j) && h->status == 2;
    const char *verdict = partly ? "PARTLY SEARCHED" : !known || h->status == 2 ? "NOT SEARCHED" :
                          h->status == 3 ? "INCOMPLETE" : h->status ? "FAILED" :
                          h->found.bounded ? "PASSED within the bounds" : "PASSED";
    fprintf(x->out, "%s: " STR_FMT, verdict, STR_ARG(j->plan->name));
    if (is_made(j)) {
        seen_rows(&h->found.seen, x->p, &taken, &on);
        fprintf(x->out, "%s%s: %llu states, ", h->status == 1 ? ": " : "", h->status == 1 ? h->title : "",
                (unsigned long long)h->found.states);
        int tests = j->plan->litmus.n;
        if (partly) fprintf(x->out, "%d of ", h->found.tests);
        if (tests) fprintf(x->out, "%d litmus test%s, ", tests, tests > 1 ? "s" : "");
        else fprintf(x->out, "%llu transitions, %d of %d rows, ", (unsigned long long)h->found.transitions, taken, on);
        fprintf(x->out, "%.1f s", h->found.seconds);
        if (h->found.allowed)
            fprintf(x->out, ", %llu problem%s allowed", (unsigned long long)h->found.allowed,
                    h->found.allowed > 1 ? "s" : "");
        seen_merge(&x->seen, &h->found.seen);
        x->seconds += h->found.seconds;
    } else if (!known) fprintf(x->out, search_stopped() ? ": not begun" : ": its process has ended without a result");
    if (j->plan->doc.n) fprintf(x->out, " (" STR_FMT ")", STR_ARG(j->plan->doc));
    fprintf(x->out, "\n");
    if (known && h->status) tell_text(j, x->out);
    fflush(x->out);
    x->failed += known && h->status == 1;
    x->incomplete += !known || h->status == 3;
    x->impossible += known && !is_made(j);
    x->partly += partly;
}

static void tell_together(const Portfolio *x)
{
    TogetherSearch *made = NEW_N(x->a, TogetherSearch, x->n + 1);
    int n = 0;
    for (int i = 0; i < x->n; i++) {
        const Job *j = &x->job[i];
        VerifyOptions *o = NEW(x->a, VerifyOptions);
        *o = portfolio_options(x->a, j->plan, x->o);
        if (is_made(j)) made[n++] = (TogetherSearch){ o, &j->head.found.seen };
    }
    together_print_same(x->a, x->p, made, n, x->out);
    together_print(x->a, x->p, made, n, x->out);
}

static int summary(const Portfolio *x)
{
    int taken, on, missed = seen_print_missed(&x->seen, x->p, NULL);
    seen_rows(&x->seen, x->p, &taken, &on);
    fprintf(x->out, "all searches together: %d of %d rows, %.1f s of processor time\n", taken, on, x->seconds);
    seen_print_missed(&x->seen, x->p, x->out);
    seen_print_most(&x->seen, x->p, x->out);
    seen_print_not(&x->seen, x->p, x->out);
    tell_together(x);
    if (x->impossible) fprintf(x->out, "NOT SEARCHED: %d of %d searches\n", x->impossible, x->n);
    if (x->partly) fprintf(x->out, "PARTLY SEARCHED: %d of %d searches\n", x->partly, x->n);
    if (x->failed) fprintf(x->out, "FAILED: %d of %d searches\n", x->failed, x->n);
    if (x->incomplete) fprintf(x->out, "INCOMPLETE: %d of %d searches\n", x->incomplete, x->n);
    if (x->impossible || x->partly) return 2;
    if (x->failed || x->incomplete) return x->failed ? 1 : 3;
    if (missed && x->o->expect_coverage) { fprintf(x->out, "FAILED: coverage\n"); return 1; }
    fprintf(x->out, "PASSED: %d of %d searches\n", x->n, x->n);
    return 0;
}

int portfolio_run(Arena *a, const Protocol *p, const VerifyOptions *o, FILE *out, PortfolioSearch *search)
{
    Portfolio x = { .a = a, .p = p, .o = o, .out = out, .n = p->plans.n, .job = NEW_N(a, Job, p->plans.n) };
    seen_init(&x.seen, a, p);
    for (int i = 0; i < x.n; i++) x.job[i] = (Job){ .plan = p->plans.at[i], .from = -1, .head.status = -1 };
    while (x.told < x.n) {
        while (x.begun < x.n && x.running < o->threads && !search_stopped()) begin(&x, search);
        for (; search_stopped() && x.begun < x.n; x.begun++) x.job[x.begun].over = true;
        if (x.running) await(&x);
        for (; x.told < x.n && x.job[x.told].over; x.told++) tell(&x, &x.job[x.told]);
    }
    if (o->counts) seen_write(&x.seen, p, "all searches; 1: taken", o->counts);
    int status = summary(&x);
    for (int i = 0; i < x.n; i++) free(x.job[i].at);
    return status;
}
