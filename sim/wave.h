/* wave.h - the save file of GTKWave that goes with a waveform: what each controller does, states by name, and where the failure is. */
#ifndef COHGEN_SIM_WAVE_H
#define COHGEN_SIM_WAVE_H
#include "base.h"

/* Writes FST with .gtkw for its ending. `failure`: cycle of the marker, 0 = none. False after a message. */
bool sim_wave_save(const CgDesign *design, const char *fst, uint64_t failure);
#endif
