#!/usr/bin/env python3
"""draw_pictures.py - the drawings and plots of the repository, from its models and build/trammel.

    tools/draw_pictures.py            draws them all
    tools/draw_pictures.py --check    fails where a picture is not what would be drawn now

Coordinates may differ by what cannot be seen: another machine rounds differently.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("TRAMMEL", str(ROOT / "build/trammel"))
NUMBER = re.compile(r"(-?\d+\.?\d*)")
VISIBLE = 0.3  # px

# ---- mechanisms: picture, model, options of draw_mechanism.py -----------------------------------------------------------

DRAWINGS = [
    ("docs/pictures/straight-line.svg", "docs/guide/straight-line.yaml", ["--trace", "coupler.P", "--at", "1.05", "--ghosts", "1.4 1.75"]),
    ("docs/pictures/valve.svg", "docs/guide/valve.yaml", ["--at", "0.006", "--no-labels"]),
    ("docs/pictures/wiper.svg", "docs/guide/wiper.yaml", ["--trace", "wiper.T", "--at", "0.1", "--ghosts", "0.3 0.6"]),
    ("docs/pictures/pendulum-wave.svg", "docs/guide/pendulum-wave.yaml", ["--at", "2.3", "--no-labels", "--link", "5", "--run", "dynamics: {end: 2.5, output: 0.05}"]),
    ("docs/pictures/crane.svg", "docs/guide/crane.yaml", ["--at", "0"]),
    ("docs/pictures/lid.svg", "docs/guide/lid.yaml", ["--run", "assembly: {}", "--at", "0"]),
    ("docs/pictures/letter-scale.svg", "docs/guide/letter-scale.yaml",
     ["--run", "dynamics: {end: 0.5, output: 0.05}", "--at", "0"]),
    ("models/a01-pendulum/picture.svg", "models/a01-pendulum/a01-pendulum.yaml", ["--trace", "bob.P", "--at", "0.4", "--ghosts", "0 0.7 1.05"]),
    ("models/a02-fourbars-2/picture.svg", "models/a02-fourbars-2/a02-fourbars-2.yaml", ["--run", "dynamics: {end: 1.5, output: 0.01}", "--at", "0", "--ghosts", "0.5 0.8", "--trace", "beam2.B2"]),
    ("models/a02-fourbars-40/picture.svg", "models/a02-fourbars-40/a02-fourbars-40.yaml", ["--at", "0.6", "--width", "1200", "--link", "4", "--no-labels"]),
    ("models/a03-andrews/picture.svg", "models/a03-andrews/a03-andrews.yaml", ["--at", "0.01", "--trace", "K2.E", "--trace", "K4.G"]),
    ("models/a04-bricard/picture.svg", "models/a04-bricard/a04-bricard.yaml", ["--run", "dynamics: {end: 2, output: 0.01}", "--at", "0.4", "--ghosts", "0.9 1.4", "--trace", "rod3.P3"]),
    ("models/a05-flyball/picture.svg", "models/a05-flyball/a05-flyball.yaml", ["--at", "0", "--view", "-72 14"]),
    ("models/andrews/picture.svg", "models/andrews/andrews.yaml", ["--at", "0.01", "--trace", "K2.E", "--trace", "K1.F"]),
    ("models/arm-inverse/picture.svg", "models/arm-inverse/arm-inverse.yaml",
     ["--at", "0", "--ghosts", "1 2", "--trace", "hand.P"]),
    ("models/attia/picture.svg", "models/attia/attia.yaml", ["--at", "0", "--ghosts", "0.6 1.4", "--trace", "plate.D"]),
    ("models/ball-on-slope/picture.svg", "models/ball-on-slope/ball-on-slope.yaml",
     ["--run", "dynamics: {end: 1.5, output: 0.01}", "--view", "90 12", "--at", "0.2", "--ghosts", "0.6 1 1.3", "--trace", "ball"]),
    ("models/ball-pile/picture.svg", "models/ball-pile/ball-pile.yaml", ["--view", "-60 25", "--no-labels"]),
    ("models/bicycle/picture.svg", "models/bicycle/bicycle.yaml", ["--run", "dynamics: {end: 0.1, output: 0.05}", "--at", "0", "--view", "-70 16", "--no-labels"]),
    ("models/bowling/picture.svg", "models/bowling/bowling.yaml",
     ["--run", "dynamics: {end: 0.12, output: 0.01}", "--at", "0", "--ghosts", "0.04 0.08 0.12", "--trace", "ball", "--view", "-60 25"]),
    ("models/block-on-incline/picture.svg", "models/block-on-incline/comes-back.yaml", ["--at", "0.4", "--ghosts", "0"]),
    ("models/chang/picture.svg", "models/chang/a3.yaml", ["--at", "0"]),
    ("models/charpy/picture.svg", "models/charpy/charpy.yaml", ["--at", "3.5", "--ghosts", "3.9 4.19 4.72", "--trace", "hammer.P"]),
    ("models/delta/picture.svg", "models/delta/delta.yaml", ["--at", "0.3", "--trace", "hand", "--no-labels", "--view", "-60 15"]),
    ("models/clutch/picture.svg", "models/clutch/clutch.yaml", ["--at", "0.01"]),
    ("models/ratchet/picture.svg", "models/ratchet/ratchet.yaml", ["--at", "0.2", "--no-labels"]),
    ("models/escapement/picture.svg", "models/escapement/escapement.yaml", ["--run", "dynamics: {end: 0.4, output: 0.01}", "--at", "0.28", "--no-labels", "--link", "4"]),
    ("models/geneva/picture.svg", "models/geneva/geneva.yaml", ["--at", "0.12", "--no-labels"]),
    ("models/atwood/picture.svg", "models/atwood/atwood.yaml", ["--at", "0", "--ghosts", "0.4", "--no-labels"]),
    ("models/atwood-landing/picture.svg", "models/atwood-landing/atwood-landing.yaml", ["--at", "0", "--no-labels"]),
    ("models/gear-rattle/picture.svg", "models/gear-rattle/gear-rattle.yaml", ["--at", "0", "--no-labels"]),
    ("models/belt-drive/picture.svg", "models/belt-drive/belt-drive.yaml", ["--run", "assembly: {}", "--at", "0"]),
    ("models/block-and-tackle/picture.svg", "models/block-and-tackle/block-and-tackle.yaml", ["--at", "0", "--no-labels"]),
    ("models/slewing-crane/picture.svg", "models/slewing-crane/slewing-crane.yaml", ["--at", "6", "--trace", "load.L", "--view", "-60 20"]),
    ("models/cv-shaft/picture.svg", "models/cv-shaft/cv-shaft.yaml", ["--at", "0", "--view", "-70 30"]),
    ("models/roller-coaster/picture.svg", "models/roller-coaster/roller-coaster.yaml", ["--at", "0", "--view", "-60 30", "--no-labels"]),
    ("models/banked-track/picture.svg", "models/banked-track/banked-track.yaml", ["--at", "0", "--ghosts", "4 7", "--view", "-60 30", "--no-labels"]),
    ("models/gear-pair/picture.svg", "models/gear-pair/gear-pair.yaml", ["--run", "assembly: {}", "--at", "0"]),
    ("models/planetary/picture.svg", "models/planetary/planetary.yaml", ["--run", "assembly: {}", "--at", "0"]),
    ("models/hydraulic-cylinder/picture.svg", "models/hydraulic-cylinder/hydraulic-cylinder.yaml", ["--run", "dynamics: {end: 0.01, output: 0.01}", "--at", "0"]),
    ("models/quarter-car/picture.svg", "models/quarter-car/quarter-car.yaml", ["--run", "static: {}", "--at", "0"]),
    ("models/single-track/picture.svg", "models/single-track/single-track.yaml", ["--at", "0", "--no-labels"]),
    ("models/full-car/picture.svg", "models/full-car/full-car.yaml", ["--run", "static: {}", "--at", "0", "--view", "-125 18", "--no-labels", "--link", "5"]),
    ("models/half-car/picture.svg", "models/half-car/half-car.yaml", ["--run", "static: {}", "--at", "0"]),
    ("models/motor-pendulum/picture.svg", "models/motor-pendulum/motor-pendulum.yaml", ["--run", "dynamics: {end: 0.5, output: 0.01}", "--at", "0.2", "--ghosts", "0 0.3 0.37", "--trace", "pendulum.A"]),
    ("models/pid-arm/picture.svg", "models/pid-arm/pid-arm.yaml", ["--run", "dynamics: {end: 1, output: 0.05}", "--at", "1", "--ghosts", "0 0.1", "--trace", "arm.A"]),
    ("models/door/picture.svg", "models/door/door.yaml", ["--at", "0.6", "--view", "-60 20"]),
    ("models/double-pendulum-wall/picture.svg", "models/double-pendulum-wall/double-pendulum-wall.yaml", ["--at", "0.6", "--ghosts", "0 0.3", "--trace", "lower.T"]),
    ("models/bouncing-ball/picture.svg", "models/bouncing-ball/bouncing-ball.yaml", ["--run", "dynamics: {end: 1.2, output: 0.01}", "--at", "0", "--ghosts", "0.3 0.44 0.7 0.9", "--trace", "ball"]),
    ("models/cam-345/picture.svg", "models/cam-345/cam-345.yaml", ["--at", "0.02", "--ghosts", "0", "--no-labels"]),
    ("models/pick-and-place/picture.svg", "models/pick-and-place/pick-and-place.yaml",
     ["--at", "0.25", "--ghosts", "0.5 0.9 1.2", "--trace", "hand.P"]),
    ("models/grooved-cam/picture.svg", "models/grooved-cam/grooved-cam.yaml", ["--at", "0.02", "--no-labels"]),
    ("models/conjugate-cams/picture.svg", "models/conjugate-cams/conjugate-cams.yaml", ["--at", "0.02", "--no-labels"]),
    ("models/cradle/picture.svg", "models/cradle/apart.yaml", ["--at", "0", "--no-labels"]),
    ("models/discs-in-trough/picture.svg", "models/discs-in-trough/discs-in-trough.yaml", ["--at", "0", "--no-labels"]),
    ("models/flywheel/picture.svg", "models/flywheel/rotor.yaml", ["--at", "0"]),
    ("models/mass-on-belt/picture.svg", "models/mass-on-belt/coulomb.yaml", ["--at", "0.39"]),
    ("models/rimless-wheel/picture.svg", "models/rimless-wheel/rimless-wheel.yaml", ["--at", "0.2", "--ghosts", "0.9", "--trace", "wheel", "--no-labels"]),
    ("models/thrown-disc/picture.svg", "models/thrown-disc/thrown-disc.yaml", ["--at", "0"]),
    ("models/fourbar/picture.svg", "models/fourbar/fourbar.yaml", ["--at", "0", "--ghosts", "5", "--trace", "coupler"]),
    ("models/fourbar-drift/picture.svg", "models/fourbar-drift/fourbar-drift-projection.yaml",
     ["--at", "0.6", "--ghosts", "1.4", "--trace", "coupler"]),
    ("models/fourbar-motor/picture.svg", "models/fourbar-motor/fourbar-motor.yaml",
     ["--at", "0.6", "--ghosts", "1.4", "--trace", "coupler", "--trace", "coupler.B"]),
    ("models/governor/picture.svg", "models/governor/governor.yaml", ["--run", "assembly: {}", "--at", "0", "--view", "-90 8"]),
    ("models/governor-damped/picture.svg", "models/governor-damped/governor-damped.yaml",
     ["--at", "0", "--view", "-90 8", "--still", "6.2733"]),
    ("models/ica-fourbar/picture.svg", "models/ica-fourbar/ica-fourbar.yaml", ["--at", "0.06", "--trace", "coupler.B", "--trace", "coupler.A"]),
    ("models/jansen/picture.svg", "models/jansen/jansen.yaml",
     ["--at", "0.05", "--no-labels", "--link", "5", "--trace", "left1\u00b7shank.F", "--trace", "right1\u00b7shank.F"]),
    ("models/knee/picture.svg", "models/knee/knee.yaml", ["--at", "0.2", "--ghosts", "0 0.1", "--trace", "shank.T"]),
    ("models/peaucellier/picture.svg", "models/peaucellier/peaucellier.yaml", ["--at", "0.05", "--ghosts", "0.15 0.8", "--trace", "c.D", "--trace", "crank.P"]),
    ("models/robot/picture.svg", "models/robot/robot.yaml", ["--at", "1.55", "--ghosts", "0 3.1 4.65", "--trace", "chassis.C", "--no-labels", "--view", "-50 35"]),
    ("models/rolling-disc/picture.svg", "models/rolling-disc/rolling-disc.yaml", ["--at", "0", "--ghosts", "1.5 3", "--trace", "disc", "--view", "-50 25"]),
    ("models/sideways-block/picture.svg", "models/sideways-block/sideways-block.yaml",
     ["--at", "0.2", "--ghosts", "0 1", "--trace", "block", "--view", "-60 35"]),
    ("models/pin-friction/picture.svg", "models/pin-friction/pin-friction.yaml", ["--at", "1", "--ghosts", "0.1 0.3", "--trace", "rod.A"]),
    ("models/slider-crank-friction/picture.svg", "models/slider-crank-friction/coasting.yaml", ["--at", "0.03", "--trace", "rod.B"]),
    ("models/slider-crank/picture.svg", "models/slider-crank/slider-crank.yaml", ["--at", "1.5", "--trace", "rod.M"]),
    ("models/slider-crank-clearance/picture.svg", "models/slider-crank-clearance/slider-crank-clearance.yaml", ["--at", "0.00114"]),
    ("models/stewart/picture.svg", "models/stewart/stewart.yaml", ["--at", "0.4", "--no-labels", "--trace", "leg1\u00b7piston.B", "--view", "-70 18"]),
    ("models/struck-rod/picture.svg", "models/struck-rod/struck-rod.yaml", ["--at", "0.3", "--ghosts", "0", "--trace", "rod.A"]),
    ("models/suspension/picture.svg", "models/suspension/suspension-stiff.yaml", ["--at", "1", "--no-labels"]),
    ("models/swing-pendulum/picture.svg", "models/swing-pendulum/swing-pendulum.yaml", ["--run", "assembly: {}", "--at", "0"]),
    ("models/swing-pendulum-damped/picture.svg", "models/swing-pendulum-damped/swing-pendulum-damped.yaml",
     ["--run", "dynamics: {end: 0.3142, output: 0.001}", "--at", "0.0375", "--trace", "bob"]),
]

# ---- plots: picture, model, format of the results, arguments of `trammel plot` ------------------------------------------

PLOTS = [
    ("docs/pictures/straight-line-plot.svg", "docs/guide/straight-line.yaml", "json", ["O.speed", "drive.torque"]),
    ("docs/pictures/straight-line-path.svg", "docs/guide/straight-line.yaml", "json", ["--xy", "coupler.P.x", "coupler.P.y"]),
    ("docs/pictures/wiper-plot.svg", "docs/guide/wiper.yaml", "json", ["C.angle", "C.speed", "B.transmission", "turn.torque"]),
    ("docs/pictures/hammer-plot.svg", "docs/guide/hammer.yaml", "json", ["height", "load"]),
    ("docs/pictures/valve-motion.svg", "docs/guide/valve.yaml", "json",
     ["--analysis", "cam", "s", "velocity", "acceleration", "jerk", "radius", "--against", "angle"]),
    ("docs/pictures/valve-plot.svg", "docs/guide/valve.yaml", "json", ["G.displacement", "touch.force", "turn.torque"]),
    ("docs/pictures/cam-345-motion.svg", "models/cam-345/cam-345.yaml", "json",
     ["--analysis", "cam", "s", "acceleration", "pressure_angle", "--against", "angle"]),
    ("docs/pictures/cam-345-profile.svg", "models/cam-345/cam-345.yaml", "json",
     ["--analysis", "cam", "--xy", "x", "y", "pitch_x", "pitch_y"]),
    ("docs/pictures/ratchet-plot.svg", "models/ratchet/ratchet.yaml", "json", ["A.angle", "O.angle", "hold.force", "push.force"]),
    ("docs/pictures/escapement-plot.svg", "models/escapement/escapement.yaml", "json", ["A.angle", "O.angle", "tick.force"]),
    ("docs/pictures/pick-and-place-plot.svg", "models/pick-and-place/pick-and-place.yaml", "json",
     ["O.angle", "A.angle", "O.speed", "A.speed", "shoulder.torque", "elbow.torque"]),
    ("docs/pictures/conjugate-cams-plot.svg", "models/conjugate-cams/conjugate-cams.yaml", "json",
     ["F.displacement", "F.acceleration", "push.force", "pull.force"]),
    ("docs/pictures/geneva-plot.svg", "models/geneva/geneva.yaml", "json", ["C.angle", "C.speed", "C.acceleration", "push.force", "drive.torque"]),
    ("docs/pictures/cam-plot.svg", "docs/guide/cam.yaml", "json", ["F.displacement", "follower.ay", "cam.force"]),
    ("docs/pictures/bounce-plot.svg", "docs/guide/bounce.yaml", "json", ["ball.y", "hit.gap", "ball.omega"]),
    ("docs/pictures/wrist-pin-path.svg", "docs/guide/wrist-pin.yaml", "json", ["--xy", "B.ex", "B.ey"]),
    ("docs/pictures/slider-crank-clearance.svg", "models/slider-crank-clearance/slider-crank-clearance.yaml", "json", ["B.gap", "B.force", "slider.vx"]),
    ("docs/pictures/gate-plot.svg", "docs/guide/gate.yaml", "json", ["O.angle", "O.limit", "energy.work"]),
    ("docs/pictures/rolling-disc-path.svg", "models/rolling-disc/rolling-disc.yaml", "json", ["disc.x", "disc.y", "--xy"]),
    ("docs/pictures/bicycle-plot.svg", "models/bicycle/bicycle.yaml", "json", ["steer.angle", "frame.omegax", "rear.y"]),
    ("docs/pictures/sideways-block.svg", "models/sideways-block/sideways-block.yaml", "json", ["--xy", "block.y", "block.x"]),
    ("docs/pictures/clutch-plot.svg", "models/clutch/clutch.yaml", "json", ["A.speed", "B.speed", "c.torque"]),
    ("docs/pictures/freewheel-plot.svg", "docs/guide/freewheel.yaml", "json", ["A.speed", "B.speed", "w.torque"]),
    ("docs/pictures/hydraulic-cylinder-plot.svg", "models/hydraulic-cylinder/hydraulic-cylinder.yaml", "json", ["c.rate", "c.p1", "c.p2"]),
    ("docs/pictures/servo-plot.svg", "docs/guide/servo.yaml", "json", ["O.angle", "s.position_error", "s.motor_torque", "s.available_torque"]),
    ("docs/pictures/servo-curve.svg", "docs/guide/servo.yaml", "json", ["--xy", "s.motor_speed", "s.motor_torque", "s.motor_speed", "s.available_torque"]),
    ("docs/pictures/induction-start.svg", "docs/guide/induction.yaml", "json", ["O.speed", "m.motor_torque", "m.current"]),
    ("docs/pictures/motor-plot.svg", "docs/guide/motor.yaml", "json", ["O.speed", "i", "voltage"]),
    ("docs/pictures/quarter-car-bode.svg", "docs/guide/quarter-car.yaml", "json", ["--analysis", "modes.response", "body.ay/*"]),
    ("docs/pictures/swing-ride.svg", "docs/guide/swing-ride.yaml", "csv", ["H.angle", "--against", "O.speed"]),
    ("docs/pictures/arm-inverse-plot.svg", "models/arm-inverse/arm-inverse.yaml", "json",
     ["A.actuator", "B.actuator", "C.actuator", "A.power", "B.power", "C.power"]),
]

# ---- pictures of studies: picture, model, arguments of `trammel sweep`, arguments of `trammel plot` -------------------------

STUDIES = [
    ("docs/pictures/study-contour.svg", "docs/guide/crank-rocker.yaml",
     ["--vary", "a=20 mm:60 mm:11", "--vary", "b=60 mm:120 mm:11", "--keep", "transmission = asin(min(abs(sin(B.angle))))"], ["--kind", "contour"]),
    ("docs/pictures/study-tornado.svg", "docs/guide/crank-rocker.yaml",
     ["--vary", "a=tolerance(30 mm, 0.1 mm, sigmas=3)", "--vary", "b=tolerance(90 mm, 0.2 mm, sigmas=3)", "--vary", "c=tolerance(70 mm, 0.2 mm, sigmas=3)",
      "--sample", "latin_hypercube", "--count", "150", "--keep", "swing = range(C.angle)"], ["--kind", "tornado"]),
]


def run(*command):
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def draw_mechanism(model, options, picture):
    run(sys.executable, ROOT / "tools/draw_mechanism.py", ROOT / model, "-o", picture, *options)


def draw_plot(model, ending, arguments, picture):
    result = picture.parent / ("result." + ending)
    run(PROGRAM, "run", ROOT / model, "-o", result, "--quiet")
    run(PROGRAM, "plot", result, *arguments, "-o", picture)


def draw_study(model, sweep, arguments, picture):
    result = picture.parent / "study.h5"
    run(PROGRAM, "sweep", ROOT / model, *sweep, "-o", result, "--quiet")
    run(PROGRAM, "plot", result, *arguments, "-o", picture)


def alike(old, new):
    """The same but for numbers, and those nowhere apart by what can be seen."""
    old, new = NUMBER.split(old), NUMBER.split(new)
    return len(old) == len(new) and old[0::2] == new[0::2] and all(
        abs(float(a) - float(b)) <= VISIBLE for a, b in zip(old[1::2], new[1::2]))


def main():
    stale = []
    with tempfile.TemporaryDirectory() as folder:
        fresh = pathlib.Path(folder) / "picture.svg"
        jobs = [(draw_mechanism, *one) for one in DRAWINGS] + [(draw_plot, *one) for one in PLOTS] + [(draw_study, *one) for one in STUDIES]
        for draw, target, model, *how in jobs:
            draw(model, *how, fresh)
            if "--check" not in sys.argv[1:]:
                shutil.copyfile(fresh, ROOT / target)
            elif not (ROOT / target).exists() or not alike((ROOT / target).read_text(), fresh.read_text()):
                stale.append(target)
    if stale:
        print("Not current: " + ", ".join(stale) + ". Run tools/draw_pictures.py")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
