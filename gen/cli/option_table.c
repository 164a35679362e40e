/* option_table.c - see option_table.h for the contract. */
#include "cli/option_table.h"
#include <limits.h>

enum { FILES_MANY = 1 << 16 };

const CommandInfo cg_commands[] = {
    { "check", CMD_CHECK, 1, FILES_MANY, "FILE...", "check specifications and print what they contain",
      "Every (state, event) pair must be covered, names and types must agree, waits must be free of deadlock." },
    { "emit", CMD_EMIT, 1, 1, "FILE -o DIR", "write the Verilog design, its test harness and its documents into DIR",
      "All files appear together or not at all; files that would not change are left alone. Others that lie there are "
      "kept, and named." },
    { "table", CMD_TABLE, 1, 1, "FILE", "print the state x event tables with their counts",
      "A state marked * is transient. A transition is a (state, event) pair with at least one <on> row; the "
      "refinements of an event\n"
      "count as that one event, as in the papers' figures, and then each by itself. CSV has one line per row "
      "instead." },
    { "doc", CMD_DOC, 1, 1, "FILE -o DIR", "write the specification as a site of static pages into DIR",
      "Tables, state diagrams, messages, parameters, storage, and every row beside its Verilog: open DIR/index.html. "
      "Nothing is loaded\n"
      "from a network. All files appear together or not at all. docs/site.md shows the pages." },
    { "chart", CMD_CHART, 1, 1, "RUN", "draw a run as a message-sequence chart, or as a page that steps through it",
      "RUN is a schedule of `verify --replay` (or its folder), or what the simulator's --rows writes. A page has the "
      "chart, the cell of the\n"
      "table that fires (--spec), and what each instance holds. docs/site.md has examples." },
    { "stats", CMD_STATS, 1, 1, "FILE", "print storage bits, message sizes and counts",
      "The figures are for the default parameters, the settings of the first system, and --set." },
    { "params", CMD_PARAMS, 1, 1, "FILE", "list the parameters with their legal values, for scripts",
      "A line each: name, value, least, greatest, and the legal values between with commas, or - if all are. The "
      "limits are those for the\n"
      "values of the parameters before it; rules of the specification may forbid combinations." },
    { "verify", CMD_VERIFY, 1, 1, "FILE", "search all states of a small system for violations",
      "Explores every interleaving of requests, messages, memory, replays and evictions. Without options it makes the "
      "searches that the\n"
      "file names (<verify>). With options, or if there are none, it makes one search, with the sizes of the "
      "system 'small' (or the first)\n"
      "unless options say otherwise. Exit status 1: a property fails, and the shortest run that shows it is printed; "
      "3: a limit was reached,\n"
      "or a signal has ended it. docs/verify.md explains what is checked." },
    { "step", CMD_STEP, 1, 1, "FILE -o DIR", "write the transition functions as SMT-LIB 2 into DIR",
      "One file per controller, <design>_<controller>_step.smt2, at the widths of --set: another reading of the table "
      "than the Verilog's, to\n"
      "prove the two equal with (docs/proofs.md, `./run prove step`)." },
    { "completion", CMD_COMPLETION, 1, 1, "bash|zsh", "print what completes command lines in a shell",
      "For bash: eval \"$(cohgen completion bash)\"; for zsh: the output as a file _cohgen in a folder of $fpath." },
    { "manual", CMD_MANUAL, 0, 1, "[COMMAND]", "print the manual page, or that of a command, for man",
      "For example: cohgen manual verify | man -l -" },
    { "help", CMD_HELP, 0, 1, "[COMMAND]", "explain a command", "" },
    { "version", CMD_VERSION, 0, 0, "", "print the version", "" },
};
_Static_assert(sizeof cg_commands / sizeof *cg_commands <= MAX_COMMANDS, "MAX_COMMANDS");
const int cg_n_commands = sizeof cg_commands / sizeof *cg_commands;

const OptionInfo cg_options[] = {
    { "output", 'o', OPT_OUTPUT, "PATH", NULL, OF_EMIT | OF_DOC | OF_CHART | OF_STEP | OF_VERIFY,
      "folder for the files; chart, verify --export: the file, default standard output", 0, 0 },
    { "set", 0, OPT_SET, "PARAM=VALUE", NULL,
      OF_CHECK | OF_EMIT | OF_DOC | OF_TABLE | OF_STATS | OF_PARAMS | OF_VERIFY | OF_STEP,
      "value of a parameter; may be repeated", 0, 0 },
    { "reset", 0, OPT_RESET, "KIND", "sync async", OF_EMIT, "reset style: sync (default) or async", 0, 0 },
    { "harness", 0, OPT_HARNESS, "KIND", "system replay", OF_EMIT,
      "test bench: of the system (default), or for replays: no networks", 0, 0 },
    { "open", 0, OPT_OPEN, "CONTROLLER", NULL, OF_EMIT,
      "leave this controller out: its ends of the networks become ports of the system (docs/language.md, Messages on "
      "the wire)",
      0, 0 },
    { "blocks", 0, OPT_BLOCKS, "DIR", NULL, OF_INPUT,
      "folder with blocks of your own: manifests NAME.xml and their Verilog (templates/README.md); may be repeated", 0,
      0 },
    { "format", 0, OPT_FORMAT, "FORMAT", "text md csv dot svg html json", OF_TABLE,
      "text (default), md or csv; dot or svg: state diagrams; html: a page; json", 0, 0 },
    { "format", 0, OPT_CHART_FORMAT, "FORMAT", "auto text svg html", OF_CHART,
      "text, svg, or html: a page that steps through the run; auto (default): by the end of --output, else text", 0,
      0 },
    { "spec", 0, OPT_SPEC, "FILE", NULL, OF_CHART, "the specification of the run: colours, leases, tables", 0, 0 },
    { "first", 0, OPT_FIRST, "N", NULL, OF_CHART, "from this step or cycle on", 0, INT_MAX },
    { "last", 0, OPT_LAST, "N", NULL, OF_CHART, "up to this step or cycle", 1, INT_MAX },
    { "key", 0, OPT_KEY, "KEY", NULL, OF_CHART, "rows of the simulator: only those about this key, as in 0x40", 0, 0 },
    { "controller", 0, OPT_CONTROLLER, "NAME", NULL, OF_TABLE, "only this controller", 0, 0 },
    { "coverage", 0, OPT_COVERAGE_OF, "FILE", NULL, OF_TABLE | OF_DOC,
      "colour the tables by how often rows were taken (html, json): a file of the simulator's --coverage or --stats, "
      "or of verify --coverage-file; may be repeated",
      0, 0 },
    { "search", 0, OPT_SEARCH, "NAME", NULL, OF_VERIFY,
      "the <verify> of this name; further options go before what it says", 0, 0 },
    { "system", 0, OPT_SYSTEM, "NAME", NULL, OF_VERIFY, "which <system>; default: small, else the first", 0, 0 },
    { "cores", 0, OPT_CORES, "N", NULL, OF_VERIFY, "controllers with a core port", 1, 8 },
    { "warps", 0, OPT_WARPS, "N", NULL, OF_VERIFY, "threads per core", 1, 8 },
    { "lines", 0, OPT_LINES, "N", NULL, OF_VERIFY, "lines (keys) that are used, default 1", 1, 4 },
    { "cells", 0, OPT_CELLS, "N", NULL, OF_VERIFY, "parts of a line that are written separately, default 1", 1, 2 },
    { "ops", 0, OPT_OPS, "N", NULL, OF_VERIFY, "operations per warp; without it there is no end", 1, 15 },
    { "stamp-max", 0, OPT_STAMPS, "N", NULL, OF_VERIFY,
      "greatest timestamp that is followed; default: near what its type holds", 2, 30000 },
    { "ticks", 0, OPT_TICKS, "N", NULL, OF_VERIFY,
      "physical time is followed for N ticks; default: half of its type, or round and round", 2, 30000 },
    { "bad-lines", 0, OPT_BAD_LINES, "N", NULL, OF_VERIFY, "memory cannot read the last N of the lines", 0, 4 },
    { "outside-lines", 0, OPT_OUTSIDE, "N", NULL, OF_VERIFY,
      "transactions: the last N of the lines are accessed outside of them, the others inside", 0, 4 },
    { "fails", 0, OPT_FAILS, NULL, NULL, OF_VERIFY,
      "with --bad-lines: memory can read them at first, until it fails to", 0, 0 },
    { "queues", 0, OPT_QUEUES, "N", NULL, OF_VERIFY,
      "messages in front of a receiver, in each network; one that cannot be taken blocks those behind it", 1, 8 },
    { "posted", 0, OPT_POSTED, "N", NULL, OF_VERIFY,
      "stores of a thread that are answered before they take effect; default: 2, or what there is room for", 1, 7 },
    { "values", 0, OPT_VALUES, "FIELD=A,B", NULL, OF_VERIFY,
      "values of this number in requests of cores ([REQUEST.]FIELD=VALUE,...); may be repeated", 0, 0 },
    { "no-atomics", 0, OPT_NO_ATOMICS, NULL, NULL, OF_VERIFY, "loads and stores only", 0, 0 },
    { "physical", 0, OPT_PHYSICAL, NULL, NULL, OF_VERIFY, "no register is a logical time", 0, 0 },
    { "keyed", 0, OPT_KEYED, NULL, NULL, OF_VERIFY, "timers, wishes and requests without key do not happen", 0, 0 },
    { "no-symmetry", 0, OPT_NO_SYMMETRY, NULL, NULL, OF_VERIFY,
      "keep states that differ only in the numbers of cores and lines", 0, 0 },
    { "progress", 0, OPT_PROGRESS, NULL, NULL, OF_VERIFY,
      "also: a load that is repeated for ever sees the newest write", 0, 0 },
    { "fair", 0, OPT_FAIR, NULL, NULL, OF_VERIFY, "also: what is ready does not wait for ever behind better sources", 0,
      0 },
    { "served", 0, OPT_SERVED, NULL, NULL, OF_VERIFY,
      "also: of the requests that an answer lets go on, the first does not park again", 0, 0 },
    { "no-drain", 0, OPT_NO_DRAIN, NULL, NULL, OF_VERIFY, "do not search a way to rest from every state", 0, 0 },
    { "evict-for-room", 0, OPT_EVICT_FOR_ROOM, NULL, NULL, OF_VERIFY, "lines leave only where something lacks a way", 0,
      0 },
    { "allow", 0, OPT_ALLOW, "PROPERTY", verify_problem_names, OF_VERIFY,
      "go on after violations of this kind; may be repeated", 0, 0 },
    { "litmus", 0, OPT_LITMUS, "TEST", NULL, OF_VERIFY, "run a litmus test in all ways instead; may be repeated", 0,
      0 },
    { "model", 0, OPT_MODEL, "MODEL", "sc weak scoped", OF_VERIFY,
      "litmus: outcomes that this model allows are allowed (docs/memory-models.md); default: sc", 0, 0 },
    { "preloads", 0, OPT_PRELOADS, "N", NULL, OF_VERIFY, "litmus: loads of each thread before its program, default 1",
      0, 4 },
    { "replay", 0, OPT_REPLAY, "DIR", NULL, OF_VERIFY,
      "a violation found is left in DIR as a test of the Verilog, for ./run replay", 0, 0 },
    { "chart", 0, OPT_CHART, "FILE", NULL, OF_VERIFY,
      "a violation found is drawn in FILE: .svg, .html (a page that steps through it), else text", 0, 0 },
    { "races", 0, OPT_RACES, "DIR", NULL, OF_VERIFY,
      "races that can be reached are left in DIR as tests of the Verilog, for ./run races", 0, 0 },
    { "random-run", 0, OPT_RANDOM_RUN, "N", NULL, OF_VERIFY,
      "with --replay or --chart: no search, a random run of N steps, to compare model and Verilog", 1, 100000 },
    { "seed", 0, OPT_SEED, "N", NULL, OF_VERIFY, "of the random run, default 1", 0, 1000000000 },
    { "coverage", 0, OPT_COVERAGE, NULL, NULL, OF_VERIFY, "list the rows that were never taken", 0, 0 },
    { "expect-coverage", 0, OPT_EXPECT_COVERAGE, NULL, NULL, OF_VERIFY,
      "the same; exit status 1 if there is one, or a cover that was not met", 0, 0 },
    { "coverage-file", 0, OPT_COVERAGE_FILE, "FILE", NULL, OF_VERIFY,
      "write how often each row was taken, for doc and table --coverage", 0, 0 },
    { "threads", 0, OPT_THREADS, "N", NULL, OF_VERIFY, "threads of the search, default 1", 1, 32 },
    { "compact", 0, OPT_COMPACT, NULL, NULL, OF_VERIFY, "store hashes of states; one may be omitted", 0, 0 },
    { "plain", 0, OPT_PLAIN, NULL, NULL, OF_VERIFY, "remember nothing of steps: slower, the same result", 0, 0 },
    { "time", 0, OPT_TIME, "S", NULL, OF_VERIFY, "seconds for the search", 1, 1 << 20 },
    { "save", 0, OPT_SAVE, "PATH", NULL, OF_VERIFY,
      "where a search that is ended by a limit or a signal is left", 0, 0 },
    { "save-every", 0, OPT_SAVE_EVERY, "MIN", NULL, OF_VERIFY, "with --save: also every so many minutes", 1, 1 << 20 },
    { "resume", 0, OPT_RESUME, "PATH", NULL, OF_VERIFY, "go on with a search that was saved", 0, 0 },
    { "partition", 0, OPT_PARTITION, "I/N", NULL, OF_VERIFY,
      "this is process I (from 0 on) of N that search together, with --exchange", 0, 0 },
    { "exchange", 0, OPT_EXCHANGE, "DIR", NULL, OF_VERIFY, "with --partition: the folder in which they meet", 0, 0 },
    { "patience", 0, OPT_PATIENCE, "S", NULL, OF_VERIFY,
      "with --partition: seconds until a process that shows nothing counts as gone, default 60", 1, 1 << 20 },
    { "memory", 0, OPT_MEMORY, "MB", NULL, OF_VERIFY, "memory for states, default 4096", 1, 1 << 20 },
    { "export", 0, OPT_EXPORT, "FORMAT", "promela murphi", OF_VERIFY,
      "do not search: write the same system for another checker: promela (SPIN), murphi (Rumur)", 0, 0 },
    { "color", 0, OPT_COLOR, "WHEN", "auto always never", OF_ALL,
      "colours in messages: auto (default), always or never", 0, 0 },
    { "diagnostics", 0, OPT_DIAGNOSTICS, "FORMAT", "text json sarif", OF_ALL,
      "errors and warnings as text (default), or for programs: json, sarif", 0, 0 },
    { "help", 'h', OPT_HELP, NULL, NULL, OF_ALL, "print this help", 0, 0 },
    { "version", 'V', OPT_VERSION, NULL, NULL, OF_ALL, "print the version", 0, 0 },
};
_Static_assert(sizeof cg_options / sizeof *cg_options <= MAX_OPTIONS, "MAX_OPTIONS");
const int cg_n_options = sizeof cg_options / sizeof *cg_options;

const CommandInfo *command_info(Command id)
{
    for (int i = 0; i < cg_n_commands; i++)
        if (cg_commands[i].id == id) return &cg_commands[i];
    return NULL;
}
