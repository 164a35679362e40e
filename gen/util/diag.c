/* diag.c - see diag.h for the contract.
 *
 * Text that comes from input files is printed with control characters and malformed UTF-8 replaced by '?', so that a
 * file cannot drive the terminal. */
#include "util/diag.h"
#include "util/names.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KEPT = 20000, SHOWN_WIDTH = 150, BEFORE_CARET = 70 };

typedef DiagLevel Level;

typedef struct Item {
    Pos at;
    Level level;
    int file, order;                /* file: rank as first seen */
    const char *text;
    struct Item *note, *last_note;  /* notes are chained through `note` */
} Item;

/* The line that was shown last, and where its character number `passed` is. */
typedef struct {
    const char *name, *text;
    size_t size;
    int line, passed;
    const char *line_begin, *line_end, *at;
} Source;

struct Diags {
    Arena *arena;
    VEC(Source) sources;
    VEC(Item *) items;
    VEC(DiagFile) files;
    int errors, warnings;
    Item *latest;                   /* NULL when the latest one was not kept */
    struct { FILE *to; bool color; int limit; } live;
};

Diags *diags_create(Arena *a)
{
    Diags *d = NEW(a, Diags);
    d->arena = a;
    return d;
}

/* Rank of a file; a file not seen before is added without text. */
static int source_rank(Diags *d, const char *file)
{
    if (!file)
        return -1;
    for (int i = 0; i < d->sources.n; i++)
        if (d->sources.at[i].name == file || strcmp(d->sources.at[i].name, file) == 0)
            return i;
    Source s = { .name = file };
    vec_push(d->arena, &d->sources, s);
    return d->sources.n - 1;
}

void diag_source(Diags *d, const char *file, const char *text, size_t size)
{
    int rank = source_rank(d, file);   /* may move the list */
    Source *s = &d->sources.at[rank];
    s->text = text;
    s->size = size;
}

void diag_file(Diags *d, const char *path, bool written)
{
    vec_push(d->arena, &d->files, ((DiagFile){ str_copy(d->arena, path, (int)strlen(path)).p, written }));
}

const DiagFile *diag_file_at(const Diags *d, int number)
{
    return number >= 0 && number < d->files.n ? &d->files.at[number] : NULL;
}

static const char *format(Arena *a, const char *fmt, va_list args)
{
    return str_vprintf(a, fmt, args).p;
}

static Item *new_item(Diags *d, Level level, Pos at, const char *fmt, va_list args)
{
    Item *it = NEW(d->arena, Item);
    it->at = at;
    it->level = level;
    it->file = source_rank(d, at.file);
    it->order = d->items.n;
    it->text = format(d->arena, fmt, args);
    return it;
}

static bool same(const Item *a, const Item *b)
{
    return a->file == b->file && a->at.line == b->at.line && a->at.col == b->at.col && a->level == b->level &&
           strcmp(a->text, b->text) == 0;
}

static void add(Diags *d, Level level, Pos at, const char *fmt, va_list args)
{
    d->latest = NULL;
    if (d->items.n >= MAX_KEPT)
        return;
    d->latest = new_item(d, level, at, fmt, args);
    vec_push(d->arena, &d->items, d->latest);
}

void diag_error(Diags *d, Pos at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    d->errors++;
    add(d, DIAG_ERROR, at, fmt, args);
    va_end(args);
}

/* The latest has been said of the same place: what is wrong in a function is wrong where it is used, too. Errors count
 * each time, so that each caller sees that it failed. */
static bool is_repeated(const Diags *d)
{
    enum { LOOK_BACK = 100 };
    int n = d->items.n - 1;
    for (int i = n - 1; d->latest && i >= 0 && i >= n - LOOK_BACK; i--)
        if (same(d->latest, d->items.at[i])) return true;
    return false;
}

void diag_warning(Diags *d, Pos at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    add(d, DIAG_WARNING, at, fmt, args);
    va_end(args);
    d->warnings += !is_repeated(d);
}

void diag_note(Diags *d, Pos at, const char *fmt, ...)
{
    va_list args;
    if (!d->latest)
        return;
    va_start(args, fmt);
    Item *note = new_item(d, DIAG_NOTE, at, fmt, args);
    va_end(args);
    if (d->latest->last_note)
        d->latest->last_note->note = note;
    else
        d->latest->note = note;
    d->latest->last_note = note;
}

int diag_errors(const Diags *d)
{
    return d->errors;
}

int diag_warnings(const Diags *d)
{
    return d->warnings;
}

static int by_place(const void *pa, const void *pb)
{
    const Item *a = *(Item *const *)pa, *b = *(Item *const *)pb;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->at.line != b->at.line)
        return a->at.line < b->at.line ? -1 : 1;
    if (a->at.col != b->at.col)
        return a->at.col < b->at.col ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

/* Bytes of the UTF-8 character at p (1 for a malformed one, then *ok is false). */
static int char_bytes(const char *p, const char *end, bool *ok)
{
    unsigned char c = (unsigned char)*p;
    int n = c < 0x80 ? 1 : c >= 0xf0 && c < 0xf8 ? 4 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xc2 && c < 0xe0 ? 2 : 0;
    *ok = n > 0 && end - p >= n;
    for (int i = 1; *ok && i < n; i++)
        *ok = ((unsigned char)p[i] & 0xc0) == 0x80;
    if (!*ok)
        return 1;
    if (c < 0x20 || c == 0x7f || (c == 0xc2 && (unsigned char)p[1] < 0xa0))
        *ok = false;                /* C0 and C1 controls */
    return n;
}

/* Prints at most `limit` characters of [p, end); returns how many bytes that were. */
static size_t print_clean(FILE *to, const char *p, const char *end, int limit)
{
    const char *start = p;
    while (p < end && limit-- > 0) {
        bool ok;
        int n = char_bytes(p, end, &ok);
        if (*p == '\t')
            fputc(' ', to);
        else if (ok)
            fwrite(p, 1, (size_t)n, to);
        else
            fputc('?', to);
        p += n;
    }
    return (size_t)(p - start);
}

/* Finds line `line` (from 1); lines end with LF, CRLF or CR. */
static bool find_line(Source *s, int line, const char **begin, const char **end)
{
    const char *p = s->text, *stop = s->text + s->size;
    int at = 1;
    if (s->size >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        p += 3;
    if (s->line && s->line <= line) {        /* items are sorted: mostly a few lines further on */
        p = s->line_begin;
        at = s->line;
        if (at == line) {
            *begin = p;
            *end = s->line_end;
            return true;
        }
    }
    for (; at < line; at++) {
        while (p < stop && *p != '\n' && *p != '\r')
            p++;
        if (p == stop)
            return false;
        p += *p == '\r' && p + 1 < stop && p[1] == '\n' ? 2 : 1;
    }
    s->line = line;
    s->passed = 0;
    s->line_begin = s->at = *begin = p;
    while (p < stop && *p != '\n' && *p != '\r')
        p++;
    *end = s->line_end = p;
    return true;
}

static bool is_long(const char *p, const char *end)
{
    int n = 0;
    for (bool ok; p < end && n <= SHOWN_WIDTH; n++)
        p += char_bytes(p, end, &ok);
    return n > SHOWN_WIDTH;
}

/* The line from its character number `skip` (from 0) on. Many are said of one long line, from left to right. */
static const char *from_char(Source *s, int skip)
{
    if (s->passed > skip) {
        s->passed = 0;
        s->at = s->line_begin;
    }
    for (bool ok; s->passed < skip && s->at < s->line_end; s->passed++)
        s->at += char_bytes(s->at, s->line_end, &ok);
    return s->at;
}

/* The source line, cut to a window around the caret when it is long, and the caret below it. */
static void print_line(Diags *d, FILE *to, Pos at, int file)
{
    const char *p, *end;
    if (file < 0 || at.line < 1 || !d->sources.at[file].text || !find_line(&d->sources.at[file], at.line, &p, &end))
        return;
    int skip = 0, caret = at.col - 1;
    if (is_long(p, end) && caret > BEFORE_CARET)
        skip = caret - BEFORE_CARET;
    p = from_char(&d->sources.at[file], skip);
    fprintf(to, "%6d | %s", at.line, skip ? "..." : "");
    p += print_clean(to, p, end, SHOWN_WIDTH);
    fputs(p < end ? "...\n" : "\n", to);
    if (at.col > 0)
        fprintf(to, "       | %s%*s^\n", skip ? "   " : "", caret - skip, "");
}

static void print_item(Diags *d, FILE *to, const Item *it, bool color)
{
    static const char *const word[] = { "error", "warning", "note" };
    static const char *const paint[] = { "\033[1;31m", "\033[1;35m", "\033[1;36m" };
    const char *file = it->at.file ? it->at.file : "cohgen";
    print_clean(to, file, file + strlen(file), 4096);
    if (it->at.line > 0)
        fprintf(to, ":%d", it->at.line);
    if (it->at.line > 0 && it->at.col > 0)
        fprintf(to, ":%d", it->at.col);
    fprintf(to, ": %s%s:%s ", color ? paint[it->level] : "", word[it->level], color ? "\033[0m" : "");
    print_clean(to, it->text, it->text + strlen(it->text), 4096);
    fputc('\n', to);
    print_line(d, to, it->at, it->file);
}

/* Of items with the same words: how many have been said, and how many there are. */
typedef struct { int said, all; } Alike;

static Alike *alike(Diags *d, Names *names, const Item *it)
{
    Str key = str_printf(d->arena, "%d %s", (int)it->level, it->text);
    Alike *x = names_get(names, key);
    if (!x) names_put(d->arena, names, key, x = NEW(d->arena, Alike));
    return x;
}

/* In order of place, each once. */
static Item **sorted_items(Diags *d, int *n)
{
    int all = d->items.n, kept = 0;
    Item **sorted = NEW_N(d->arena, Item *, all + 1);
    if (all)
        memcpy(sorted, d->items.at, sizeof *sorted * (size_t)all);
    qsort(sorted, (size_t)all, sizeof *sorted, by_place);
    for (int i = 0; i < all; i++)
        if (!kept || !same(sorted[i], sorted[kept - 1]))
            sorted[kept++] = sorted[i];
    *n = kept;
    return sorted;
}

int diag_each(Diags *d, int limit, DiagFn *fn, void *ctx)
{
    Names seen = { NULL, 0, 0 };
    int n, shown = 0, hidden = d->items.n < MAX_KEPT ? 0 : d->errors + d->warnings - d->items.n;
    Item **sorted = sorted_items(d, &n);
    for (int i = 0; i < n; i++)
        alike(d, &seen, sorted[i])->all++;
    for (int i = 0; i < n; i++) {
        Alike *x = alike(d, &seen, sorted[i]);
        if (x->said == DIAG_ALIKE)
            continue;
        if (sorted[i]->level == DIAG_ERROR && limit > 0 && shown++ >= limit) {
            hidden++;
            continue;
        }
        x->said++;
        DiagSaid s = { sorted[i]->level, sorted[i]->at, str_from(sorted[i]->text), 0 };
        s.alike = x->said == DIAG_ALIKE ? x->all - DIAG_ALIKE : 0;
        fn(ctx, &s);
        for (const Item *note = sorted[i]->note; note; note = note->note)
            fn(ctx, &(DiagSaid){ DIAG_NOTE, note->at, str_from(note->text), 0 });
    }
    return hidden;
}

typedef struct { Diags *d; FILE *to; bool color; int alike; } Printing;

static void print_alike(Printing *p)
{
    if (p->alike)
        fprintf(p->to, "       | and the same at %d more place%s\n", p->alike, p->alike == 1 ? "" : "s");
    p->alike = 0;
}

static void print_said(void *ctx, const DiagSaid *s)
{
    Printing *p = ctx;
    if (s->level != DIAG_NOTE)
        print_alike(p);
    Item it = { .at = s->at, .level = s->level, .file = source_rank(p->d, s->at.file), .text = s->text.p };
    print_item(p->d, p->to, &it, p->color);
    p->alike += s->alike;
}

static void print_all(Diags *d, FILE *to, bool color, int limit)
{
    Printing p = { d, to, color, 0 };
    int hidden = diag_each(d, limit, print_said, &p);
    print_alike(&p);
    if (hidden > 0)
        fprintf(to, "%d more error%s not shown\n", hidden, hidden == 1 ? "" : "s");
}

/* In one piece: the standard error has no buffer. */
void diag_print(Diags *d, FILE *to, bool color, int limit)
{
    char *text = NULL;
    size_t n = 0;
    FILE *buffer = open_memstream(&text, &n);
    print_all(d, buffer ? buffer : to, color, limit);
    if (buffer && fclose(buffer) == 0) fwrite(text, 1, n, to);
    free(text);
}

void diag_live(Diags *d, FILE *to, bool color, int limit)
{
    d->live.to = to;
    d->live.color = color;
    d->live.limit = limit;
}

void diag_say(Diags *d, FILE *before)
{
    if (!d->live.to || !d->items.n) return;
    fflush(before);
    diag_print(d, d->live.to, d->live.color, d->live.limit);
    d->items.n = 0;
    d->latest = NULL;
}
