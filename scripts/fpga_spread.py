#!/usr/bin/env python3
"""fpga_spread.py NETLIST.json [READERS]: copies the logic that drives many cells in an ECP5 netlist, in place.

Placement puts one LUT in the middle of all that it drives: a path goes there and back. A net that LUTs drive and that
has READERS (64) or more gets a driver for each instance in which at least a quarter of READERS are, another for the
rest.
"""
import collections
import json
import sys

# The pins of multiplexers behind LUTs that belong to the same slice: what drives them is copied with them.
INSIDE = {"LUT4": (), "PFUMX": ("ALUT", "BLUT"), "L6MUX21": ("D0", "D1")}


def instance(name):
    return name.rsplit(".", 1)[0] if "." in name else ""


class Netlist:
    def __init__(self, top):
        self.cells, self.names = top["cells"], top["netnames"]
        self.driver, self.readers = {}, collections.defaultdict(list)
        self.next = 2
        for name, cell in self.cells.items():
            for pin, bits in cell["connections"].items():
                for at, bit in enumerate(bits):
                    if not isinstance(bit, int):
                        continue
                    self.next = max(self.next, bit + 1)
                    if cell["port_directions"][pin] == "output":
                        self.driver[bit] = name
                    else:
                        self.readers[bit].append((name, pin, at))
        for net in self.names.values():
            self.next = max([self.next] + [b + 1 for b in net["bits"] if isinstance(b, int)])

    def copy(self, name, tag):
        """A cell again, with those that stand in its slice; its new output."""
        old = self.cells[name]
        pins = {pin: list(bits) for pin, bits in old["connections"].items()}
        for pin in INSIDE[old["type"]]:
            pins[pin] = [self.copy(self.driver[pins[pin][0]], tag)]
        bit, self.next = self.next, self.next + 1
        pins["Z"] = [bit]
        new = f"{name}$for${tag}"
        self.cells[new] = dict(old, connections=pins)
        self.names[new + "$Z"] = {"hide_name": 1, "bits": [bit], "attributes": {}}
        return bit

    def whole(self, name):
        """Whether a cell can be copied: LUTs alone, or with the multiplexers behind them."""
        cell = self.cells[name]
        return cell["type"] in INSIDE and all(
            cell["connections"][pin][0] in self.driver and self.whole(self.driver[cell["connections"][pin][0]])
            for pin in INSIDE[cell["type"]])

    def spread(self, bit, many):
        groups = collections.defaultdict(list)
        for reader in self.readers[bit]:
            groups[instance(reader[0])].append(reader)
        large = sorted((g for g in groups if len(groups[g]) * 4 >= many), key=lambda g: (-len(groups[g]), g))
        if len(large) == len(groups):
            large = large[1:]  # the driver that is there stays with the largest
        for number, group in enumerate(large):
            new = self.copy(self.driver[bit], number)
            for name, pin, at in groups[group]:
                self.cells[name]["connections"][pin][at] = new
        return len(large)


def main():
    file, many = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 64
    design = json.load(open(file))
    top = max(design["modules"].values(), key=lambda m: len(m["cells"]))
    net = Netlist(top)
    wide = [b for b in sorted(net.readers)
            if len(net.readers[b]) >= many and b in net.driver and net.whole(net.driver[b])]
    copies = sum(net.spread(bit, many) for bit in wide)
    json.dump(design, open(file, "w"))
    print(f"{len(wide)} nets of {many} readers and more, {copies} drivers copied")


if __name__ == "__main__":
    main()
