/* tables.c - `table` and `doc`: a specification as tables, drawings and pages. */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include "draw/diagram.h"
#include "rtl/rtl.h"
#include "site/site.h"
#include "util/outset.h"
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { DEFAULT_WIDTH = 160, MIN_WIDTH = 60 };

/* Columns of the terminal, or of a page when the output goes elsewhere. */
static int output_width(void)
{
    struct winsize w;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) != 0 || w.ws_col == 0) return DEFAULT_WIDTH;
    return w.ws_col < MIN_WIDTH ? MIN_WIDTH : w.ws_col;
}

/* Those that --controller names, else all. */
static bool choose(Arena *a, Diags *d, const Options *o, const Protocol *p, TableOf *of)
{
    if (!o->controller) {
        *of = (TableOf){ (const Controller *const *)p->ctls.at, p->ctls.n };
        return true;
    }
    const Controller **one = NEW(a, const Controller *);
    Str *names = NEW_N(a, Str, p->ctls.n + 1);
    for (int i = 0; i < p->ctls.n; i++) {
        names[i] = p->ctls.at[i]->name;
        if (str_is(names[i], o->controller)) *one = p->ctls.at[i];
    }
    *of = (TableOf){ one, 1 };
    if (*one) return true;
    Str near = str_closest(str_from(o->controller), names, p->ctls.n);
    diag_error(d, p->pos, "no controller is called '%s'%s" STR_FMT "%s", o->controller,
               near.n ? ", did you mean '" : "", STR_ARG(near), near.n ? "'?" : "");
    return false;
}

static bool read_coverage(Arena *a, Diags *d, const Options *o, SiteInput *x)
{
    if (o->coverage.n) x->coverage = coverage_read(a, d, x->p, o->coverage.at, o->coverage.n);
    return !o->coverage.n || x->coverage;
}

int command_table(Arena *a, Diags *d, const Options *o)
{
    Buf out;
    TableOf of;
    Protocol *p = inputs_load(a, d, o, o->files.at[0], NULL);
    SiteInput x = { .p = p, .version = COHGEN_VERSION };
    ParamEnv env;
    if (p && o->sets.n && !inputs_values(a, d, p, o, &env)) return EXIT_INPUT; /* the table is that of all values */
    if (!p || !choose(a, d, o, p, &of) || !read_coverage(a, d, o, &x)) return EXIT_INPUT;
    buf_init(&out, a);
    buf_put(&out, "", 0);
    switch (o->format) {
    case TABLE_DOT: diagram_dot(&out, p, of.at, of.n); break;
    case TABLE_SVG: diagram_svg(&out, p, of.at, of.n); break;
    case TABLE_HTML: site_tables(&out, &x, of); break;
    case TABLE_JSON: site_json(&out, &x, of); break;
    default: table_write(&out, of, o->format, output_width());
    }
    return inputs_print(&out);
}

/* The Verilog, in memory; NULL: there is none, and *why says why. */
static OutSet *verilog(Arena *a, const Protocol *p, const ParamEnv *env, const char *hash, const char **why)
{
    Diags *d = diags_create(a);
    OutSet *rtl = outset_create(a, ".");
    EmitOptions e = { .input_sha256 = hash };
    *why = !p->systems.n ? "the specification has no <system>" : "the design cannot be emitted, `cohgen emit` says why";
    return p->systems.n && emit_design(a, d, p, env, &e, rtl) ? rtl : NULL;
}

int command_doc(Arena *a, Diags *d, const Options *o)
{
    ParamEnv env;
    const Node *root = NULL;
    InputFiles names = { 0 };
    Protocol *p = inputs_load(a, d, o, o->files.at[0], &root);
    SiteInput x = { .p = p, .env = &env, .version = COHGEN_VERSION };
    if (!p || !inputs_values(a, d, p, o, &env) || !read_coverage(a, d, o, &x)) return EXIT_INPUT;
    inputs_files(a, root, &names);
    SiteFile *files = NEW_N(a, SiteFile, names.n + 1);
    for (int i = 0; i < names.n; i++) {
        const Buf *text = inputs_text(a, names.at[i]);
        files[i] = (SiteFile){ names.at[i], text ? (Str){ text->at, (int)text->n } : (Str){ "", 0 } };
    }
    x.files = files;
    x.n_files = names.n;
    x.rtl = verilog(a, p, &env, inputs_hash(a, root, p->blocks), &x.no_rtl);
    OutSet *out = outset_create(a, o->dir);
    site_write(a, &x, out);
    return outset_commit(out, d) ? EXIT_OK : EXIT_ENV;
}
