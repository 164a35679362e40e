/* messages.c - the places of messages, for modules outside of the system. */
#include "rtl/module.h"
#include "rtl/system.h"

static Str upper_name(RtlModule *x, Str s) { return rtl_upper(x->r->a, s); }

static HdlName *kept(RtlModule *x, HdlName *n)
{
    hdl_keep(hdl_items(x->m), n);
    return n;
}

static HdlName *number(RtlModule *x, Str name, Hx value) { return kept(x, hdl_const(x->m, name, NULL, value)); }

/* Of a constant of the module by its expression. */
static void keep(RtlModule *x, Hx constant) { hdl_keep(hdl_items(x->m), hdl_name_of(constant)); }

/* Kind, sender, key, then the fields in the order of declaration, low bits first. */
static void message(RtlModule *x, const Message *msg)
{
    Str name = upper_name(x, msg->name);
    Hx flit = rtl_flit_bits(x, msg->net), lsb = rtl_msg_body(x, msg), bits = rtl_msg_bits(x, msg);
    Hx flits = hx_div(x->m, hx_sub(x->m, hx_add(x->m, bits, flit), hx_int(x->m, 1)), flit);
    keep(x, rtl_msg(x, msg));
    keep(x, bits);
    number(x, rtl_f(x, "MSG_" STR_FMT "_FLITS", STR_ARG(name)), flits);
    for (int i = 0; i < msg->fields.n; i++) {
        Str field = rtl_f(x, "MSG_" STR_FMT "_" STR_FMT, STR_ARG(name), STR_ARG(upper_name(x, msg->fields.at[i].name)));
        HdlName *at = number(x, rtl_f(x, STR_FMT "_LSB", STR_ARG(field)), lsb);
        HdlName *w = number(x, rtl_f(x, STR_FMT "_W", STR_ARG(field)), rtl_bits(x, msg->fields.at[i].type));
        lsb = hx_add(x->m, at->x, w->x);
    }
}

static void network(RtlModule *x, const Network *n)
{
    const Protocol *p = x->r->p;
    const RtlNet *net = rtl_net(x, n);
    Str up = upper_name(x, n->name);
    HdlName *from = number(x, rtl_f(x, STR_FMT "_FROM_LSB", STR_ARG(up)), net->kind_w->x);
    number(x, rtl_f(x, STR_FMT "_KEY_LSB", STR_ARG(up)), hx_add(x->m, from->x, x->node_w->x));
    kept(x, net->bits);
    kept(x, net->len_w);
    for (int i = 0; i < p->msgs.n; i++) if (p->msgs.at[i]->net == n) message(x, p->msgs.at[i]);
}

static bool used(const Protocol *p, const Network *n)
{
    for (int i = 0; i < p->msgs.n; i++) if (p->msgs.at[i]->net == n) return true;
    return false;
}

bool rtl_messages(Rtl *r)
{
    Str doc = STR("Nodes and messages of the system, as they are on the wire (docs/language.md). Of a network: "
                  "NET_BITS bits of its "
                  "longest message, NET_LEN_W of a number of flits; the kind from bit 0 on, sender and key from "
                  "NET_FROM_LSB and NET_KEY_LSB.");
    RtlModule *x = rtl_module(r, NULL, STR("messages"), doc);
    Buf *text = NEW(r->a, Buf);
    for (int i = 0; i < r->p->nets.n; i++) if (used(r->p, r->p->nets.at[i])) network(x, r->p->nets.at[i]);
    buf_init(text, r->a);
    if (hdl_clash(x->m).n) {
        diag_error(r->d, r->p->pos,
                   "emit --open: two things of the messages would both be called '" STR_FMT "': rename one of them",
                   STR_ARG(hdl_clash(x->m)));
        return false;
    }
    HdlStyle style = rtl_style(r);
    hdl_print_header(x->m, &style, text);
    outset_add(r->out, str_z(r->a, rtl_f(x, "rtl/" STR_FMT ".vh", STR_ARG(hdl_module_name(x->m)))), text);
    return true;
}
