#!/usr/bin/env python3
"""sweep.py TRAMMEL TRAMMEL_MPI - a sweep on real ranks: the bytes of `trammel sweep` by 1, 2 and 4 of them, and after one of them, and all, were killed.

The journal holds rows when ranks are killed, and --resume computes the others only."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODEL = str(ROOT / "models/fourbar/fourbar.yaml")
STUDY = ["--vary", "torque=38:42", "--sample", "sobol", "--seed", "5", "--keep", "max(abs(B.fx))", "--keep", "angle = crank.angle", "--quiet"]


def command(program, ranks):
    return ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks), program, "sweep"]


def start(words):
    environment = {**os.environ, "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
    return subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)


def run(words):
    process = start(words)
    output = process.communicate(timeout=1200)[0]
    assert process.returncode == 0, (words, output)


def ranks_of(process):
    """The processes of the ranks, children of mpirun."""
    children = pathlib.Path("/proc/%d/task/%d/children" % (process.pid, process.pid)).read_text().split()
    return [int(child) for child in children]


def kill_after_rows(words, journal, kill):
    """Starts a job, kills what `kill` chooses once the journal holds rows; how large that is then."""
    process = start(words)
    end = time.monotonic() + 1200
    while not (journal.exists() and journal.stat().st_size > 2000):
        assert process.poll() is None and time.monotonic() < end, process.communicate()[0]
        time.sleep(0.002)
    for victim in kill(process):
        os.kill(victim, signal.SIGKILL)
    process.communicate(timeout=1200)
    assert process.returncode != 0, "the job was killed, and says that all is well"
    return journal.stat().st_size


def main(program, program_mpi):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        short, long = ["--count", "40"], ["--count", "300"]
        run([program, "sweep", MODEL, *STUDY, *short, "-o", str(folder / "one.h5")])
        for ranks in (1, 2, 4):
            run([*command(program_mpi, ranks), MODEL, *STUDY, *short, "-o", str(folder / "ranks.h5")])
            assert (folder / "ranks.h5").read_bytes() == (folder / "one.h5").read_bytes(), "%d ranks: other bytes" % ranks
            assert not (folder / "ranks.h5.part").exists()
        own = [str(ROOT / "models/quarter-car/quarter-car.yaml"), "damper", "-o"]  # a study of the model, by its name
        run([program, "sweep", *own, str(folder / "one.csv")])
        run([*command(program_mpi, 2), *own, str(folder / "ranks.csv")])
        assert (folder / "ranks.csv").read_bytes() == (folder / "one.csv").read_bytes(), "a study of the model: other bytes"
        run([program, "sweep", MODEL, *STUDY, *long, "-o", str(folder / "all.h5")])
        output, journal = folder / "killed.h5", folder / "killed.h5.part"
        job = [*command(program_mpi, 3), MODEL, *STUDY, *long, "-o", str(output)]
        kept = kill_after_rows(job, journal, lambda process: ranks_of(process)[1:2])
        assert not output.exists() and journal.stat().st_size == kept
        kept = kill_after_rows([*job, "--resume"], journal, lambda process: [*ranks_of(process), process.pid]) if kept < 10000 else kept
        before = journal.stat().st_mtime
        run([*job, "--resume"])
        assert before and output.read_bytes() == (folder / "all.h5").read_bytes(), "other bytes after a kill"
        assert not journal.exists()
    print("the same bytes by 1, 2 and 4 ranks, and after kills of a rank and of all")


if __name__ == "__main__":
    main(*sys.argv[1:])
