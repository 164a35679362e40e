/* build_network.c - networks: width, latency, topology. */
#include "ir/build.h"

/* What a network says itself; NULL: nothing, or something wrong. */
static Expr *said(Build *b, const Node *n, const char *attr, Pos *pos)
{
    Scope s = { .b = b };
    bool there = node_attr(n, attr).p != NULL;
    *pos = there ? node_attr_pos(n, attr) : n->pos;
    return there ? expr_param_attr(&s, n, attr) : NULL;
}

/* What a parameter of the tool says of all networks. */
static Expr *of_all(Build *b, const Node *n, const char *param)
{
    Expr *e = expr_new(b->a, E_PARAM, b->p->t_int, n->pos);
    e->param = find_param(b->p, NULL, str_from(param));
    return e;
}

/* What only a network of two levels has. */
static void build_levels(Build *b, const Node *n, Network *w)
{
    static const char *const own[] = { "groups", "link_width", "link_latency" };
    for (size_t i = 0; i < sizeof own / sizeof *own && w->topology != NET_LEVELS; i++)
        if (node_attr(n, own[i]).p)
            diag_error(b->d, node_attr_pos(n, own[i]), "only a network with topology=\"two-level\" has %s=", own[i]);
    if (w->topology != NET_LEVELS) return;
    if (!node_attr(n, "groups").p)
        diag_error(b->d, n->pos, "expected groups=: a network of two levels has a crossbar for each group of nodes");
    w->groups = said(b, n, "groups", &w->groups_pos);
    w->link_width = said(b, n, "link_width", &w->link_width_pos);
    w->link_latency = said(b, n, "link_latency", &w->link_latency_pos);
    if (!w->groups) {
        w->groups = expr_new(b->a, E_NUM, b->p->t_int, n->pos);
        w->groups->num = 1;
    }
    if (!w->link_width) w->link_width = w->width;
    if (!w->link_latency) w->link_latency = w->latency;
}

static Topology topology_of(const Node *n)
{
    Str t = node_attr(n, "topology");
    if (!t.p || str_is(t, "crossbar")) return NET_CROSSBAR;
    return str_is(t, "two-level") ? NET_LEVELS : NET_RING;
}

void build_network(Build *b, const Node *n)
{
    Scope s = { .b = b };
    Str name;
    if (!check_name(b, n, "name", &name) || !build_fresh(b, n, "network", find_net(b, name) != NULL)) return;
    Network *w = NEW(b->a, Network);
    w->name = name; w->doc = node_attr(n, "doc"); w->pos = n->pos;
    Expr *e = expr_param_attr(&s, n, "class");
    if (e && e->op != E_NUM) diag_error(b->d, e->pos, "expected a number");
    else if (e) w->class_ = e->num;
    w->pair_order = str_is(node_attr(n, "order"), "pair");
    w->topology = topology_of(n);
    w->width = said(b, n, "width", &w->width_pos);
    w->latency = said(b, n, "latency", &w->latency_pos);
    if (!w->width) w->width = of_all(b, n, "FLIT_BITS");
    if (!w->latency) w->latency = of_all(b, n, "NET_LATENCY");
    w->most = said(b, n, "most", &w->most_pos);
    build_levels(b, n, w);
    w->id = b->p->nets.n;
    vec_push(b->a, &b->p->nets, w);
    names_put(b->a, &b->p->by.nets, name, w);
}
