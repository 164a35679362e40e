/* parse.c - reads the format described in litmus.h; recursive descent over one token of look-ahead. */
#include "litmus/litmus.h"
#include <ctype.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 1 << 16, MAX_INTERLEAVINGS = 2000000 };

typedef struct {
    Litmus *t;
    const char *file, *text, *at;  /* at: behind the token */
    const char *token; size_t length;
    FILE *err;
    LitmusFault fault;
    jmp_buf failed;
} Parser;

#if defined __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
static void fail_at(Parser *p, const char *where, const char *format, ...);

static void fail_at(Parser *p, const char *where, const char *format, ...)
{
    unsigned line = 1;
    const char *begin = p->text;
    for (const char *c = p->text; c < where; c++)
        if (*c == '\n') line++, begin = c + 1;
    LitmusFault *f = &p->fault;
    va_list ap;
    va_start(ap, format);
    vsnprintf(f->text, sizeof f->text, format, ap);
    va_end(ap);
    f->line = line;
    f->column = (unsigned)(where - begin) + 1;
    snprintf(f->source, sizeof f->source, "%.*s", (int)strcspn(begin, "\n"), begin);
    if (p->err)
        fprintf(p->err, "%s:%u:%u: error: %s\n  %s\n  %*s^\n", p->file, line, f->column, f->text, f->source,
                (int)(where - begin), "");
    longjmp(p->failed, 1);
}

static void skip_space(Parser *p)
{
    for (;;) {
        while (isspace((unsigned char)*p->at)) p->at++;
        if (strncmp(p->at, "(*", 2) != 0) return;
        const char *end = strstr(p->at, "*)");
        if (!end) fail_at(p, p->at, "this comment has no end");
        p->at = end + 2;
    }
}

static void next(Parser *p)
{
    skip_space(p);
    p->token = p->at;
    if (isalnum((unsigned char)*p->at) || *p->at == '_')
        while (isalnum((unsigned char)*p->at) || *p->at == '_') p->at++;
    else if (*p->at == '"') {
        const char *end = strpbrk(p->at + 1, "\"\n");
        if (!end || *end == '\n') fail_at(p, p->at, "this string has no end");
        p->at = end + 1;
    } else if (strncmp(p->at, "/\\", 2) == 0 || strncmp(p->at, "\\/", 2) == 0) p->at += 2;
    else if (*p->at) p->at++;
    p->length = (size_t)(p->at - p->token);
}

static bool is(const Parser *p, const char *word)
{
    return p->length == strlen(word) && strncmp(p->token, word, p->length) == 0;
}
static bool is_number(const Parser *p) { return p->length != 0 && isdigit((unsigned char)*p->token); }
static bool is_name(const Parser *p)
{
    return p->length != 0 && (isalpha((unsigned char)*p->token) || *p->token == '_');
}
static bool is_register(const Parser *p)
{
    return p->length == 2 && p->token[0] == 'r' && p->token[1] >= '0' && p->token[1] < '0' + LITMUS_REGISTERS;
}

static bool accept(Parser *p, const char *word)
{
    bool yes = is(p, word);
    if (yes) next(p);
    return yes;
}

static void expect(Parser *p, const char *word)
{
    if (!accept(p, word))
        fail_at(p, p->token, "expected '%s'%s%.*s%s", word, p->length ? ", found '" : ", found the end of the file",
                (int)p->length, p->token, p->length ? "'" : "");
}

static uint32_t number(Parser *p)
{
    if (!is_number(p)) fail_at(p, p->token, "expected a number");
    char *end;
    unsigned long x = strtoul(p->token, &end, 10);
    if (end != p->at) fail_at(p, p->token, "expected a decimal number");
    if (x > LITMUS_MAX_VALUE) fail_at(p, p->token, "numbers go from 0 to %d", LITMUS_MAX_VALUE);
    next(p);
    return (uint32_t)x;
}

static void copy_name(Parser *p, char *to)
{
    if (!is_name(p)) fail_at(p, p->token, "expected a name");
    if (p->length >= LITMUS_NAME) fail_at(p, p->token, "names have less than %d characters", LITMUS_NAME);
    memcpy(to, p->token, p->length);
    to[p->length] = '\0';
    next(p);
}

static uint32_t variable(Parser *p, bool create)
{
    Litmus *t = p->t;
    if (!is_name(p) || is_register(p)) fail_at(p, p->token, "expected a variable");
    for (uint32_t i = 0; i < t->n_variables; i++)
        if (is(p, t->variables[i])) return next(p), i;
    if (!create) fail_at(p, p->token, "no statement uses a variable %.*s", (int)p->length, p->token);
    if (t->n_variables == LITMUS_VARIABLES) fail_at(p, p->token, "a test has at most %d variables", LITMUS_VARIABLES);
    copy_name(p, t->variables[t->n_variables]);
    return t->n_variables++;
}

static uint32_t slot(Parser *p, const char *where, uint32_t thread, uint32_t index, bool create)
{
    Litmus *t = p->t;
    for (uint32_t i = 0; i < t->n_slots; i++)
        if (t->slots[i].thread == thread && t->slots[i].index == index) return i;
    if (!create) fail_at(p, where, "thread %u never loads register r%u", thread, index);
    if (t->n_slots == LITMUS_SLOTS) fail_at(p, where, "a test has at most %d registers and final values", LITMUS_SLOTS);
    t->slots[t->n_slots] = (LitmusSlot){thread, index};
    return t->n_slots++;
}

static uint32_t reg(Parser *p)
{
    if (!is_register(p)) fail_at(p, p->token, "expected a register, r0 to r%d", LITMUS_REGISTERS - 1);
    uint32_t i = (uint32_t)(p->token[1] - '0');
    next(p);
    return i;
}

static LitmusValue value(Parser *p, uint32_t thread)
{
    const char *where = p->token;
    if (!is_register(p)) return (LitmusValue){false, number(p)};
    LitmusValue v = {true, reg(p)};
    slot(p, where, thread, v.value, false);
    return v;
}

/* ---- .ORDER.SCOPE ---- */

static bool named(Parser *p, const char *const *names, int n, int *found)
{
    for (int i = 1; i < n; i++) if (is(p, names[i])) return *found = i, true;
    return false;
}

/* Behind what it belongs to; the kind of the statement is known. */
static void how(Parser *p, LitmusStatement *s)
{
    const char *where = p->token;
    int order = 0, scope = 0;
    while (accept(p, ".")) {
        where = p->token;
        bool fits = (!order && !scope && named(p, litmus_order_names, LITMUS_ORDERS, &order)) ||
                    (!scope && named(p, litmus_scope_names, LITMUS_SCOPES, &scope));
        const char *text = litmus_order_texts[s->kind];
        if (!fits) fail_at(p, where, "expected an order (%s) before a scope: cta, gpu or sys", text);
        if (order && !scope && !litmus_order_fits(s->kind, (LitmusOrder)order)) fail_at(p, where, "%s", text);
        next(p);
    }
    if (order && !scope) fail_at(p, where, "'%s' needs a scope: .cta, .gpu or .sys", litmus_order_names[order]);
    if (scope && !order && s->kind == LITMUS_FENCE) fail_at(p, where, "%s", litmus_order_texts[s->kind]);
    p->t->scopes |= scope != 0;
    s->scope = (LitmusScope)scope;
    s->order = order ? (LitmusOrder)order : scope ? LITMUS_ORDER_RELAXED : LITMUS_ORDER_WEAK;
    if (scope || s->kind == LITMUS_LOAD || s->kind == LITMUS_STORE) return;
    s->scope = LITMUS_SYS;
    s->order = s->kind == LITMUS_FENCE ? LITMUS_ORDER_SC : LITMUS_ORDER_RELAXED;
}

static bool at_atomic(const Parser *p)
{
    const char *c = p->at;
    while (isspace((unsigned char)*c) || *c == '.' || *c == '_' || isalnum((unsigned char)*c)) c++;
    return is_name(p) && *c == '(';
}

static void atomic(Parser *p, uint32_t thread, LitmusStatement *s)
{
    s->kind = LITMUS_ATOMIC;
    for (s->op = 0; s->op <= LITMUS_OP_MAX && !is(p, litmus_op_names[s->op]); s->op++) {}
    if (s->op > LITMUS_OP_MAX) fail_at(p, p->token, "expected a variable or one of add, exchange, cas, min, max");
    next(p);
    how(p, s);
    expect(p, "(");
    s->variable = variable(p, true);
    expect(p, ",");
    s->a = value(p, thread);
    if (s->op == LITMUS_OP_CAS) expect(p, ",");
    if (s->op == LITMUS_OP_CAS) s->b = value(p, thread);
    expect(p, ")");
}

/* One statement; the slot of its register is made last, so that it cannot be its own operand before it is loaded. */
static void cell(Parser *p, uint32_t thread)
{
    Litmus *t = p->t;
    const char *where = p->token;
    if (is(p, "|") || is(p, ";")) return;
    if (t->n_statements[thread] == LITMUS_STATEMENTS)
        fail_at(p, where, "a thread has at most %d statements", LITMUS_STATEMENTS);
    LitmusStatement *s = &t->statements[thread][t->n_statements[thread]++];
    *s = (LitmusStatement){.reg = LITMUS_NONE};
    if (is(p, "fence")) {
        s->kind = LITMUS_FENCE;
        next(p);
        how(p, s);
    } else if (at_atomic(p)) atomic(p, thread, s);
    else if (is_register(p)) {
        s->reg = reg(p);
        expect(p, "=");
        if (at_atomic(p)) atomic(p, thread, s);
        else {
            s->kind = LITMUS_LOAD;
            s->variable = variable(p, true);
            how(p, s);
        }
        slot(p, where, thread, s->reg, true);
    } else {
        s->kind = LITMUS_STORE;
        s->variable = variable(p, true);
        how(p, s);
        expect(p, "=");
        s->a = value(p, thread);
    }
}

static void header(Parser *p)
{
    Litmus *t = p->t;
    do {
        char name[8];
        if (t->n_threads == LITMUS_THREADS) fail_at(p, p->token, "a test has at most %d threads", LITMUS_THREADS);
        snprintf(name, sizeof name, "P%u", t->n_threads++);
        expect(p, name);
    } while (accept(p, "|"));
    expect(p, ";");
}

/* placed: how often the file names each thread. */
static void scope_thread(Parser *p, LitmusPlace at, bool *placed)
{
    bool thread = p->length == 2 && p->token[0] == 'P' && p->token[1] >= '0' && p->token[1] < '0' + LITMUS_THREADS;
    if (!thread) fail_at(p, p->token, "expected a thread, P0 to P%d, or '}'", LITMUS_THREADS - 1);
    uint32_t i = (uint32_t)(p->token[1] - '0');
    if (placed[i]) fail_at(p, p->token, "P%u has a place already", i);
    placed[i] = true;
    p->t->places[i] = at;
    next(p);
}

static void scopes(Parser *p, bool *placed)
{
    LitmusPlace at = {0, 0};
    expect(p, "{");
    for (; !accept(p, "}"); at.gpu++) {
        expect(p, "gpu");
        expect(p, "{");
        for (; !accept(p, "}"); at.cta++) {
            expect(p, "cta");
            expect(p, "{");
            while (!accept(p, "}")) scope_thread(p, at, placed);
        }
    }
}

static void rows(Parser *p)
{
    bool placed[LITMUS_THREADS] = {false};
    const char *where = p->token;
    bool said = accept(p, "scopes");
    for (uint32_t i = 0; i < LITMUS_THREADS; i++) p->t->places[i] = (LitmusPlace){i, 0};
    if (said) scopes(p, placed);
    p->t->scopes |= said;
    header(p);
    for (uint32_t i = 0; i < LITMUS_THREADS && said; i++)
        if (placed[i] != (i < p->t->n_threads))
            fail_at(p, where, placed[i] ? "there is no thread P%u" : "P%u has no place in scopes", i);
    while (!is(p, "exists")) {
        for (uint32_t i = 0; i < p->t->n_threads; i++) {
            if (i != 0) expect(p, "|");
            cell(p, i);
        }
        expect(p, ";");
    }
}

static uint32_t node(Parser *p, LitmusNode n)
{
    if (p->t->n_nodes == LITMUS_NODES) fail_at(p, p->token, "the condition is too long");
    p->t->nodes[p->t->n_nodes] = n;
    return p->t->n_nodes++;
}

static uint32_t condition(Parser *p, int depth);

static uint32_t term(Parser *p, int depth)
{
    const char *where = p->token;
    LitmusNode n = {.kind = LITMUS_TEST};
    if (depth > 20) fail_at(p, where, "the condition is nested too deeply");
    if (accept(p, "~")) return n.kind = LITMUS_NOT, n.left = term(p, depth + 1), node(p, n);
    if (accept(p, "(")) {
        uint32_t inside = condition(p, depth + 1);
        expect(p, ")");
        return inside;
    }
    if (is_number(p)) {
        uint32_t thread = number(p);
        if (thread >= p->t->n_threads) fail_at(p, where, "there is no thread %u", thread);
        expect(p, ":");
        n.slot = slot(p, where, thread, reg(p), false);
    } else {
        n.slot = slot(p, where, LITMUS_NONE, variable(p, false), true);
        p->t->uses_final = true;
    }
    expect(p, "=");
    n.value = number(p);
    return node(p, n);
}

static uint32_t conjunction(Parser *p, int depth)
{
    uint32_t left = term(p, depth);
    while (accept(p, "/\\")) {
        uint32_t right = term(p, depth);
        left = node(p, (LitmusNode){.kind = LITMUS_AND, .left = left, .right = right});
    }
    return left;
}

static uint32_t condition(Parser *p, int depth)
{
    uint32_t left = conjunction(p, depth);
    while (accept(p, "\\/")) {
        uint32_t right = conjunction(p, depth);
        left = node(p, (LitmusNode){.kind = LITMUS_OR, .left = left, .right = right});
    }
    return left;
}

static bool verdict(Parser *p)
{
    if (accept(p, "Never")) return false;
    if (!is(p, "Sometimes")) fail_at(p, p->token, "expected Never or Sometimes");
    next(p);
    return true;
}

static void initial_values(Parser *p)
{
    while (!accept(p, "}")) {
        uint32_t v = variable(p, true);
        expect(p, "=");
        p->t->initial[v] = number(p);
        expect(p, ";");
    }
}

/* Names of tests may hold any character but space: 2+2W. */
static void test_name(Parser *p)
{
    if (!is(p, "litmus")) expect(p, "litmus");
    skip_space(p);
    size_t n = strcspn(p->at, " \t\r\n\"{");
    if (n == 0 || n >= LITMUS_NAME) fail_at(p, p->at, "expected a name of 1 to %d characters", LITMUS_NAME - 1);
    memcpy(p->t->name, p->at, n);
    p->at += n;
    next(p);
}

static void title(Parser *p)
{
    if (p->length == 0 || *p->token != '"') return;
    snprintf(p->t->title, sizeof p->t->title, "%.*s", (int)p->length - 2, p->token + 1);
    next(p);
}

/* How many interleavings there are; they are all run. */
static double interleavings(const Litmus *t)
{
    double n = 1, total = 0;
    for (uint32_t i = 0; i < t->n_threads; i++)
        for (uint32_t k = 1; k <= t->n_statements[i]; k++) n *= ++total / k;
    return n;
}

static const char *const verdict_names[LITMUS_MODELS] = {"SC", "WEAK", "SCOPED"};

static void check_verdict(Parser *p, LitmusModel m, const char *where)
{
    Litmus *t = p->t;
    bool sometimes = false;
    if (!litmus_judge(t, m))
        fail_at(p, where, m == LITMUS_SC ? "some run yields a value above %d" : "too many executions for this model",
                LITMUS_MAX_VALUE);
    for (size_t i = 0; i < t->allowed[m].n; i++) sometimes |= litmus_holds(t, t->allowed[m].at[i]);
    if (sometimes == t->sometimes[m]) return;
    const char *of = m == LITMUS_SC ? "sequentially consistent runs" : "runs that the model allows";
    fail_at(p, where, "the verdict is wrong: %s of the %s satisfies the condition", sometimes ? "one" : "none", of);
}

static void file(Parser *p)
{
    Litmus *t = p->t;
    const char *said[LITMUS_MODELS] = {NULL};
    next(p);
    test_name(p);
    title(p);
    if (accept(p, "{")) initial_values(p);
    rows(p);
    expect(p, "exists");
    t->root = condition(p, 0);
    for (int m = 0; m < LITMUS_MODELS; m++) {
        if (m == LITMUS_SC) expect(p, verdict_names[m]);
        else if (!accept(p, verdict_names[m])) continue;
        said[m] = p->token;
        t->known[m] = true;
        t->sometimes[m] = verdict(p);
    }
    if (p->length != 0) fail_at(p, p->token, "nothing may follow the verdict");
    if (interleavings(t) > MAX_INTERLEAVINGS)
        fail_at(p, said[LITMUS_SC], "the test has too many interleavings (%.0f)", interleavings(t));
    for (int m = 0; m < LITMUS_MODELS; m++) if (t->known[m]) check_verdict(p, (LitmusModel)m, said[m]);
}

bool litmus_parse(Litmus *t, const char *name, const char *text, FILE *err)
{
    Parser p = {.t = t, .file = name, .text = text, .at = text, .err = err};
    *t = (Litmus){0};
    if (setjmp(p.failed)) {
        litmus_free(t);
        t->fault = p.fault;
        return false;
    }
    file(&p);
    return true;
}

static bool unreadable(Litmus *t, const char *name, const char *why, FILE *err)
{
    *t = (Litmus){0};
    snprintf(t->fault.text, sizeof t->fault.text, "cannot be read: %s", why);
    if (err) fprintf(err, "%s: error: %s\n", name, t->fault.text);
    return false;
}

bool litmus_read(Litmus *t, const char *name, FILE *err)
{
    FILE *f = fopen(name, "r");
    if (!f) return unreadable(t, name, strerror(errno), err);
    char *text = calloc(MAX_FILE + 1, 1);
    size_t n = text ? fread(text, 1, MAX_FILE, f) : 0;
    const char *why = !text || ferror(f) ? strerror(errno) : n == MAX_FILE ? "it is longer than 65536 bytes" : NULL;
    fclose(f);
    bool ok = why ? unreadable(t, name, why, err) : litmus_parse(t, name, text, err);
    free(text);
    return ok;
}
