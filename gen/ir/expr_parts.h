/* expr_parts.h - the parser of expressions, for expr.c and expr_names.c only. */
#ifndef CG_IR_EXPR_PARTS_H
#define CG_IR_EXPR_PARTS_H
#include "ir/build.h"
#include "ir/operator.h"
#include "lex/lex.h"

/* Recursive descent with precedences; types are settled on the way up: literals and parameters (TK_INT) adapt to the
 * other side. */
typedef struct {
    const Scope *s; const Node *n; const char *attr;
    Str text; int shift;      /* text may be a part of the attribute: shift = its offset */
    Lex lex; Token t;
    int depth; bool failed;
    const Bound *bound[8]; int n_bound;
} Parser;

enum { NESTING_MAX = 100, BOUND_MAX = 8 };

static inline Build *bld(const Parser *p) { return p->s->b; }

static inline Pos here(const Parser *p, int offset) { return node_attr_pos_at(p->n, p->attr, p->shift + offset); }

static inline void advance(Parser *p) { p->t = lex_next(&p->lex); }

/* ---- expr.c ---- */
/* Reports, once for each expression, and returns NULL. */
Expr *parse_fail(Parser *p, Pos at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
bool parse_accept(Parser *p, TokenKind k);
bool parse_expect(Parser *p, TokenKind k, const char *what);
/* An expression of operators of this rank or stronger; 0: any. */
Expr *parse_level(Parser *p, int level);
bool expr_computable(Parser *p, const Expr *e);
Expr *expr_arithmetic(Parser *p, ExprOp op, Expr *l, Expr *r);
/* A comparison, a maximum or a minimum of values of a type that goes round, by their numbers. */
void expr_warn_round(Parser *p, ExprOp op, const Expr *l, const Expr *r);
Expr *expr_compare(Parser *p, ExprOp op, Expr *l, Expr *r);

/* ---- expr_names.c ---- */
Expr *expr_num(Parser *p, int64_t v, Type *t, Pos at);
Expr *expr_plain_name(Parser *p, Str name, Pos at);
Expr *expr_dotted_name(Parser *p, Str left, Str right, Pos at, Str whole);
Expr *expr_call(Parser *p, Str name, Pos at);
Expr *expr_system_name(Parser *p, Str whole, int dot, Pos at, bool *found);

/* ---- expr_messages.c: messages under way ---- */
/* The domain of a name is a network or a message (*found; then false after an error: it has no meaning here). */
bool expr_messages(Parser *p, Bound *x, Str domain, Pos where, bool *found);
/* m.type, m.key, m.from, m.to, m.FIELD */
Expr *expr_message_part(Parser *p, const Bound *x, Str what, Pos at);
/* The type of m.type, for some network. */
bool expr_is_kind(const Build *b, const Type *t);
/* The message whose key is meant by m.key, or NULL. */
const Bound *expr_message_key(const Parser *p, Str whole);
/* It has a key; else an error is reported. */
bool expr_message_keyed(Parser *p, const Bound *x, Pos at);
/* A message of that name, as a value of m.type; NULL: none is spoken of. */
Expr *expr_message_kind(Parser *p, Str name, Pos at);

/* ---- expr_index.c: names that stand for many things ---- */
/* The name that stands for something here, or NULL. */
const Bound *expr_bound(const Parser *p, Str name);
/* every, some ..., if the next token is the name that follows these words; E_NUM: it is none of them. */
ExprOp expr_quantifier(const Parser *p, Str word);
Expr *expr_quantified(Parser *p, ExprOp op, Pos at);
/* x[...] of an array; the name has been read. */
Expr *expr_element(Parser *p, const Array *x, Pos at);
#endif
