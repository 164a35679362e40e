/* controller.h - a controller, by what the search gives to its transition function and takes from it. */
#ifndef CG_VERIFY_CONTROLLER_H
#define CG_VERIFY_CONTROLLER_H
#include "verify/model/types.h"

/* Refuses what the search does not know. */
/* Inputs that show registers of other controllers, when all of these are known. */
bool model_wires(Model *m, Diags *d);
bool model_controller(Model *m, Diags *d, CtlModel *k, const Controller *c);
#endif
