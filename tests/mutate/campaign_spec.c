/* campaign_spec.c - what a specification says of its searches, by the tags of its text. The text stays as it is, so
 * that mutants are told by the lines of the file. */
#include "campaign.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { const char *start, *end; Str name; bool closing, empty; } Tag; /* end: behind its `>` */

/* The next tag from *at on; comments, declarations and text are passed over. */
static bool next_tag(const char **at, Tag *t)
{
    for (const char *p = *at; (p = strchr(p, '<'));) {
        const char *over = strncmp(p, "<!--", 4) == 0 ? "-->" : strncmp(p, "<![CDATA[", 9) == 0 ? "]]>"
                         : p[1] == '?' ? "?>" : p[1] == '!' ? ">" : NULL;
        if (over) {
            const char *end = strstr(p + 2, over);
            if (!end) return false;
            p = end + strlen(over);
            continue;
        }
        const char *name = p + 1 + (p[1] == '/'), *q = name;
        while (*q && !isspace((unsigned char)*q) && *q != '>' && *q != '/') q++;
        *t = (Tag){.start = p, .name = {name, (int)(q - name)}, .closing = p[1] == '/'};
        for (char quote = 0; *q && (quote || *q != '>'); q++)
            if (quote ? *q == quote : *q == '"' || *q == '\'') quote = quote ? 0 : *q;
        if (!*q) return false;
        t->empty = q[-1] == '/';
        t->end = *at = q + 1;
        return true;
    }
    return false;
}

/* An attribute, or one of number `nth`: its name and value. */
static bool nth_attr(const Tag *t, int nth, Str *name, Str *value)
{
    const char *p = t->name.p + t->name.n;
    for (;; nth--) {
        while (p < t->end && (isspace((unsigned char)*p) || *p == '/')) p++;
        const char *q = p;
        while (q < t->end && (isalnum((unsigned char)*q) || strchr("_:.-", *q))) q++;
        if (q == p) return false;
        *name = (Str){p, (int)(q - p)};
        while (q < t->end && *q != '"' && *q != '\'') q++;
        const char *close = q < t->end ? memchr(q + 1, *q, (size_t)(t->end - q - 1)) : NULL;
        if (!close) return false;
        *value = (Str){q + 1, (int)(close - q - 1)};
        if (nth == 0) return true;
        p = close + 1;
    }
}
static Str attr(const Tag *t, const char *wanted)
{
    Str name, value;
    for (int i = 0; nth_attr(t, i, &name, &value); i++)
        if (str_is(name, wanted)) return value;
    return (Str){"", 0};
}
static bool opens(const Tag *t, const char *name) { return !t->closing && str_is(t->name, name); }

static char *folder_of(Arena *a, const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? tool_text(a, "%.*s", (int)(slash - file), file) : tool_text(a, ".");
}

/* What stands inside the root of a file, without the line ends next to its tags. */
static Str inside(const char *text)
{
    Tag t;
    const char *at = text;
    if (!next_tag(&at, &t) || t.empty) return (Str){"", 0};
    const char *from = t.end, *to = from;
    while (next_tag(&at, &t)) to = t.start;
    if (*from == '\n') from++;
    if (to > from && to[-1] == '\n') to--;
    return (Str){from, (int)(to - from)};
}

/* Appends the text from `text` on with what it uses; false after a message. */
static bool splice(Campaign *c, Buf *b, Str text, const char *folder, int depth)
{
    char *copy = tool_text(c->a, STR_FMT, STR_ARG(text));
    const char *at = copy, *from = copy;
    for (Tag t; next_tag(&at, &t);) {
        if (!opens(&t, "use") || !attr(&t, "file").n) continue;
        char *file = tool_text(c->a, "%s/" STR_FMT, folder, STR_ARG(attr(&t, "file")));
        char *other = tool_read(c->a, file);
        if (!other || depth > 8) return fprintf(stderr, "mutants: cannot read %s\n", file), false;
        const char *line = t.start; /* blanks in front of it go as well */
        while (line > from && (line[-1] == ' ' || line[-1] == '\t')) line--;
        buf_put(b, from, (size_t)(line - from));
        if (!splice(c, b, inside(other), folder_of(c->a, file), depth + 1)) return false;
        from = t.end;
        if (!t.empty)
            while (next_tag(&at, &t))
                if (t.closing && str_is(t.name, "use")) { from = t.end; break; }
    }
    buf_put(b, from, strlen(from));
    return true;
}

char *spec_paths(Arena *a, const char *text, const char *folder)
{
    Buf b;
    buf_init(&b, a);
    const char *at = text, *from = text;
    for (Tag t; next_tag(&at, &t);) {
        Str litmus = attr(&t, "litmus");
        if (!litmus.n || t.closing) continue;
        buf_put(&b, from, (size_t)(litmus.p - from));
        from = litmus.p + litmus.n;
        Words tests = tool_split(a, tool_text(a, STR_FMT, STR_ARG(litmus)), " \t\n");
        for (int i = 0; i < tests.n; i++)
            buf_printf(&b, "%s%s%s", i ? " " : "", tests.at[i][0] == '/' ? "" : tool_text(a, "%s/", folder),
                       tests.at[i]);
    }
    buf_put(&b, from, strlen(from) + 1);
    return b.at;
}

char *spec_whole(Campaign *c, const char *file)
{
    char *text = tool_read(c->a, file);
    if (!text) return fprintf(stderr, "mutants: cannot read %s\n", file), NULL;
    Buf b;
    buf_init(&b, c->a);
    if (!splice(c, &b, str_from(text), folder_of(c->a, file), 0)) return NULL;
    buf_put(&b, "", 1);
    return b.at;
}

unsigned long spec_tables(const char *text)
{
    unsigned long sum = 1469598103934665603ul;
    const char *at = text, *from = text;
    bool within = false;
    for (Tag t;; from = at) {
        bool more = next_tag(&at, &t), search = more && str_is(t.name, "verify");
        if (!more) at = text + strlen(text);
        if (search && !within) within = !t.empty;
        else if (search && t.closing) within = false;
        else if (!within)
            for (const char *p = from; p < at; p++)
                if (!isspace((unsigned char)*p)) sum = (sum ^ (unsigned char)*p) * 1099511628211ul;
        if (!more) return sum;
    }
}

/* A parameter that is the number of something, by the attribute count; "" if it is none. */
static Str counted_by(const Tag *t)
{
    Str s = attr(t, "count");
    return s.n && isupper((unsigned char)s.p[0]) ? s : (Str){"", 0};
}
/* The parameters that say how many cores and warps there are. */
static void counts(const char *text, Str *cores, Str *warps)
{
    Str controller = {0}, core = {0}, id = {0};
    const char *at = text;
    *cores = *warps = (Str){"", 0};
    for (Tag t; next_tag(&at, &t);) {
        if (opens(&t, "controller")) controller = attr(&t, "name");
        if (opens(&t, "port") && str_is(attr(&t, "kind"), "core") && !core.n) core = controller, id = attr(&t, "id");
    }
    at = text;
    for (Tag t; next_tag(&at, &t);) {
        if (opens(&t, "place") && core.n && str_eq(attr(&t, "controller"), core) && !cores->n) *cores = counted_by(&t);
        if (opens(&t, "type") && id.n && str_eq(attr(&t, "name"), id) && !warps->n) *warps = counted_by(&t);
    }
}

/* Sets a parameter; a later value takes the place of an earlier one. */
static void put(Arena *a, Words *settings, const char *name, Str value)
{
    char *word = tool_text(a, "--set=%s=" STR_FMT, name, STR_ARG(value));
    size_t n = strlen("--set=") + strlen(name) + 1;
    for (int i = 0; i < settings->n; i++)
        if (strncmp(settings->at[i], word, n) == 0) { settings->at[i] = word; return; }
    vec_push(a, settings, word);
}

static bool is_value(Str name, Str value)
{
    bool ok = name.n > 0 && isupper((unsigned char)name.p[0]) && value.n > 0;
    for (int i = 0; i < name.n; i++) ok = ok && (isupper((unsigned char)name.p[i]) || isdigit((unsigned char)name.p[i])
                                                 || name.p[i] == '_');
    for (int i = 0; i < value.n; i++) ok = ok && isdigit((unsigned char)value.p[i]);
    return ok;
}
/* The parameters of a system, those of controllers as CONTROLLER.NAME. */
static void of_system(Arena *a, const char *text, Str system, Words *settings)
{
    const char *at = text, *found = NULL;
    for (Tag t; next_tag(&at, &t);)
        if (opens(&t, "system") && (!found || str_eq(attr(&t, "name"), system))) found = t.start;
    if (!found) return;
    at = found;
    for (Tag t; next_tag(&at, &t) && !(t.closing && str_is(t.name, "system"));) {
        Str of = attr(&t, "controller"), name, value;
        for (int i = 0; nth_attr(&t, i, &name, &value); i++)
            if (is_value(name, value))
                put(a, settings, of.n ? tool_text(a, STR_FMT "." STR_FMT, STR_ARG(of), STR_ARG(name))
                                      : tool_text(a, STR_FMT, STR_ARG(name)), value);
        if (t.empty && str_is(t.name, "system")) return;
    }
}

void spec_searches(Campaign *c, const char *text)
{
    Str cores, warps;
    counts(text, &cores, &warps);
    const char *at = text;
    for (Tag t; next_tag(&at, &t);) {
        if (!opens(&t, "verify")) continue;
        Str system = attr(&t, "system"), name = attr(&t, "name");
        Search s = {.name = tool_text(c->a, STR_FMT, STR_ARG(name)),
                    .text = tool_text(c->a, "%.*s", (int)(t.end - t.start), t.start)};
        of_system(c->a, text, system.n ? system : STR("small"), &s.settings);
        if (cores.n && attr(&t, "cores").n)
            put(c->a, &s.settings, tool_text(c->a, STR_FMT, STR_ARG(cores)), attr(&t, "cores"));
        if (warps.n && attr(&t, "warps").n)
            put(c->a, &s.settings, tool_text(c->a, STR_FMT, STR_ARG(warps)), attr(&t, "warps"));
        Words set = tool_split(c->a, tool_text(c->a, STR_FMT, STR_ARG(attr(&t, "set"))), " \t\n");
        for (int i = 0; i < set.n; i++) {
            char *equals = strchr(set.at[i], '=');
            if (!equals || !isupper((unsigned char)set.at[i][0])) continue; /* a pin */
            *equals = 0;
            put(c->a, &s.settings, set.at[i], str_from(equals + 1));
        }
        vec_push(c->a, &c->searches, s);
    }
}
