/* promela_names.c - which names a model declares: names of the specification with something before or behind them, that
 * two of them may share. Read from the text, so that no part of the model is left out. */
#include <ctype.h>
#include <string.h>
#include "verify/promela/promela_parts.h"

typedef enum { NAME_GLOBAL, NAME_MACRO, NAME_MEMBER } NameKind;
typedef struct { Str text; NameKind kind; bool gone; } Declared;
typedef struct { VEC(Declared) at; Arena *a; const char *twice; } Declarations;

/* A macro is put in wherever its name stands, in records too; members of two records may have one name. */
static void declare(Declarations *n, Str text, NameKind kind)
{
    for (int i = 0; i < n->at.n; i++) {
        const Declared *d = &n->at.at[i];
        bool apart = (kind == NAME_MEMBER && d->kind != NAME_MACRO) || (d->kind == NAME_MEMBER && kind != NAME_MACRO);
        if (!d->gone && !apart && str_eq(d->text, text) && !n->twice) n->twice = str_z(n->a, text);
    }
    vec_push(n->a, &n->at, ((Declared){ text, kind, false }));
}

static void forget(Declarations *n, Str text)
{
    for (int i = 0; i < n->at.n; i++) n->at.at[i].gone |= str_eq(n->at.at[i].text, text);
}

/* The word at *at, which is moved behind it and the blanks that follow. */
static Str word(const char **at)
{
    Str s = { *at, 0 };
    while (isalnum((unsigned char)s.p[s.n]) || s.p[s.n] == '_') s.n++;
    *at += s.n;
    while (**at == ' ') ++*at;
    return s;
}

/* TYPE NAME...; TYPE NAME...; */
static void variables(Declarations *n, const char *at, NameKind kind)
{
    for (;;) {
        Str type = word(&at), name = word(&at);
        if (!type.n || !name.n) return;
        declare(n, name, kind);
        while (*at && *at != ';' && *at != '\n') at++;
        if (*at++ != ';') return;
        while (*at == ' ') at++;
    }
}

static void line(Declarations *n, const char *at, bool *record)
{
    bool inside = *at == ' ';
    while (*at == ' ') at++;
    const char *from = at;
    Str first = word(&at);
    if (*from == '}') *record = false;
    if (inside) {
        if (*record) variables(n, from, NAME_MEMBER);
    } else if (*from == '#') {
        at = from + 1;
        bool define = str_is(word(&at), "define");
        Str name = word(&at);
        if (define) declare(n, name, NAME_MACRO);
        else if (!strncmp(from, "#undef", 6)) forget(n, name);
    } else if (str_is(first, "typedef")) {
        *record = true;
        declare(n, word(&at), NAME_GLOBAL);
    } else if (str_is(first, "inline")) {
        declare(n, word(&at), NAME_GLOBAL);
    } else if (str_is(first, "active")) {
        word(&at);
        declare(n, word(&at), NAME_GLOBAL);
    } else if (first.n) {
        variables(n, from, NAME_GLOBAL);
    }
}

const char *pml_name_twice(Arena *a, const char *text)
{
    Declarations n = { .a = a };
    bool record = false;
    for (const char *at = text; *at && !n.twice;) {
        line(&n, at, &record);
        at += strcspn(at, "\n");
        if (*at) at++;
    }
    return n.twice;
}
