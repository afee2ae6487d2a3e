#!/usr/bin/env python3
"""more_importers.py PROGRAM - the FMUs of comparison.py in two more importers that we did not write.

libcosim (by DNV and SINTEF, on Modelon's FMI Library) takes FMI 2.0; Ecos (by NTNU Aalesund) takes both versions. Outputs after each step must be
those of our own run.
"""
import ctypes
import glob
import pathlib
import sys
import tempfile

from comparison import END, EVERY, exported, largest_difference, tell

STEPS = int(END / EVERY)


def outputs(run):
    return [name for name in run if name != "t"]


def by_libcosim(fmu, run):
    from libcosimpy import CosimLogging
    from libcosimpy.CosimExecution import CosimExecution
    from libcosimpy.CosimObserver import CosimObserver
    from libcosimpy.CosimSlave import CosimLocalSlave
    CosimLogging.log_output_level(CosimLogging.CosimLogLevel.FATAL)
    execution = CosimExecution.from_step_size(step_size=int(EVERY * 1e9))
    slave = execution.add_local_slave(CosimLocalSlave(fmu_path=str(fmu), instance_name="unit"))
    observer = CosimObserver.create_last_value()
    execution.add_observer(observer)
    references = {v.name.decode(): v.reference for v in execution.slave_variables(slave)}
    rows = []
    for _ in range(STEPS):
        assert execution.step()
        rows.append(observer.last_real_values(slave, [references[name] for name in outputs(run)]))
    return dict(zip(outputs(run), map(list, zip(*rows))))


def by_ecos(fmu, run):
    ctypes.CDLL(glob.glob(sys.prefix + "/lib/libtbb.so.12")[0], ctypes.RTLD_GLOBAL)  # which its library needs
    from ecospy import EcosSimulation, EcosSimulationStructure
    structure = EcosSimulationStructure()
    structure.add_model("unit", str(fmu))
    simulation = EcosSimulation(structure=structure, step_size=EVERY)
    simulation.init()
    columns = {name: [] for name in outputs(run)}
    for _ in range(STEPS):
        simulation.step()
        for name, column in columns.items():
            column.append(simulation.get_real("unit::" + name))
    simulation.terminate()
    return columns


def main():
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for name, version, fmu, run in exported(sys.argv[1], pathlib.Path(folder)):
            after = {column: values[1:] for column, values in run.items()}
            for who, simulate in (("libcosim", by_libcosim), ("Ecos", by_ecos)):
                if version == 2 or who != "libcosim":
                    good &= tell(who, name, version, fmu, largest_difference(simulate(fmu, run), after))
    sys.exit(not good)


if __name__ == "__main__":
    main()
