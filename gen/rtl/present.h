/* present.h - messages of which only the flits are sent that carry something: fields with mask=, SPARSE_FLITS. */
#ifndef CG_RTL_PRESENT_H
#define CG_RTL_PRESENT_H
#include "rtl/module.h"

/* Some message of the network has a field with a mask. */
bool rtl_sparse(const Protocol *p, const Network *n);
/* Flits of the longest message of the network. */
Hx rtl_most_flits(RtlModule *x, const Network *n);
/* The wire STEM_present, a bit for each flit of the longest message: it carries something of `msg`. A function of the
 * kind and the masks: it is right for the next flit that carries something as soon as those before it are there. */
Hx rtl_present(RtlModule *x, HdlScope *s, const Network *net, const char *stem, Hx msg);

#endif
