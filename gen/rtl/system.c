/* system.c - the system: tiles, and one crossbar, ring or two levels of crossbars per network between them. */
#include "rtl/ports.h"
#include "rtl/present.h"
#include "rtl/system.h"

/* A network between the tiles: flits from senders to the crossbar (in), from it to receivers (out). */
typedef struct {
    bool there,
        shared; /* shared: it leads to the controller that is left out, the receiver's number goes with each flit */
    Hx flit_w, nin, nout, first;        /* first: the node from which receivers are numbered; NULL: nodes are stops */
    HdlName *in[5], *out[4];            /* valid, ready, last, data, dst */
    Hx senders;                         /* inputs of the crossbar that are taken so far */
} Net;
enum { VALID, READY, LAST, DATA, DST };
static const char *const part_names[] = { "valid", "ready", "last", "data", "dst" };

typedef struct {
    RtlModule *x;
    HdlModule *m;
    RtlCtl *const *ctls;
    RtlTile *const *tiles;
    Net *nets;                          /* by Network.id */
    HxList errors;
    Hx error;                           /* of the tiles that are made now */
    RtlDomain *domains;                 /* by Domain.id; NULL in replays */
} Sys;

static HdlScope *top(Sys *k) { return hdl_items(k->m); }
static Str lower_name(Sys *k, const Controller *c) { return rtl_lower(k->x->r->a, c->name); }
static Str upper_name(Sys *k, Str s, const char *tail)
{
    return rtl_f(k->x, STR_FMT "%s", STR_ARG(rtl_upper(k->x->r->a, s)), tail);
}
static HdlName *outer_input(Sys *k, const char *name) { return hdl_find_port(k->m, str_from(name)); }

/* How many ends a controller has in each of its networks: one per instance; of one that is left out, one for as many as
 * share it. */
static Hx ends_of(Sys *k, const Controller *c)
{
    if (c != k->x->r->open) return rtl_count(k->x, c);
    return hdl_find(k->m, upper_name(k, c->name, "_ENDS"))->x;
}

/* All nodes are ends of a ring and of two levels, in their order, those too that send and take nothing there. */
static bool has_stops(const Network *n) { return n->topology != NET_CROSSBAR; }
static Hx first_stop(Sys *k, const Controller *c)
{
    if (!k->x->r->open) return rtl_base(k->x, c);
    Hx at = hx_int(k->m, 0);
    for (int i = 0; k->x->r->sys->places.at[i].ctl != c; i++)
        at = hx_add(k->m, at, ends_of(k, k->x->r->sys->places.at[i].ctl));
    return at;
}

/* The clock of its tiles, or NULL: that of the system. */
static const RtlDomain *domain_of(const Sys *k, const Controller *c)
{
    return rtl_domain_at(k->x, k->domains, c);
}

static bool is_net(const RtlPort *p) { return p->role == RTL_NET_IN || p->role == RTL_NET_OUT; }
static bool inner(const RtlPort *p)
{
    return p->role == RTL_CLOCK || p->role == RTL_RESET || p->role == RTL_NODE || p->role == RTL_INDEX ||
           p->role == RTL_ERROR;
}

/* Between the tiles, beside the networks. */
static bool is_probe(const RtlPort *p) { return p->role == RTL_PROBE || (p->role == RTL_BLOCK && p->port->probe); }
static bool is_wire(const RtlPort *p) { return p->role == RTL_WIRE_IN || p->role == RTL_WIRE_OUT; }

bool rtl_is_outer(const Rtl *r, const RtlPort *p)
{
    return !inner(p) && !is_probe(p) && !is_wire(p) && (!is_net(p) || r->opt->replay);
}

static Hx bits(Sys *k, const RtlModule *from, Hx width)
{
    return width ? rtl_into(k->x, from, width) : hx_int(k->m, 1);
}

/* Part i of a vector of parts of this width. */
static Hx slice(Sys *k, Hx vector, Hx i, Hx width)
{
    int64_t n;
    if (hx_is_int(width, &n) && n == 1) return hx_bit(k->m, vector, i);
    return hx_part(k->m, vector, hx_mul(k->m, i, width), width);
}

/* ---- ports ---- */

Str rtl_outer_name(const Rtl *r, const Controller *c, const RtlPort *p)
{
    return str_printf(r->a, STR_FMT "_" STR_FMT, STR_ARG(rtl_lower(r->a, c->name)), STR_ARG(p->name->name));
}

static void outer_ports(Sys *k, const Controller *c)
{
    const RtlTile *t = k->tiles[c->id];
    for (int i = 0; i < t->ports.n; i++) {
        const RtlPort *p = &t->ports.at[i];
        if (!rtl_is_outer(k->x->r, p)) continue;
        Hx width = hx_mul(k->m, rtl_count(k->x, c), bits(k, t->x, p->name->width));
        (p->name->kind == HDL_INPUT ? hdl_input : hdl_output)(k->m, rtl_outer_name(k->x->r, c, p), width);
    }
}

Str rtl_open_name(const Rtl *r, const Controller *c, const RtlPort *p)
{
    bool in = p->name->kind == HDL_INPUT;
    return str_printf(r->a, STR_FMT "_%.*s_%c", STR_ARG(rtl_lower(r->a, c->name)), p->name->name.n - 2,
                      p->name->name.p, in ? 'o' : 'i');
}

Str rtl_open_index(const Rtl *r, const Controller *c, const Network *n)
{
    return str_printf(r->a, STR_FMT "_" STR_FMT "_in_index_o", STR_ARG(rtl_lower(r->a, c->name)), STR_ARG(n->name));
}

static void open_ports(Sys *k, const Controller *c)
{
    RtlModule *x = k->x;
    const RtlCtl *ctl = k->ctls[c->id];
    if (domain_of(k, c))
        diag_error(x->r->d, c->pos, "emit --open: '" STR_FMT "' is in a clock domain of its own", STR_ARG(c->name));
    Hx share = hdl_param(k->m, upper_name(k, c->name, "_SHARE"), 1)->x;
    Hx ends = hdl_const(k->m, upper_name(k, c->name, "_ENDS"), NULL, hx_div(k->m, rtl_count(x, c), share))->x;
    for (int i = 0; i < ctl->ports.n; i++) {
        const RtlPort *p = &ctl->ports.at[i];
        if (!is_net(p)) continue;
        (p->name->kind == HDL_INPUT ? hdl_output : hdl_input)(k->m, rtl_open_name(k->x->r, c, p),
                                                              hx_mul(k->m, ends, bits(k, ctl->x, p->name->width)));
    }
    for (int i = 0; i < x->r->p->nets.n; i++)
        if (rtl_takes(c, x->r->p->nets.at[i]))
            hdl_output(k->m, rtl_open_index(x->r, c, x->r->p->nets.at[i]), hx_mul(k->m, ends, x->node_w->x));
    Hx one = hx_int(k->m, 1), rest = hx_mod(k->m, rtl_count(x, c), share);
    hdl_illegal(top(k), STR("g_illegal"), hx_or(k->m, hx_lt(k->m, share, one), hx_ne(k->m, rest, hx_int(k->m, 0))),
                "share_must_divide_the_number_of_instances");
}

/* ---- networks ---- */

static Hx stops_of(Sys *k)
{
    Hx n = NULL;
    for (int i = 0; i < k->x->r->sys->places.n; i++)
        n = hx_add(k->m, n, ends_of(k, k->x->r->sys->places.at[i].ctl));
    return n;
}

/* Receivers are numbered from the first receiving node on; nodes between that take nothing are never addressed. */
static void measure(Sys *k, const Network *n, Net *net)
{
    RtlModule *x = k->x;
    const System *sys = x->r->sys;
    Hx end = NULL;
    for (int i = 0; i < sys->places.n; i++) {
        const Controller *c = sys->places.at[i].ctl;
        if (rtl_sends(k->ctls[c->id]->s, n)) net->nin = hx_add(k->m, net->nin, ends_of(k, c));
        if (!rtl_takes(c, n)) continue;
        net->shared |= c == x->r->open;
        if (net->first && x->r->open && rtl_takes(x->r->open, n))
            diag_error(x->r->d, n->pos,
                       "emit --open: network " STR_FMT
                       " is taken by other controllers too; expected one that only " STR_FMT " takes",
                       STR_ARG(n->name), STR_ARG(x->r->open->name));
        if (!net->first) net->first = rtl_base(x, c);
        end = hx_add(k->m, rtl_base(x, c), ends_of(k, c));
    }
    net->there = net->nin && net->first;
    if (!net->there) return;
    if (has_stops(n)) {
        net->first = NULL;
        net->nin = net->nout = hdl_const(k->m, upper_name(k, n->name, "_STOPS"), NULL, stops_of(k))->x;
    } else {
        net->nin = hdl_const(k->m, upper_name(k, n->name, "_NIN"), NULL, net->nin)->x;
        net->nout = hdl_const(k->m, upper_name(k, n->name, "_NOUT"), NULL, hx_sub(k->m, end, net->first))->x;
    }
    net->flit_w = rtl_flit_bits(x, n);
    if (net->shared)
        net->flit_w =
            hdl_const(k->m, upper_name(k, n->name, "_FLIT_W"), NULL, hx_add(k->m, net->flit_w, x->node_w->x))->x;
    net->senders = hx_int(k->m, 0);
}

/* Of each controller the number of its nodes, in 16 bits. */
static Hx counts_of(Sys *k)
{
    HxList all = { 0 };
    for (int i = 0; i < k->x->r->sys->places.n; i++) {
        Hx count = ends_of(k, k->x->r->sys->places.at[i].ctl);
        hx_put(k->m, &all, hx_part(k->m, count, hx_int(k->m, 0), hx_int(k->m, 16)));
    }
    return hx_concat_low(k->m, &all);
}

static HdlInstance *block_of(Sys *k, const Network *n, const Net *net)
{
    static const char *const blocks[] = { "cg_xbar", "cg_ringnet", "cg_levels" }, *const tails[] = { "xbar", "ringnet",
                                                                                                    "levels" };
    HdlInstance *u = hdl_instance(top(k), blocks[n->topology],
                                  rtl_f(k->x, "u_" STR_FMT "_%s", STR_ARG(n->name), tails[n->topology]));
    if (!has_stops(n)) {
        hdl_set(u, "NIN", net->nin);
        hdl_set(u, "NOUT", net->nout);
        return u;
    }
    hdl_set(u, "STOPS", net->nin);
    if (n->topology == NET_RING) hdl_set(u, "FLITS", rtl_most_flits(k->x, n));
    if (n->topology != NET_LEVELS) return u;
    hdl_set(u, "GROUPS", rtl_int(k->x, n->groups));
    hdl_set(u, "KINDS", hx_int(k->m, k->x->r->sys->places.n));
    hdl_set(u, "COUNTS", counts_of(k));
    hdl_set(u, "LINK_W", rtl_int(k->x, n->link_width));
    hdl_set(u, "LINK_LATENCY", rtl_int(k->x, n->link_latency));
    return u;
}

/* The block that is the network, and the wires to it. */
static void between(Sys *k, const Network *n, Net *net)
{
    RtlModule *x = k->x;
    Hx width[] = { hx_int(k->m, 1), hx_int(k->m, 1), hx_int(k->m, 1), net->flit_w, x->node_w->x };
    hdl_blank(top(k));
    hdl_note(top(k),
             rtl_f(x, "Network " STR_FMT "%s" STR_FMT, STR_ARG(n->name), n->doc.n ? ": " : "", STR_ARG(n->doc)));
    HdlInstance *u = block_of(k, n, net);
    hdl_set(u, "W", net->flit_w);
    hdl_set(u, "DST_W", x->node_w->x);
    hdl_in(u, "clk_i", outer_input(k, "clk_i")->x);
    hdl_in(u, "rst_i", outer_input(k, "rst_i")->x);
    for (int dir = 0; dir < 2; dir++) {
        hdl_pins(u);
        for (int i = 0; i <= (dir ? DATA : DST); i++) {
            HdlName *v =
                hdl_wire(top(k), rtl_f(x, STR_FMT "_%s_%s", STR_ARG(n->name), dir ? "out" : "in", part_names[i]),
                         hx_mul(k->m, dir ? net->nout : net->nin, width[i]));
            bool out = (i == READY) != (dir == 1);
            const char *pin = str_z(x->r->a, rtl_f(x, "%s_%s_%c", dir ? "out" : "in", part_names[i], out ? 'o' : 'i'));
            (dir ? net->out : net->in)[i] = v;
            (out ? hdl_out : hdl_in)(u, pin, v->x);
        }
    }
}

/* Nodes that send or take nothing: stops nevertheless. */
static void idle_stops(Sys *k, const Network *n, const Net *net)
{
    for (int i = 0; i < k->x->r->sys->places.n; i++) {
        const Controller *c = k->x->r->sys->places.at[i].ctl;
        Hx at = first_stop(k, c), count = ends_of(k, c);
        Hx width[] = { hx_int(k->m, 1), NULL, hx_int(k->m, 1), net->flit_w, k->x->node_w->x };
        for (int part = VALID; part <= DST && !rtl_sends(k->ctls[c->id]->s, n); part++) {
            if (part == READY) continue;
            Hx bits = hx_mul(k->m, count, width[part]);
            hdl_assign(top(k), hx_part(k->m, net->in[part]->x, hx_mul(k->m, at, width[part]), bits),
                       hx_zeros(k->m, bits));
        }
        if (!rtl_takes(c, n))
            hdl_assign(top(k), hx_part(k->m, net->out[READY]->x, at, count), hx_zeros(k->m, count));
    }
}

/* Ends of the network at nodes between its receivers, where nothing is taken. */
static void nobody(Sys *k, const Network *n, const Net *net)
{
    if (has_stops(n)) { idle_stops(k, n, net); return; }
    const System *sys = k->x->r->sys;
    int last = sys->places.n;
    while (last > 0 && !rtl_takes(sys->places.at[last - 1].ctl, n)) last--;
    bool begun = false;
    for (int i = 0; i < last; i++) {
        const Controller *c = sys->places.at[i].ctl;
        Hx at = hx_sub(k->m, rtl_base(k->x, c), net->first), count = rtl_count(k->x, c);
        begun |= rtl_takes(c, n);
        if (begun && !rtl_takes(c, n))
            hdl_assign(top(k), hx_part(k->m, net->out[READY]->x, at, count), hx_zeros(k->m, count));
    }
}

/* A number that has a name, as a constant as wide as those of nodes. */
static Hx sized(Sys *k, const Network *n, const char *tail, Hx number)
{
    Hx w = k->x->node_w->x;
    return hdl_const(k->m, upper_name(k, n->name, tail), w, hx_part(k->m, number, hx_int(k->m, 0), w))->x;
}

/* With each flit goes the receiver's number among those that share an end. What is left of it: which end that is. */
static Hx shared_end(Sys *k, HdlScope *s, const Network *n, const Net *net, Hx at, Hx index)
{
    RtlModule *x = k->x;
    Hx w = x->node_w->x, share = hdl_find(k->m, upper_name(k, x->r->open->name, "_SHARE"))->x;
    Hx by = sized(k, n, "_SHARED", share);
    Hx place = hx_add(k->m, hx_mul(k->m, at, net->flit_w), rtl_flit_bits(x, n));
    hdl_assign(s, hx_part(k->m, net->in[DATA]->x, place, w), index);
    return hx_div(k->m, index, by);
}

/* The stop of a node: its number, but where a controller that is left out has fewer ends than instances. */
static Hx stop_at(Sys *k, HdlScope *s, const Network *n, const Net *net, Hx at, Hx node)
{
    const Controller *open = k->x->r->open;
    const System *sys = k->x->r->sys;
    Hx w = k->x->node_w->x;
    if (!open || (!net->shared && sys->places.at[sys->places.n - 1].ctl == open)) return node;
    Hx base = sized(k, n, "_FIRST", rtl_base(k->x, open));
    if (net->shared) {
        Hx index = hdl_is(s, rtl_f(k->x, STR_FMT "_to", STR_ARG(n->name)), w, hx_sub(k->m, node, base))->x;
        Hx number = hdl_const(k->m, upper_name(k, n->name, "_STOP_NUMBER"), NULL, first_stop(k, open))->x;
        Hx stop = sized(k, n, "_STOP", number);
        return hx_add(k->m, stop, shared_end(k, s, n, net, at, index));
    }
    Hx fewer = hdl_const(k->m, upper_name(k, n->name, "_FEWER"), NULL,
                         hx_sub(k->m, rtl_count(k->x, open), ends_of(k, open)))->x;
    Hx gap = sized(k, n, "_GAP", fewer), behind = hx_sub(k->m, node, gap);
    return sys->places.at[0].ctl == open ? behind : hx_cond(k->m, hx_lt(k->m, node, base), node, behind);
}

/* A wire of an instance's own for something of a sent flit; what becomes of the receiver's node. */
static Hx address(Sys *k, HdlScope *s, const Network *n, Net *net, Hx at)
{
    RtlModule *x = k->x;
    Hx w = x->node_w->x;
    HdlName *node = hdl_wire(s, rtl_f(x, STR_FMT "_dst", STR_ARG(n->name)), w);
    if (has_stops(n)) {
        hdl_assign(s, slice(k, net->in[DST]->x, at, w), stop_at(k, s, n, net, at, node->x));
        return node->x;
    }
    Hx first = sized(k, n, "_FIRST", net->first);
    HdlName *index = hdl_is(s, rtl_f(x, STR_FMT "_to", STR_ARG(n->name)), w, hx_sub(k->m, node->x, first));
    Hx to = net->shared ? shared_end(k, s, n, net, at, index->x) : index->x;
    hdl_assign(s, slice(k, net->in[DST]->x, at, w), to);
    return node->x;
}

/* Where a sender's flits go: its end of the network is filled in. */
static void sent_end(Sys *k, HdlScope *s, Net *net, const Controller *c, Hx i, RtlEnd *e)
{
    Hx at = hx_add(k->m, has_stops(e->net) ? first_stop(k, c) : net->senders, i), flit = rtl_flit_bits(k->x, e->net);
    e->valid = hx_bit(k->m, net->in[VALID]->x, at);
    e->ready = hx_bit(k->m, net->in[READY]->x, at);
    e->last = hx_bit(k->m, net->in[LAST]->x, at);
    e->data = hx_part(k->m, net->in[DATA]->x, hx_mul(k->m, at, net->flit_w), flit);
    e->dst = address(k, s, e->net, net, at);
}

static void taken_end(Sys *k, Net *net, const Controller *c, Hx i, RtlEnd *e)
{
    Hx base = rtl_base(k->x, c);
    Hx at = hx_add(k->m, net->first ? hx_sub(k->m, base, net->first) : first_stop(k, c), i);
    if (net->first && hx_same(base, net->first)) at = i;
    e->valid = hx_bit(k->m, net->out[VALID]->x, at);
    e->ready = hx_bit(k->m, net->out[READY]->x, at);
    e->last = hx_bit(k->m, net->out[LAST]->x, at);
    e->data = slice(k, net->out[DATA]->x, at, net->flit_w);
}

static Hx flit_part(const RtlEnd *e, Str part)
{
    if (str_is(part, "valid")) return e->valid;
    if (str_is(part, "ready")) return e->ready;
    if (str_is(part, "data")) return e->data;
    return str_is(part, "last") ? e->last : e->dst;
}

/* ---- instances ---- */

/* The number of an instance. A loop's variable has 32 bits: no more can be cut out of it. */
static Hx index_signal(Sys *k, const RtlTile *t, const RtlPort *p, HdlScope *s, Hx i)
{
    Hx width = bits(k, t->x, p->name->width);
    bool wide = p->type->kind == TK_BITS && (p->type->size->op != E_NUM || p->type->size->num > 32);
    return wide ? hdl_is(s, STR("index"), width, i)->x : hx_part(k->m, i, hx_int(k->m, 0), width);
}

/* What a tile's port is connected to. ends: the ends of the networks by Network.id, first those that are taken. */
static Hx tile_signal(Sys *k, const RtlTile *t, const RtlPort *p, Hx node, Hx i, RtlEnd *const *ends)
{
    const Controller *c = t->k->c;
    Hx width = bits(k, t->x, p->name->width);
    switch (p->role) {
    case RTL_CLOCK: return domain_of(k, c) ? domain_of(k, c)->clk : outer_input(k, "clk_i")->x;
    case RTL_RESET: return domain_of(k, c) ? domain_of(k, c)->rst : outer_input(k, "rst_i")->x;
    case RTL_NODE: return hx_part(k->m, node, hx_int(k->m, 0), k->x->node_w->x);
    case RTL_ERROR: return hx_bit(k->m, k->error, i);
    default: break;
    }
    if (rtl_is_outer(k->x->r, p)) return slice(k, hdl_find_port(k->m, rtl_outer_name(k->x->r, c, p))->x, i, width);
    if (p->role == RTL_WIRE_IN) return rtl_wire_seen(k->x, c, p->var, i);
    if (p->role == RTL_WIRE_OUT) return rtl_wire_shown(k->x, c, p->var, i);
    if (is_probe(p)) return slice(k, rtl_probe_wire(k->x, t, p)->x, i, width);
    const RtlEnd *e = ends[2 * p->net->id + (p->role == RTL_NET_OUT)];
    return e ? flit_part(e, p->part) : NULL;
}

static void count_senders(Sys *k, const Controller *c)
{
    for (int j = 0; j < k->x->r->p->nets.n; j++) {
        const Network *n = k->x->r->p->nets.at[j];
        if (k->nets[n->id].there && rtl_sends(k->ctls[c->id]->s, n))
            k->nets[n->id].senders = hx_add(k->m, k->nets[n->id].senders, ends_of(k, c));
    }
}

/* The ends of c's networks inside the generate block s. */
static RtlEnd **ends_at(Sys *k, HdlScope *s, const Controller *c, Hx i)
{
    const Protocol *p = k->x->r->p;
    RtlEnd **ends = NEW_N(k->x->r->a, RtlEnd *, 2 * p->nets.n + 1);
    for (int j = 0; j < p->nets.n; j++)
        for (int out = 0; out < 2; out++) {
            const Network *n = p->nets.at[j];
            Net *net = &k->nets[n->id];
            if (!net->there || !(out ? rtl_sends(k->ctls[c->id]->s, n) : rtl_takes(c, n))) continue;
            RtlEnd *e = ends[2 * n->id + out] = NEW(k->x->r->a, RtlEnd);
            e->net = n;
            e->flit_w = net->flit_w;
            if (out) sent_end(k, s, net, c, i, e);
            else taken_end(k, net, c, i, e);
            if (domain_of(k, c)) rtl_cross(k->x, s, domain_of(k, c), out, e);
        }
    return ends;
}

static HdlScope *instances_block(Sys *k, const Controller *c, HdlName **i)
{
    Str lo = lower_name(k, c);
    hdl_blank(top(k));
    return hdl_for(top(k), rtl_f(k->x, "g_" STR_FMT, STR_ARG(lo)),
                   str_z(k->x->r->a, rtl_f(k->x, "i_" STR_FMT, STR_ARG(lo))), ends_of(k, c), i);
}

static void tiles(Sys *k, const Controller *c)
{
    const RtlTile *t = k->tiles[c->id];
    HdlName *i, *error = hdl_wire(top(k), rtl_f(k->x, STR_FMT "_error", STR_ARG(lower_name(k, c))), rtl_count(k->x, c));
    const RtlDomain *d = domain_of(k, c);
    k->error = error->x;
    hx_put(k->m, &k->errors, d ? rtl_cross_bits(k->x, top(k), d, error, str_z(k->x->r->a, error->name)) : error->x);
    HdlScope *s = instances_block(k, c, &i);
    HdlName *node = hdl_is(s, STR("node"), hx_int(k->m, 32), hx_add(k->m, rtl_base(k->x, c), i->x));
    RtlEnd **ends = ends_at(k, s, c, i->x);
    HdlInstance *u = rtl_instance(k->x, s, t->x, STR("u"));
    for (int j = 0; j < t->ports.n; j++) {
        const RtlPort *p = &t->ports.at[j];
        Hx to = p->role == RTL_INDEX ? index_signal(k, t, p, s, i->x) : tile_signal(k, t, p, node->x, i->x, ends);
        if (!to && p->name->kind == HDL_INPUT)
            to = hx_zeros(k->m, bits(k, t->x, p->name->width)); /* a network without senders */
        if (!to) to = hdl_wire(s, p->name->name, rtl_into(k->x, t->x, p->name->width))->x;
        if (j && p->role != t->ports.at[j - 1].role) hdl_pins(u);
        rtl_connect(k->x, u, p, to);
    }
    count_senders(k, c);
}

/* ---- the controller that is left out ---- */

static Hx open_part(Sys *k, const Controller *c, RtlPortRole role, const Network *n, const char *part, Hx i)
{
    const RtlCtl *ctl = k->ctls[c->id];
    for (int j = 0; j < ctl->ports.n; j++) {
        const RtlPort *p = &ctl->ports.at[j];
        if (p->role == role && p->net == n && str_is(p->part, part))
            return slice(k, hdl_find_port(k->m, rtl_open_name(k->x->r, c, p))->x, i, bits(k, ctl->x, p->name->width));
    }
    return NULL;
}

static void open_end(Sys *k, HdlScope *s, const Controller *c, RtlEnd *e, bool out, HdlName *i)
{
    RtlModule *x = k->x;
    RtlPortRole role = out ? RTL_NET_OUT : RTL_NET_IN;
    e->msg_valid = open_part(k, c, role, e->net, "valid", i->x);
    e->msg_ready = open_part(k, c, role, e->net, "ready", i->x);
    e->msg = open_part(k, c, role, e->net, "msg", i->x);
    e->msg_flits = open_part(k, c, role, e->net, "flits", i->x);
    e->msg_dst = open_part(k, c, role, e->net, "dst", i->x);
    if (out) { rtl_send(x, s, e); return; }
    Hx first = hx_int(k->m, (1000 * (e->net->id + 1)) & 65535), sum = hx_add(k->m, i->x, first);
    HdlName *seed = hdl_is(s, rtl_f(x, STR_FMT "_seed", STR_ARG(e->net->name)), hx_int(k->m, 32), sum);
    HdlName *index = hdl_find_port(k->m, rtl_open_index(x->r, c, e->net));
    e->seed = hx_part(k->m, seed->x, hx_int(k->m, 0), hx_int(k->m, 16));
    e->index = slice(k, index->x, i->x, x->node_w->x);
    rtl_take(x, s, e);
}

static void open_ends(Sys *k, const Controller *c)
{
    HdlName *i;
    HdlScope *s = instances_block(k, c, &i);
    RtlEnd **ends = ends_at(k, s, c, i->x);
    for (int j = 0; j < 2 * k->x->r->p->nets.n; j++) if (ends[j]) open_end(k, s, c, ends[j], j & 1, i);
    count_senders(k, c);
}

RtlModule *rtl_system(Rtl *r, RtlCtl *const *ctls, RtlTile *const *tile)
{
    Str without = r->opt->replay ? STR(", without its networks")
                  : r->open      ? str_printf(r->a, ", without controller " STR_FMT, STR_ARG(r->open->name))
                                 : STR("");
    Str doc = str_printf(r->a, "System " STR_FMT STR_FMT "%s" STR_FMT, STR_ARG(r->sys->name), STR_ARG(without),
                         r->p->doc.n ? ": " : "", STR_ARG(r->p->doc));
    RtlModule *x = rtl_module(r, NULL, STR(""), doc);
    Sys k = { .x = x, .m = x->m, .ctls = ctls, .tiles = tile, .nets = NEW_N(r->a, Net, r->p->nets.n + 1) };
    hdl_input(x->m, STR("clk_i"), NULL);
    hdl_input(x->m, STR("rst_i"), NULL);
    if (!r->opt->replay) k.domains = rtl_domains(x);
    for (int i = 0; i < r->sys->places.n; i++)
        (r->sys->places.at[i].ctl == r->open ? open_ports : outer_ports)(&k, r->sys->places.at[i].ctl);
    HdlName *error = hdl_output(x->m, STR("error_o"), NULL);
    for (int i = 0; i < r->p->nets.n && !r->opt->replay; i++) {
        const Network *n = r->p->nets.at[i];
        measure(&k, n, &k.nets[n->id]);
        if (!k.nets[n->id].there) continue;
        between(&k, n, &k.nets[n->id]);
        nobody(&k, n, &k.nets[n->id]);
    }
    for (int i = 0; i < r->sys->places.n; i++) {
        rtl_probes(x, tile, r->sys->places.at[i].ctl);
        rtl_wires(x, k.domains, r->sys->places.at[i].ctl);
    }
    for (int i = 0; i < r->sys->places.n; i++)
        (r->sys->places.at[i].ctl == r->open ? open_ends : tiles)(&k, r->sys->places.at[i].ctl);
    hdl_blank(hdl_items(x->m));
    hdl_note(hdl_items(x->m), STR("Sticky: a row marked `never` or `error`, a sum that its type does not hold, a line "
                                  "that memory refused."));
    hdl_assign(hdl_items(x->m), error->x, hx_any(x->m, hx_concat(x->m, &k.errors)));
    rtl_limits(x);
    rtl_system_checks(x, k.domains, tile);
    return rtl_write(x) ? x : NULL;
}
