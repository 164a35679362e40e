/* unit.h - hardware of a manifest behind a block port. */
#ifndef CG_RTL_UNIT_H
#define CG_RTL_UNIT_H
#include "rtl/system.h"

/* In the tile, after the controller's pins of this port have become wires of the tile (port_part, "cmp_req_valid"). */
void rtl_unit(const RtlTile *t, const Port *p);
#endif
