/* ports.h - the ports of a controller by what they are for: nobody takes their names apart. */
#ifndef CG_RTL_PORTS_H
#define CG_RTL_PORTS_H
#include "rtl/module.h"

typedef enum {
    RTL_CLOCK,
    RTL_RESET,
    RTL_NODE,
    RTL_INDEX,
    RTL_ERROR,
    RTL_PIN, /* an input of the specification: of the whole design, a value for each instance */
    RTL_WIRE_IN, RTL_WIRE_OUT, /* an input that shows a register of another controller; such a register */
    RTL_CORE,   /* of a core port: requests in, replies out */
    RTL_BLOCK,  /* of a block port: requests out, events in */
    RTL_MEMORY, /* AXI4 */
    RTL_PROBE,  /* of a store into which another controller looks: key in, what is there out */
    RTL_NET_IN,
    RTL_NET_OUT /* an end of a network */
} RtlPortRole;

/* part: "req_valid", "rep_data", "ev_data"; "arvalid"; "valid", "ready", "msg", "dst", "flits"; or the name of the
 * pin. */
typedef struct RtlPort {
    RtlPortRole role;
    HdlName *name;
    Str part;
    const Network *net;
    const Port *port;
    const Type *type;                   /* of a field or pin, or NULL */
    const Var *var;                     /* the pin, or the register that is shown, or NULL */
} RtlPort;

/* A finished controller, as the system sees it. */
typedef struct RtlCtl {
    RtlModule *x;
    const Controller *c;
    const Step *s;
    VEC(RtlPort) ports;
} RtlCtl;

/* Declares the ports of the controller in x: what makes the rest of it finds them by rtl_port. */
RtlCtl *rtl_ctl_ports(RtlModule *x, const Step *s);
/* The port of an input, or that of a register which is shown. */
HdlName *rtl_var_port(const RtlCtl *k, const Var *v);
/* The port of this role and part, of this network or port of the specification (NULL: any); or NULL. */
HdlName *rtl_port(const RtlCtl *k, RtlPortRole role, const void *owner, const char *part);
bool rtl_sends(const Step *s, const Network *n);
bool rtl_takes(const Controller *c, const Network *n);

/* Several look into the store of this probe: they take turns (ports "want" and "turn"). */
bool rtl_probe_turns(const Rtl *r, const Port *p);
/* Whose port it is. */
const Controller *rtl_prober(const Rtl *r, const Port *p);

/* Its memory ports, or its store of kind memory, by number: NULL, and an empty name behind the last one. */
const Port *rtl_memory_port(const Controller *c, int number);
Str rtl_memory_name(const Controller *c, int number);
Hx rtl_axi_id_width(RtlModule *x);

/* Fields of a port's events, replies or requests, each name once. */
typedef struct { VEC(const Field *) at; } RtlFields;
RtlFields rtl_event_fields(Arena *a, const Port *p);
RtlFields rtl_reply_fields(Arena *a, const Port *p);
RtlFields rtl_request_fields(Arena *a, const Port *p);
/* Where the port takes events in ("req_" of a core, "ev_" of a block), and where it sends ("rep_", "req_"). */
const char *rtl_port_in(const Port *p);
const char *rtl_port_out(const Port *p);
/* What it sends: replies of a core, requests of a block; their number. */
int rtl_port_sends(const Port *p);
#endif
