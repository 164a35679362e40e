/* murphi_expr.c - expressions: Promela's numbers are truth values too, Murphi keeps them apart. */
#include "verify/murphi/murphi_parts.h"
#include <string.h>

bool mur_end(const Mur *m) { return m->failed || m->at >= m->toks.of.n; }

void mur_fail(Mur *m, const char *what)
{
    if (m->failed) return;
    Str near = m->at < m->toks.of.n ? m->toks.of.at[m->at].text : STR("the end");
    m->failed = mur_text(m, "%s, at '" STR_FMT "'", what, STR_ARG(near));
}

bool mur_ahead(const Mur *m, int by, const char *text)
{
    return !m->failed && m->at + by < m->toks.of.n && str_is(m->toks.of.at[m->at + by].text, text);
}

bool mur_is(const Mur *m, const char *text) { return mur_ahead(m, 0, text); }

bool mur_take(Mur *m, const char *text)
{
    if (!mur_is(m, text)) return false;
    m->at++;
    return true;
}

void mur_want(Mur *m, const char *text)
{
    if (!mur_take(m, text)) mur_fail(m, mur_text(m, "'%s' expected", text));
}

Str mur_word(Mur *m)
{
    if (!mur_end(m)) return m->toks.of.at[m->at++].text;
    mur_fail(m, "more expected");
    return STR("?");
}

const char *mur_name(Mur *m, Str s)
{
    static const char *const own[] = {
        "alias", "array", "assert", "assume", "begin", "boolean", "by", "case", "clear", "const", "cover", "do", "else",
        "elsif", "end", "enum", "error", "exists", "false", "for", "forall", "function", "if", "in", "invariant",
        "isundefined", "liveness", "multiset", "of", "procedure", "process", "program", "put", "record", "return",
        "rule", "ruleset", "scalarset", "startstate", "switch", "then", "to", "true", "type", "undefine", "union",
        "var", "while", NULL
    };
    for (int i = 0; own[i]; i++) if (str_is(s, own[i])) return mur_text(m, STR_FMT "_v", STR_ARG(s));
    return str_z(m->a, s);
}

static const char *number_of(Mur *m, Value v) { return v.logical ? mur_text(m, "(%s ? 1 : 0)", v.text) : v.text; }
static const char *condition_of(Mur *m, Value v) { return v.logical ? v.text : mur_text(m, "(%s != 0)", v.text); }

const char *mur_place(Mur *m)
{
    const char *text = mur_name(m, mur_word(m));
    while (!mur_end(m)) {
        if (mur_take(m, "[")) {
            text = mur_text(m, "%s[%s]", text, mur_number(m));
            mur_want(m, "]");
        } else if (mur_take(m, ".")) text = mur_text(m, "%s.%s", text, mur_name(m, mur_word(m)));
        else break;
    }
    return text;
}

const char *mur_call(Mur *m)
{
    const char *text = mur_text(m, "%s(", mur_name(m, mur_word(m)));
    mur_want(m, "(");
    for (int i = 0; !mur_end(m) && !mur_is(m, ")"); i++) {
        if (i) mur_want(m, ",");
        text = mur_text(m, "%s%s%s", text, i ? ", " : "", mur_number(m));
    }
    mur_want(m, ")");
    return mur_text(m, "%s)", text);
}

static Value primary(Mur *m)
{
    if (mur_end(m)) {
        mur_fail(m, "an expression expected");
        return (Value){ "0", false };
    }
    if (mur_take(m, "!")) return (Value){ mur_text(m, "(!%s)", condition_of(m, primary(m))), true };
    if (mur_take(m, "~")) return (Value){ mur_text(m, "(~%s)", number_of(m, primary(m))), false };
    if (mur_take(m, "-")) return (Value){ mur_text(m, "(-%s)", number_of(m, primary(m))), false };
    if (mur_take(m, "(")) {
        Value v = mur_expr(m);
        if (mur_take(m, "->")) {
            Value a = mur_expr(m);
            mur_want(m, ":");
            Value b = mur_expr(m);
            v = (Value){ mur_text(m, "(%s ? %s : %s)", condition_of(m, v), number_of(m, a), number_of(m, b)), false };
        }
        mur_want(m, ")");
        return v;
    }
    Tok t = m->toks.of.at[m->at];
    if (t.kind == '0') return (Value){ str_z(m->a, mur_word(m)), false };
    if (t.kind != 'a') mur_fail(m, "an expression expected");
    if (mur_take(m, "true")) return (Value){ "1", false };
    if (mur_take(m, "false")) return (Value){ "0", false };
    if (!mur_ahead(m, 1, "(")) return (Value){ mur_place(m), false };
    return (Value){ mur_call(m), false };
}

/* As in C: the higher, the tighter; 0: no operator. */
static int strength(const Mur *m)
{
    static const char *const of[][5] = { { "||" }, { "&&" }, { "|" }, { "^" }, { "&" }, { "==", "!=" },
        { "<", "<=", ">", ">=" }, { "<<", ">>" }, { "+", "-" }, { "*", "/", "%" } };
    for (int i = 0; i < 10; i++)
        for (int k = 0; k < 5 && of[i][k]; k++) if (mur_is(m, of[i][k])) return i + 1;
    return 0;
}

static Value tighter_than(Mur *m, int least)
{
    Value v = primary(m);
    for (int s = strength(m); s > least && !m->failed; s = strength(m)) {
        const char *op = str_z(m->a, mur_word(m));
        Value w = tighter_than(m, s);
        if (s <= 2) v = (Value){ mur_text(m, "(%s %s %s)", condition_of(m, v), op, condition_of(m, w)), true };
        else v = (Value){ mur_text(m, "(%s %s %s)", number_of(m, v), strcmp(op, "==") == 0 ? "=" : op, number_of(m, w)),
                          s == 6 || s == 7 };
    }
    return v;
}

Value mur_expr(Mur *m) { return tighter_than(m, 0); }
const char *mur_number(Mur *m) { return number_of(m, mur_expr(m)); }
const char *mur_condition(Mur *m) { return condition_of(m, mur_expr(m)); }
