/* action.h - what all actions have. */
#ifndef CG_IR_ACTION_H
#define CG_IR_ACTION_H
#include "ir/build.h"

/* A new action of this kind, as the element says it. */
Action *action_new(const Scope *s, ActionKind k, const Node *n);
/* The attribute is none of those that the element can have; known: ended by NULL. */
bool action_unexpected_attr(Str name, const char *const *known);
/* time=, by= or id= of an action that performs a read or write: no field, if the message has none of that name. */
bool action_performed_attr(const Node *n, Str name);
/* What they say of x, the action that n is. A field or operand of the same name comes first. */
void action_performed(const Scope *s, const Node *n, Action *x);
/* The value for a field of this type; NULL after a diagnostic. */
Expr *action_field_value(const Scope *s, const Node *n, Str attr, Type *t);

/* ---- action_index.c ---- */
/* <let>: the name is known in s from here on. */
Action *action_let(Scope *s, const Node *n);
/* result= and type= of <apply>: the name is known in s from here on; apply NULL: it has an error. */
void action_result(Scope *s, const Node *n, Action *apply);
Action *action_each(const Scope *s, const Node *n);
/* A walk happens after its row: reports what it reads that is not kept until then. */
void action_plain(const Scope *s, const Action *walk);
/* The element can stand in an <each>. */
bool action_in_each(Str element);
#endif
