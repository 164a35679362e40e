/* read.h - what the readers of descriptions share. */
#ifndef CG_FPGA_READ_H
#define CG_FPGA_READ_H
#include "fpga.h"
#include <libxml/tree.h>

typedef struct { Arena *a; const char *file; bool bad; } Reader;

/* FILE:LINE: error: <element>: WHAT 'NAME', on stderr. */
void        read_complain(Reader *r, const xmlNode *n, const char *what, const char *name);
/* An attribute, or `otherwise`; without one it is needed. */
const char *read_text(Reader *r, xmlNode *n, const char *name, const char *otherwise);
double      read_number(Reader *r, xmlNode *n, const char *name, const char *otherwise);
void        fpga_read_sdram(Reader *r, xmlNode *n, FpgaSdram *out);
#endif
