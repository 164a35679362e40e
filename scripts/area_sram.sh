# SRAM at 32 nm, mm2, as a function of awk (docs/area.md): a cell of 0.171 um2 (6T) whose height and width each grow by
# 0.35 for each port more than one, 30 % for wires between cells, the periphery of 2048 cells for each memory; with more
# than four ports flip-flops, 6 NAND2 of 0.8 um2 each. Read by area.sh and area_claims.sh.
# shellcheck disable=SC2034
sram='function sram(bits, ports,   k) {
    if (ports > 4) return bits * 4.8e-6
    k = 1 + 0.35 * (ports - 1)
    return (bits + 2048) * 0.171e-6 * k * k / 0.7 }'
