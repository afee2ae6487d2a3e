#!/usr/bin/env python3
"""importer.py PROGRAM - FMUs as FMPy, an importer that we did not write, sees them.

Each of comparison.py must be valid by the schemas and rules of FMPy; simulated by it, its outputs must be those of our own run.
"""
import pathlib
import sys
import tempfile

from fmpy import simulate_fmu
from fmpy.validation import validate_fmu

from comparison import END, EVERY, exported, largest_difference, tell


def main():
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for name, version, fmu, run in exported(sys.argv[1], pathlib.Path(folder)):
            result = simulate_fmu(str(fmu), start_time=0, stop_time=END, step_size=EVERY, output_interval=EVERY)
            columns = {column: result[column] for column in result.dtype.names if column != "time"}
            good &= tell("FMPy", name, version, fmu, largest_difference(columns, run), validate_fmu(str(fmu)))
    sys.exit(not good)


if __name__ == "__main__":
    main()
