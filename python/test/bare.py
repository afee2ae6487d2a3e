"""bare.py MODEL - the installed package alone: it imports, runs the four-bar, plots it, and its program makes a report and an FMU."""
import subprocess
import sys
import tempfile
import zipfile

import trammel

model = trammel.load(sys.argv[1])
run = model.dynamics(end=5)
assert abs(run["O.angle"][0] - 1.0471975511965976) < 1e-12 and len(run.t) == 201
assert run.certificate["worst position residual"] < 1e-10
assert model.verify(end=0.2)
sim = model.simulator(step=1e-3, inputs=["torque"])
sim.step(39.75, 100)
assert run._repr_html_().startswith("<iframe")
with tempfile.TemporaryDirectory() as folder:
    picture, fmu = folder + "/angle.png", folder + "/fourbar.fmu"
    run.plot("O.angle", path=picture)
    subprocess.run([sys.executable, "-m", "trammel", "export", "fmu", sys.argv[1], "-o", fmu], check=True, capture_output=True)
    assert open(picture, "rb").read(4) == b"\x89PNG" and "modelDescription.xml" in zipfile.ZipFile(fmu).namelist()
shown = subprocess.run([sys.executable, "-m", "trammel", "--version"], capture_output=True, text=True)
assert trammel.__version__ in shown.stdout, shown
print(f"trammel {trammel.__version__} works: O.angle = {run['O.angle'][-1]:.6f} rad at the end")
