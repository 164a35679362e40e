/* words.c - words that no output may use as a name: reserved in Verilog-2005, SystemVerilog-2017, VHDL-2008, C17 or
 * C++17 (IEEE 1364-2005 annex B, 1800-2017 annex B, 1076-2008 clause 15.10, ISO 9899:2018 6.4.1, ISO 14882:2017 table
 * 5). */
#include "hdl/hdl.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char verilog[] =
    "always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config deassign default defparam "
    "design disable edge else end endcase endconfig endfunction endgenerate endmodule endprimitive endspecify endtable "
    "endtask event for force forever fork function generate genvar highz0 highz1 if ifnone incdir include initial "
    "inout "
    "input instance integer join large liblist library localparam macromodule medium module nand negedge nmos nor "
    "noshowcancelled not notif0 notif1 or output parameter pmos posedge primitive pull0 pull1 pulldown pullup "
    "pulsestyle_ondetect pulsestyle_onevent rcmos real realtime reg release repeat rnmos rpmos rtran rtranif0 rtranif1 "
    "scalared showcancelled signed small specify specparam strong0 strong1 supply0 supply1 table task time tran "
    "tranif0 "
    "tranif1 tri tri0 tri1 triand trior trireg unsigned use uwire vectored wait wand weak0 weak1 while wire wor xnor "
    "xor "
    "accept_on alias always_comb always_ff always_latch assert assume before bind bins binsof bit break byte chandle "
    "checker class clocking const constraint context continue cover covergroup coverpoint cross dist do endchecker "
    "endclass endclocking endgroup endinterface endpackage endprogram endproperty endsequence enum eventually expect "
    "export extends extern final first_match foreach forkjoin global iff ignore_bins illegal_bins implements implies "
    "import inside int interconnect interface intersect join_any join_none let local logic longint matches modport "
    "nettype new nexttime null package packed priority program property protected pure rand randc randcase "
    "randsequence "
    "ref reject_on restrict return s_always s_eventually s_nexttime s_until s_until_with sequence shortint shortreal "
    "soft solve static string strong struct super sync_accept_on sync_reject_on tagged this throughout timeprecision "
    "timeunit type typedef union unique unique0 until until_with untyped var virtual void wait_order weak wildcard "
    "with "
    "within";

static const char c_and_cpp[] =
    "auto break case char const continue default do double else enum extern float for goto if inline int long register "
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Alignas "
    "_Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local "
    "alignas alignof and and_eq asm bitand bitor bool catch char16_t char32_t class compl const_cast constexpr "
    "decltype "
    "delete dynamic_cast explicit export false friend mutable namespace new noexcept not not_eq nullptr operator or "
    "or_eq private protected public reinterpret_cast static_assert static_cast template this thread_local throw true "
    "try typeid typename using virtual wchar_t xor xor_eq "
    "bool true false main errno NULL EOF assert INFINITY NAN";

static const char vhdl[] =
    "abs access after alias all and architecture array assert assume assume_guarantee attribute begin block body "
    "buffer "
    "bus case component configuration constant context cover default disconnect downto else elsif end entity exit "
    "fairness file for force function generate generic group guarded if impure in inertial inout is label library "
    "linkage literal loop map mod nand new next nor not null of on open or others out package parameter port postponed "
    "procedure process property protected pure range record register reject release rem report restrict "
    "restrict_guarantee return rol ror select sequence severity shared signal sla sll sra srl strong subtype then to "
    "transport type unaffected units until use variable vmode vprop vunit wait when while with xnor xor";

static bool listed(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = list; (p = strstr(p, word)); p += n)
        if ((p == list || p[-1] == ' ') && (p[n] == ' ' || !p[n])) return true;
    return false;
}

bool hdl_reserved(Str s)
{
    enum { LONGEST = 40 };              /* no reserved word is longer */
    char word[LONGEST + 1], small[LONGEST + 1];
    if (s.n < 1 || s.n > LONGEST) return false;
    for (int i = 0; i <= s.n; i++) {
        word[i] = i < s.n ? s.p[i] : 0;
        small[i] = (char)tolower((unsigned char)word[i]);
    }
    return listed(verilog, word) || listed(c_and_cpp, word) || listed(vhdl, small);
}

Str hdl_legal(Arena *a, Str wanted)
{
    Str s = str_printf(a, "%s" STR_FMT, wanted.n && isdigit((unsigned char)wanted.p[0]) ? "n" : "", STR_ARG(wanted));
    char *p = (char *)s.p;              /* fresh from the arena */
    for (int i = 0; i < s.n; i++) if (!isalnum((unsigned char)p[i]) && p[i] != '_') p[i] = '_';
    if (!s.n) return STR("n");
    return hdl_reserved(s) ? str_printf(a, STR_FMT "_", STR_ARG(s)) : s;
}
