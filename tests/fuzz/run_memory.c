/* run_memory.c - everything behind the reader, for the fuzzer: build, check, choose parameters, print the design into
 * memory. Nothing is written. */
#include "check/check.h"
#include "rtl/rtl.h"
#include "read/read.h"

int cohgen_run_memory(const char *text, size_t size);

int cohgen_run_memory(const char *text, size_t size)
{
    Arena *a = arena_create((size_t)2 << 30);
    Diags *d = diags_create(a);
    const Node *root = read_memory(a, d, "fuzz.xml", text, size);
    Protocol *p = root && !diag_errors(d) ? ir_build(a, d, root) : NULL;
    ParamEnv env;
    EmitOptions options = { .input_sha256 = "0000000000000000000000000000000000000000000000000000000000000000" };
    if (p && !diag_errors(d) && check_protocol(a, d, p) && param_env(a, d, p, NULL, (ParamSets){ 0 }, &env))
        emit_design(a, d, p, &env, &options, outset_create(a, "nowhere"));
    int errors = diag_errors(d);
    arena_destroy(a);
    return errors;
}
