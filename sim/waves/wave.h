/* wave.h - waveforms: what can be said about the file that the run-time library of Verilator writes without looking for
 * errors, and the save file of GTKWave that goes with it: what each controller does, states by name, and where the
 * failure is. */
#ifndef COHGEN_SIM_WAVE_H
#define COHGEN_SIM_WAVE_H
#include "base/base.h"

/* The regular file behind `fst`, to be freed; NULL after a message. The process is now a child of the one that called:
 * a disk that is full ends the writer of the waveform by SIGBUS, which the parent, waiting here, reports. Any other end
 * of the child is the parent's end too. */
char *sim_wave_start(const char *fst);
/* The closed file is a whole waveform; else it is removed. False after a message. */
bool sim_wave_whole(const char *fst);
/* Looks at the waveform and writes FST with .gtkw for its ending. `failure`: cycle of the marker, 0 = none.
 * False after a message. */
bool sim_wave_save(const CgDesign *design, const char *fst, uint64_t failure);
#endif
