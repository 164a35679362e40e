/* lines.h - text files of lines and words, with errors that name the place. Empty lines and those that begin with # are
 * skipped; words are separated by blanks. */
#ifndef COHGEN_SIM_LINES_H
#define COHGEN_SIM_LINES_H
#include "base/base.h"

/* A device or a file gone wild ends with an error: bytes of a line, lines and bytes of a file. */
enum { SIM_MAX_WORDS = 128, SIM_MAX_LINE_ERRORS = 20, SIM_MAX_LINE_BYTES = 1 << 20,
       SIM_MAX_LINES = 20000000, SIM_MAX_FILE_BYTES = 1 << 30 };

typedef struct { char *text; uint32_t column; char *rest; } SimWord; /* rest: the line from this word on */

typedef struct {
    const char *file;
    FILE *f;
    char *line, *copy; size_t cap_line, cap_copy; /* copy: the line as it is in the file */
    uint32_t number, errors;
    uint64_t bytes;
    bool too_much;              /* a limit was met: nothing more is read */
    SimWord words[SIM_MAX_WORDS + 1]; uint32_t n_words; /* one more word of no text ends them */
} SimLines;

/* False after a message if the file cannot be read. */
bool sim_lines_open(SimLines *l, const char *file);
/* Goes on to the next line that has words; false at the end, and after an error beyond a limit. */
bool sim_lines_next(SimLines *l);
/* Prints "FILE:LINE:COL: error: ..." and the line; beyond some errors nothing more. word NULL: the line as a whole. */
void sim_lines_error(SimLines *l, const SimWord *word, const char *format, ...) SIM_PRINTF(3, 4);
/* An error too: `what` of the file has more than `limit` `unit`s. Nothing more is read. Returns false. */
bool sim_lines_beyond(SimLines *l, const char *what, uint64_t limit, const char *unit);
/* A number, decimal or hexadecimal with 0x; false after an error if it is none or above `max`. */
bool sim_lines_number(SimLines *l, const SimWord *word, uint64_t max, uint64_t *value);
/* Closes the file; true if there was no error. */
bool sim_lines_close(SimLines *l);
#endif
