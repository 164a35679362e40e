/* sram.c - the area of a memory at 32 nm (docs/area.md): a cell of 0.171 um2 (6T) whose height and width each grow by
 * 0.35 for each port more than one, 30 % for wires between cells, the periphery of 2048 cells for each memory; with
 * more than four ports flip-flops, 6 NAND2 of 0.8 um2 each. */
#include "area.h"

double area_sram(double bits, int ports)
{
    double side = 1 + 0.35 * (ports - 1);
    if (ports > 4) return bits * 6 * 0.8e-6;
    return (bits + 2048) * 0.171e-6 * side * side / 0.7;
}
