/* tools.h - files and programs, for the programs that measure, prove and mutate. */
#ifndef COHGEN_TOOLS_H
#define COHGEN_TOOLS_H
#include "util/arena.h"
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

typedef VEC(char *) Words;

extern const char *tool_name; /* of the program, in front of its messages */
extern volatile sig_atomic_t tool_child; /* the process that tool_run waits for, or 0: for handlers of signals */

char *tool_text(Arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *tool_read(Arena *a, const char *file);             /* NULL if it cannot be read */
void  tool_write(const char *file, const char *text);    /* ends the program if it cannot */
bool  tool_there(const char *file);
void  tool_folder(const char *path);                     /* with those above it */
void  tool_remove(const char *path);                     /* a file, or a folder with all that is in it */
void  tool_copy(Arena *a, const char *from, const char *to); /* a file of text */
Words tool_entries(Arena *a, const char *folder);        /* names in a folder, sorted */
void  tool_sort(Words *w);
Words tool_split(Arena *a, const char *text, const char *separators); /* without empty parts */
/* Digits and nothing else, and a number in the range? */
bool  tool_number(const char *text, long least, long most, long *to);
bool  tool_ends(const char *text, const char *with);     /* with something in front of it */
const char *tool_setting(const char *name, const char *otherwise); /* of the environment; "" is none */
void  tool_add(Arena *a, Words *w, const char *word);
void  tool_add_all(Arena *a, Words *w, const Words *more);
/* Words of a text between blanks. */
void  tool_add_text(Arena *a, Words *w, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The command as one line for the shell, whatever its words hold. */
char *tool_quoted(Arena *a, const Words *command);
/* Output and errors go to `log`. Exit status, or 128 + signal; 127 if it cannot be run. cpu 0: no limit. */
int   tool_run(Arena *a, const char *log, int cpu, const Words *command);
/* The same with errors elsewhere: NULL, those of this program. */
int   tool_run_to(Arena *a, const char *output, const char *errors, int cpu, const Words *command);
bool  tool_in_path(Arena *a, const char *program);       /* is there such a program? */
/* Does the work as a process of its own, with all that it starts in one group: SIGINT and SIGTERM end them all, and
 * then this returns, so that what is left can be removed. Its exit status, or 128 + signal. What it prints is copied to
 * `text` too, if that is not NULL. */
int   tool_supervise(int (*work)(void *of), void *of, FILE *text);
void  tool_fatal(int status, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));
#endif
