/* package.h - a design as others' flows take it: a FuseSoC core and an IP-XACT component. */
#ifndef CG_RTL_PACKAGE_H
#define CG_RTL_PACKAGE_H
#include "rtl/module.h"

/* Adds DESIGN.core and DESIGN.xml to the output set: after the list of files is complete. */
void rtl_package(Rtl *r, const RtlModule *top);
#endif
