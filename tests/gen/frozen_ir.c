/* frozen_ir.c - nothing writes to the IR after `check`: its memory is made read-only, then every back end runs.
 *   frozen_ir SPEC...        each back end of each specification in a process of its own
 * Exit status: 0 nothing was written, 1 something was (which specification, which back end), 3 no test. */
#define _GNU_SOURCE
#include "check/check.h"
#include "rtl/rtl.h"
#include "emit/stats.h"
#include "emit/table.h"
#include "eval/eval.h"
#include "frozen_arena.h"
#include "read/read.h"
#include "smt/smt.h"
#include "verify/promela/promela.h"
#include "verify/verify.h"
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { IR_BYTES = 256 << 20, WORK_BYTES = 1024 << 20, SEARCH_BYTES = 1 << 20 };
enum { SEARCH_SECONDS = 1, RANDOM_STEPS = 200, TABLE_WIDTH = 160 };

/* What has been read, and where the back ends put theirs. */
typedef struct { Arena *work; Diags *d; const Protocol *p; ParamEnv env; } Loaded;

static bool load(Loaded *l, const char *path)
{
    Arena *ir = arena_create(IR_BYTES);
    l->work = arena_create(WORK_BYTES);
    l->d = diags_create(l->work);
    Node *root = read_file(ir, l->d, path);
    Protocol *p = root ? ir_build(ir, l->d, root) : NULL;
    if (!p || diag_errors(l->d) || !check_protocol(ir, l->d, p)) return false;
    if (!param_env(ir, l->d, p, NULL, (ParamSets){ 0 }, &l->env) || !check_values(ir, l->d, p, &l->env)) return false;
    l->p = p;
    arena_freeze(ir);
    return true;
}

/* ---- the back ends: whether one refuses a table does not matter here ---- */

static void run_table(Loaded *l)
{
    Buf out;
    buf_init(&out, l->work);
    TableOf of = { (const Controller *const *)l->p->ctls.at, l->p->ctls.n };
    for (int f = TABLE_TEXT; f <= TABLE_CSV; f++) table_write(&out, of, (TableFormat)f, TABLE_WIDTH);
}

static void run_stats(Loaded *l)
{
    Buf out;
    buf_init(&out, l->work);
    stats_write(&out, l->p, &l->env);
    stats_params(&out, l->p, &l->env);
}

static void run_emit(Loaded *l)
{
    for (int replay = 0; replay < 2; replay++) {
        EmitOptions o = { .replay = replay, .input_sha256 = "0" };
        emit_design(l->work, l->d, l->p, &l->env, &o, outset_create(l->work, "nowhere"));      /* written by nobody */
    }
}

static void run_step(Loaded *l)
{
    for (int i = 0; i < l->p->ctls.n && l->p->systems.n; i++) {
        Buf out;
        buf_init(&out, l->work);
        smt_step(l->work, l->d, l->p, &l->env, step_build(l->work, l->p, l->p->ctls.at[i]), &out);
    }
}

static void search(Loaded *l, VerifyOptions o)
{
    FILE *out = tmpfile();
    if (!out) _exit(3);
    o.memory = SEARCH_BYTES;
    o.threads = 1;
    o.seconds = SEARCH_SECONDS;
    o.quiet = true;
    verify_run(l->work, l->d, l->p, &o, out);
    fclose(out);
}

static void run_verify(Loaded *l)
{
    search(l, (VerifyOptions){ .coverage = true });
    search(l, (VerifyOptions){ .keyed = true, .loads_progress = true });
}

static void run_replay(Loaded *l)
{
    VerifyReplay replay = { 0 };
    VerifyRaces races = { 0 };
    search(l, (VerifyOptions){ .replay = &replay, .random_run = RANDOM_STEPS, .seed = 1 });
    search(l, (VerifyOptions){ .races = &races });
}

static void run_promela(Loaded *l)
{
    VerifyOptions o = { .memory = SEARCH_BYTES, .threads = 1, .quiet = true };
    Buf out;
    buf_init(&out, l->work);
    promela_write(l->work, l->d, l->p, &o, &out);
}

/* What must be found. */
static void write_ir(Loaded *l) { ((Protocol *)l->p)->ctls.n++; }

/* Ended by a signal? path: read in the process, so that nothing is shared. */
static bool dies(const char *path, void (*back_end)(Loaded *))
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        Loaded l = { 0 };
        if (!load(&l, path)) { diag_print(l.d, stderr, false, 5); _exit(3); }
        back_end(&l);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0) return true;
    if (WIFEXITED(status) && WEXITSTATUS(status)) { fprintf(stderr, "frozen_ir: %s cannot be read\n", path); _exit(3); }
    return WIFSIGNALED(status);
}

int main(int argc, char **argv)
{
    static const struct { const char *name; void (*run)(Loaded *); } back_ends[] = {
        { "table", run_table }, { "stats", run_stats }, { "emit", run_emit }, { "step", run_step },
        { "verify", run_verify },
        { "verify --replay", run_replay }, { "verify --export", run_promela } };
    int failed = 0;
    if (argc < 2 || !dies(argv[1], write_ir)) {
        fprintf(stderr, "frozen_ir: no specification, or a write is not found\n");
        return 3;
    }
    for (int i = 1; i < argc; i++)
        for (size_t k = 0; k < sizeof back_ends / sizeof *back_ends; k++) {
            if (!dies(argv[i], back_ends[k].run)) continue;
            printf("FAIL %s: '%s' writes to the IR\n", argv[i], back_ends[k].name);
            failed = 1;
        }
    if (!failed) printf("ok   %d specifications, no back end writes to the IR\n", argc - 1);
    return failed;
}
