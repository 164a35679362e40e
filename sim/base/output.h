/* output.h - the files that a run writes.
 *
 * A regular file appears whole or not at all: it is written under a temporary name beside it and renamed. A link is
 * followed, and the file behind it written so. A device or FIFO is written through, and never replaced. A signal that
 * ends the run waits until the file is there or its temporary is gone. */
#ifndef COHGEN_SIM_OUTPUT_H
#define COHGEN_SIM_OUTPUT_H
#include <stdbool.h>
#include <stdio.h>

/* Writes a file by a function that prints it. False after a message: "error: cannot write NAME: why". */
bool sim_write_file(const char *name, void (*write)(const void *what, FILE *f), const void *what);
/* The regular file behind `name`, links followed, whether or not it exists yet; to be freed. NULL after a message if
 * `name` is something else. */
char *sim_output_regular(const char *name);
/* Closes a file that was written. False after a message if anything written to it was lost. */
bool sim_output_close(FILE *f, const char *name);
/* Opens a file that is written as the run goes. NULL after a message. */
FILE *sim_output_open(const char *name);
/* All that was printed has arrived; else false after a message. */
bool sim_output_flush(FILE *f);
#endif
