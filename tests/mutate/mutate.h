/* mutate.h - every single-point mutant of the tables of a specification.
 *
 * One pass over the tree meets every place that can be changed, always in the same order, and numbers the changes
 * from 1. Listing prints them; a number that is wanted is applied, and the pass ends there, so that the tree differs
 * from the file in one point. */
#ifndef MUTATE_H
#define MUTATE_H
#include <libxml/tree.h>
#include <stdbool.h>

enum { TEXT_MAX = 1024 }; /* longest expression that is changed, in bytes */

typedef struct { xmlNode *root, *controller; int number, wanted; bool list; } Mutator; /* wanted 0: none */

/* Meets one change; true if it is the wanted one and the caller is to make it. */
bool change(Mutator *m, const char *op, const xmlNode *n, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same for another value of an attribute; makes the change itself. True if it was made. A value as it was is no
 * change. */
bool change_attr(Mutator *m, const char *op, xmlNode *n, const char *attr, const char *value);

/* Text of an attribute, or "". Valid as long as the tree is not changed. */
const char *attr_of(const xmlNode *n, const char *attr);
bool is_element(const xmlNode *n, const char *name);

/* Names that can stand in an expression of the element n, in a row, macro, view, refinement or event of m->controller.
 */
typedef struct { char name[64], type[64]; } Name;
typedef struct { Name at[128]; int n; } Names;
void names_of(const Mutator *m, const xmlNode *n, Names *names);
const char *name_type(const Names *names, const char *name); /* "" if unknown; req.x is msg.x */
const xmlNode *sent_kind(const Mutator *m,
                         const xmlNode *n); /* the message, request or reply that an action sends, or NULL */
/* Type of what the attribute of an action or stamp gives a value to, or "". */
const char *target_type(const Mutator *m, const xmlNode *n, const char *attr, const Names *names);
bool is_number(const Mutator *m,
               const char *type); /* a declared type with sums that mean something: not opaque, no key, no enum */

bool is_param(const Mutator *m, const char *word); /* of the protocol or the controller, and named in a row, macro,
                                                      view, refinement or stamp of it */

/* Changes inside an expression; true if one was made. A condition is also made true, false, negated, and robbed of its
 * parts. */
bool mutate_value(Mutator *m, xmlNode *n, const char *attr);
bool mutate_condition(Mutator *m, xmlNode *n, const char *attr);
/* A value that is one number or truth value: the next ones. */
bool mutate_literal(Mutator *m, const char *op, xmlNode *n, const char *attr);
/* The kind of a message, request or answer, and where it goes. */
bool mutate_send(Mutator *m, xmlNode *n);
/* What an element is about, for the list: the macro, message, register, state or event that it names, or "". */
const char *told(const xmlNode *n);
/* Things of m->controller in each other's place. */
bool mutate_exchanges(Mutator *m);
/* Declarations of the protocol; of m->controller. */
bool mutate_protocol(Mutator *m);
bool mutate_declared(Mutator *m);
#endif
