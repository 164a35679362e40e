/* uart.c - the receiving end of a serial line, sampled once a clock cycle: what it hears goes to stdout. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Called by fpga_tb.sv, which has no handle: one line per process. */
static struct { int divisor, cycle; unsigned bits; bool busy; char line[256]; size_t n; } uart;

void uart_start(int divisor);
int  uart_sample(unsigned char level);

void uart_start(int divisor) { uart.divisor = divisor; }

static int heard(int byte)
{
    if (byte == '\r') return 0;
    putchar(byte);
    if (byte != '\n') {
        if (uart.n + 1 < sizeof uart.line) uart.line[uart.n++] = (char)byte;
        return 0;
    }
    uart.line[uart.n] = 0;
    uart.n = 0;
    fflush(stdout);
    return strcmp(uart.line, "PASS") == 0 || strcmp(uart.line, "FAIL") == 0;
}

/* Not 0: the report is over. Bits are sampled in their middle. */
int uart_sample(unsigned char level)
{
    if (!uart.busy) {
        if (level) return 0;
        uart.busy = true, uart.cycle = 0, uart.bits = 0;
    }
    int at = uart.cycle++;
    if (at % uart.divisor != uart.divisor / 2) return 0;
    int bit = at / uart.divisor;
    if (bit < 9) {
        uart.bits |= (unsigned)(level & 1) << bit;
        return 0;
    }
    uart.busy = false;
    if (level && !(uart.bits & 1)) return heard((int)(uart.bits >> 1 & 255));
    fprintf(stderr, "uart: no stop bit\n");
    exit(1);
}
