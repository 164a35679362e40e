/* controller.h - the module of a controller, around its transition function. */
#ifndef CG_RTL_CONTROLLER_H
#define CG_RTL_CONTROLLER_H
#include "lower/lower.h"
#include "rtl/ports.h"

RtlCtl *rtl_controller(Rtl *r, const Lowered *l, const RtlModule *step, const RtlModule *walk);
#endif
