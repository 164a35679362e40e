/* option_rules.c - see option_rules.h for the contract. */
#include "cli/option_rules.h"
#include "cli/option_table.h"
#include "util/outset.h"

_Static_assert(OPT_HELP <= 64, "one bit for each option");

/* Options that say how, not what: with no others `verify` makes all searches that the file names. */
uint64_t rules_every_search(void)
{
    return UINT64_C(1) << OPT_THREADS | UINT64_C(1) << OPT_MEMORY | UINT64_C(1) << OPT_TIME | UINT64_C(1) << OPT_COLOR |
           UINT64_C(1) << OPT_DIAGNOSTICS | UINT64_C(1) << OPT_BLOCKS | UINT64_C(1) << OPT_COVERAGE |
           UINT64_C(1) << OPT_EXPECT_COVERAGE | UINT64_C(1) << OPT_COVERAGE_FILE;
}

bool options_hint(const char *command)
{
    fprintf(stderr, "Try 'cohgen help%s%s'.\n", command ? " " : "", command ? command : "");
    return false;
}

/* Two outputs under one name: the second would replace the first. */
static bool one_output(Arena *a, const Options *o)
{
    const struct { const char *name, *path; } all[] = { { "--output", o->command == CMD_VERIFY ? o->dir : NULL },
                                                        { "--coverage-file", o->coverage_file },
                                                        { "--chart", o->chart },
                                                        { "--save", o->verify.save } };
    for (int i = 0; i < (int)(sizeof all / sizeof *all); i++)
        for (int k = 0; k < i; k++) {
            if (!all[i].path || !all[k].path || !outset_same_file(a, all[i].path, all[k].path)) continue;
            fprintf(stderr, "cohgen: verify: %s and %s write the same file\n", all[k].name, all[i].name);
            return true;
        }
    return false;
}

/* Every option must mean something for the command. */
bool rules_check(Arena *a, const Options *o, uint64_t used)
{
    const CommandInfo *c = command_info(o->command);
    for (int i = 0; i < cg_n_options; i++)
        if (cg_options[i].id < OPT_HELP && (used >> cg_options[i].id & 1) && !(cg_options[i].commands & 1 << c->id)) {
            fprintf(stderr, "cohgen: '%s' has no option '--%s'\n", c->name, cg_options[i].name);
            return options_hint(c->name);
        }
    bool output = used >> OPT_OUTPUT & 1, replay = used >> OPT_REPLAY & 1;
    if (c->id == CMD_VERIFY && output && !o->export) {
        fprintf(stderr, "cohgen: verify: --output is for --export; a search prints to standard output\n");
        return options_hint(c->name);
    }
    if (one_output(a, o)) return options_hint(c->name);
    bool counted = used >> OPT_COVERAGE_FILE & 1;
    if (counted && (o->export || o->verify.litmus.n || o->verify.random_run)) {
        fprintf(stderr, "cohgen: verify: --coverage-file is for a search without --export, --litmus, --random-run\n");
        return options_hint(c->name);
    }
    if (o->export && replay) {
        fprintf(stderr, "cohgen: verify: --export does not search, so there is nothing to --replay\n");
        return options_hint(c->name);
    }
    const VerifyOptions *v = &o->verify;
    if ((used >> OPT_CHART & 1) && (o->export || used >> OPT_RACES & 1)) {
        fprintf(stderr, "cohgen: verify: --chart is for a search without --export and --races\n");
        return options_hint(c->name);
    }
    if ((used >> OPT_RACES & 1) && (replay || o->export || v->litmus.n)) {
        fprintf(stderr, "cohgen: verify: --races is a search of its own, without --replay, --export and --litmus\n");
        return options_hint(c->name);
    }
    if (v->loads_progress && (v->ops || v->compact || v->litmus.n)) {
        fprintf(stderr, "cohgen: verify: --progress is for a search without --ops, --compact and --litmus\n");
        return options_hint(c->name);
    }
    if (v->fair && (v->ops || v->compact || v->litmus.n)) {
        fprintf(stderr, "cohgen: verify: --fair is for a search without --ops, --compact and --litmus\n");
        return options_hint(c->name);
    }
    if (v->fails && (!v->bad_lines || used >> OPT_RACES & 1)) {
        fprintf(stderr, "cohgen: verify: --fails is for --bad-lines, without --races\n");
        return options_hint(c->name);
    }
    if ((v->save || v->resume) && (v->litmus.n || used >> OPT_RACES & 1 || v->random_run || o->export)) {
        fprintf(stderr, "cohgen: verify: --save and --resume are for one search, without --litmus, --races, "
                        "--random-run and --export\n");
        return options_hint(c->name);
    }
    if (v->parts && (!v->exchange || v->save || v->resume || v->compact || v->loads_progress || v->fair ||
                     v->litmus.n || used >> OPT_RACES & 1 || v->random_run || o->export)) {
        fprintf(stderr, "cohgen: verify: --partition is for one search with --exchange, without --save, --resume, "
                        "--compact, --progress, --fair, --litmus, --races, --random-run and --export\n");
        return options_hint(c->name);
    }
    if (!v->parts && (v->exchange || used >> OPT_PATIENCE & 1)) {
        fprintf(stderr, "cohgen: verify: --exchange and --patience are for --partition\n");
        return options_hint(c->name);
    }
    if (v->parts && v->memory > (size_t)8192 << 20) {
        fprintf(stderr, "cohgen: verify: --memory is at most 8192 for each process of --partition\n");
        return options_hint(c->name);
    }
    if (v->save_every && !v->save) {
        fprintf(stderr, "cohgen: verify: --save-every is for --save\n");
        return options_hint(c->name);
    }
    if ((used >> OPT_MODEL & 1) && !v->litmus.n) {
        fprintf(stderr, "cohgen: verify: --model is for --litmus\n");
        return options_hint(c->name);
    }
    if (v->litmus.n && (v->ops || v->no_drain || used >> OPT_COVERAGE & 1 ||
                        used >> OPT_EXPECT_COVERAGE & 1)) {
        fprintf(stderr, "cohgen: verify: --litmus is without --ops, --no-drain, --coverage and --expect-coverage\n");
        return options_hint(c->name);
    }
    if ((used >> OPT_PRELOADS & 1) && !v->litmus.n && !(used >> OPT_SEARCH & 1)) {
        fprintf(stderr, "cohgen: verify: --preloads is for --litmus\n");
        return options_hint(c->name);
    }
    if ((used >> OPT_SEED & 1) && !v->random_run) {
        fprintf(stderr, "cohgen: verify: --seed is for --random-run\n");
        return options_hint(c->name);
    }
    if (o->verify.random_run && ((!replay && !(used >> OPT_CHART & 1)) || o->verify.litmus.n)) {
        fprintf(stderr, "cohgen: verify: --random-run is for --replay and --chart%s\n",
                replay ? ", without --litmus" : "");
        return options_hint(c->name);
    }
    return true;
}
