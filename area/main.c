/* main.c - the command line of `./run area`.
 * COHGEN_TOP, COHGEN_BUILD: the project, its build folder; COHGEN: the generator, if another than that built there. */
#include "area.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "Usage: area [UNIT|SPEC.xml] [OPTION...]\n"
    "       area --claims\n"
    "\n"
    "What a configuration costs (docs/area.md): cells of an open library, NAND2 equivalents, delay, memories as\n"
    "bits and mm2. UNIT: rcc, mesi, getm, zunit, stc ... (default: rcc), all of its controllers; UNIT/CONTROLLER:\n"
    "that one.\n"
    "\n"
    "  --set P=V              a value of a parameter\n"
    "  --liberty FILE         a library of one's own (default: osu018 of qflow-tech-osu018)\n"
    "  --sweep PARAM=a,b,c    one run for each value, and a plot\n"
    "  --quick                memories only, no synthesis\n"
    "  --claims               what the papers' cost claims are about, by the same model of memories\n"
    "\n"
    "Text goes to stdout; build/area/NAME has area.csv, area.json, modules.csv, treemap.svg, sweep.svg, netlists and\n"
    "logs.\n"
    "Exit status: 0 fine, 1 it does not synthesise, 2 wrong command line, 3 no library.\n";

typedef struct {
    Area r;
    const char *out, *param, *name; /* where all is left; of a sweep: its parameter; of the specification */
    Words values;
    bool quick, claims;
} Asked;

static void wrong(Arena *a, const char *what, const char *word)
{
    tool_fatal(2, "%s", tool_text(a, "%s%s", what, word));
}

/* The value of the option at argv[*i], behind "=" or as the next word; NULL: it is another option. */
static const char *value_of(Arena *a, const char *name, const char *what, int argc, char **argv, int *i)
{
    size_t n = strlen(name);
    if (strncmp(argv[*i], name, n) != 0) return NULL;
    if (argv[*i][n] == '=') return argv[*i] + n + 1;
    if (argv[*i][n]) return NULL;
    if (*i + 1 == argc) wrong(a, what, "");
    return argv[++*i];
}

/* `what`: UNIT, UNIT/CONTROLLER or a file. */
static void choose(Asked *q, const char *what)
{
    Arena *a = q->r.a;
    char *unit = tool_text(a, "%s", what), *slash = strchr(unit, '/');
    const char *folder = unit;
    if (tool_ends(what, ".xml")) q->r.spec = what;
    else {
        if (slash) {
            *slash = 0;
            q->r.only = slash + 1;
            for (char *c = slash + 1; *c; c++) *c = (char)tolower((unsigned char)*c);
        }
        static const char *const elsewhere[][2] = {
            {"zunit", "gpudet"}, {"getm_lanes", "getm"}, {"nhcc", "hmg"}, {"rc", "rcd"}, {"rco", "rcd"},
            {"lrc", "rcd"}, {"tcs", "tc"}, {"tcw", "tc"}};
        for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
            if (strcmp(unit, elsewhere[i][0]) == 0) folder = elsewhere[i][1];
        if (strcmp(unit, "getm") == 0) tool_add_text(a, &q->r.emit, "--open TX");
        q->r.spec = tool_text(a, "%s/specs/%s/%s.xml", q->r.top, folder, unit);
    }
    if (!tool_there(q->r.spec)) wrong(a, "no unit or specification ", tool_text(a, "'%s'", unit));
    const char *last = strrchr(q->r.spec, '/');
    last = last ? last + 1 : q->r.spec;
    q->name = tool_text(a, "%.*s", (int)(strlen(last) - strlen(".xml")), last);
}

static void options(Asked *q, int argc, char **argv)
{
    Arena *a = q->r.a;
    const char *what = NULL, *liberty = NULL, *value, *sweep = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) { fputs(usage, stdout); exit(0); }
        if (strcmp(argv[i], "--quick") == 0) q->quick = true;
        else if (strcmp(argv[i], "--claims") == 0) q->claims = true;
        else if ((value = value_of(a, "--set", "--set: P=V is missing", argc, argv, &i)))
            tool_add(a, &q->r.emit, tool_text(a, "--set=%s", value));
        else if ((value = value_of(a, "--liberty", "--liberty: which file?", argc, argv, &i))) liberty = value;
        else if ((value = value_of(a, "--sweep", "--sweep: PARAM=a,b,c is missing", argc, argv, &i))) sweep = value;
        else if (argv[i][0] == '-') wrong(a, "no option ", argv[i]);
        else if (what) wrong(a, "one unit at a time", "");
        else what = argv[i];
    }
    if (q->claims) return;
    choose(q, what ? what : "rcc");
    if (!q->quick) {
        q->r.liberty = liberty ? liberty : "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";
        if (!tool_there(q->r.liberty))
            tool_fatal(3, "no library %s (scripts/setup.sh qflow-tech-osu018 opensta; or --liberty, --quick)",
                       q->r.liberty);
        if ((q->r.nand = area_of_nand2(a, q->r.liberty)) <= 0)
            tool_fatal(3, "%s has no cell whose name says NAND2, with an area", q->r.liberty);
    }
    if (!sweep) return;
    size_t n = strcspn(sweep, "=");
    q->param = tool_text(a, "%.*s", (int)n, sweep);
    q->values = tool_split(a, sweep[n] ? sweep + n + 1 : "", ",");
    if (!n || !q->values.n) wrong(a, "--sweep: PARAM=a,b,c", "");
}

static Costs measured(Asked *q, const char *dir)
{
    Costs costs = area_measure(&q->r, dir);
    if (!costs.n) tool_fatal(2, "no controller '%s' in %s", q->r.only ? q->r.only : "", q->name);
    return costs;
}

static void one(Asked *q)
{
    Arena *a = q->r.a;
    Costs costs = measured(q, q->out);
    area_text(&costs, stdout);
    area_json(a, &costs, tool_text(a, "%s/area.json", q->out));
    if (!q->quick) {
        area_treemap(a, &costs, tool_text(a, "%s/treemap.svg", q->out));
        area_largest(a, &costs, stdout);
    }
    printf("tables and treemap: %s\n", q->out);
}

static void sweep(Asked *q)
{
    Arena *a = q->r.a;
    Points points = {0};
    char *all = "";
    for (int i = 0; i < q->values.n; i++) {
        const char *value = q->values.at[i], *dir = tool_text(a, "%s/sweep/%s", q->out, value);
        Words emit = q->r.emit;
        fprintf(stderr, "%s=%s\n", q->param, value);
        tool_add(a, &q->r.emit, tool_text(a, "--set=%s=%s", q->param, value));
        Point p = {value, measured(q, dir)};
        q->r.emit = emit;
        printf("\n%s=%s\n", q->param, value);
        area_text(&p.costs, stdout);
        fflush(stdout);
        vec_push(a, &points, p);
        Words rows = tool_split(a, tool_read(a, tool_text(a, "%s/area.csv", dir)), "\n");
        for (int k = 1; k < rows.n; k++) all = tool_text(a, "%s%s,%s\n", all, value, rows.at[k]);
    }
    tool_write(tool_text(a, "%s/sweep/all.csv", q->out), all);
    area_sweep(a, q->param, &points, q->quick, tool_text(a, "%s/sweep.svg", q->out));
    printf("plot: %s/sweep.svg\n", q->out);
}

static int work(void *of)
{
    Asked *q = of;
    if (q->claims) area_claims(&q->r);
    else if (q->param) sweep(q);
    else one(q);
    fflush(stdout);
    return 0;
}

int main(int argc, char **argv)
{
    Asked q = {.r = {.a = arena_create((size_t)2 << 30)}};
    Arena *a = q.r.a;
    const char *build = tool_setting("COHGEN_BUILD", COHGEN_BUILD);
    tool_name = "area";
    q.r.top = tool_setting("COHGEN_TOP", COHGEN_TOP);
    q.r.cohgen = tool_setting("COHGEN", tool_text(a, "%s/cohgen", build));
    options(&q, argc, argv);
    if (q.name) q.out = tool_text(a, "%s/area/%s%s%s", build, q.name, q.r.only ? "-" : "", q.r.only ? q.r.only : "");
    return tool_supervise(work, &q, NULL);
}
