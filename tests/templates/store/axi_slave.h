/* axi_slave.h - AXI4 slave of a test bench in C (vpi_test.h): one read burst at a time, writes answered in any order,
 * every channel delayed and refused at will, errors on request. A write is performed when it is answered. Lines are
 * numbered from `slave_base`, a line address. */
#ifndef AXI_SLAVE_H
#define AXI_SLAVE_H
#include "vpi_test.h"
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 128, SLAVE_WRITES = 64 };
typedef struct {
    uint8_t b[LINE_MAX_BYTES];
} line_t;

/* Chances of a cycle in percent, and cycles to the first answer. */
static struct {
    unsigned p_ar, p_r, p_aw, p_w, p_b, p_bad, latency;
} slave_pace;

static int line_bytes, beat_bytes, line_count;
static uint64_t slave_base;
static line_t *slave_memory;

/* What the slave did, for the test to look at after slave_sample. */
static struct {
    int ar, aw;       /* line of an AR, AW taken in this cycle; -1 none */
    bool read_done;   /* the last beat of a read was given in this cycle */
    bool read_failed; /* with an error in some beat */
    line_t read_data;
} slave_event;
static unsigned long slave_reads, slave_writes, slave_wr_errors, slave_out_of_order;

static struct {
    bool busy, failed;
    int line, beat;
    unsigned long due;
    line_t data;
} slave_read;

typedef struct {
    int line;
    unsigned id;
    bool answered;
    unsigned long due;
    line_t data;
} slave_write_t;
static slave_write_t slave_write[SLAVE_WRITES]; /* ring, in the order of AW; `data` in the order of W */
static unsigned aw_count, w_count, b_first;
static int w_beat;

static void get_bytes(const char *name, uint8_t *bytes, int n) {
    uint32_t word = 0;
    for (int i = 0; i < n; i++) {
        if (i % 4 == 0) word = tb_get_word(name, (unsigned)i / 4);
        bytes[i] = (uint8_t)(word >> 8 * (i % 4));
    }
}

static void put_bytes(const char *name, const uint8_t *bytes, int n) {
    uint32_t words[LINE_MAX_BYTES / 4] = {0};
    for (int i = 0; i < n; i++) words[i / 4] |= (uint32_t)bytes[i] << 8 * (i % 4);
    tb_put_words(name, words, LINE_MAX_BYTES / 4);
}

static void random_bytes(uint8_t *bytes, int n) {
    for (int i = 0; i < n; i++) bytes[i] = (uint8_t)tb_rnd32();
}

static void slave_start(int lines, uint64_t base) {
    line_bytes = tb_param("LINE_BYTES");
    beat_bytes = tb_param("BEAT_BYTES");
    line_count = lines;
    slave_base = base;
    slave_memory = calloc((size_t)lines, sizeof *slave_memory);
    if (!slave_memory) exit(1);
    for (int i = 0; i < lines; i++) random_bytes(slave_memory[i].b, line_bytes);
}

static bool slave_writing(int line) {
    for (unsigned i = b_first; i != aw_count; i++)
        if (!slave_write[i % SLAVE_WRITES].answered && slave_write[i % SLAVE_WRITES].line == line) return true;
    return false;
}

static bool slave_idle(void) { return !slave_read.busy && b_first == aw_count && aw_count == w_count && !w_beat; }

static void drive_read_data(void) {
    bool give = slave_read.busy && tb_cycle() >= slave_read.due && tb_pct(slave_pace.p_r);
    tb_put("rvalid", give);
    slave_event.read_done = false;
    if (!give) return;
    uint8_t *beat = slave_read.data.b + slave_read.beat * beat_bytes;
    bool bad = tb_pct(slave_pace.p_bad);
    if (bad) random_bytes(beat, beat_bytes);
    else memcpy(beat, slave_memory[slave_read.line].b + slave_read.beat * beat_bytes, (size_t)beat_bytes);
    slave_read.failed |= bad;
    put_bytes("rdata", beat, beat_bytes);
    tb_put("rresp", tb_rnd(2) + (bad ? 2 : 0));
    slave_read.beat++;
    bool last = slave_read.beat * beat_bytes == line_bytes;
    tb_put("rlast", last);
    if (!last) return;
    slave_read.busy = false;
    slave_event.read_done = true;
    slave_event.read_failed = slave_read.failed;
    slave_event.read_data = slave_read.data;
}

static void drive_write_response(void) {
    while (b_first != aw_count && slave_write[b_first % SLAVE_WRITES].answered) b_first++;
    unsigned whole = (int)(aw_count - w_count) < 0 ? aw_count : w_count;
    unsigned pick = whole - b_first ? b_first + tb_rnd(whole - b_first) : whole;
    slave_write_t *w = &slave_write[pick % SLAVE_WRITES];
    bool give = pick != whole && !w->answered && tb_cycle() >= w->due && tb_pct(slave_pace.p_b);
    tb_put("bvalid", give);
    if (!give) return;
    bool bad = tb_pct(slave_pace.p_bad);
    slave_wr_errors += bad;
    slave_out_of_order += pick != b_first;
    w->answered = true;
    slave_memory[w->line] = w->data;
    tb_put("bid", w->id);
    tb_put("bresp", tb_rnd(2) + (bad ? 2 : 0));
}

/* In test_drive. */
static void slave_drive(void) {
    tb_put("arready", tb_pct(slave_pace.p_ar));
    tb_put("awready", tb_pct(slave_pace.p_aw));
    tb_put("wready", tb_pct(slave_pace.p_w));
    drive_read_data();
    drive_write_response();
}

static int line_of(const char *name) {
    uint64_t address = tb_get(name), line = address / (unsigned)line_bytes - slave_base;
    tb_check(address % (unsigned)line_bytes == 0 && line < (unsigned)line_count, "%s is a line", name);
    return line < (unsigned)line_count ? (int)line : 0;
}

static void sample_write_channels(unsigned beats, unsigned size) {
    if (tb_get("awvalid") && tb_get("awready")) {
        slave_event.aw = line_of("awaddr");
        tb_check(tb_get("awlen") + 1 == beats && tb_get("awburst") == 1 && 1u << tb_get("awsize") == size, "AW shape");
        tb_check(!slave_writing(slave_event.aw), "one write of a line at a time");
        for (unsigned i = b_first; i != aw_count; i++)
            tb_check(slave_write[i % SLAVE_WRITES].answered || slave_write[i % SLAVE_WRITES].id != tb_get("awid"),
                     "AW id is free");
        slave_write_t *w = &slave_write[aw_count++ % SLAVE_WRITES];
        w->line = slave_event.aw;
        w->id = (unsigned)tb_get("awid");
        w->answered = false;
        w->due = tb_cycle() + slave_pace.latency;
        slave_writes++;
    }
    if (tb_get("wvalid") && tb_get("wready")) {
        get_bytes("wdata", slave_write[w_count % SLAVE_WRITES].data.b + w_beat * beat_bytes, beat_bytes);
        w_beat = (w_beat + 1) % (int)beats;
        tb_check(tb_get("wlast") == (w_beat == 0), "last W beat");
        uint8_t strobes[LINE_MAX_BYTES / 8 + 1];
        get_bytes("wstrb", strobes, (beat_bytes + 7) / 8);
        for (int i = 0; i < beat_bytes; i++) tb_check(strobes[i / 8] >> i % 8 & 1, "W strobes");
        if (w_beat == 0) w_count++;
    }
}

/* In test_sample. */
static void slave_sample(void) {
    unsigned beats = (unsigned)(line_bytes / beat_bytes);
    slave_event.ar = slave_event.aw = -1;
    tb_check(tb_get("rready") && tb_get("bready"), "R and B are always ready");
    if (tb_get("arvalid") && tb_get("arready")) {
        slave_event.ar = line_of("araddr");
        tb_check(tb_get("arlen") + 1 == beats && tb_get("arburst") == 1 &&
                     1u << tb_get("arsize") == (unsigned)beat_bytes && !tb_get("arlock") && tb_get("arcache") == 3 &&
                     !tb_get("arprot") && !tb_get("arqos") && tb_get("arid") == 0,
                 "AR shape");
        tb_check(!slave_read.busy, "one read at a time");
        tb_check(!slave_writing(slave_event.ar), "no read while its line is written");
        slave_read.busy = true;
        slave_read.failed = false;
        slave_read.line = slave_event.ar;
        slave_read.beat = 0;
        slave_read.due = tb_cycle() + slave_pace.latency;
        slave_reads++;
    }
    sample_write_channels(beats, (unsigned)beat_bytes);
}

#endif
