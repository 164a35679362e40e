"""Builds rtl_out/mesi with small caches and runs test_mesi.py: run.py icarus|verilator DESIGN BUILD-FOLDER"""
import pathlib
import sys

from cocotb.runner import get_results, get_runner

tool, design, build = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
here = pathlib.Path(__file__).resolve().parent
sources = [design / line for line in (design / "mesi.f").read_text().split("\n") if line]
runner = get_runner(tool)
runner.build(
    verilog_sources=sources, hdl_toplevel="mesi", build_dir=build, timescale=("1ns", "1ps"), always=True,
    parameters={"CORES": 2, "WARPS": 4, "LINE_BYTES": 16, "BEAT_BYTES": 16, "L1_SETS": 2, "L1_WAYS": 2, "L1_MSHRS": 4,
                "DIR_SETS": 2, "DIR_WAYS": 4})
results = runner.test(hdl_toplevel="mesi", test_module="test_mesi", build_dir=build, test_dir=here,
                      results_xml=str(build / "results.xml"))
tests, failed = get_results(pathlib.Path(results))
print(f"{'PASSED' if tests and not failed else 'FAILED'}: {tests} tests, {failed} failed")
sys.exit(not tests or failed != 0)
