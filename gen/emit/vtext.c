/* vtext.c - names, declarations on demand, and the frame of a module. */
#include "emit/verilog.h"
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

Str f(Emit *e, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    Str s = str_vprintf(e->a, fmt, ap);
    va_end(ap);
    return s;
}

Str v_comment(Emit *e, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    Str s = text_comment(e->a, str_vprintf(e->a, fmt, ap));
    va_end(ap);
    return s;
}

static Str mapped(Arena *a, Str s, int (*fn)(int))
{
    char *p = arena_alloc(a, (size_t)s.n + 1);
    for (int i = 0; i < s.n; i++) p[i] = (char)(isalnum((unsigned char)s.p[i]) ? fn((unsigned char)s.p[i]) : '_');
    return (Str){ p, s.n };
}

static int same(int c) { return c; }
Str upper(Arena *a, Str s) { return mapped(a, s, toupper); }
Str lower(Arena *a, Str s) { return mapped(a, s, tolower); }
Str ident(Arena *a, Str s) { return mapped(a, s, same); }

void decl(Decls *d, Str name, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    Str text = str_vprintf(d->a, fmt, ap);
    va_end(ap);
    for (int i = 0; i < d->at.n; i++)
        if (str_eq(d->at.at[i].name, name)) {
            if (!str_eq(d->at.at[i].text, text)) d->clash = name;
            return;
        }
    Decl x = { .name = name, .text = text };
    vec_push(d->a, &d->at, x);
}

/* ---- which identifiers does a text mention? ---- */

static unsigned hash(Str s)
{
    unsigned h = 2166136261u;
    for (int i = 0; i < s.n; i++) h = (h ^ (unsigned char)s.p[i]) * 16777619u;
    return h;
}

static Str *word_slot(const Words *w, Str s)
{
    unsigned i = hash(s) & (unsigned)(w->size - 1);
    while (w->slot[i].n && !str_eq(w->slot[i], s)) i = (i + 1) & (unsigned)(w->size - 1);
    return &w->slot[i];
}

static void word_add(Arena *a, Words *w, Str s)
{
    if (2 * (w->n + 1) > w->size) {
        Words big = { NEW_N(a, Str, w->size ? 2 * w->size : 512), w->size ? 2 * w->size : 512, w->n };
        for (int i = 0; i < w->size; i++) if (w->slot[i].n) *word_slot(&big, w->slot[i]) = w->slot[i];
        *w = big;
    }
    Str *slot = word_slot(w, s);
    if (!slot->n) { *slot = s; w->n++; }
}

static void words_of(Arena *a, Words *w, const char *p, size_t n)
{
    for (size_t i = 0; i < n;) {
        if (p[i] == '/' && i + 1 < n && p[i + 1] == '/') { while (i < n && p[i] != '\n') i++; continue; }
        if (!isalpha((unsigned char)p[i]) && p[i] != '_') { i++; continue; }
        size_t k = i;
        while (k < n && (isalnum((unsigned char)p[k]) || p[k] == '_')) k++;
        if (i == 0 || (p[i - 1] != '.' && p[i - 1] != '\'')) word_add(a, w, (Str){ p + i, (int)(k - i) });
        i = k;
    }
}

static bool mark(Decls *d, Words *w)
{
    bool more = false;
    for (int i = d->at.n - 1; i >= 0; i--) {
        Decl *x = &d->at.at[i];
        if (x->used || !w->size || !word_slot(w, x->name)->n) continue;
        x->used = more = true;
        words_of(d->a, w, x->text.p, (size_t)x->text.n);
    }
    return more;
}

static void mark_module(Module *m)
{
    Words w = { 0 };
    words_of(m->e->a, &w, m->body.at, m->body.n);
    for (int i = 0; i < m->ports.n; i++) words_of(m->e->a, &w, m->ports.at[i].p, (size_t)m->ports.at[i].n);
    while (mark(&m->funcs, &w) || mark(&m->consts, &w) || mark(&m->params, &w)) continue;
}

/* ---- modules ---- */

Module *module_new(Emit *e, const Controller *ctl)
{
    Module *m = NEW(e->a, Module);
    m->e = e;
    m->ctl = ctl;
    m->params.a = m->consts.a = m->funcs.a = e->a;
    buf_init(&m->body, e->a);
    declare_all(m);
    return m;
}

void module_port(Module *m, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vec_push(m->e->a, &m->ports, str_vprintf(m->e->a, fmt, ap));
    va_end(ap);
}

void module_unused(Module *m, Str signal) { vec_push(m->e->a, &m->unused, signal); }

void module_unread(Module *m, const Str *inputs, int n)
{
    Words w = { 0 };
    words_of(m->e->a, &w, m->body.at, m->body.n);
    for (int i = 0; i < n; i++) if (!w.size || !word_slot(&w, inputs[i])->n) module_unused(m, inputs[i]);
}

static void print_used(Buf *b, const Decls *d, const char *before)
{
    for (int i = 0; i < d->at.n; i++)
        if (d->at.at[i].used && !d->at.at[i].derived) buf_printf(b, "%s" STR_FMT "\n", before, STR_ARG(d->at.at[i].text));
}

/* The constants that the port list needs are parameters too, since a name has to be declared before its use. */
static void derive_port_constants(Module *m)
{
    static const char prefix[] = "localparam ";
    Words w = { 0 };
    Decls needed = { .a = m->e->a, .at = { m->consts.at.at, m->consts.at.n, m->consts.at.n } };
    bool *before = NEW_N(m->e->a, bool, m->consts.at.n + 1);
    for (int i = 0; i < m->consts.at.n; i++) { before[i] = m->consts.at.at[i].used; m->consts.at.at[i].used = false; }
    for (int i = 0; i < m->ports.n; i++) words_of(m->e->a, &w, m->ports.at[i].p, (size_t)m->ports.at[i].n);
    while (mark(&needed, &w)) continue;
    for (int i = 0; i < m->consts.at.n; i++) {
        Decl *d = &m->consts.at.at[i];
        d->derived = d->used;
        d->used = before[i];
        if (d->derived) d->text = str_printf(m->e->a, "parameter %.*s", d->text.n - (int)sizeof prefix + 1 - 1, d->text.p + sizeof prefix - 1);
    }
}

static void print_params(Buf *b, const Module *m)
{
    int left = 0;
    for (int i = 0; i < m->params.at.n; i++) left += m->params.at.at[i].used;
    for (int i = 0; i < m->consts.at.n; i++) left += m->consts.at.at[i].derived;
    if (!left) return;
    buf_printf(b, " #(\n");
    for (int i = 0; i < m->params.at.n; i++)
        if (m->params.at.at[i].used) buf_printf(b, "  " STR_FMT "%s\n", STR_ARG(m->params.at.at[i].text), --left ? "," : "");
    bool first = true;
    for (int i = 0; i < m->consts.at.n; i++) {
        if (!m->consts.at.at[i].derived) continue;
        if (first) buf_printf(b, "  // derived, not to be set:\n");
        first = false;
        buf_printf(b, "  " STR_FMT "%s\n", STR_ARG(m->consts.at.at[i].text), --left ? "," : "");
    }
    buf_printf(b, ")");
}

/* In the asynchronous style every clocked block with a reset branch is also sensitive to the reset. */
static void async_resets(Arena *a, Buf *text)
{
    static const char clocked[] = "always @(posedge clk_i) begin", reset[] = "if (rst_i)";
    Buf out;
    buf_init(&out, a);
    for (size_t i = 0; i < text->n;) {
        size_t k = i + sizeof clocked - 1;
        bool found = text->n > k && !memcmp(text->at + i, clocked, sizeof clocked - 1);
        while (found && k < text->n && isspace((unsigned char)text->at[k])) k++;
        found = found && text->n - k >= sizeof reset - 1 && !memcmp(text->at + k, reset, sizeof reset - 1);
        if (found) buf_printf(&out, "always @(posedge clk_i or posedge rst_i) begin");
        else buf_put(&out, text->at + i, 1);
        i += found ? sizeof clocked - 1 : 1;
    }
    *text = out;
}

enum { LONGEST_LINE = 8000 };

/* Breaks lines of code that are too long for some tools: at a blank, not in a comment. Strings of Verilog have no place in what is that long. */
static void fold(Buf *text)
{
    int column = 0;
    bool in_comment = false;
    for (size_t i = 0; i < text->n; i++, column++) {
        if (text->at[i] == '\n') { column = -1; in_comment = false; }
        if (text->at[i] == '/' && text->at[i + 1] == '/') in_comment = true;
        if (column > LONGEST_LINE && text->at[i] == ' ' && !in_comment) { text->at[i] = '\n'; column = -1; }
    }
}

static void add_rtl(Emit *e, Str name, Buf *text);

void module_include_checks(Module *m, Module *checks, Str name)
{
    mark_module(checks);
    for (int i = 0; i < m->params.at.n; i++)
        for (int k = 0; k < checks->params.at.n; k++)
            if (checks->params.at.at[k].used && str_eq(checks->params.at.at[k].name, m->params.at.at[i].name)) m->params.at.at[i].used = true;
    m->checks = name;
}

void module_write_checks(Module *checks, const Module *m, Str name)
{
    Emit *e = m->e;
    Buf *b = NEW(e->a, Buf);
    buf_init(b, e->a);
    for (int pass = 0; pass < 2; pass++) {      /* what m has already is not declared again */
        Decls *want = pass ? &checks->funcs : &checks->consts;
        const Decls *have = pass ? &m->funcs : &m->consts;
        for (int i = 0; i < want->at.n; i++)
            for (int k = 0; k < have->at.n; k++)
                if (str_eq(want->at.at[i].name, have->at.at[k].name) && (have->at.at[k].used || have->at.at[k].derived)) want->at.at[i].used = false;
    }
    buf_printf(b, "// Assertions about " STR_FMT ", which includes this file when COHGEN_CHECKS is defined.\n// Generated by cohgen " COHGEN_VERSION " from " STR_FMT " (sha256 %.16s); do not edit.\n", STR_ARG(name), STR_ARG(e->p->name), e->opt->input_sha256);
    buf_printf(b, "/* verilator lint_off WIDTH */\n/* verilator lint_off UNSIGNED */\n/* verilator lint_off CMPCONST */\n");
    print_used(b, &checks->consts, "  ");
    print_used(b, &checks->funcs, "\n");
    buf_put(b, checks->body.at, checks->body.n);
    buf_printf(b, "/* verilator lint_on WIDTH */\n/* verilator lint_on UNSIGNED */\n/* verilator lint_on CMPCONST */\n");
    fold(b);
    if (!e->hidden) outset_add(e->out, Z(e, f(e, "checks/" STR_FMT "_checks.vh", STR_ARG(name))), b);
}

void module_write(Module *m, Str name, const char *doc)
{
    Emit *e = m->e;
    Buf *b = NEW(e->a, Buf);
    buf_init(b, e->a);
    if (m->unused.n) {
        buf_printf(&m->body, "\n  // Not everything that arrives is needed here.\n  wire unused = &{1'b0");
        for (int i = 0; i < m->unused.n; i++) buf_printf(&m->body, ",\n    " STR_FMT, STR_ARG(m->unused.at[i]));
        buf_printf(&m->body, ", 1'b0};\n");
    }
    Str clash = m->params.clash.n ? m->params.clash : m->consts.clash.n ? m->consts.clash : m->funcs.clash;
    if (clash.n) diag_error(e->d, m->ctl ? m->ctl->pos : e->p->pos, "emit: two things of this design would both be called '" STR_FMT "': rename one of them", STR_ARG(clash));
    mark_module(m);
    derive_port_constants(m);
    buf_printf(b, "// " STR_FMT "\n// Generated by cohgen " COHGEN_VERSION " from " STR_FMT " (sha256 %.16s); do not edit.\n", STR_ARG(v_comment(e, "%s", doc)), STR_ARG(e->p->name), e->opt->input_sha256);
    buf_printf(b, "module " STR_FMT, STR_ARG(name));
    print_params(b, m);
    buf_printf(b, " (\n");
    for (int i = 0; i < m->ports.n; i++) buf_printf(b, "  " STR_FMT "%s\n", STR_ARG(m->ports.at[i]), i + 1 < m->ports.n ? "," : "");
    buf_printf(b, ");\n");
    print_used(b, &m->consts, "  ");
    print_used(b, &m->funcs, "\n");
    buf_printf(b, "\n");
    buf_put(b, m->body.at, m->body.n);
    if (m->checks.n) buf_printf(b, "\n`ifdef COHGEN_CHECKS\n`include \"" STR_FMT "_checks.vh\"\n`endif\n", STR_ARG(m->checks));
    buf_printf(b, "endmodule\n");
    add_rtl(e, name, b);
}

void module_write_header(Module *m, Str name, Buf *named, const char *doc)
{
    Emit *e = m->e;
    Buf *b = NEW(e->a, Buf);
    buf_init(b, e->a);
    Words w = { 0 };
    words_of(e->a, &w, named->at, named->n);
    words_of(e->a, &w, m->body.at, m->body.n);
    while (mark(&m->consts, &w) || mark(&m->params, &w)) continue;
    buf_printf(b, "// " STR_FMT "\n// Generated by cohgen " COHGEN_VERSION " from " STR_FMT " (sha256 %.16s); do not edit.\n// To be included in a module with the parameters", STR_ARG(v_comment(e, "%s", doc)), STR_ARG(e->p->name), e->opt->input_sha256);
    for (int i = 0; i < m->params.at.n; i++)
        if (m->params.at.at[i].used) buf_printf(b, " " STR_FMT, STR_ARG(m->params.at.at[i].name));
    buf_printf(b, ".\n// verilator lint_off UNUSEDPARAM\n"); /* nobody needs all of it */
    print_used(b, &m->consts, "");
    buf_put(b, m->body.at, m->body.n);
    buf_printf(b, "// verilator lint_on UNUSEDPARAM\n");
    outset_add(e->out, Z(e, f(e, "rtl/" STR_FMT ".vh", STR_ARG(name))), b);
}

/* ---- blocks: the templates that the modules instantiate ---- */

/* Table of the files in templates/, embedded by the build. */
struct CgText { const char *name, *text; };
extern const struct CgText cg_blocks[];

static void add_rtl(Emit *e, Str name, Buf *text)
{
    if (e->hidden) return;
    if (e->opt->async_reset) async_resets(e->a, text);
    fold(text);
    outset_add(e->out, Z(e, f(e, "rtl/" STR_FMT ".v", STR_ARG(name))), text);
    vec_push(e->a, &e->files, name);
    words_of(e->a, &e->words, text->at, text->n);
}

void emit_blocks(Emit *e)
{
    bool *done = NEW_N(e->a, bool, 200);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; cg_blocks[i].name; i++) {
            if (done[i] || !word_slot(&e->words, str_from(cg_blocks[i].name))->n) continue;
            Buf *b = NEW(e->a, Buf);
            buf_init(b, e->a);
            buf_put(b, cg_blocks[i].text, strlen(cg_blocks[i].text));
            done[i] = more = true;
            add_rtl(e, str_from(cg_blocks[i].name), b);
        }
    }
    Buf *list = NEW(e->a, Buf);
    buf_init(list, e->a);
    for (int i = 0; i < e->files.n; i++) buf_printf(list, "rtl/" STR_FMT ".v\n", STR_ARG(e->files.at[i]));
    outset_add(e->out, Z(e, f(e, STR_FMT ".f", STR_ARG(e->design))), list);
}
