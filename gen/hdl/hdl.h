/* hdl.h - a netlist of Verilog-2005 modules: what the generator builds, and the only thing that becomes Verilog text.
 *
 * Names are objects: two of them never collide, a reserved word is never printed, a constant, function or parameter is
 * printed only where something mentions it, a net is declared before its first use and swallowed where nothing reads
 * it. Nothing is ever read back from text. Everything lives in the arena of the run. */
#ifndef CG_HDL_H
#define CG_HDL_H
#include <stdbool.h>
#include <stdint.h>
#include "util/arena.h"
#include "util/buf.h"
#include "util/str.h"

typedef struct HdlModule HdlModule;
typedef struct HdlScope HdlScope;       /* the items of a module, of a generate block, or of a file of assertions */
typedef struct HdlBody HdlBody;         /* a list of statements */
typedef struct HdlCase HdlCase;
typedef struct HdlInstance HdlInstance;
typedef struct HdlName HdlName;
typedef struct HdlExpr HdlExpr;
typedef const HdlExpr *Hx; /* an expression; immutable, may be shared. Where a width is meant: bits, over parameters */

typedef enum {
    HDL_PARAM, HDL_CONST, HDL_FUNCTION, /* of a module */
    HDL_INPUT, HDL_OUTPUT, HDL_WIRE,    /* driven by an assign, an instance or a process (which makes it a reg) */
    HDL_GENVAR, HDL_INTEGER, HDL_ARG,   /* loop variables; arguments of functions */
    HDL_IMPORT                          /* a function in C */
} HdlKind;

struct HdlName {
    HdlKind kind;
    Str name;                           /* as it is printed */
    Hx x;                               /* the expression that means it */
    Hx width;                           /* bits; NULL: one bit, or an integer */
    Hx depth;                           /* of a memory: words; else NULL */
    bool integer, is_signed;
    const struct HdlItem *item;         /* of a function: its arguments and body */
    HdlScope *scope;
};

/* ---- modules ---------------------------------------------------------------------------------------------------- */

/* wanted: made legal by hdl_legal. doc: one line for the reader. */
HdlModule *hdl_module(Arena *a, Str wanted, Str doc);
Str        hdl_module_name(const HdlModule *m);
HdlScope  *hdl_items(HdlModule *m);
/* Assertions about the module: printed by hdl_print_checks into a file of their own, NAME_checks.vh, which the module
 * includes when COHGEN_CHECKS is defined. NULL until asked for. */
HdlScope  *hdl_checks(HdlModule *m);
bool       hdl_has_checks(const HdlModule *m);
Arena     *hdl_arena(const HdlModule *m);
/* A name that two different things of the module want, or an empty string: then it must not be printed. */
Str        hdl_clash(const HdlModule *m);

/* wanted as a name that is a reserved word of none of Verilog-2005, SystemVerilog-2017, VHDL-2008, C17, C++17: each
 * other character than letters, digits and `_` becomes `_`, in front of a digit comes `n`, behind a reserved word `_`.
 */
Str  hdl_legal(Arena *a, Str wanted);
bool hdl_reserved(Str word);            /* in any of these languages; VHDL's in any case of letters */

/* A name that nobody has in this scope or around it: wanted, wanted_2, ... */
Str      hdl_free_name(HdlScope *s, Str wanted);
/* The parameter, constant or function of that name, or NULL. */
HdlName *hdl_find(const HdlModule *m, Str name);
HdlName *hdl_param(HdlModule *m, Str name, int64_t value);
/* The constant of that name; the same name with another value is a clash. width NULL: an integer. */
HdlName *hdl_const(HdlModule *m, Str name, Hx width, Hx value);
HdlName *hdl_const_bit(HdlModule *m, Str name, Hx value);
/* A constant of this value: an earlier one if there is one, else a new one called STEM, STEM_2 ... (always a new one if
 * the value is a plain number: those are equal by chance). */
HdlName *hdl_const_of(HdlModule *m, Str stem, Hx width, Hx value);
/* Ports keep their names, whatever is called so inside. width NULL: one bit. */
HdlName *hdl_input(HdlModule *m, Str name, Hx width);
HdlName *hdl_output(HdlModule *m, Str name, Hx width);
HdlName *hdl_find_port(const HdlModule *m, Str name);   /* or NULL */
int      hdl_ports(const HdlModule *m, HdlName *const **at);
/* An expression over parameters and constants of `from`, in those of `m`: constants are declared in m as well; a
 * parameter is what `map` makes of it. */
Hx       hdl_into(HdlModule *m, Hx x, Hx (*map)(void *ctx, HdlModule *m, const HdlName *param), void *ctx);

/* ---- parts ------------------------------------------------------------------------------------------------------ */

/* A part of the module: items that hdl_split makes a module of their own, MODULE_what, of which the module has the one
 * instance u_what. Nets may be made and mentioned in any part, as if all were one module; one part drives all of a net.
 * What several mention becomes a wire of the module and ports of the parts. An empty part is not there. */
HdlScope  *hdl_part(HdlModule *m, Str what, Str doc);
/* A net of the module that the parts have as their clk_i, in place of its own. */
void       hdl_part_clock(HdlModule *m, HdlName *net);
/* After the last item; then each part is a sealed module. */
void       hdl_split(HdlModule *m);
/* The instance of the part that a net did not leave, after hdl_split; empty: the module itself knows the net. */
Str hdl_part_with(const HdlModule *m, Str net);
int        hdl_parts(const HdlModule *m);
HdlModule *hdl_part_module(const HdlModule *m, int part);        /* NULL: it is empty */

/* ---- functions -------------------------------------------------------------------------------------------------- */

/* A new function; its name is where the result is put. Its body may mention constants, functions and arguments. */
HdlName *hdl_function(HdlModule *m, Str name, Hx width);
void     hdl_function_doc(HdlName *fn, Str text);
HdlName *hdl_arg(HdlModule *m, HdlName *fn, const char *name, Hx width);
HdlName *hdl_local(HdlModule *m, HdlName *fn, const char *name, Hx width);
HdlName *hdl_loop(HdlModule *m, HdlName *fn, const char *name);          /* an integer */
HdlBody *hdl_function_body(HdlName *fn);

/* ---- items ------------------------------------------------------------------------------------------------------ */

/* A wire, or a register if a process assigns it. Names inside are made unique. */
HdlName *hdl_wire(HdlScope *s, Str name, Hx width);
HdlName *hdl_memory(HdlScope *s, Str name, Hx width, Hx depth);
HdlName *hdl_integer(HdlScope *s, Str name);
/* The net of that name in this very scope, or NULL. */
HdlName *hdl_find_net(const HdlScope *s, Str name);
/* A register that is 0 from the beginning: for simulators and provers. */
void     hdl_from_zero(HdlName *reg);
/* A net that tools keep by name although nothing reads it. */
void     hdl_keep_net(HdlScope *s, HdlName *net);
void     hdl_assign(HdlScope *s, Hx lhs, Hx rhs);
/* hdl_wire and hdl_assign; hdl_lazy: neither is there if nothing else mentions the wire. */
HdlName *hdl_is(HdlScope *s, Str name, Hx width, Hx value);
HdlName *hdl_lazy(HdlScope *s, Str name, Hx width, Hx value);
HdlBody *hdl_comb(HdlScope *s);
/* At the clock's edge. With a reset: `reset` is done in reset, `run` else; without one `reset` is NULL. The style of
 * the reset is the printer's. */
typedef struct { HdlBody *reset, *run; } HdlClocked;
HdlClocked hdl_clocked(HdlScope *s, bool with_reset);
/* An instance of a module that is not built here, e.g. a block of templates/. */
HdlInstance *hdl_instance(HdlScope *s, const char *module, Str name);
/* One of a module that is: parameters that it uses get the value that `map` gives (hdl_into). After its last item. */
HdlInstance *hdl_instance_of(HdlScope *s, const HdlModule *of, Str name,
                             Hx (*map)(void *ctx, HdlModule *m, const HdlName *param), void *ctx);
void hdl_set(HdlInstance *i, const char *param, Hx value);
void hdl_in(HdlInstance *i, const char *pin, Hx value);
void hdl_out(HdlInstance *i, const char *pin, Hx target); /* a net, a part of one, a concatenation; NULL: nothing */
void hdl_pins(HdlInstance *i);                                  /* begins a new line of pins */
/* for (i = 0; i < count; ...) : label; the loop variable comes back in *i. */
HdlScope *hdl_for(HdlScope *s, Str label, const char *var, Hx count, HdlName **i);
HdlScope *hdl_if(HdlScope *s, Str label, Hx test);
/* Names something that is legal by itself only if `test` does not hold: elaboration stops at cg_error_WHAT. */
void hdl_illegal(HdlScope *s, Str label, Hx test, const char *what);
void hdl_note(HdlScope *s, Str text);                           /* a comment on a line of its own */
void hdl_blank(HdlScope *s);
/* The constant is printed although nothing mentions it. */
void hdl_keep(HdlScope *s, HdlName *n);
/* Read on purpose by nobody: what hdl finds unread by itself need not be named. */
void hdl_unread(HdlScope *s, Hx x);
/* Everything that follows in the scope, up to hdl_endif, is there only if the macro is (is not) defined. */
void hdl_ifdef(HdlScope *s, const char *macro, bool defined);
void hdl_endif(HdlScope *s);
/* Assertions: each is labelled; assume: combinational, not in reset. */
void hdl_assert(HdlScope *s, Str label, Hx enable, Hx when, Hx then, Str why);
void hdl_cover(HdlScope *s, Str label, Hx enable, Hx when, Str why);
void hdl_assume(HdlScope *s, Hx when, Hx then, Str why);

/* ---- statements ------------------------------------------------------------------------------------------------- */

void     hs_set(HdlBody *b, Hx lhs, Hx rhs);                    /* blocking or not as the process is */
HdlBody *hs_if(HdlBody *b, Hx test);
HdlBody *hs_elif(HdlBody *b, Hx test);                          /* of the if at the end of b */
HdlBody *hs_else(HdlBody *b);
HdlCase *hs_case(HdlBody *b, Hx value);
HdlCase *hs_case_apart(HdlBody *b);                             /* of bits, of which one at most is set */
HdlBody *hs_arm(HdlCase *c, Hx label);
void     hs_label(HdlCase *c, Hx label);                        /* another one of the last arm */
HdlBody *hs_default(HdlCase *c);
HdlBody *hs_for(HdlBody *b, HdlName *var, Hx from, Hx below);
HdlBody *hs_for_down(HdlBody *b, HdlName *var, Hx from, Hx to);  /* from, from - 1, ... to */
HdlBody *hs_group(HdlBody *b);                                  /* statements at this place that are made later */
void     hs_note(HdlBody *b, Str text);
void hs_tail(HdlBody *b, Str text); /* a comment behind what was put last, or the head of b */
void hs_head(HdlBody *b, Str text); /* one behind what leads to b */
void     hs_blank(HdlBody *b);
bool     hs_empty(const HdlBody *b);

/* ---- expressions -------------------------------------------------------------------------------------------------
 * NULL as an operand of hx_and, hx_or, hx_add, hx_bor is nothing: the other operand. Integers are folded. */

Hx hx_int(HdlModule *m, int64_t n);
Hx hx_lit(HdlModule *m, int bits, uint64_t value);              /* 3'd5; one bit: 1'b0, 1'b1 */
Hx hx_bool(HdlModule *m, bool value);
Hx hx_zeros(HdlModule *m, Hx width);                            /* {W{1'b0}}; width NULL: 1'b0 */
Hx hx_ones(HdlModule *m, Hx width);
Hx hx_not(HdlModule *m, Hx x);
Hx hx_inv(HdlModule *m, Hx x);
Hx hx_neg(HdlModule *m, Hx x);
Hx hx_any(HdlModule *m, Hx x);                                  /* |x */
Hx hx_all(HdlModule *m, Hx x);                                  /* &x */
Hx hx_parity(HdlModule *m, Hx x);                               /* ^x */
Hx hx_signed(HdlModule *m, Hx x);
Hx hx_and(HdlModule *m, Hx a, Hx b);
Hx hx_or(HdlModule *m, Hx a, Hx b);
Hx hx_eq(HdlModule *m, Hx a, Hx b);
Hx hx_alike(HdlModule *m, Hx a, Hx b);                           /* a === b: for assertions, unknown bits too */
Hx hx_ne(HdlModule *m, Hx a, Hx b);
Hx hx_lt(HdlModule *m, Hx a, Hx b);
Hx hx_le(HdlModule *m, Hx a, Hx b);
Hx hx_gt(HdlModule *m, Hx a, Hx b);
Hx hx_ge(HdlModule *m, Hx a, Hx b);
Hx hx_add(HdlModule *m, Hx a, Hx b);
Hx hx_sub(HdlModule *m, Hx a, Hx b);
Hx hx_mul(HdlModule *m, Hx a, Hx b);
Hx hx_div(HdlModule *m, Hx a, Hx b);
Hx hx_mod(HdlModule *m, Hx a, Hx b);
Hx hx_band(HdlModule *m, Hx a, Hx b);
Hx hx_bor(HdlModule *m, Hx a, Hx b);
Hx hx_bxor(HdlModule *m, Hx a, Hx b);
Hx hx_shl(HdlModule *m, Hx a, Hx b);
Hx hx_shr(HdlModule *m, Hx a, Hx b);
Hx hx_cond(HdlModule *m, Hx test, Hx yes, Hx no);
Hx hx_clog2(HdlModule *m, Hx x);
/* A list under construction: part by part, the high one first. */
typedef struct { VEC(Hx) at; } HxList;
void hx_put(HdlModule *m, HxList *l, Hx x);
Hx hx_concat(HdlModule *m, const HxList *high_first);
Hx hx_concat_low(HdlModule *m, const HxList *low_first);
Hx hx_cat2(HdlModule *m, Hx high, Hx low);
Hx hx_repeat(HdlModule *m, Hx count, Hx x);
/* x[index]: a bit of a name, or a word of a memory. */
Hx hx_bit(HdlModule *m, Hx x, Hx index);
/* width bits from lsb on; width NULL: one bit. A whole name comes back as it is. */
Hx hx_part(HdlModule *m, Hx x, Hx lsb, Hx width);
Hx hx_top(HdlModule *m, Hx x, Hx width);                        /* x[width-1] */
/* width bits from msb down: x[msb -: width] */
Hx hx_down(HdlModule *m, Hx x, Hx msb, Hx width);
Hx hx_call(HdlModule *m, const HdlName *fn, int n, ...);        /* n expressions */
bool hx_is_int(Hx x, int64_t *value);
bool hx_same(Hx a, Hx b);
/* Its value if parameters have their defaults. False: it has none, or is not over parameters and constants. */
bool hx_value(Hx x, int64_t *value);
Str  hx_text(Arena *a, Hx x);                                   /* as it is printed, on one line */
bool hx_has_cond(Hx x);                                         /* a choice ? : in its text */
HdlName *hdl_name_of(Hx x);                                     /* whose name the expression is, or NULL */

/* ---- test benches: SystemVerilog, for simulators only ---------------------------------------------------------------
 */

/* A function in C that the module calls (DPI); result: it returns an int. Of an argument: width NULL: an int; else
 * that many bits, passed as words. The module calls it by hx_call and hs_call. */
HdlName *hdl_import(HdlModule *m, Str name, bool result);
void     hdl_import_arg(HdlModule *m, HdlName *fn, const char *name, Hx width, bool out);
HdlName *hdl_named(const HdlModule *m, Str name);                /* of the module itself, as it was asked for */
HdlBody *hdl_at(HdlScope *s, Hx clock); /* at its rising edge; hs_set: after all others of the edge */
HdlBody *hdl_at_fall(HdlScope *s, Hx clock);
HdlBody *hdl_initial(HdlScope *s);
void     hs_call(HdlBody *b, Hx call);
void     hs_let(HdlBody *b, Hx lhs, Hx rhs);                    /* at once, also in a process at an edge */
/* Holds a net at a value whatever drives it; until it is released. */
void     hs_force(HdlBody *b, Hx lhs, Hx rhs);
void     hs_release(HdlBody *b, Hx lhs);
/* Something inside of an instance: names and numbers of instances on the way, the last one is what is meant. */
typedef struct { Str name; Hx index; } HdlStep;                 /* index: of a generate block, or NULL */
/* The part of a module that drives a net, as an instance, and its name there; of the module itself: empty. */
Str      hdl_driver_of(const HdlModule *m, Str net, Str *name);
Hx       hx_path(HdlModule *m, const HdlStep *steps, int n);
Hx       hx_sized(HdlModule *m, int bits, Hx x);                /* 32'(x) */
Hx       hx_ones_in(HdlModule *m, Hx x);                        /* $countones(x) */
/* Codes that waveforms show by name, from 0 on; a value of them. */
Str      hdl_labels(HdlScope *s, Str name, int bits, const Str *labels, int n);
void     hdl_shown(HdlScope *s, Str name, Str labels, Hx value);

/* ---- text ------------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *banner;                 /* second line of a file */
    bool async_reset;
} HdlStyle;

/* Completes the module: finds what is used and what nobody reads. No item may follow. */
void hdl_seal(HdlModule *m);
/* The parameters that are printed: of a sealed module. */
int  hdl_used_params(const HdlModule *m, HdlName *const **at);
/* The next constant from *at on (first 0) that stands among the parameters, and its value; NULL: no more. */
HdlName *hdl_derived(const HdlModule *m, int *at, Hx *value);
/* Names of the modules that it instantiates, once each. */
int  hdl_instantiated(const HdlModule *m, Str **names);
/* Whether some net is read in the module (of a sealed module). */
bool hdl_is_read(const HdlModule *m, const HdlName *net);
void hdl_print(HdlModule *m, const HdlStyle *style, Buf *out);
void hdl_print_checks(HdlModule *m, const HdlStyle *style, Buf *out);
/* Constants named by the list and what they need, as an include file for modules that have the parameters: .vh. */
void hdl_print_header(HdlModule *m, const HdlStyle *style, Buf *out);
/* Text as a comment: one line, printable, without the ends of comments or pragmas that a tool would obey. */
Str  hdl_comment(Arena *a, Str text);
#endif
