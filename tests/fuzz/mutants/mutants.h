/* mutants.h - specifications with mistakes and oddities, made by rule from the stock ones.
 *
 * A mutant is a tree of libxml2 with one or more changes. Every choice of a change is drawn from the change's own
 * seed, and places are chosen by the rank of their number under that seed: leaving out an earlier change leaves the
 * later ones where they are, which is what makes a failure small. */
#ifndef MUTANTS_H
#define MUTANTS_H
#include <libxml/tree.h>
#include <stdbool.h>
#include <stdint.h>

enum { TEXT_MAX = 2048, WORD_MAX = 128, SCOPE_MAX = 400 };

typedef struct {
    xmlDoc *doc;
    xmlNode *root;
    uint64_t random;  /* of the change that is being made */
    uint64_t next_id; /* of the next new element */
    const char *wanted; /* element that pick_node looks for */
    char note[256];   /* what the change did */
} Mutant;

/* ---- pick.c: choices ---- */
uint64_t mix(uint64_t x);
uint32_t draw(Mutant *m, uint32_t n);       /* 0..n-1 */
bool     chance(Mutant *m, uint32_t percent);
const char *draw_word(Mutant *m, const char *words); /* one of words separated by blanks; valid until the next call */
typedef bool (*NodeTest)(const Mutant *m, const xmlNode *n);
xmlNode *pick_node(Mutant *m, xmlNode *below, NodeTest test); /* below or beneath it; NULL if none fits */

/* ---- tree.c ---- */
bool        is(const xmlNode *n, const char *name);
const char *attr(const xmlNode *n, const char *name); /* "" without one; valid until the tree changes */
bool        has(const xmlNode *n, const char *name);
void        put(xmlNode *n, const char *name, const char *value);
void        drop_attr(xmlNode *n, const char *name);
void        drop_node(xmlNode *n);
xmlNode    *new_node(Mutant *m, const char *name);      /* not linked yet */
xmlNode    *copy_node(Mutant *m, const xmlNode *n);
xmlNode    *child_named(const xmlNode *n, const char *element, const char *name); /* name NULL: the first */
xmlNode    *up_to(const xmlNode *n, const char *element); /* the element itself or an ancestor, or NULL */
xmlNode    *place_for(xmlNode *parent, const char *element); /* child behind which another of the kind fits, or NULL */
bool        is_action(const Mutant *m, const xmlNode *n);
bool        is_row(const Mutant *m, const xmlNode *n);
void        fresh_name(Mutant *m, const char *stem, char out[64]);
void        noted(Mutant *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- load.c ---- */
typedef struct { const char *path; int weight; char *sets; } Stock;
Stock *stock_list(const char *file, int *n);             /* ends the program if it cannot be read */
bool   mutant_load(Mutant *m, const char *top, const Stock *s);
void   mutant_copy(Mutant *to, const Mutant *m);
void   mutant_free(Mutant *m);

/* ---- grammar.c: what the schema and the manifests say ---- */
void        grammar_load(const char *top);
const char *grammar_values(const char *element, const char *attribute); /* of an enumeration, or NULL */
const char *grammar_attributes(const char *element);                    /* declared ones, separated by blanks; "" */
bool        grammar_required(const char *element, const char *attribute);
typedef struct { char kind[32]; bool is_store; char sizes[128], required[128]; } Kind;
const Kind *grammar_kinds(int *n);

/* ---- scope.c: names and types ---- */
typedef enum { SORT_NONE, SORT_BOOL, SORT_NODE, SORT_NUMBER, SORT_ENUM, SORT_OPAQUE, SORT_KEY } Sort;
typedef struct { char name[WORD_MAX], type[64]; } Name;
typedef struct { Name at[SCOPE_MAX]; int n; } Scope;
Sort sort_of(const Mutant *m, const char *type);
int  bits_of(const Mutant *m, const char *type); /* of a number; 0: unknown */
const xmlNode *type_node(const Mutant *m, const char *type);
void scope_of(const Mutant *m, const xmlNode *n, Scope *s);
const char *scope_type(const Scope *s, const char *name); /* "" if unknown */
/* The type of the key that a message brings, or "". */
const char *key_of_message(const Mutant *m, const xmlNode *send);
const char *type_of_attr(const Mutant *m, const xmlNode *n, const char *attribute, const Scope *s); /* "" if no value */
bool is_condition(const xmlNode *n, const char *attribute);

/* ---- value.c: expressions ---- */
void value_make(Mutant *m, const Scope *s, const char *type, int depth, char out[TEXT_MAX]);
bool value_literal(Mutant *m, const char *type, char out[WORD_MAX]);
bool value_token(Mutant *m, const Scope *s, const char *type, const char *text, char out[TEXT_MAX]);

/* ---- the operators ---- */
typedef struct { const char *name; bool (*apply)(Mutant *m); int weight; } Operator;
extern const Operator value_operators[], attr_operators[], tree_operators[], new_operators[], name_operators[];
#endif
