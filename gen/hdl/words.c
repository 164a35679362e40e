/* words.c - words that no output may use as a name: reserved in Verilog-2005, SystemVerilog-2017, VHDL-2008, C17 or
 * C++17 (IEEE 1364-2005 annex B, 1800-2017 annex B, 1076-2008 clause 15.10, ISO 9899:2018 6.4.1, ISO 14882:2017 table
 * 5). Each list is sorted. */
#include "hdl/hdl.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const verilog[] = {
    "accept_on", "alias", "always", "always_comb", "always_ff", "always_latch", "and", "assert", "assign", "assume",
    "automatic", "before", "begin", "bind", "bins", "binsof", "bit", "break", "buf", "bufif0", "bufif1", "byte",
    "case", "casex", "casez", "cell", "chandle", "checker", "class", "clocking", "cmos", "config", "const",
    "constraint", "context", "continue", "cover", "covergroup", "coverpoint", "cross", "deassign", "default",
    "defparam", "design", "disable", "dist", "do", "edge", "else", "end", "endcase", "endchecker", "endclass",
    "endclocking", "endconfig", "endfunction", "endgenerate", "endgroup", "endinterface", "endmodule", "endpackage",
    "endprimitive", "endprogram", "endproperty", "endsequence", "endspecify", "endtable", "endtask", "enum", "event",
    "eventually", "expect", "export", "extends", "extern", "final", "first_match", "for", "force", "foreach",
    "forever", "fork", "forkjoin", "function", "generate", "genvar", "global", "highz0", "highz1", "if", "iff",
    "ifnone", "ignore_bins", "illegal_bins", "implements", "implies", "import", "incdir", "include", "initial",
    "inout", "input", "inside", "instance", "int", "integer", "interconnect", "interface", "intersect", "join",
    "join_any", "join_none", "large", "let", "liblist", "library", "local", "localparam", "logic", "longint",
    "macromodule", "matches", "medium", "modport", "module", "nand", "negedge", "nettype", "new", "nexttime", "nmos",
    "nor", "noshowcancelled", "not", "notif0", "notif1", "null", "or", "output", "package", "packed", "parameter",
    "pmos", "posedge", "primitive", "priority", "program", "property", "protected", "pull0", "pull1", "pulldown",
    "pullup", "pulsestyle_ondetect", "pulsestyle_onevent", "pure", "rand", "randc", "randcase", "randsequence",
    "rcmos", "real", "realtime", "ref", "reg", "reject_on", "release", "repeat", "restrict", "return", "rnmos",
    "rpmos", "rtran", "rtranif0", "rtranif1", "s_always", "s_eventually", "s_nexttime", "s_until", "s_until_with",
    "scalared", "sequence", "shortint", "shortreal", "showcancelled", "signed", "small", "soft", "solve", "specify",
    "specparam", "static", "string", "strong", "strong0", "strong1", "struct", "super", "supply0", "supply1",
    "sync_accept_on", "sync_reject_on", "table", "tagged", "task", "this", "throughout", "time", "timeprecision",
    "timeunit", "tran", "tranif0", "tranif1", "tri", "tri0", "tri1", "triand", "trior", "trireg", "type", "typedef",
    "union", "unique", "unique0", "unsigned", "until", "until_with", "untyped", "use", "uwire", "var", "vectored",
    "virtual", "void", "wait", "wait_order", "wand", "weak", "weak0", "weak1", "while", "wildcard", "wire", "with",
    "within", "wor", "xnor", "xor"
};

static const char *const c_and_cpp[] = {
    "EOF", "INFINITY", "NAN", "NULL", "_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic",
    "_Imaginary", "_Noreturn", "_Static_assert", "_Thread_local", "alignas", "alignof", "and", "and_eq", "asm",
    "assert", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char", "char16_t", "char32_t", "class",
    "compl", "const", "const_cast", "constexpr", "continue", "decltype", "default", "delete", "do", "double",
    "dynamic_cast", "else", "enum", "errno", "explicit", "export", "extern", "false", "float", "for", "friend",
    "goto", "if", "inline", "int", "long", "main", "mutable", "namespace", "new", "noexcept", "not", "not_eq",
    "nullptr", "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast",
    "restrict", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch",
    "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned",
    "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq"
};

static const char *const vhdl[] = {
    "abs", "access", "after", "alias", "all", "and", "architecture", "array", "assert", "assume", "assume_guarantee",
    "attribute", "begin", "block", "body", "buffer", "bus", "case", "component", "configuration", "constant",
    "context", "cover", "default", "disconnect", "downto", "else", "elsif", "end", "entity", "exit", "fairness",
    "file", "for", "force", "function", "generate", "generic", "group", "guarded", "if", "impure", "in", "inertial",
    "inout", "is", "label", "library", "linkage", "literal", "loop", "map", "mod", "nand", "new", "next", "nor",
    "not", "null", "of", "on", "open", "or", "others", "out", "package", "parameter", "port", "postponed",
    "procedure", "process", "property", "protected", "pure", "range", "record", "register", "reject", "release",
    "rem", "report", "restrict", "restrict_guarantee", "return", "rol", "ror", "select", "sequence", "severity",
    "shared", "signal", "sla", "sll", "sra", "srl", "strong", "subtype", "then", "to", "transport", "type",
    "unaffected", "units", "until", "use", "variable", "vmode", "vprop", "vunit", "wait", "when", "while", "with",
    "xnor", "xor"
};

static int compare(const void *word, const void *other) { return strcmp(word, *(const char *const *)other); }

/* list: sorted */
#define LISTED(list, word) (bsearch(word, list, sizeof(list) / sizeof *(list), sizeof *(list), compare) != NULL)

bool hdl_reserved(Str s)
{
    enum { LONGEST = 40 };              /* no reserved word is longer */
    char word[LONGEST + 1], small[LONGEST + 1];
    if (s.n < 1 || s.n > LONGEST) return false;
    for (int i = 0; i <= s.n; i++) {
        word[i] = i < s.n ? s.p[i] : 0;
        small[i] = (char)tolower((unsigned char)word[i]);
    }
    return LISTED(verilog, word) || LISTED(c_and_cpp, word) || LISTED(vhdl, small);
}

Str hdl_legal(Arena *a, Str wanted)
{
    Str s = str_printf(a, "%s" STR_FMT, wanted.n && isdigit((unsigned char)wanted.p[0]) ? "n" : "", STR_ARG(wanted));
    char *p = (char *)s.p;              /* fresh from the arena */
    for (int i = 0; i < s.n; i++) if (!isalnum((unsigned char)p[i]) && p[i] != '_') p[i] = '_';
    if (!s.n) return STR("n");
    return hdl_reserved(s) ? str_printf(a, STR_FMT "_", STR_ARG(s)) : s;
}
