#!/usr/bin/env python3
"""Yosys 0.70 has no command line of its own as a Python package: fpga_yosys.py SCRIPT runs the commands of a file."""
import sys
from pyosys import libyosys

libyosys.Design().run_pass("script " + sys.argv[1])
