/* page_timing.c - when what moves at the ports. tests/rtl_out shows what it says of registers and of hits; that what is
 * offered stays is proved of the blocks at the ports. */
#include "rtl/page.h"

/* A line of a diagram: '/' and '\' are edges. */
static void wave(Page *g, const char *stem, const char *signal, const char *line)
{
    buf_printf(g->b, "%-24s %s\n", str_z(g->r->a, str_printf(g->r->a, "%s%s", stem, signal)), line);
}

static void rules(Page *g)
{
    bool one = !g->r->sys->domains.n || g->r->opt->replay;
    buf_printf(g->b,
               "## Timing\n\n"
               "- %s. Everything %smoves at the rising edge of `clk_i`: inputs are read there, outputs follow.\n",
               one ? "One clock" : "A clock for the ports", one ? "" : "that is read or said at them ");
    buf_printf(g->b,
               "- No output depends on an input of the same cycle. So `ready` may depend on `valid` outside, and "
               "`valid` on `ready`, without a combinational loop.\n"
               "- `valid` and `ready`: what is offered is taken at the edge at which both are 1. What this design "
               "offers stays, unchanged, until it is taken. Its `ready` stays 1 until something is taken.\n"
               "- Reset: `rst_i` %sis 1 at one edge at least. %s "
               "Registers that hold data only have no reset. What is offered while it is 1 is lost. Stores clear "
               "themselves behind it, a set per cycle; what is asked for meanwhile waits in the queues.\n"
               "- `error_o` is 1 after a row marked `never` or `error`, a sum that left its type, a write that "
               "memory has answered with an error, or a read so answered whose event has no field for it: then "
               "the table, or what is around, was wrong, and what comes after it is worthless. Such a row does not run:"
               " what it would have unlocked, woken or answered stays as it is, for ever.\n\n",
               g->r->opt->async_reset ? "rises, for a moment, or " : "",
               g->r->opt->async_reset ?
                   "It takes effect at once, and ends in step with the clock. In the blocks the macro `CG_EDGE` says "
                   "so." :
                   "The blocks say `posedge clk_i` by the macro `CG_EDGE`; `cohgen emit --reset async` makes the same "
                   "design with an asynchronous one.");
}

/* The first core port that is at the boundary, or NULL; *at: whose. */
static const Port *core_port(Page *g, const Controller **at)
{
    const System *s = g->r->sys;
    for (int i = 0; i < s->places.n; i++) {
        *at = s->places.at[i].ctl;
        for (int k = 0; k < (*at)->ports.n; k++)
            if (*at != g->r->open && (*at)->ports.at[k]->kind == PORT_CORE) return (*at)->ports.at[k];
    }
    return NULL;
}

static int64_t stages_of(Page *g, const Controller *c) { return c->stages ? param_eval(g->r->env, c->stages) : 1; }

/* n cycles of a signal, behind what it begins with. */
static const char *cycles(Page *g, const char *first, const char *each, int64_t n, const char *last)
{
    Buf b = { .arena = g->r->a };
    buf_printf(&b, "%s", first);
    for (int64_t i = 0; i < n; i++) buf_printf(&b, "%s", each);
    buf_printf(&b, "%s", last);
    return str_z(g->r->a, (Str){ b.at, (int)b.n });
}

static void core(Page *g, const Port *p, const Controller *c)
{
    static const char *const ordinal[] = { "second", "third", "sixth" };
    const char *stem = str_z(g->r->a, str_printf(g->r->a, STR_FMT "_", STR_ARG(p->name)));
    int64_t stages = stages_of(g, c), behind = stages < 3 ? stages : 5;     /* with three, queues offer a cycle later */
    const char *looked =
        stages < 3 ? "looked up in the next one" : "chosen in the next one, looked up in the one behind";
    buf_printf(g->b,
               "**A request and its reply.** A request that a row serves with a reply, and for which nothing is "
               "missing, is answered in the %s cycle behind that in which it is taken: it is %s, "
               "%sdata are read in the last one%s. A request can be taken in each cycle as long as the queue "
               "of `QUEUE_DEPTH` has room%s; a reply that is not taken waits, and nothing is lost.\n\n```\n",
               ordinal[stages - 1], looked,
               stages == 1 ? "" : stages == 2 ? "decided in the one behind, "
                                              : "decided and written in the two behind that, ",
               stages == 3 ? " but one" : "",
               stages == 3 ? " (of one source alone in each cycle with 6 places or more)" : "");
    wave(g, "", "clk_i", cycles(g, "__/--\\", "__/--\\", behind + 3, "__"));
    wave(g, stem, "req_valid_i", cycles(g, "___/-----------\\____________", "______", behind - 1, "_____"));
    wave(g, stem, "req_ready_o", cycles(g, "---------------", "------", behind + 2, ""));
    wave(g, stem, "req_*_i", cycles(g, "---<  A  X  B  >------------", "------", behind - 1, "-----"));
    wave(g, stem, "rep_valid_o", cycles(g, "_________", "______", behind, "/-----------\\_____"));
    wave(g, stem, "rep_ready_i", cycles(g, "---------------", "------", behind + 2, ""));
    wave(g, stem, "rep_*_o", cycles(g, "---------", "------", behind, "<  A  X  B  >-----"));
    buf_printf(g->b, "```\n\n");
}

static bool has_memory(Page *g)
{
    const System *s = g->r->sys;
    for (int i = 0; i < s->places.n; i++)
        if (s->places.at[i].ctl != g->r->open && rtl_memory_name(s->places.at[i].ctl, 0).n) return true;
    return false;
}

static void memory(Page *g)
{
    buf_printf(g->b,
               "**Memory.** An AXI4 master for whole lines: INCR bursts of as many beats of `BEAT_BYTES` as a line "
               "has, aligned, all bytes written. Up to `MEM_SLOTS` reads and as many writes are under way, each with "
               "an identifier of its own; answers come in any order, beats of different reads may be mixed. `rready` "
               "and `bready` are always 1. A line is not read while a write of it has no answer, and not written "
               "while a read or a write of it is under way. What goes with an address besides is constant: no "
               "exclusive accesses (`lock` 0), normal memory that is not cached and may be buffered (`cache` 3), data, "
               "secure, unprivileged (`prot` 0), no quality of service (`qos` 0). Here two beats, and a slave that "
               "waits:\n\n```\n");
    wave(g, "", "clk_i", "__/--\\__/--\\__/--\\__/--\\__/--\\__/--\\__");
    wave(g, "", "arvalid_o", "___/-----------\\_______________________");
    wave(g, "", "arready_i", "_________/-----\\_______________________");
    wave(g, "", "arid_o, araddr_o", "---<     A     >-----------------------");
    wave(g, "", "rvalid_i", "_____________________/-----------\\_____");
    wave(g, "", "rid_i, rdata_i", "---------------------<  A  X  A  >-----");
    wave(g, "", "rlast_i", "___________________________/-----\\_____");
    buf_printf(g->b, "\n");
    wave(g, "", "awvalid_o", "___/-----\\_____________________________");
    wave(g, "", "awready_i", "---------------------------------------");
    wave(g, "", "wvalid_o", "___/-----------\\_______________________");
    wave(g, "", "wready_i", "---------------------------------------");
    wave(g, "", "wlast_o", "_________/-----\\_______________________");
    wave(g, "", "bvalid_i", "___________________________/-----\\_____");
    buf_printf(g->b, "```\n\n");
}

static void messages(Page *g)
{
    if (!g->r->p->nets.n) return;
    buf_printf(g->b,
               "**Messages and flits.** A message goes from the controller to its end of the network as a whole "
               "(`msg`, with the number of its flits and the node it is for), and from there on in flits of "
               "`FLIT_BITS` (or the width of the network), the first in the next cycle, low bits first. Flits of a "
               "message follow one another; "
               "`last` is 1 with its last one, `dst` the same with all of them. The crossbar takes one cycle (a "
               "ring one per stop), a receiving end offers the message in the cycle behind its last flit; "
               "`NET_LATENCY` cycles (or those of the network) come in front of that. "
               "A message of three flits, held up once:\n\n```\n");
    wave(g, "", "clk_i", "__/--\\__/--\\__/--\\__/--\\__/--\\__/--\\__");
    wave(g, "", "out_msg_valid", "___/-----\\_____________________________");
    wave(g, "", "out_msg_ready", "---------\\_________________/-----------");
    wave(g, "", "out_valid_o", "_________/-----------------------\\_____");
    wave(g, "", "out_ready_i", "---------------\\_____/-----------------");
    wave(g, "", "out_data_o", "---------<  0  X     1     X  2  >-----");
    wave(g, "", "out_last_o", "___________________________/-----\\_____");
    buf_printf(g->b, "```\n\n");
}

void page_timing(Page *g)
{
    const Controller *c;
    const Port *p = core_port(g, &c);
    rules(g);
    if (p) core(g, p, c);
    if (has_memory(g)) memory(g);
    messages(g);
}
