/* vctl_join.c - <join>: the buffer in front of a network's queue, in which messages of one key and sender become one (cg_join). */
#include "emit/vctl.h"

/* Fields of all messages that come in here, by name. They wait beside each other in the buffer, the joined bytes in its memory. */
typedef struct { Ctl *k; const Source *s; const Join *j; Str n, up; VEC(Field *) side; Field *data; } Joining;

static bool taken_here(const Joining *x, int event) { return x->s->port->events.at[event]->msg->net == x->s->net; }
static Message *message(const Joining *x, int event) { return x->s->port->events.at[event]->msg; }

/* The rule is that of the messages that are joined. */
static void collect(Joining *x, Message *m)
{
    for (int i = 0; i < m->fields.n; i++) {
        Field *fd = &m->fields.at[i];
        bool known = x->data && str_eq(x->data->name, fd->name);
        for (int j = 0; j < x->side.n; j++) known |= str_eq(x->side.at[j]->name, fd->name);
        if (known) continue;
        bool bytes = fd->join == JOIN_NEWEST && has_wide_data(fd->type);
        if (bytes && x->data) diag_error(x->k->e->d, fd->pos, "emit: one field of bytes is joined so far, here a second one after '" STR_FMT "'", STR_ARG(x->data->name));
        else if (bytes) x->data = fd;
        else vec_push(x->k->e->a, &x->side, fd);
    }
}

static void collect_all(Joining *x)
{
    for (int i = 0; i < x->j->msgs.n; i++) collect(x, x->j->msgs.at[i]);
    for (int i = 0; i < x->s->port->events.n; i++) if (taken_here(x, i) && join_rank(x->j, message(x, i)) < 0) collect(x, message(x, i));
}

/* "NET_join_PART_FIELD"; kind and sender: "NET_join_kind_PART", so that a field can have any name. */
static Str part(const Joining *x, const char *which, Str field) { return f(x->k->e, STR_FMT "_join_%s_" STR_FMT, STR_ARG(x->n), which, STR_ARG(field)); }
static Str kind_of(const Joining *x, const char *which) { return f(x->k->e, STR_FMT "_join_kind_%s", STR_ARG(x->n), which); }
static Str from_of(const Joining *x, const char *which) { return f(x->k->e, STR_FMT "_join_from_%s", STR_ARG(x->n), which); }
static Str bytes_of(const Joining *x) { return x->data ? v_param_expr(x->k->m, x->data->type->size) : STR("1"); }
static Str body_at(const Joining *x, const Message *m) { return f(x->k->e, m->keyless ? STR_FMT "_KIND_W + NODE_W" : STR_FMT "_HDR_W", STR_ARG(x->up)); }

static const char *rule_text(JoinRule r)
{
    static const char *const text[] = { [JOIN_SAME] = "the same", [JOIN_SUM] = "sum", [JOIN_OR] = "either bit", [JOIN_MAX] = "the greater", [JOIN_NEWEST] = "the newer" };
    return text[r];
}

static void comment(Joining *x)
{
    Ctl *k = x->k;
    Str list = { "", 0 }, rules = { "", 0 };
    for (int i = 0; i < x->j->msgs.n; i++) list = f(k->e, STR_FMT " " STR_FMT, STR_ARG(list), STR_ARG(x->j->msgs.at[i]->name));
    for (int i = 0; i < x->side.n; i++)
        if (msg_field(x->j->msgs.at[0], x->side.at[i]->name)) rules = f(k->e, STR_FMT ", " STR_FMT " %s", STR_ARG(rules), STR_ARG(x->side.at[i]->name), rule_text(x->side.at[i]->join));
    if (x->data) rules = f(k->e, STR_FMT ", " STR_FMT " newer bytes", STR_ARG(rules), STR_ARG(x->data->name));
    put(k, "  // Line %d: messages of " STR_FMT " that wait are joined," STR_FMT " of one key and sender" STR_FMT ".", x->j->pos.line, STR_ARG(x->n), STR_ARG(list), STR_ARG(rules));
}

/* The message that comes in, taken apart. */
static void incoming(Joining *x)
{
    Ctl *k = x->k;
    Str in = f(k->e, STR_FMT "_in_msg_i", STR_ARG(x->n)), bytes = bytes_of(x);
    put(k, "  wire [" STR_FMT "_KIND_W-1:0] " STR_FMT " = " STR_FMT "[" STR_FMT "_KIND_W-1:0];", STR_ARG(x->up), STR_ARG(kind_of(x, "new")), STR_ARG(in), STR_ARG(x->up));
    put(k, "  wire [NODE_W-1:0] " STR_FMT " = " STR_FMT "[" STR_FMT "_KIND_W +: NODE_W];", STR_ARG(from_of(x, "new")), STR_ARG(in), STR_ARG(x->up));
    for (int i = 0; i < x->side.n; i++) put(k, "  reg  " STR_FMT STR_FMT ";", STR_ARG(v_range(k->m, x->side.at[i]->type)), STR_ARG(part(x, "new", x->side.at[i]->name)));
    put(k, "  reg  [8*" STR_FMT "-1:0] " STR_FMT "_join_bytes;\n  reg  [" STR_FMT "-1:0] " STR_FMT "_join_be;\n  reg  " STR_FMT "_join_alone;\n  always @* begin", STR_ARG(bytes), STR_ARG(x->n), STR_ARG(bytes), STR_ARG(x->n), STR_ARG(x->n));
    for (int i = 0; i < x->side.n; i++) put(k, "    " STR_FMT " = " STR_FMT ";", STR_ARG(part(x, "new", x->side.at[i]->name)), STR_ARG(zeros(k, x->side.at[i]->type)));
    put(k, "    " STR_FMT "_join_bytes = {8*" STR_FMT "{1'b0}};\n    " STR_FMT "_join_be = {" STR_FMT "{1'b0}};\n    " STR_FMT "_join_alone = 1'b1;\n    case (" STR_FMT ")", STR_ARG(x->n), STR_ARG(bytes), STR_ARG(x->n), STR_ARG(bytes),
        STR_ARG(x->n), STR_ARG(kind_of(x, "new")));
    for (int i = 0; i < x->s->port->events.n; i++) {
        if (!taken_here(x, i)) continue;
        const Message *m = message(x, i);
        Str at = body_at(x, m);
        put(k, "      " STR_FMT ": begin", STR_ARG(msg_const(k->m, m)));
        if (join_rank(x->j, m) >= 0) put(k, "        " STR_FMT "_join_alone = 1'b0;", STR_ARG(x->n));
        for (int q = 0; q < m->fields.n; q++) {
            const Field *fd = &m->fields.at[q];
            Str w = v_width(k->m, fd->type);
            bool data = x->data && str_eq(x->data->name, fd->name);
            put(k, "        " STR_FMT " = " STR_FMT "[" STR_FMT " +: " STR_FMT "];", STR_ARG(data ? f(k->e, STR_FMT "_join_bytes", STR_ARG(x->n)) : part(x, "new", fd->name)), STR_ARG(in), STR_ARG(at), STR_ARG(w));
            at = f(k->e, STR_FMT " + " STR_FMT, STR_ARG(at), STR_ARG(w));
        }
        const Field *data = x->data ? msg_field(m, x->data->name) : NULL;
        if (data) put(k, "        " STR_FMT "_join_be = " STR_FMT ";", STR_ARG(x->n), STR_ARG(data->mask.n ? part(x, "new", data->mask) : f(k->e, "{" STR_FMT "{1'b1}}", STR_ARG(bytes))));
        put(k, "      end");
    }
    put(k, "      default: ;\n    endcase\n  end");
}

/* The side of a message, taken apart: kind, sender, fields. */
static void side_parts(Joining *x, const char *which, Str vec)
{
    Ctl *k = x->k;
    Str at = f(k->e, STR_FMT "_KIND_W + NODE_W", STR_ARG(x->up));
    put(k, "  wire [" STR_FMT "_KIND_W-1:0] " STR_FMT " = " STR_FMT "[" STR_FMT "_KIND_W-1:0];\n  wire [NODE_W-1:0] " STR_FMT " = " STR_FMT "[" STR_FMT "_KIND_W +: NODE_W];", STR_ARG(x->up), STR_ARG(kind_of(x, which)),
        STR_ARG(vec), STR_ARG(x->up), STR_ARG(from_of(x, which)), STR_ARG(vec), STR_ARG(x->up));
    for (int i = 0; i < x->side.n; i++) {
        const Field *fd = x->side.at[i];
        Str w = v_width(k->m, fd->type);
        put(k, "  wire " STR_FMT STR_FMT " = " STR_FMT "[" STR_FMT "%s" STR_FMT "];", STR_ARG(v_range(k->m, fd->type)), STR_ARG(part(x, which, fd->name)), STR_ARG(vec), STR_ARG(at), fd->type->kind == TK_BOOL ? "" : " +: ",
            STR_ARG(fd->type->kind == TK_BOOL ? STR("") : w));
        at = f(k->e, STR_FMT " + " STR_FMT, STR_ARG(at), STR_ARG(w));
    }
}

/* The newer value, or the older one if the newer message does not have the field. */
static Str newer(Joining *x, Str name)
{
    Str has = { "", 0 }, new = part(x, "new", name);
    int n = 0;
    for (int i = 0; i < x->j->msgs.n; i++) {
        if (!msg_field(x->j->msgs.at[i], name)) continue;
        has = f(x->k->e, STR_FMT "%s" STR_FMT " == " STR_FMT, STR_ARG(has), has.n ? " || " : "", STR_ARG(kind_of(x, "new")), STR_ARG(msg_const(x->k->m, x->j->msgs.at[i])));
        n++;
    }
    return !n || n == x->j->msgs.n ? new : f(x->k->e, "(" STR_FMT ") ? " STR_FMT " : " STR_FMT, STR_ARG(has), STR_ARG(new), STR_ARG(part(x, "old", name)));
}

/* Both messages as one, and whether they can be; returns the side. */
static Str both(Joining *x)
{
    Ctl *k = x->k;
    Str kind = kind_of(x, "both"), new = kind_of(x, "new"), old = kind_of(x, "old"), value = { "", 0 };
    Str may = f(k->e, STR_FMT " == " STR_FMT, STR_ARG(from_of(x, "new")), STR_ARG(from_of(x, "old"))), side = f(k->e, STR_FMT ", " STR_FMT, STR_ARG(from_of(x, "new")), STR_ARG(kind));
    for (int i = 0; i + 1 < x->j->msgs.n; i++) {
        Str c = msg_const(k->m, x->j->msgs.at[i]);
        value = f(k->e, STR_FMT "(" STR_FMT " == " STR_FMT " || " STR_FMT " == " STR_FMT ") ? " STR_FMT " : ", STR_ARG(value), STR_ARG(new), STR_ARG(c), STR_ARG(old), STR_ARG(c), STR_ARG(c));
    }
    put(k, "  wire [" STR_FMT "_KIND_W-1:0] " STR_FMT " = " STR_FMT STR_FMT ";", STR_ARG(x->up), STR_ARG(kind), STR_ARG(value), STR_ARG(msg_const(k->m, x->j->msgs.at[x->j->msgs.n - 1])));
    for (int i = 0; i < x->side.n; i++) {
        const Field *fd = x->side.at[i];
        Str to = part(x, "both", fd->name), a = part(x, "new", fd->name), b = part(x, "old", fd->name), w = v_width(k->m, fd->type), r = v_range(k->m, fd->type);
        if (fd->join == JOIN_SUM) {
            put(k, "  wire [" STR_FMT ":0] " STR_FMT " = {1'b0, " STR_FMT "} + {1'b0, " STR_FMT "};", STR_ARG(w), STR_ARG(to), STR_ARG(a), STR_ARG(b));
            may = f(k->e, STR_FMT " && !" STR_FMT "[" STR_FMT "]", STR_ARG(may), STR_ARG(to), STR_ARG(w));
            to = f(k->e, STR_FMT "[" STR_FMT "-1:0]", STR_ARG(to), STR_ARG(w));
        } else if (fd->join == JOIN_OR) put(k, "  wire " STR_FMT STR_FMT " = " STR_FMT " | " STR_FMT ";", STR_ARG(r), STR_ARG(to), STR_ARG(a), STR_ARG(b));
        else if (fd->join == JOIN_MAX) put(k, "  wire " STR_FMT STR_FMT " = (" STR_FMT " > " STR_FMT ") ? " STR_FMT " : " STR_FMT ";", STR_ARG(r), STR_ARG(to), STR_ARG(a), STR_ARG(b), STR_ARG(a), STR_ARG(b));
        else put(k, "  wire " STR_FMT STR_FMT " = " STR_FMT ";", STR_ARG(r), STR_ARG(to), STR_ARG(newer(x, fd->name)));
        if (fd->join == JOIN_SAME && msg_field(x->j->msgs.at[0], fd->name)) may = f(k->e, STR_FMT " && " STR_FMT " == " STR_FMT, STR_ARG(may), STR_ARG(a), STR_ARG(b));
        else module_unused(k->m, b);
        side = f(k->e, STR_FMT ", " STR_FMT, STR_ARG(to), STR_ARG(side));
    }
    put(k, "  wire " STR_FMT "_join_may = " STR_FMT ";", STR_ARG(x->n), STR_ARG(may));
    return f(k->e, "{" STR_FMT "}", STR_ARG(side));
}

/* The message that goes on, as it is on the wire. */
static void outgoing(Joining *x)
{
    Ctl *k = x->k;
    Str msg = f(k->e, STR_FMT "_join_msg", STR_ARG(x->n));
    side_parts(x, "out", f(k->e, STR_FMT "_join_side_out", STR_ARG(x->n)));
    put(k, "  reg  [" STR_FMT "_BITS-1:0] " STR_FMT ";\n  always @* begin\n    " STR_FMT " = {" STR_FMT "_BITS{1'b0}};\n    " STR_FMT "[" STR_FMT "_HDR_W-1:0] = {" STR_FMT "_join_key, " STR_FMT ", " STR_FMT "};\n    case (" STR_FMT ")", STR_ARG(x->up),
        STR_ARG(msg), STR_ARG(msg), STR_ARG(x->up), STR_ARG(msg), STR_ARG(x->up), STR_ARG(x->n), STR_ARG(from_of(x, "out")), STR_ARG(kind_of(x, "out")), STR_ARG(kind_of(x, "out")));
    for (int i = 0; i < x->s->port->events.n; i++) {
        if (!taken_here(x, i) || !message(x, i)->fields.n) continue;
        const Message *m = message(x, i);
        Str at = body_at(x, m);
        put(k, "      " STR_FMT ": begin", STR_ARG(msg_const(k->m, m)));
        for (int q = 0; q < m->fields.n; q++) {
            const Field *fd = &m->fields.at[q];
            Str w = v_width(k->m, fd->type);
            bool data = x->data && str_eq(x->data->name, fd->name);
            put(k, "        " STR_FMT "[" STR_FMT " +: " STR_FMT "] = " STR_FMT ";", STR_ARG(msg), STR_ARG(at), STR_ARG(w), STR_ARG(data ? f(k->e, STR_FMT "_join_data", STR_ARG(x->n)) : part(x, "out", fd->name)));
            at = f(k->e, STR_FMT " + " STR_FMT, STR_ARG(at), STR_ARG(w));
        }
        put(k, "      end");
    }
    put(k, "      default: ;\n    endcase\n  end\n");
}

static void block(Joining *x, Str side)
{
    Ctl *k = x->k;
    Str n = x->n, bytes = bytes_of(x), entries = v_param_expr(k->m, x->j->entries);
    put(k, "  cg_join #(.DEPTH(" STR_FMT "), .KEY_W(" STR_FMT "), .SIDE_W(" STR_FMT "_SIDE_W), .BYTES(" STR_FMT "), .HOLD(" STR_FMT ")) u_" STR_FMT "_join (", STR_ARG(entries), STR_ARG(v_width(k->m, k->c->key)), STR_ARG(x->up), STR_ARG(bytes),
        STR_ARG(x->j->hold ? v_param_expr(k->m, x->j->hold) : STR("0")), STR_ARG(n));
    Str new = f(k->e, STR_FMT ", " STR_FMT, STR_ARG(from_of(x, "new")), STR_ARG(kind_of(x, "new")));
    for (int i = 0; i < x->side.n; i++) new = f(k->e, STR_FMT ", " STR_FMT, STR_ARG(part(x, "new", x->side.at[i]->name)), STR_ARG(new));
    put(k, "    .clk_i(clk_i), .rst_i(rst_i), .in_valid_i(" STR_FMT "_in_valid_i), .in_ready_o(" STR_FMT "_in_ready_o),", STR_ARG(n), STR_ARG(n));
    put(k, "    .in_key_i(" STR_FMT "_in_msg_i[" STR_FMT "_KIND_W + NODE_W +: " STR_FMT "]), .in_side_i({" STR_FMT "}),", STR_ARG(n), STR_ARG(x->up), STR_ARG(v_width(k->m, k->c->key)), STR_ARG(new));
    put(k, "    .in_data_i(" STR_FMT "_join_bytes), .in_mask_i(" STR_FMT "_join_be), .in_alone_i(" STR_FMT "_join_alone),", STR_ARG(n), STR_ARG(n), STR_ARG(n));
    put(k, "    .old_side_o(" STR_FMT "_join_side_old), .may_i(" STR_FMT "_join_may), .side_i(" STR_FMT "),", STR_ARG(n), STR_ARG(n), STR_ARG(side));
    put(k, "    .out_valid_o(" STR_FMT "_join_valid), .out_ready_i(" STR_FMT "_join_ready), .out_key_o(" STR_FMT "_join_key), .out_side_o(" STR_FMT "_join_side_out), .out_data_o(" STR_FMT "_join_data),", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n),
        STR_ARG(n));
    put(k, "    .count_o(" STR_FMT "_join_count), .join_o(" STR_FMT "_joined));", STR_ARG(n), STR_ARG(n));
    module_unused(k->m, f(k->e, STR_FMT "_join_count, " STR_FMT "_joined, " STR_FMT "_join_data, " STR_FMT "_in_msg_i", STR_ARG(n), STR_ARG(n), STR_ARG(n), STR_ARG(n)));
}

void ctl_join(Ctl *k, const Source *s)
{
    Joining x = { .k = k, .s = s, .j = port_join(s->port, s->net), .n = s->name, .up = upper(k->e->a, s->net->name) };
    Str n = x.n, bytes, w = f(k->e, STR_FMT "_KIND_W + NODE_W", STR_ARG(x.up)), old = f(k->e, STR_FMT "_join_side_old", STR_ARG(n));
    collect_all(&x);
    bytes = bytes_of(&x);
    for (int i = 0; i < x.side.n; i++) w = sum_width(k, w, x.side.at[i]->type);
    comment(&x);
    put(k, "  localparam integer " STR_FMT "_SIDE_W = " STR_FMT ";", STR_ARG(x.up), STR_ARG(w));
    put(k, "  wire " STR_FMT "_join_valid, " STR_FMT "_join_ready, " STR_FMT "_joined;\n  wire [" STR_FMT "-1:0] " STR_FMT "_join_key;\n  wire [" STR_FMT "_SIDE_W-1:0] " STR_FMT "_join_side_out, " STR_FMT ";", STR_ARG(n), STR_ARG(n), STR_ARG(n),
        STR_ARG(v_width(k->m, k->c->key)), STR_ARG(n), STR_ARG(x.up), STR_ARG(n), STR_ARG(old));
    put(k, "  wire [8*" STR_FMT "-1:0] " STR_FMT "_join_data;\n  wire [$clog2(" STR_FMT " + 1)-1:0] " STR_FMT "_join_count;", STR_ARG(bytes), STR_ARG(n), STR_ARG(v_param_expr(k->m, x.j->entries)), STR_ARG(n));
    incoming(&x);
    side_parts(&x, "old", old);
    block(&x, both(&x));
    outgoing(&x);
}
