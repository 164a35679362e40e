/* parts.h - shared by the files of gen/hdl; the door of this folder is hdl.h. */
#ifndef CG_HDL_PARTS_H
#define CG_HDL_PARTS_H
#include "hdl/hdl.h"
#include "util/names.h"

typedef enum {
    HX_INT, HX_LIT, HX_FILL,            /* 5; 3'd5; {W{1'b0}} */
    HX_NAME, HX_UNARY, HX_BINARY, HX_COND, HX_CONCAT, HX_REPEAT,
    HX_BIT, HX_PART, HX_DOWN,           /* arg: vector, index or low or high bit, width */
    HX_CALL, HX_SYSTEM,                 /* $clog2, $signed */
    HX_PATH, HX_SIZED                   /* between the arguments stand n + 1 pieces of text; bits'(arg) */
} HxKind;

typedef enum {
    OP_NONE, OP_NOT, OP_INV, OP_NEG, OP_ANY, OP_ALL, OP_PARITY,
    OP_OR, OP_AND, OP_BOR, OP_BXOR, OP_BAND, OP_EQ, OP_SAME, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_SHL, OP_SHR, OP_ADD,
    OP_SUB, OP_MUL, OP_DIV, OP_MOD
} HxOp;

struct HdlExpr {
    HxKind kind;
    HxOp op;
    int64_t num;                        /* value; HX_FILL: 0 or 1 */
    int bits;                           /* HX_LIT */
    HdlName *name;                      /* HX_NAME, HX_CALL */
    const char *text;                   /* HX_SYSTEM */
    const Str *piece;                   /* HX_PATH */
    int n;
    Hx *arg;
};

typedef enum { HS_SET, HS_IF, HS_CASE, HS_FOR, HS_NOTE, HS_BLANK, HS_GROUP, HS_CALL } HsKind;
typedef struct { VEC(Hx) labels; HdlBody *body; } HsArm;      /* no labels: default */
typedef struct {
    HsKind kind;
    Hx lhs, rhs; /* SET; IF and CASE: rhs is the first test, the value; FOR: from and below or to */
    VEC(HsArm) arms;                    /* IF: one label each, none: else */
    HdlName *var; bool down;            /* FOR */
    bool now;                           /* SET: blocking wherever it is */
    bool apart;                         /* CASE: of its labels one at most holds */
    bool held, let;                     /* SET: until it is released; the release of lhs */
    HdlBody *body;
    Str text, tail;
} HsStmt;
struct HdlBody { HdlModule *m; HdlScope *scope; Str head; bool clocked; VEC(HsStmt *) at; };
struct HdlCase { HdlModule *m; HdlBody *in; HsStmt *stmt; };

typedef enum {
    HI_ASSIGN, HI_COMB, HI_CLOCKED, HI_INSTANCE, HI_FOR, HI_IF, HI_FUNCTION, HI_NOTE, HI_BLANK, HI_UNREAD,
    HI_IFDEF, HI_ENDIF, HI_ASSERT, HI_COVER, HI_ASSUME, HI_KEEP,
    HI_IMPORT, HI_AT, HI_AT_FALL, HI_INITIAL, HI_LABELS, HI_SHOWN
} HiKind;
typedef struct { const char *pin; Hx x; bool out, line; } HdlPin;
typedef struct { Str param; Hx value; } HdlSetting;
struct HdlInstance {
    HdlModule *in;
    Str module, name;
    VEC(HdlSetting) params;
    VEC(HdlPin) pins;
    bool new_line;
};
typedef struct HdlItem {
    HiKind kind;
    Hx lhs, rhs, enable;                /* ASSIGN; FOR and IF: rhs; ASSERT: lhs implies rhs under enable */
    HdlBody *reset, *run;               /* processes, functions */
    HdlInstance *instance;
    HdlScope *inner;
    HdlName *var;                       /* FOR, KEEP, IMPORT */
    const Str *labels; int n_labels, bits;      /* LABELS: text is the type; SHOWN: rhs as text, label is the type */
    VEC(HdlName *) args, locals;        /* FUNCTION */
    Str text, label;
    bool defined;                       /* IFDEF */
    bool lazy, marked;                  /* ASSIGN: only if its target is mentioned elsewhere */
    bool idle;                          /* CLOCKED: run does nothing */
} HdlItem;

/* What is known of a name beside what everybody may see. */
typedef struct HdlFacts {
    HdlName pub;                        /* first: an HdlName is one of these */
    HdlExpr ref;
    Hx value;                           /* PARAM, CONST */
    Str doc;
    bool only_checked;                  /* PARAM: assertions alone use it, which are not always there */
    bool used, used_in_checks, derived; /* PARAM, CONST, FUNCTION: printed; derived: among the parameters */
    bool mentioned;                     /* a net: in some item */
    bool variable;                      /* assigned in a process */
    bool read, read_part;               /* as a whole; a bit, a part or a word of it */
    bool driven, declared, bit, busy, zero, keep;       /* zero: = 0 at its declaration; keep: an attribute */
    uint64_t users, drivers;            /* a net: bit 0: the module itself mentions, drives it; bit 1 + i: part i */
    HdlName *there;                     /* what it is called in the module there_in, which is split off this one */
    const HdlModule *there_in;
} HdlFacts;

struct HdlScope {
    HdlModule *m;
    HdlScope *up;
    Str label;
    VEC(HdlItem *) items;
    VEC(HdlFacts *) names;              /* nets, memories, integers */
    VEC(HdlFacts *) sunk;               /* nets that nobody reads whole, found by hdl_seal */
    Names *table;                       /* what is taken */
};

/* item: its instance */
typedef struct { HdlScope *scope; Str name, instance, doc; HdlItem *item; HdlModule *m; } HdlPart;

struct HdlModule {
    Arena *a;
    Str name, doc, clash;
    HdlScope *top, *checks;
    VEC(HdlFacts *) head;               /* parameters, constants, functions in order of their creation */
    VEC(HdlName *) ports, params;       /* params: used ones, after seal */
    VEC(Str) modules;
    VEC(HdlPart) parts;
    HdlName *part_clock;                /* what drives the clk_i of the parts; NULL: the module's own */
    bool sealed;
};

static inline HdlFacts *hdl_facts(HdlName *n) { return (HdlFacts *)n; }
static inline const HdlFacts *hdl_facts_const(const HdlName *n) { return (const HdlFacts *)n; }

HdlName *hdl_name_new(HdlModule *m, HdlScope *s, HdlKind kind, Str name, Hx width);
HdlItem *hdl_item(HdlScope *s, HiKind kind);
/* Takes out what does nothing, in inner scopes too (prune.c). */
void hdl_prune(HdlScope *s);
/* What hdl_instance_of says of the parameters. */
void     hdl_give_params(HdlInstance *x, const HdlModule *of,
                         Hx (*map)(void *ctx, HdlModule *m, const HdlName *param), void *ctx);
HdlExpr *hx_new(HdlModule *m, HxKind kind, int n);

/* Visits every expression in an item, its inner scopes and bodies not included / included; written: it is a target. */
typedef void (*HdlVisit)(void *ctx, Hx x, bool written);
void hdl_visit_item(const HdlItem *i, bool inner, HdlVisit fn, void *ctx);

/* Text with places where a line may end: each is the character 1 + depth of its brackets. */
void hdl_print_expr(Arena *a, Buf *b, Hx x);
void hdl_print_body(Buf *b, Arena *a, const HdlBody *body, int indent, bool clocked);
/* A comment on lines of its own. */
void hdl_print_note(Arena *a, Buf *b, int indent, Str text);
/* Appends text with its breaks taken out: lines of at most 120 columns where that can be. */
void hdl_layout(Buf *b, const char *text, size_t n, int indent);
/* Items of test benches (sim.c). False if it is another one. */
bool hdl_print_sim(Arena *a, Buf *b, const HdlItem *it, int indent);
void hdl_line(Arena *a, Buf *b, int indent, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
#endif
