/* murphi_lex.c - tokens of the Promela model, with its macros expanded. */
#include "verify/murphi/murphi_parts.h"
#include <ctype.h>
#include <string.h>

const char *mur_text(Mur *m, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const char *at = str_vprintf(m->a, fmt, ap).p;
    va_end(ap);
    return at;
}

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

static const char *after_blanks(const char *p)
{
    for (;;) {
        while (*p == ' ' || *p == '\t' || *p == '\n') p++;
        if (p[0] != '/' || p[1] != '*') return p;
        const char *end = strstr(p, "*/");
        p = end ? end + 2 : p + strlen(p);
    }
}

static const char *token(const char *p, Tok *t)
{
    static const char *const two[] = { "->", "::", "++", "--", "==", "!=", "<=",
                                       ">=", "&&", "||", "<<", ">>", "..", NULL };
    const char *end = p + 1;
    t->kind = 'p';
    if (in_name(*p)) {
        while (in_name(*end)) end++;
        t->kind = isdigit((unsigned char)*p) ? '0' : 'a';
    } else if (*p == '"') {
        while (*end && *end != '"') end += *end == '\\' && end[1] ? 2 : 1;
        if (*end) end++;
        t->kind = '"';
    } else
        for (int i = 0; two[i]; i++) if (strncmp(p, two[i], 2) == 0) end = p + 2;
    t->text = (Str){ p, (int)(end - p) };
    return end;
}

static void tokens(Mur *m, const char *p, Toks *to)
{
    for (p = after_blanks(p); *p; p = after_blanks(p)) {
        Tok t;
        p = token(p, &t);
        vec_push(m->a, &to->of, t);
    }
}

static Macro *macro(Mur *m, Str name)
{
    for (int i = m->macros.n - 1; i >= 0; i--)
        if (str_eq(m->macros.at[i].name, name)) return m->macros.at[i].gone ? NULL : &m->macros.at[i];
    return NULL;
}

static void expand(Mur *m, const Toks *from, Toks *to, int deep);

/* line: what follows "#define". */
static void define(Mur *m, const char *line)
{
    Macro d = { 0 };
    Tok t;
    const char *p = token(after_blanks(line), &t);
    d.name = t.text;
    if (*p == '(') {
        d.function = true;
        for (p++; *p && *p != ')';) {
            p = token(after_blanks(p), &t);
            if (t.kind == 'a') vec_push(m->a, &d.params, t.text);
            p = after_blanks(p);
        }
        if (*p) p++;
    }
    tokens(m, p, &d.body);
    d.constant = !d.function && d.body.of.n == 1 && d.body.of.at[0].kind == '0';
    if (d.constant) buf_printf(&m->types, "const " STR_FMT ": " STR_FMT ";\n", STR_ARG(d.name),
                               STR_ARG(d.body.of.at[0].text));
    /* These are functions: as text, each argument would stand there many times. */
    if (!str_is(d.name, "MAX") && !str_is(d.name, "MIN") && !str_is(d.name, "RANK")) vec_push(m->a, &m->macros, d);
    else {
        Toks body = { 0 };
        expand(m, &d.body, &body, 0);
        mur_function(m, d.name, d.params.at, d.params.n, &body);
    }
}

/* The arguments of a macro after its name at from[*i]; each expanded. */
static Toks *arguments(Mur *m, const Toks *from, int *i, const Macro *d, int deep)
{
    Toks *args = NEW_N(m->a, Toks, d->params.n + 1), raw = { 0 };
    int n = 0, open = 0, k = *i + 1;
    for (; k < from->of.n; k++) {
        Tok t = from->of.at[k];
        bool ends = str_is(t.text, ")") && open == 1;
        if (str_is(t.text, ")")) open--;
        if ((ends || (str_is(t.text, ",") && open == 1)) && n < d->params.n) {
            expand(m, &raw, &args[n++], deep + 1);
            raw = (Toks){ 0 };
        } else if (open > 0) vec_push(m->a, &raw.of, t);
        if (str_is(t.text, "(")) open++;
        if (ends) break;
    }
    *i = k;
    if (n != d->params.n) mur_fail(m, "arguments of a macro");
    return args;
}

static void expand(Mur *m, const Toks *from, Toks *to, int deep)
{
    if (deep > 50) mur_fail(m, "a macro within itself");
    for (int i = 0; i < from->of.n && !m->failed; i++) {
        Tok t = from->of.at[i];
        const Macro *d = t.kind == 'a' ? macro(m, t.text) : NULL;
        if (!d || d->constant) {
            vec_push(m->a, &to->of, t);
            continue;
        }
        Toks *args = d->function ? arguments(m, from, &i, d, deep) : NULL, body = { 0 };
        for (int k = 0; k < d->body.of.n; k++) {
            int is = -1;
            for (int p = 0; p < d->params.n; p++) if (str_eq(d->params.at[p], d->body.of.at[k].text)) is = p;
            for (int p = 0; is >= 0 && p < args[is].of.n; p++) vec_push(m->a, &body.of, args[is].of.at[p]);
            if (is < 0) vec_push(m->a, &body.of, d->body.of.at[k]);
        }
        expand(m, &body, to, deep + 1);
    }
}

static void flush(Mur *m, Buf *text)
{
    Toks raw = { 0 };
    buf_put(text, "", 1);
    tokens(m, text->at, &raw);
    expand(m, &raw, &m->toks, 0);
    buf_init(text, m->a);
}

void mur_read(Mur *m, const char *text)
{
    Buf plain;
    buf_init(&plain, m->a);
    while (*text && !m->failed) {
        const char *end = strchr(text, '\n');
        int n = end ? (int)(end - text) : (int)strlen(text);
        const char *line = str_z(m->a, (Str){ text, n });
        if (*line != '#') buf_printf(&plain, "%s\n", line);
        else if (strncmp(line, "#define ", 8) == 0) {
            flush(m, &plain);
            define(m, line + 8);
        } else if (strncmp(line, "#undef ", 7) == 0) {
            flush(m, &plain);
            Macro *d = macro(m, str_from(line + 7));
            if (d) d->gone = true;
        }
        text += n + (end != NULL);
    }
    flush(m, &plain);
}
