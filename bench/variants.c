/* variants.c - shipped specifications with parameters as input pins. What names such a parameter elsewhere (rules,
 * covers, searches, systems) goes. A variant has several files; the last one is the specification. */
#include "bench.h"
#include <string.h>

enum { EDITS = 24 };
typedef struct {
    const char *name, *spec; /* of the variant; the file that is changed: in specs/, or, behind =, written before */
    const char *to;          /* what is written */
    const char *edit[EDITS]; /* as for spec_edit; none: a copy */
} Variant;

#define RCC_NAMED "contains(@test, \"LEASE\") or contains(@test, \"RENEWAL\")"
#define RCC_PIN(name) "<input name=\"" name "\" type=\"lease\"/>"

/* Of tc/common.xml, and of the protocols with it. */
#define TC_PARAMETERS \
    "drop", "//param[contains(@name, \"LEASE\") or @name=\"ADAPT\"] | //rule[contains(@test, \"LEASE\")]", \
    "set", "//param[@name=\"TIME_BITS\"]/@min", "24", \
    "after", "//type[@name=\"tick\"]", "<type name=\"flag\" bits=\"1\"/>"
#define TC_TICKS(name) "<input name=\"" name "\" type=\"tick\"/>"
#define TC_PINS(more) \
    "drop", "//verify | //invariant[@name=\"bounded\"] | //cover | //system[@name=\"small\"]", \
    "set", "//register[@name=\"lease\"]/@reset", "800", \
    "set", "//macro[@name=\"lend\"]/set/@value", "max(line.ts, time + (ADAPT eq 1 ? lease : LEASE))", \
    "before", "//event[@name=\"WRITEV.own\"]", \
    TC_TICKS("LEASE") TC_TICKS("LEASE_MIN") TC_TICKS("LEASE_MAX") TC_TICKS("LEASE_UP") TC_TICKS("LEASE_DOWN") \
    "<input name=\"ADAPT\" type=\"flag\"/>" more

#define STC_PIN "<input name=\"VARIANT\" type=\"variant\"/>"
#define MODE_PIN(name) "<input name=\"" name "\" type=\"mode\"/>"
#define HMG_PINS MODE_PIN("LEVELS") MODE_PIN("COHERENCE") MODE_PIN("REMOTE") MODE_PIN("ATOMICS")
#define DWP_PIN "<input name=\"DWP\" type=\"pin\"/>"

static const Variant variants[] = {
    /* leases and renewal of RCC's L2 */
    {"rcc", "rcc/rcc.xml", "rcc.xml",
        {"drop", "//param[@name=\"LEASE_MIN\" or @name=\"LEASE_MAX\" or @name=\"RENEWAL\"]",
         "drop",
             "//rule[" RCC_NAMED " or contains(@why, \"LEASE\")] | //invariant[" RCC_NAMED "] | //cover[" RCC_NAMED "]",
         "drop", "//verify",
         "drop", "//system//@LEASE_MIN | //system//@LEASE_MAX | //system//@RENEWAL",
         "replace", "//type[@name=\"lease\"]", "<type name=\"lease\" bits=\"12\" overflow=\"saturate\"/>",
         "after", "//register[@name=\"mnow\"]", RCC_PIN("LEASE_MIN") RCC_PIN("LEASE_MAX") RCC_PIN("RENEWAL")}},
    /* the leases of TC, and of TC-strong whether stores wait at the head of the bank, as pins of the L2; adaptive ones
     * begin at 800 */
    {"tcs", "tc/common.xml", "common.xml", {TC_PARAMETERS}},
    {"tcs", "tc/tcs.xml", "tcs.xml",
        {TC_PINS("<input name=\"HEAD\" type=\"flag\"/>"), "drop", "//param[@name=\"HEAD\"]"}},
    {"tcw", "tc/common.xml", "common.xml", {TC_PARAMETERS}},
    /* TC-weak as published */
    {"tcw", "tc/tcw.xml", "tcw.xml", {"set", "//param[@name=\"CUMULATIVE\"]/@default", "0", TC_PINS("")}},
    /* MESI that writes through: whether a core may go on hitting while a store is under way */
    {"mesi_wt", "mesi/mesi_wt.xml", "mesi_wt.xml",
        {"drop", "//verify", "drop", "//param[@name=\"FRIENDLY\"]",
         "after", "//type[@name=\"core\"]", "<type name=\"friendly\" bits=\"1\"/>",
         "before", "//event[@name=\"Data.due\"]", "<input name=\"FRIENDLY\" type=\"friendly\"/>"}},
    /* STC with the variant and the period as pins, so with one clock. PERIOD is 50 then, and the EMU passes over SKIP
     * wake-ups in each SKIP + 1. */
    {"stc", "stc/l2.xml", "l2.xml", {NULL}},
    {"stc", "stc/stc.xml", "stc.xml",
        {"drop", "//param[@name=\"VARIANT\" or @name=\"EMU_SYNC\"] | //domain | //@domain",
         "drop", "//system//@VARIANT",
         "after", "//type[@name=\"seb\"]", "<type name=\"variant\" bits=\"2\"/><type name=\"skip\" bits=\"6\"/>",
         "before", "//port[@name=\"core\" and @kind=\"core\"]", STC_PIN,
         "before", "//port[@name=\"net\" and @takes=\"up\"]", STC_PIN "<input name=\"SKIP\" type=\"skip\"/>",
         "before", "//timer[@name=\"wakeup\"]", "<register name=\"passed\" type=\"skip\" reset=\"0\"/>",
         "first", "//on[@event=\"wakeup\"]", "<set name=\"passed\" value=\"passed ge SKIP ? 0 : passed + 1\"/>",
         "before", "//when[@test=\"VARIANT eq 0\"]", "<when test=\"passed ne 0\"/>"}},
    {"stc_baseline", "stc/l2.xml", "l2.xml", {NULL}},
    {"stc_baseline", "stc/baseline.xml", "baseline.xml", {NULL}},
    /* its L2 does not fetch what a store misses: right where stores are whole lines; behind `stc` */
    {"stc_whole", "stc/l2.xml", "l2_whole.xml",
        {"before", "(//on[@event=\"Read Write Atomic\"])[1]", "<on event=\"Write\">\n"
         "          <allocate what=\"line\"/><write to=\"line.data\" data=\"msg.data\" mask=\"msg.mask\" "
         "performs=\"write\"/>\n"
         "          <set name=\"line.dirty\" value=\"true\"/><send message=\"WA\" to=\"msg.from\" who=\"msg.who\"/>"
         "<go to=\"V\"/></on>",
         "set", "(//on[@event=\"Read Write Atomic\"])[1]/@event", "Read Atomic"}},
    {"stc_whole", "=stc.xml", "whole.xml", {"set", "//use[@file=\"l2.xml\"]/@file", "l2_whole.xml"}},
    /* HMG with what its baselines differ in as pins */
    {"hmg", "hmg/hmg.xml", "hmg.xml",
        {"drop", "//verify",
         "drop", "//param[@name=\"LEVELS\" or @name=\"COHERENCE\" or @name=\"REMOTE\" or @name=\"ATOMICS\"]",
         "drop", "//rule[contains(@test, \"LEVELS\")]",
         "after", "//type[@name=\"warp\"]", "<type name=\"mode\" bits=\"2\"/>",
         "before", "//register[@name=\"index\"]", HMG_PINS, "before", "//register[@name=\"gpm\"]", HMG_PINS}},
    /* the compute units and the sequencer of GPUDet, with five parameters as pins */
    {"gpudet", "gpudet/parts/units.xml", "parts/units.xml",
        {"drop", "//param[@name=\"QUANTUM\" or @name=\"BARRIER\" or @name=\"WA\" or @name=\"DWP\" or @name=\"EACH\"]",
         "replace", "//type[@name=\"instr\"]",
         "<type name=\"instr\" bits=\"12\" overflow=\"saturate\"/><type name=\"pin\" bits=\"1\"/>",
         "after", "//input[@name=\"GROUPS\" and starts-with(@doc, \"workgroups of the program: as\")]",
         "<input name=\"QUANTUM\" type=\"instr\"/><input name=\"WA\" type=\"pin\"/>" DWP_PIN
         "<input name=\"EACH\" type=\"pin\"/>",
         "after", "//input[@name=\"GROUPS\" and starts-with(@doc, \"workgroups of the program: stays\")]",
         "<input name=\"BARRIER\" type=\"delay\"/>" DWP_PIN}},
    {"gpudet", "gpudet/parts/memory.xml", "parts/memory.xml", {NULL}},
    {"gpudet", "gpudet/commit.xml", "commit.xml", {NULL}}, {"gpudet", "gpudet/locks.xml", "locks.xml", {NULL}},
    {"gpudet", "gpudet/gpudet.xml", "gpudet.xml", {NULL}},
};

const char *variant_write(Bench *b, const char *name, const char *dir)
{
    char *spec = NULL;
    tool_folder(tool_text(b->a, "%s/parts", dir));
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        const Variant *v = &variants[i];
        if (strcmp(v->name, name) != 0) continue;
        bool own = v->spec[0] == '=';
        char *from = own ? tool_text(b->a, "%s/%s", dir, v->spec + 1) : tool_text(b->a, "%s/specs/%s", b->top, v->spec);
        char *to = tool_text(b->a, "%s/%s", dir, v->to);
        spec = to;
        if (!v->edit[0]) {
            tool_copy(b->a, from, to);
            continue;
        }
        Words command = {0};
        tool_add(b->a, &command, tool_text(b->a, "%s/tests/tools/spec_edit", b->build));
        tool_add(b->a, &command, from);
        for (int k = 0; k < EDITS && v->edit[k]; k++) tool_add(b->a, &command, v->edit[k]);
        tool_write(to, bench_output(b, &command));
    }
    if (!spec) tool_fatal(2, "no variant '%s'", name);
    return spec;
}
