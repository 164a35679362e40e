#!/usr/bin/env python3
"""fpga_paths.py NETLIST.json [NS]: the paths of an ECP5 netlist by Yosys (build/fpga/*/top.json) without placement.

A cell costs what it costs in a slow part, a wire 0.6 ns and more with its fan-out: near what placement and routing
give, for comparing. Prints how many ends of paths (a pin of a register or a memory) are slower than NS (default 12.5,
80 MHz), by the instances in which they begin and end, and the slowest path.
"""
import collections
import json
import math
import re
import sys

CARRY, SUM, MUX = 0.07, 0.45, 0.2  # ns from a carry, to a sum of it, through a multiplexer behind LUTs; no wire
CLOCKED = {"TRELLIS_FF": 0.52, "DP16KD": 5.6}
LOGIC = re.compile("LUT4|PFUMX|L6MUX21|CCU2C|TRELLIS_DPR|MULT")


def better(a, b):
    """The name to show of two of one net: one that people gave, the shorter one."""
    return min(a, b, key=lambda n: (n.startswith("$"), len(n)))


class Netlist:
    def __init__(self, file):
        top = json.load(open(file))["modules"]
        top = top.get("top") or top.get("fpga_top") or next(iter(top.values()))
        self.name, self.fan, self.arc, self.at, self.before, self.ends = {}, collections.Counter(), {}, {}, {}, []
        for name, net in top["netnames"].items():
            for bit in net["bits"]:
                self.name[bit] = better(self.name.get(bit, name), name)
        for name, cell in top["cells"].items():
            self.cell(name, cell["type"], cell["connections"], cell.get("port_directions", {}))
        for name, port in top["ports"].items():
            for bit in port["bits"]:
                if port["direction"] == "input":
                    self.at[bit] = 0.5
                elif isinstance(bit, int):
                    self.end(bit, 0.0, name)

    def end(self, bit, setup, name):
        self.fan[bit] += 1
        self.ends.append((bit, setup, name))

    def cell(self, name, kind, pins, direction):
        ins = [(p, b) for p, bits in pins.items() if direction.get(p) == "input" for b in bits if isinstance(b, int)]
        outs = [(p, b) for p, bits in pins.items() if direction.get(p) == "output" for b in bits]
        if not outs:
            return
        whose = self.name.get(outs[0][1], name)
        if kind in CLOCKED:
            for _, bit in outs:
                self.at[bit] = CLOCKED[kind]
        for pin, bit in ins:
            if kind in CLOCKED and "CLK" not in pin or kind.startswith("TRELLIS_DPR") and pin in ("DI", "WAD", "WRE"):
                self.end(bit, 0.2 if kind != "TRELLIS_FF" else 0.0, whose)
            else:
                self.fan[bit] += 1
        for out, bit in outs:
            if LOGIC.match(kind):
                self.arc[bit] = [(i, *self.delay(kind, pin, out)) for pin, i in ins if self.reaches(kind, pin, out)]

    @staticmethod
    def reaches(kind, pin, out):
        if kind.startswith("TRELLIS_DPR"):
            return pin == "RAD"
        return not (kind == "CCU2C" and out == "S0" and pin.endswith("1"))

    @staticmethod
    def delay(kind, pin, out):
        """ns of the cell, and whether a wire stands before it."""
        if kind in ("PFUMX", "L6MUX21"):
            return MUX, pin in ("C0", "SD")
        if kind == "CCU2C":
            return (CARRY if out == "COUT" else SUM, False) if pin == "CIN" else (SUM, True)
        return (3.5 if kind.startswith("MULT") else 0.24), True

    def wire(self, bit):
        return 0.6 + 0.12 * math.log2(max(1, self.fan[bit]))

    def arrival(self, bit):
        """When a net is settled: from what it depends on, those first."""
        todo = [bit]
        while todo:
            x = todo[-1]
            missing = [i for i, _, _ in self.arc.get(x, ()) if i not in self.at]
            if x in self.at or not missing:
                todo.pop()
                if x in self.at:
                    continue
                times = [(self.at[i] + ns + (self.wire(i) if wire else 0), i) for i, ns, wire in self.arc.get(x, ())]
                self.at[x], self.before[x] = max(times, default=(0.0, None))
            else:
                todo += missing
                if len(todo) > 10 * len(self.arc) + 10:
                    sys.exit("fpga_paths.py: a loop of LUTs at " + self.name.get(x, "?"))
        return self.at[bit]

    def path(self, bit):
        while bit is not None:
            yield bit
            bit = self.before.get(bit)


def instance(name):
    return re.sub(r"(\[\d+\])+$", "", name).rpartition(".")[0] or "(top)"


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    limit = float(sys.argv[2]) if len(sys.argv) == 3 else 12.5
    n = Netlist(sys.argv[1])
    ends = sorted(((n.arrival(b) + n.wire(b) + setup, b, name) for b, setup, name in n.ends), reverse=True)
    slow = [e for e in ends if e[0] > limit]
    groups = {}
    for ns, bit, name in slow:
        first = list(n.path(bit))[-1]
        pair = instance(n.name.get(first, "?")), instance(name)
        worst, count = groups.get(pair, (0, 0))
        groups[pair] = max(worst, ns), count + 1
    print("%.1f ns at worst; %d of %d ends are slower than %.1f ns, %d pairs of instances" %
          (ends[0][0], len(slow), len(ends), limit, len(groups)))
    for (begin, end), (ns, count) in sorted(groups.items(), key=lambda g: (-g[1][0], g[0]))[:40]:
        print("%7.1f ns %6d  %s -> %s" % (ns, count, begin, end))
    print("the slowest, to %s:" % ends[0][2])
    for bit in reversed(list(n.path(ends[0][1]))):
        print("%7.1f ns, %4d readers: %s" % (n.at[bit], n.fan[bit], n.name.get(bit, "?")))


main()
