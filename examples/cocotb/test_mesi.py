"""rtl_out/mesi under cocotb: two cores with random loads and stores, and a memory behind AXI4, both in Python.

Each core writes its own word of every line, ever greater values. So a load of any core may never see a word go back,
and must see what the core itself has written last; when all is written, every core must see the last values.

Inputs are set, and outputs read, at the falling edge; the design works at the rising one.
"""
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import Combine, Event, FallingEdge, with_timeout

CORES, LINES, LINE_BYTES = 2, 16, 16          # as run.py sets the parameters
LOAD, STORE = 0, 1
OPERATIONS = int(os.environ.get("OPERATIONS", "100"))  # of each core
ADDR_W, LINE_BITS = 32 - 4, 8 * LINE_BYTES


def part(signal, index, width):
    """A part of a port that has one for each instance; what is not known yet reads as 0."""
    return int(signal.value.binstr.replace("x", "0").replace("z", "0"), 2) >> index * width & (1 << width) - 1


class Port:
    """One signal that all cores share: each sets its part."""

    def __init__(self, signal, width):
        self.signal, self.width, self.value = signal, width, 0
        signal.value = 0

    def set(self, index, value):
        low = index * self.width
        self.value = self.value & ~((1 << self.width) - 1 << low) | value << low
        self.signal.value = self.value


async def memory(dut):
    """Beats are as wide as lines; one read and one write at a time. BREADY and RREADY are constant 1."""
    lines = {}
    m = "dir_mem_axi_"
    get = lambda name: part(getattr(dut, m + name + "_o"), 0, 1 << 10)

    def put(name, value):
        getattr(dut, m + name + "_i").value = value

    for name in ("arready", "rvalid", "rid", "rdata", "rresp", "awready", "wready", "bvalid", "bid", "bresp"):
        put(name, 0)
    put("rlast", 1)
    reading = writing = 0
    while True:
        await FallingEdge(dut.clk_i)
        reading = (reading + 1) % 3 if reading else int(get("arvalid"))
        put("arready", int(reading == 1))
        put("rvalid", int(reading == 2))
        if reading == 1:
            put("rid", get("arid"))
            put("rdata", lines.get(get("araddr"), 0))
        writing = (writing + 1) % 3 if writing else int(get("awvalid") and get("wvalid"))
        put("awready", int(writing == 1))
        put("wready", int(writing == 1))
        put("bvalid", int(writing == 2))
        if writing == 1:
            put("bid", get("awid"))
            lines[get("awaddr")] = get("wdata")


class Core:
    def __init__(self, dut, ports, index):
        self.dut, self.ports, self.index = dut, ports, index
        self.mine = [0] * LINES
        self.seen = [[0] * LINES for _ in range(CORES)]
        self.finished = Event()

    async def access(self, kind, line, value=0):
        """One request, and the reply to it."""
        dut, i = self.dut, self.index
        for name, x in (("kind", kind), ("key", line), ("data", value << 32 * i), ("mask", 15 << 4 * i), ("valid", 1)):
            self.ports[name].set(i, x)
        while not part(dut.l1_core_req_ready_o, i, 1):
            await FallingEdge(dut.clk_i)
        await FallingEdge(dut.clk_i)
        self.ports["valid"].set(i, 0)
        while not part(dut.l1_core_rep_valid_o, i, 1):
            await FallingEdge(dut.clk_i)
        data = part(dut.l1_core_rep_data_o, i, LINE_BITS)
        await FallingEdge(dut.clk_i)
        return data

    async def load(self, line, last=None):
        data = await self.access(LOAD, line)
        for w in range(CORES):
            word = data >> 32 * w & 0xFFFFFFFF
            where = f"core {self.index}, line {line}, word {w}"
            assert word >= self.seen[w][line], f"{where}: {word} after {self.seen[w][line]}"
            assert w != self.index or word == self.mine[line], f"{where}: {word}, written last: {self.mine[line]}"
            assert last is None or word == last[w].mine[line], f"{where}: {word} at the end, not {last[w].mine[line]}"
            self.seen[w][line] = word

    async def run(self, cores, rng):
        for n in range(OPERATIONS):
            line = rng.randrange(LINES)
            if rng.random() < 0.5:
                await self.load(line)
            else:
                await self.access(STORE, line, n + 1)
                self.mine[line] = n + 1
        self.finished.set()
        for core in cores:
            await core.finished.wait()
        for line in range(LINES):
            await self.load(line, cores)


@cocotb.test()
async def random_traffic(dut):
    dut.rst_i.value = 1
    ports = {"valid": 1, "kind": 2, "key": ADDR_W, "data": LINE_BITS, "mask": LINE_BYTES}
    ports = {name: Port(getattr(dut, f"l1_core_req_{name}_i"), width) for name, width in ports.items()}
    for name in ("warp", "op", "word", "a", "b"):   # one warp, no atomics
        getattr(dut, f"l1_core_req_{name}_i").value = 0
    dut.l1_core_rep_ready_i.value = (1 << CORES) - 1
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    cocotb.start_soon(memory(dut))
    for _ in range(3):
        await FallingEdge(dut.clk_i)
    dut.rst_i.value = 0
    await FallingEdge(dut.clk_i)
    seed = int(os.environ.get("SEED", "1"))
    cores = [Core(dut, ports, i) for i in range(CORES)]
    runs = [cocotb.start_soon(c.run(cores, random.Random(seed * CORES + c.index))) for c in cores]
    await with_timeout(Combine(*runs), 10000 * (OPERATIONS + 100), "ns")
    assert dut.error_o.value == 0, "error_o: a row that may never be met"
