/* system.h - tiles, networks between them, and the system that holds both. */
#ifndef CG_RTL_SYSTEM_H
#define CG_RTL_SYSTEM_H
#include "rtl/ports.h"

/* A controller with its ends of the networks. Outside of it there are flits only: parts "valid", "ready", "data",
 * "last", and "dst" of those that are sent. Without networks (replays) it is the controller itself. */
typedef struct RtlTile {
    RtlModule *x;
    const RtlCtl *k;
    VEC(RtlPort) ports;
    VEC(RtlPort) inner;     /* of block ports behind which a unit stands: wires of the tile */
} RtlTile;
RtlTile *rtl_tile(Rtl *r, const RtlCtl *k);

/* One end of a network in a scope: what is said of a flit and of a message. flit_w: bits of a flit, which may carry
 * more than FLIT_BITS of the message: the rest is the receiver's number, for `index`. Unused members are NULL. */
typedef struct {
    const Network *net;
    Hx flit_w;
    Hx valid, ready, data, last, dst;
    Hx msg_valid, msg_ready, msg, msg_flits, msg_dst;
    Hx seed, index;
} RtlEnd;
/* From flits to messages: late by the latency of the network, held back by THROTTLE. */
void rtl_take(RtlModule *x, HdlScope *s, const RtlEnd *e);
/* From messages to flits. */
void rtl_send(RtlModule *x, HdlScope *s, const RtlEnd *e);

/* A clock beside that of the system; by Domain.id. */
typedef struct {
    Hx clk, rst, stages;
} RtlDomain;
/* Makes their ports. Where stages is -1 clk and rst are those of the system. */
RtlDomain *rtl_domains(RtlModule *x);
/* The name of a port: "clk" or "rst". */
Str rtl_domain_port(const Rtl *r, const ClockDomain *d, const char *what);
/* Of a controller's tiles, or NULL: the system's. */
const RtlDomain *rtl_domain_at(const RtlModule *x, const RtlDomain *all, const Controller *c);
/* An end of a network between the system (flits as *e has them) and a tile in d: *e becomes the tile's side. */
void rtl_cross(RtlModule *x, HdlScope *s, const RtlDomain *d, bool out, RtlEnd *e);
/* Bits of d, each by itself, on the clock of the system. */
Hx rtl_cross_bits(RtlModule *x, HdlScope *s, const RtlDomain *d, HdlName *from, const char *name);

/* The parameter makes other modules, not other sizes: the design has it as it was emitted. */
bool rtl_fixed(const Rtl *r, const Param *p);
/* Parameters of the system outside of their ranges and rules stop elaboration. */
void rtl_limits(RtlModule *x);
/* tiles: by Controller.id, NULL for the one that is left out; ctls: by Controller.id. NULL after an error. */
RtlModule *rtl_system(Rtl *r, RtlCtl *const *ctls, RtlTile *const *tiles);
/* A port of a tile that leaves the system: not a clock, an identity or, but for replays, a network; its name there. */
bool rtl_is_outer(const Rtl *r, const RtlPort *p);
Str  rtl_outer_name(const Rtl *r, const Controller *c, const RtlPort *p);
/* Of the controller that is left out: its ends of the networks, seen from the other side; which of the instances that
 * share an end a message is for. */
Str  rtl_open_name(const Rtl *r, const Controller *c, const RtlPort *p);
Str  rtl_open_index(const Rtl *r, const Controller *c, const Network *n);
/* rtl/DESIGN_messages.vh: what a module outside needs to send and take messages. */
bool rtl_messages(Rtl *r);
/* Connects the pin that a port is to something of x. */
void rtl_connect(RtlModule *x, HdlInstance *u, const RtlPort *p, Hx to);
/* Probes between tiles: the wire of all instances that a port is connected to; what joins those of c's ports. */
HdlName *rtl_probe_wire(RtlModule *x, const RtlTile *t, const RtlPort *p);
void rtl_probes(RtlModule *x, RtlTile *const *tiles, const Controller *c);
/* What c sees of others (inputs with of=): cg_wires between nets of all instances. */
void rtl_wires(RtlModule *x, const RtlDomain *domains, const Controller *c);
/* Where instance i of c shows its register; where it sees one, or all bits of one. */
Hx rtl_wire_shown(RtlModule *x, const Controller *c, const Var *v, Hx i);
Hx rtl_wire_seen(RtlModule *x, const Controller *c, const Var *v, Hx i);
/* Assertions of invariants over the system that speak of registers only. */
void rtl_system_checks(RtlModule *x, const RtlDomain *domains, RtlTile *const *tiles);
/* An expression over the parameters and constants of another module, in x. */
Hx rtl_into(RtlModule *x, const RtlModule *from, Hx w);
#endif
