/* commands.c - from options to the stages and back. */
#include "cli/commands.h"
#include "cli/foreign.h"
#include "check/check.h"
#include "cli/cli.h"
#include "cli/charts.h"
#include "cli/inputs.h"
#include "rtl/rtl.h"
#include "emit/stats.h"
#include "emit/table.h"
#include "read/read.h"
#include "smt/smt.h"
#include "util/text.h"
#include "ir/keyed.h"
#include "litmus/litmus.h"
#include "verify/portfolio/portfolio.h"
#include "verify/murphi/murphi.h"
#include "verify/promela/promela.h"
#include <string.h>

static void print_count(int n, const char *what) { printf("%d %s%s", n, what, n == 1 ? "" : "s"); }

static void print_summary(Arena *a, const char *path, const Protocol *p, int warnings)
{
    int states = 0, rows = 0;
    for (int i = 0; i < p->ctls.n; i++) {
        TableCounts n = table_counts(p->ctls.at[i]);
        states += n.states;
        rows += n.rows;
    }
    printf("%s: ", text_line(a, str_from(path)).p);
    print_count(p->ctls.n, "controller");
    printf(", ");
    print_count(states, "state");
    printf(", ");
    print_count(rows, "row");
    printf(", no errors");
    if (warnings) { printf(", "); print_count(warnings, "warning"); }
    printf("\n");
}

/* Litmus tests of searches that are not there, or say what they should not: a search that names one cannot be made. */
static void look_for_litmus(Arena *a, Diags *d, const Protocol *p)
{
    for (int i = 0; i < p->plans.n; i++)
        for (int n = 0; n < p->plans.at[i]->litmus.n; n++) {
            const SearchPlan *plan = p->plans.at[i];
            Litmus test = { 0 };
            char *text = NULL;
            size_t size = 0;
            FILE *said = open_memstream(&text, &size);
            if (!said) return;
            bool fine = litmus_read(&test, str_z(a, plan->litmus.at[n]), said);
            fclose(said);
            text[strcspn(text, "\n")] = 0;
            if (fine) litmus_free(&test);
            else
                diag_warning(d, plan->litmus_pos, "search '" STR_FMT "' cannot be made: %s", STR_ARG(plan->name), text);
            free(text);
        }
}

/* What is accepted is built: the Verilog is made, and not written. So what only it shows (two modules of one name, say)
 * is said here. */
static bool can_be_built(Arena *a, Diags *d, const Protocol *p, const ParamEnv *env)
{
    EmitOptions e = { .input_sha256 = "" };
    return !p->systems.n || p->unbuilt || emit_design(a, d, p, env, &e, outset_create(a, "."));
}

int command_check(Arena *a, Diags *d, const Options *o)
{
    int status = EXIT_OK;
    for (int i = 0; i < o->files.n; i++) {
        int warnings = diag_warnings(d);
        ParamEnv env;
        Protocol *p = inputs_load(a, d, o, o->files.at[i], NULL);
        if (p) look_for_litmus(a, d, p);
        if (p && inputs_values(a, d, p, o, &env) && can_be_built(a, d, p, &env))
            print_summary(a, o->files.at[i], p, diag_warnings(d) - warnings);
        else status = EXIT_INPUT;
    }
    return status;
}

int command_emit(Arena *a, Diags *d, const Options *o)
{
    ParamEnv env;
    const Node *root = NULL;
    Protocol *p = inputs_load(a, d, o, o->files.at[0], &root);
    if (!p || !inputs_values(a, d, p, o, &env)) return EXIT_INPUT;
    EmitOptions e = { .async_reset = o->async_reset,
                      .replay = o->replay_harness,
                      .open = o->open,
                      .input_sha256 = inputs_hash(a, root, p->blocks) };
    OutSet *files = outset_create(a, o->dir);
    if (!emit_design(a, d, p, &env, &e, files)) return EXIT_INPUT;
    Buf said;
    buf_init(&said, a);
    foreign_look(a, files, o->dir, &said);
    if (!outset_commit(files, d)) return EXIT_ENV;
    if (said.n) fwrite(said.at, 1, said.n, stdout);
    return EXIT_OK;
}

static Str step_file(Arena *a, const Protocol *p, const Controller *c)
{
    Str name = str_printf(a, STR_FMT "_" STR_FMT "_step.smt2", STR_ARG(p->name), STR_ARG(c->name));
    for (char *at = (char *)name.p; *at != '.' || strcmp(at, ".smt2"); at++)
        *at = *at >= 'A' && *at <= 'Z'                                     ? (char)(*at + 'a' - 'A')
              : (*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9') ? *at
                                                                           : '_';
    return name;
}

/* False after an error: another controller's file has this name too, in small letters. */
static bool step_file_own(Arena *a, Diags *d, const Protocol *p, int i)
{
    Str name = step_file(a, p, p->ctls.at[i]);
    for (int k = 0; k < i; k++)
        if (str_eq(name, step_file(a, p, p->ctls.at[k]))) {
            diag_error(d, p->ctls.at[i]->pos, "two files would both be called '" STR_FMT "': rename a controller",
                       STR_ARG(name));
            return false;
        }
    return true;
}

int command_step(Arena *a, Diags *d, const Options *o)
{
    ParamEnv env;
    Protocol *p = inputs_load(a, d, o, o->files.at[0], NULL);
    if (!p || !inputs_values(a, d, p, o, &env)) return EXIT_INPUT;
    if (!p->systems.n) diag_error(d, p->pos, "nothing to write: the protocol has no <system>");
    OutSet *files = outset_create(a, o->dir);
    bool fine = p->systems.n > 0;
    for (int i = 0; fine && i < p->ctls.n; i++) {
        Buf *text = NEW(a, Buf);
        buf_init(text, a);
        fine = step_file_own(a, d, p, i) && smt_step(a, d, p, &env, step_build(a, p, p->ctls.at[i]), text);
        outset_add(files, str_z(a, step_file(a, p, p->ctls.at[i])), text);
    }
    if (!fine) return EXIT_INPUT;
    return outset_commit(files, d) ? EXIT_OK : EXIT_ENV;
}

static int figures(Arena *a, Diags *d, const Options *o, void (*write)(Buf *, const Protocol *, const ParamEnv *))
{
    Buf out;
    ParamEnv env;
    Protocol *p = inputs_load(a, d, o, o->files.at[0], NULL);
    if (!p || !inputs_values(a, d, p, o, &env)) return EXIT_INPUT;
    buf_init(&out, a);
    write(&out, p, &env);
    return inputs_print(&out);
}

int command_stats(Arena *a, Diags *d, const Options *o) { return figures(a, d, o, stats_write); }
int command_params(Arena *a, Diags *d, const Options *o) { return figures(a, d, o, stats_params); }

/* ---- replays: the schedule, the Verilog that it drives, and what it was made from ---- */

static void add_inputs(Arena *a, const Node *root, OutSet *files)
{
    InputFiles inputs = { 0 };
    inputs_files(a, root, &inputs);
    for (int i = 0; i < inputs.n; i++) {
        const Buf *text = inputs_text(a, inputs.at[i]);
        if (text) outset_add(files, str_printf(a, "spec/%s", text_file_name(inputs.at[i])).p, text);
    }
}

/* What a specification says, and the file it was read from. keyed: it was searched without what has no key. */
typedef struct { const Protocol *p; const Node *root; bool keyed; } Spec;

/* The exit status: that of the search, whether or not the design can be emitted (d says why not), but EXIT_ENV if the
 * files cannot be written. */
static int write_replay(Arena *a, Diags *d, const Spec *x, const VerifyReplay *r, const char *dir, int status)
{
    const Protocol *p = x->p;
    ParamEnv env;
    EmitOptions e = { .replay = true, .keyed = x->keyed, .input_sha256 = inputs_hash(a, x->root, p->blocks) };
    OutSet *files = outset_create(a, dir);
    if (r->cannot) {
        diag_error(d, p->pos, "verify: this run cannot be replayed in the Verilog: %s", r->cannot);
        return EXIT_INPUT;
    }
    if (!param_env(a, d, p, NULL, (ParamSets){ r->sets.at, r->sets.n }, &env) || !emit_design(a, d, p, &env, &e, files))
        return EXIT_INPUT;
    outset_add(files, "schedule", &r->schedule);
    add_inputs(a, x->root, files);
    if (!outset_commit(files, d)) return EXIT_ENV;
    printf("replay: ./run replay %s\n", dir);
    return status;
}

/* The same for the tests of races. */
static int write_races(Arena *a, Diags *d, const Spec *x, const VerifyRaces *r, const char *dir, int status)
{
    const Protocol *p = x->p;
    ParamEnv env;
    EmitOptions e = { .replay = true, .keyed = x->keyed, .input_sha256 = inputs_hash(a, x->root, p->blocks) };
    OutSet *files = outset_create(a, dir);
    if (!param_env(a, d, p, NULL, (ParamSets){ r->tests.at[0]->sets.at, r->tests.at[0]->sets.n }, &env) ||
        !emit_design(a, d, p, &env, &e, files))
        return EXIT_INPUT;
    for (int i = 0; i < r->tests.n; i++)
        outset_add(files, str_printf(a, "tests/%04d", i + 1).p, &r->tests.at[i]->schedule);
    outset_add(files, "races", &r->list);
    add_inputs(a, x->root, files);
    if (!outset_commit(files, d)) return EXIT_ENV;
    printf("races: ./run races %s\n", dir);
    return status;
}

/* path: where to, or NULL. */
static int write_model(Arena *a, Diags *d, Protocol *p, const Options *o, const VerifyOptions *v)
{
    Buf out;
    const char *path = o->dir;
    buf_init(&out, a);
    if (v->keyed) keyed_only(p);
    const Join *joined = o->export == EXPORT_MURPHI ? promela_join(p) : NULL;
    if (joined) diag_error(d, joined->pos, "export: messages that are joined: not exported to Murphi");
    if (!promela_write(a, d, p, v, &out) || joined) return EXIT_USAGE;
    if (o->export == EXPORT_MURPHI) {
        Buf other;
        buf_init(&other, a);
        buf_put(&out, "", 1);
        const char *failed = murphi_write(a, out.at, &other);
        if (failed) {
            diag_error(d, p->pos, "export: not written as Murphi: %s", failed);
            return EXIT_USAGE;
        }
        out = other;
    }
    if (!path) return inputs_print(&out);
    return inputs_write(a, d, path, &out) ? EXIT_OK : EXIT_ENV;
}

static bool named_search(Arena *a, Diags *d, const Protocol *p, const char *name, VerifyOptions *v)
{
    Str *all = NEW_N(a, Str, p->plans.n + 1);
    for (int i = 0; i < p->plans.n; i++) {
        all[i] = p->plans.at[i]->name;
        if (!str_is(all[i], name)) continue;
        *v = portfolio_options(a, p->plans.at[i], v);
        return true;
    }
    Str near = str_closest(str_from(name), all, p->plans.n);
    diag_error(d, p->pos, "verify: no <verify> is called '%s'%s" STR_FMT "%s", name, near.n ? ", did you mean '" : "",
               STR_ARG(near), near.n ? "'?" : "");
    return false;
}

/* Said before the search, which may be long. A search that goes on may be saved where it was. */
static bool outputs_free(Diags *d, const Options *o)
{
    const VerifyOptions *v = &o->verify;
    const char *out[] = { o->dir, o->coverage_file, o->chart };
    for (int i = 0; i < v->litmus.n; i++) diag_file(d, v->litmus.at[i], false);
    bool fine = !v->save || outset_may_write(d, v->save);
    if (v->resume) diag_file(d, v->resume, false);
    for (size_t i = 0; i < sizeof out / sizeof *out; i++) fine = fine && (!out[i] || outset_may_write(d, out[i]));
    return fine;
}

int command_verify(Arena *a, Diags *d, const Options *o)
{
    const Node *root = NULL;
    Protocol *p = inputs_load(a, d, o, o->files.at[0], &root);
    if (!p) return EXIT_INPUT;
    if (!outputs_free(d, o)) return EXIT_ENV;
    VerifyOptions v = o->verify;
    VerifyReplay replay = { 0 };
    VerifyRaces races = { 0 };
    if (o->replay_dir || o->chart) v.replay = &replay;
    if (o->races_dir) v.races = &races;
    for (int i = 0; i < o->sets.n; i++) vec_push(a, &v.sets, o->sets.at[i]);
    v.unnamed = v.portfolio && !p->plans.n;
    v.portfolio &= p->plans.n > 0;
    if (v.save || v.resume || v.parts) {
        v.program = inputs_program(a);
        v.input = inputs_hash(a, root, p->blocks);
    }
    if (o->search && !named_search(a, d, p, o->search, &v)) return EXIT_USAGE;
    if (o->export) return write_model(a, d, p, o, &v);
    Buf counts;
    buf_init(&counts, a);
    if (o->coverage_file) v.counts = &counts;
    int status = verify_run(a, d, p, &v, stdout);
    if (counts.n && !inputs_write(a, d, o->coverage_file, &counts)) return EXIT_ENV;
    if (o->races_dir && status == EXIT_OK && !races.tests.n) {
        diag_error(d, p->pos, "verify: no race can be brought about in the Verilog");
        return EXIT_USAGE;
    }
    const Spec spec = { p, root, v.keyed };
    if (races.tests.n) return write_races(a, d, &spec, &races, o->races_dir, status);
    if (replay.schedule.n && o->chart && !chart_write(a, d, p, &replay.schedule, o->chart)) return EXIT_ENV;
    if (!o->replay_dir) return status;
    return replay.schedule.n ? write_replay(a, d, &spec, &replay, o->replay_dir, status) : status;
}
