/* vmsg.c - the places of messages, for modules outside of the system. */
#include "emit/verilog.h"

/* Kind, sender, key, then the fields in the order of declaration, low bits first (vdecl.c). */
static void message(Module *m, Buf *named, const Message *msg)
{
    Emit *e = m->e;
    Str net = upper(e->a, msg->net->name), name = msg_const(m, msg), bits = msg_width(m, msg);
    Str lsb = msg->keyless ? f(e, STR_FMT "_KEY_LSB", STR_ARG(net)) : f(e, STR_FMT "_HDR_W", STR_ARG(net));
    buf_printf(&m->body, "// " STR_FMT ": " STR_FMT " on " STR_FMT "%s\nlocalparam integer " STR_FMT "_FLITS = (" STR_FMT " + FLIT_BITS - 1) / FLIT_BITS;\n",
        STR_ARG(msg->name), STR_ARG(name), STR_ARG(msg->net->name), msg->keyless ? ", without key" : "", STR_ARG(name), STR_ARG(bits));
    buf_printf(named, STR_FMT " ", STR_ARG(name));
    for (int i = 0; i < msg->fields.n; i++) {
        Str field = f(e, STR_FMT "_" STR_FMT, STR_ARG(name), STR_ARG(upper(e->a, msg->fields.at[i].name)));
        buf_printf(&m->body, "localparam integer " STR_FMT "_LSB = " STR_FMT ";\nlocalparam integer " STR_FMT "_W = " STR_FMT ";\n", STR_ARG(field), STR_ARG(lsb), STR_ARG(field), STR_ARG(v_width(m, msg->fields.at[i].type)));
        lsb = f(e, STR_FMT "_LSB + " STR_FMT "_W", STR_ARG(field), STR_ARG(field));
    }
}

void emit_messages(Emit *e)
{
    Module *m = module_new(e, NULL);
    Buf *named = NEW(e->a, Buf);
    buf_init(named, e->a);
    for (int i = 0; i < e->p->nets.n; i++) {
        Str net = upper(e->a, e->p->nets.at[i]->name);
        bool any = false;
        for (int k = 0; k < e->p->msgs.n; k++) any |= e->p->msgs.at[k]->net == e->p->nets.at[i];
        if (!any) continue;
        buf_printf(&m->body, "\n// Network " STR_FMT ": " STR_FMT "_BITS wide; kind from bit 0 on\nlocalparam integer " STR_FMT "_FROM_LSB = " STR_FMT "_KIND_W;\nlocalparam integer " STR_FMT "_KEY_LSB = " STR_FMT "_FROM_LSB + NODE_W;\n"
            "// flits of a message: " STR_FMT "_LEN_W bits\n", STR_ARG(e->p->nets.at[i]->name), STR_ARG(net), STR_ARG(net), STR_ARG(net), STR_ARG(net), STR_ARG(net), STR_ARG(net));
        for (int k = 0; k < e->p->msgs.n; k++)
            if (e->p->msgs.at[k]->net == e->p->nets.at[i]) message(m, named, e->p->msgs.at[k]);
        buf_printf(named, STR_FMT "_BITS " STR_FMT "_LEN_W\n", STR_ARG(net), STR_ARG(net));
    }
    module_write_header(m, f(e, STR_FMT "_messages", STR_ARG(e->design)), named, "Nodes and messages of the system, as they are on the wire (docs/language.md).");
}
