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
    RTL_CORE,
    RTL_MEMORY, /* of a core port; AXI4 */
    RTL_NET_IN,
    RTL_NET_OUT /* an end of a network */
} RtlPortRole;

/* part: "req_valid", "rep_data"; "arvalid"; "valid", "ready", "msg", "dst", "flits"; or the name of the pin. */
typedef struct RtlPort {
    RtlPortRole role;
    HdlName *name;
    Str part;
    const Network *net;
    const Port *port;
    const Type *type;                   /* of a field or pin, or NULL */
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
/* The port of this role and part; net: of this network; or NULL. */
HdlName *rtl_port(const RtlCtl *k, RtlPortRole role, const Network *net, const char *part);
bool rtl_sends(const Step *s, const Network *n);
bool rtl_takes(const Controller *c, const Network *n);

/* Its memory port or store of kind memory; empty: none. */
Str rtl_memory_name(const Controller *c);
Hx rtl_axi_id_width(RtlModule *x);

/* Fields of a port's events or replies, each name once. */
typedef struct { VEC(const Field *) at; } RtlFields;
RtlFields rtl_event_fields(Arena *a, const Port *p);
RtlFields rtl_reply_fields(Arena *a, const Port *p);
#endif
