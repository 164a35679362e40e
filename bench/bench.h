/* bench.h - `./run bench`: what the published evaluations claim, measured on the emitted Verilog. A bench has tables; a
 * table has designs, which are built once, and runs of them, each a job (sweep/jobs.h) whose result stays: what was
 * measured of the same program with the same command is not measured again. See main.c. */
#ifndef COHGEN_BENCH_H
#define COHGEN_BENCH_H
#include "tools.h"
#include <stdio.h>

/* One line of what a simulator measures (--stats): SCOPE,INSTANCE,FIGURE,FROM,TO,VALUE */
typedef struct { const char *scope, *instance, *figure; double value; } Entry;
/* What a run left: figures, or the text that it printed. */
typedef struct { const char *configuration, *workload; int seed; VEC(Entry) entries; char *text; } Result;
typedef VEC(Result) Results;

/* A run that is asked for; `command` without what leaves its result: figures by --stats, or what it prints. */
typedef enum { RUN_FIGURES, RUN_TEXT } Form;
typedef struct {
    const char *name, *configuration, *workload, *digest; /* NULL: of no rows */
    int seed;
    Words command;
    Form form;
} Run;

/* A number or text that the command line can change, or a list of texts that it can add to. */
typedef struct { const char *option; int *number; const char **text; int least; Words *list; } Option;

typedef struct Bench Bench;
typedef struct { const char *name; void (*print)(Bench *b); } Table;

struct Bench {
    Arena *a;
    const char *name, *top, *build;  /* of the bench; folders */
    const char *self;                /* this program */
    const char *work, *scratch;      /* what stays, what goes with this run */
    int jobs;
    FILE *out;
    VEC(Run) runs;                   /* of the table at hand */
    Results results;
    VEC(const Table *) asked;
    const char *printing;            /* the table at hand */
};

/* The benches: each reads its command line, and returns the exit status. */
int bench_chopin(Bench *b, int argc, char **argv);
int bench_cuckoo(Bench *b, int argc, char **argv);
int bench_fpga(Bench *b, int argc, char **argv);
int bench_gen(Bench *b, int argc, char **argv);
int bench_getm(Bench *b, int argc, char **argv);
int bench_gpudet(Bench *b, int argc, char **argv);
int bench_hmg(Bench *b, int argc, char **argv);
int bench_quanta(Bench *b, int argc, char **argv);
int bench_rcc(Bench *b, int argc, char **argv);
int bench_rollover(Bench *b, int argc, char **argv);
int bench_rtl(Bench *b, int argc, char **argv);
int bench_stc(Bench *b, int argc, char **argv);
int bench_verify(Bench *b, int argc, char **argv);
/* Of three of them, for tests: a row of what `cohgen verify` says; the shares of what callgrind_annotate prints, false
 * if there is nothing; the cells of a report of Yosys. */
void verify_row(Bench *b, const char *name, const char *said);
bool rtl_shares(Bench *b, const char *annotated, double cycles);
void fpga_cells(Bench *b, const char *report);

/* ---- options.c ---- */
/* Reads options and names of tables. `usage` writes the help text. The lists end with NULL. */
void bench_options(Bench *b, int argc, char **argv, const Option *options, const Table *tables,
                   void (*usage)(FILE *to));
/* Prints the tables that were asked for; all, if none was. */
int bench_print(Bench *b, const Table *tables);
/* Ends the program with status 2. */
void bench_wrong(Bench *b, void (*usage)(FILE *to), const char *what, const char *word);
/* An empty line, and == TABLE: TEXT */
void bench_title(Bench *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- designs.c ---- */
typedef struct {
    const char *name;           /* its folder is WORK/NAME */
    const char *spec;
    Words sets;                 /* PARAM=VALUE */
    Words emit;                 /* more options of `cohgen emit` */
    Words verilate;             /* more options of Verilator */
    const char *optimise;       /* of the compiler, for models that run shortly; NULL: as scripts/verilate.sh */
    const char *program;        /* NULL: sim */
    Words sources;              /* of the program; none: that of the simulator */
} Design;
/* Emits, verilates and links; what was made of the same files stays. The path of the program. Ends the program with
 * status 3 if it cannot be built. */
const char *design_build(Bench *b, const Design *d);
/* The first and the last step by themselves; the name of the protocol of what was emitted to a folder. */
void  design_emit(Bench *b, const Design *d);
char *design_protocol(Bench *b, const char *dir);
const char *design_link(Bench *b, const Design *d);
/* Runs a command of a build; ends the program with status 3, after its output, if it fails. */
void bench_do(Bench *b, const Words *command);
/* A command's output. Ends the program with status 1, after the output, if it fails. */
char *bench_output(Bench *b, const Words *command);

/* ---- measure.c ---- */
typedef struct { double wall, cpu, memory; int status; } Cost; /* seconds, MB */
/* A command's output and errors, and what it cost. The second ends the program with status 1 if the command fails. */
char  *bench_measured(Bench *b, const Words *command, Cost *cost);
char  *bench_measured_right(Bench *b, const Words *command, Cost *cost);
double bench_cycles(Bench *b, const char *report); /* of a simulator's report */
/* Verilates what was emitted to a folder, without a compiler cache: what Verilator takes, and the compiler beside it
 * (its memory: the most of both), and the size of the C++ in MB. */
typedef struct { Cost verilator, compiler; double size; } Verilation;
Verilation design_verilation(Bench *b, const char *dir);

/* ---- variants.c ---- */
/* Shipped specifications with parameters as input pins, so that one design serves for all their values. Writes
 * the specification and what it uses to DIR, and returns its path.
 * NAME: rcc, mesi_wt, tcs, tcw, stc, stc_baseline, stc_whole, hmg, gpudet */
const char *variant_write(Bench *b, const char *name, const char *dir);

/* ---- runs.c ---- */
unsigned long long bench_hash(const char *text);
/* Asks for a run of a program. */
void run_add(Bench *b, const char *configuration, const char *workload, int seed, const Words *command);
/* What it prints is the result. */
void run_add_text(Bench *b, const char *configuration, const char *workload, int seed, const Words *command);
/* Its rows are read by a digest (rows.c), which adds figures to those of the run: scope `rows`. */
void run_add_rows(Bench *b, const char *digest, const char *configuration, const char *workload, const Words *command);
/* Makes all that is asked for, and reads the results. Ends the program with status 1 if one fails. */
void runs_make(Bench *b);

/* ---- rows.c ---- */
/* `bench rows DIGEST COMMAND... --stats FILE`: runs a simulator, reads its rows, and adds what they say to FILE. */
int rows_main(Bench *b, int argc, char **argv);

/* ---- results.c ---- */
/* Reads what a run has left. */
void   result_add(Arena *a, Results *all, const char *configuration, const char *workload, int seed, char *text);
/* Sum of the figures of this name; NULL stands for every scope or instance. */
double result_sum(const Result *r, const char *scope, const char *instance, const char *figure);
/* A figure by its short name: of the run (`cycles`, `load.average`), of messages by kind and of all together
 * (`sent.DATA`, `flits`), and
 *   serves.SCOPE     rows served            load.latencies   average times number, as of store and atomic
 *   memory.lines     lines read and written held             cycles that operations waited for the one before
 *   now, changes     of logical time in the L1s: the latest, and how often it changed */
double result_figure(const Result *r, const char *name);
/* The run of a configuration with a seed; NULL if there is none. */
const Result *result_of(const Results *all, const char *configuration, const char *workload, int seed);
/* A figure added up over all seeds. */
double results_sum(const Results *all, const char *configuration, const char *workload, const char *figure);

/* ---- statistics.c ---- */
double stat_ratio(double a, double b); /* 0 if b is */
double stat_gmean(const double *list, int n);
double stat_mean(const double *list, int n);
double stat_spread(const double *list, int n); /* standard deviation of the sample */
#endif
