/* rtl.h - from the checked IR to a netlist of Verilog modules, and to files. */
#ifndef CG_RTL_RTL_H
#define CG_RTL_RTL_H
#include "emit/emit.h"
#endif
