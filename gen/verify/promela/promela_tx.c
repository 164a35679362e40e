/* promela_tx.c - transactions: whether those that have committed have a serial order (docs/verify.md, "Transactions").
 *
 * A node is a transaction that has committed. before[n]: the nodes that come before n in every serial order. A thread's
 * `past` is its last transaction with what is before that; `readers` and `lastread` of a line are those that have read
 * its newest write, and what is before them. */
#include "verify/promela/promela_parts.h"

enum { NODES_KEPT = 16, VERSIONS = 6 };         /* of a line, before a step that makes one more leaves the bounds */

const char *pml_tx_open(Pml *x, int thread)
{
    const char *text = pml_text(x, "tx[%d].wrote || tx[%d].torn", thread, thread);
    for (int q = 0; q < x->m->n_keys; q++) text = pml_text(x, "%s || tx[%d].saw[%d]", text, thread, q);
    return pml_text(x, "(%s)", text);
}

void pml_tx_state(Pml *x)
{
    pml_line(x, 0,
             "/* Transactions. saw: which write of each line the open one of the thread has read; torn: two of a line; "
             "wrote: a bit per\n"
             "   line; flight: 1 + node of the committed one whose write of the line is under way, with contents "
             "COMMITTED + t. */\n"
             "#define COMMITTED 12\n#define TX_NODES %d\n"
             "typedef tx_t {\n  byte saw[KEYS];\n  byte flight[KEYS];\n  byte wrote;\n  bool torn;\n  int past;\n}\n"
             "tx_t tx[THREADS];\nint before[TX_NODES];\nbyte nodes;\nint readers[KEYS];\nint lastread[KEYS];",
             NODES_KEPT);
    pml_line(x, 0,
             "/* scratch: an edge of the conflict graph, a set of nodes, the new numbers of nodes */\n"
             "byte who; byte tail; byte head; int first; byte fresh[TX_NODES]; int was[TX_NODES];");
}

/* ---- the graph ---- */

static void edges(Pml *x)
{
    pml_line(x, 0,
             "inline put_before() {   /* all of `first` are before node `head`, and what is behind that */\n"
             "  for (i : 0 .. TX_NODES - 1) {\n"
             "    if\n    :: i < nodes && (i == head || (before[i] >> head) & 1) -> before[i] = before[i] | first;\n"
             "    :: else -> skip;\n    fi;\n  }\n"
             "  for (i : 0 .. KEYS - 1) {\n"
             "    if\n    :: ((readers[i] | lastread[i]) >> head) & 1 -> lastread[i] = lastread[i] | first;\n"
             "    :: else -> skip;\n    fi;\n  }\n"
             "  for (i : 0 .. THREADS - 1) {\n"
             "    if :: (tx[i].past >> head) & 1 -> tx[i].past = tx[i].past | first; :: else -> skip; fi;\n  }\n"
             "  i = 0;\n}");
    pml_line(x, 0,
             "inline tx_edge() {   /* node `tail` is before node `head` */\n  if\n  :: tail != head ->\n"
             "    assert(serialisability || !((before[tail] >> head) & 1));\n"
             "    first = before[tail] | (1 << tail);\n    put_before();\n    first = 0;\n"
             "  :: else -> skip;\n  fi;\n}\n");
}

/* ---- accesses ---- */

static void accesses(Pml *x)
{
    pml_line(x, 0,
             "inline tx_read() {   /* thread t, on line `key` */\n"
             "  assert(conservation || (thread[t].op == LOAD && thread[t].key == key && !thread[t].performed));\n"
             "  assert(value || (seen[0] >= NEWEST && seen[0] < PENDING));\n"
             "  thread[t].performed = 1; thread[t].read = seen[0];\n"
             "  if :: tx[t].saw[key] && tx[t].saw[key] != seen[0] -> tx[t].torn = 1; :: else -> skip; fi;\n"
             "  if :: !tx[t].saw[key] -> tx[t].saw[key] = seen[0]; :: else -> skip; fi;\n}");
    pml_line(x, 0,
             "inline tx_answer() {   /* to thread t */\n"
             "  assert(conservation || thread[t].op != LOAD || (acts & ABORTS) || thread[t].performed);\n"
             "  if\n  :: thread[t].op == STORE && !(acts & ABORTS) -> tx[t].wrote = tx[t].wrote | (1 << "
             "thread[t].key);\n  :: else -> skip;\n  fi;\n"
             "  thread[t].op = 0; thread[t].key = 0; thread[t].cell = 0; thread[t].performed = 0; thread[t].read = "
             "0;\n}\n");
}

static void writes(Pml *x)
{
    pml_line(x, 0, "#define AGE(v) v = (v == COMMITTED + who -> NEWEST : (v == 0 || v >= PENDING -> v : v + 1))");
    pml_each_place(x, "age_all", "AGE");
    pml_line(x, 0,
             "inline tx_write() {   /* what memory holds of line `key` is written: behind the writer and the readers\n"
             "                         of the version before */\n"
             "  assert(value || (memory[key] >= COMMITTED && memory[key] < COMMITTED + THREADS));\n"
             "  who = memory[key] - COMMITTED;\n  assert(value || tx[who].flight[key] != 0);\n"
             "  head = tx[who].flight[key] - 1;\n"
             "  if :: writes[key].ver[0] -> tail = writes[key].ver[0] - 1; tx_edge(); :: else -> skip; fi;\n"
             "  for (w : 0 .. TX_NODES - 1) {\n"
             "    if :: (readers[key] >> w) & 1 -> tail = w; tx_edge(); :: else -> skip; fi;\n  }\n  w = 0;\n"
             "  assert(serialisability || !((lastread[key] >> head) & 1));\n"
             "  first = lastread[key]; put_before(); first = 0;\n"
             "  k = key; c = 0;\n  forget_one();\n"
             "  if\n  :: writes[key].n >= %d -> beyond = 1;\n  :: else ->\n"
             "    tx[who].flight[key] = 0;\n    age_all();\n    j = writes[key].n;\n"
             "    do\n    :: j > 0 -> writes[key].ver[j] = writes[key].ver[j - 1]; writes[key].next[j] = "
             "writes[key].next[j - 1]; j--;\n    :: else -> break;\n    od;\n"
             "    writes[key].ver[0] = head + 1; writes[key].next[1] = head + 1; writes[key].next[0] = 0;\n"
             "    readers[key] = 0; lastread[key] = 0; writes[key].n++;\n  fi;\n"
             "  k = 0; who = 0; head = 0; tail = 0;\n}\n",
             VERSIONS);
}

/* ---- the end of a transaction ---- */

static void ends(Pml *x)
{
    pml_line(x, 0, "#define COMMIT(v) v = (v == PENDING + t -> COMMITTED + t : v)");
    pml_each_place(x, "commit_all", "COMMIT");
    pml_line(x, 0,
             "inline tx_abort() {   /* the open transaction of thread t comes to nothing, or is over */\n  c = 0;\n"
             "  for (k : 0 .. KEYS - 1) {\n    lose_all();\n    tx[t].saw[k] = 0;\n  }\n"
             "  k = 0; tx[t].wrote = 0; tx[t].torn = 0;\n}");
    pml_line(x, 0,
             "inline tx_commit() {   /* behind the writers of what it has read, before those that have written since "
             "*/\n  assert(serialisability || !tx[t].torn);\n"
             "  if\n  :: nodes == TX_NODES -> beyond = 1;\n  :: else ->\n"
             "    who = nodes; before[who] = tx[t].past; nodes++; c = 0;\n"
             "    for (k : 0 .. KEYS - 1) {\n      w = tx[t].saw[k];\n      if\n      :: w > 0 ->\n"
             "        if :: writes[k].ver[w - 1] -> tail = writes[k].ver[w - 1] - 1; head = who; tx_edge(); :: else -> "
             "skip; fi;\n"
             "        if :: w > NEWEST -> tail = who; head = writes[k].next[w - 1] - 1; tx_edge(); :: else -> skip; "
             "fi;\n      :: else -> skip;\n      fi;\n    }\n"
             "    for (k : 0 .. KEYS - 1) {\n      if\n      :: tx[t].saw[k] == NEWEST ->\n"
             "        readers[k] = readers[k] | (1 << who); lastread[k] = lastread[k] | before[who];\n"
             "      :: else -> skip;\n      fi;\n    }\n"
             "    for (k : 0 .. KEYS - 1) {\n      if\n      :: !beyond && ((tx[t].wrote >> k) & 1) ->\n"
             "        if\n        :: tx[t].flight[k] != 0 -> beyond = 1;\n"
             "        :: else -> tx[t].flight[k] = who + 1; commit_all();\n        fi;\n"
             "      :: else -> skip;\n      fi;\n    }\n"
             "    k = 0; w = 0; tail = 0; head = 0;\n"
             "    tx[t].past = before[who] | (1 << who);\n    who = 0;\n    tx_abort();\n  fi;\n}\n");
}

/* ---- forgetting ---- */

/* A node is kept while a write of it is under way, or a version of it is somewhere, or the one behind that. */
static void settle(Pml *x)
{
    const char *set = "0";
    for (int i = 0; i < NODES_KEPT; i++)
        set = pml_text(x, "%s | (fresh[%d] && (s >> %d) & 1 -> 1 << (fresh[%d] - 1) : 0)", set, i, i, i);
    pml_line(x, 0, "#define MEET(v) if :: v != 0 && fresh[v - 1] == 0 -> tail++; fresh[v - 1] = tail; :: else -> skip; "
                   "fi");
    pml_line(x, 0, "#define MAPPED(v) v = (v == 0 -> 0 : fresh[v - 1])\n#define MAP_SET(s) s = (%s)", set);
    pml_line(x, 0,
             "inline tx_settle() {   /* numbers nodes as they are met; forgets those that can be on no circle any more "
             "*/\n  tail = 0;\n"
             "  for (i : 0 .. THREADS - 1) {\n    for (k : 0 .. KEYS - 1) { MEET(tx[i].flight[k]); }\n  }\n"
             "  for (k : 0 .. KEYS - 1) {\n    for (i : 0 .. OLDEST - 1) {\n"
             "      MEET(writes[k].ver[i]);\n      MEET(writes[k].next[i]);\n    }\n  }\n"
             "  for (i : 0 .. TX_NODES - 1) { was[i] = before[i]; before[i] = 0; }\n"
             "  for (i : 0 .. TX_NODES - 1) {\n"
             "    if :: fresh[i] != 0 -> MAP_SET(was[i]); before[fresh[i] - 1] = was[i]; :: else -> skip; fi;\n"
             "    was[i] = 0;\n  }\n"
             "  nodes = tail;\n"
             "  for (i : 0 .. THREADS - 1) {\n    MAP_SET(tx[i].past);\n"
             "    for (k : 0 .. KEYS - 1) { MAPPED(tx[i].flight[k]); }\n  }\n"
             "  for (k : 0 .. KEYS - 1) {\n    for (i : 0 .. OLDEST - 1) {\n"
             "      MAPPED(writes[k].ver[i]); MAPPED(writes[k].next[i]);\n    }\n"
             "    MAP_SET(readers[k]); MAP_SET(lastread[k]);\n  }\n"
             "  for (i : 0 .. TX_NODES - 1) { fresh[i] = 0; }\n  i = 0; k = 0; tail = 0;\n}\n");
}

void pml_tx(Pml *x)
{
    pml_lose(x);
    edges(x);
    accesses(x);
    writes(x);
    ends(x);
    settle(x);
}

/* In this order: what the row reads, writes, answers, and the end of its core's transaction. */
void pml_tx_finish(Pml *x, const CtlModel *k)
{
    if (k->core)
        pml_line(x, 1, "if :: answered -> answer_fits(); :: else -> skip; fi;\n"
            "  if :: answered && !beyond && !(acts & ABORTS) -> answer_holds(); :: else -> skip; fi;");
    pml_line(x, 1, "if :: !beyond && (acts & READS) && t != NOBODY -> tx_read(); :: else -> skip; fi;\n"
                   "  if :: !beyond && (acts & WRITES) -> tx_write(); :: else -> skip; fi;");
    if (!k->core) return;
    pml_line(x, 1, "t = (answered -> answered - 1 : me * WARPS);\n"
                   "  if :: !beyond && answered -> tx_answer(); :: else -> skip; fi;\n"
                   "  if :: !beyond && (acts & COMMITS) -> tx_commit(); :: else -> skip; fi;\n"
                   "  if :: !beyond && (acts & ABORTS) -> tx_abort(); :: else -> skip; fi;");
}

void pml_tx_cut(Pml *x)
{
    pml_line(x, 1,
             "for (i : 0 .. THREADS - 1) {\n    for (k : 0 .. KEYS - 1) { tx[i].saw[k] = 0; tx[i].flight[k] = 0; }\n"
             "    tx[i].wrote = 0; tx[i].torn = 0; tx[i].past = 0;\n  }\n"
             "  for (i : 0 .. TX_NODES - 1) { before[i] = 0; }\n"
             "  for (k : 0 .. KEYS - 1) { readers[k] = 0; lastread[k] = 0; }\n"
             "  nodes = 0; i = 0; k = 0; who = 0; tail = 0; head = 0; first = 0;");
}
