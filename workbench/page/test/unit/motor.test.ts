/* Motors as people think of them: read from the text, written into it, and what the engine makes of that, against closed forms. */
import { describe, expect, it } from "vitest";
import { applyChanges } from "../../src/editor/changes";
import { constant, termsOf } from "../../src/editor/constant";
import { directionOf, EMPTY, type Motion, readMotorMotion, reversed } from "../../src/editor/motor_motion";
import { presetMotion } from "../../src/editor/motor_presets";
import { shownIn, typedIn } from "../../src/editor/motor_units";
import { writeMotion } from "../../src/editor/motor_write";
import { columnOf } from "../browser/acts";
import { csvOf } from "./program";

const ARM = `trammel: 1
gravity: none
points: {O: [0, 0], A: [0.4, 0]}
bodies:
  arm: {points: [O, A], mass: 2, shape: rod} # swings
joints:
  O: {revolute: [ground, arm]}
drivers:
  drive: {O.angle: 60 rpm*t} # the motor
analyses:
  - kinematics: {end: 3, output: 0.01}
`;
const UNITS = ["s", "deg"] as const;

function written(motion: Partial<Motion>, text = ARM): string {
  return applyChanges(text, writeMotion(text, ["drivers", "drive"], "O.angle", { ...EMPTY, ...motion }, UNITS));
}

function read(text: string): Motion {
  const line = /drive: \{O\.angle: (.*)\}/.exec(text)![1]!.replace(/^'|'$/g, "");
  return readMotorMotion(text, line);
}

const DEG = Math.PI / 180;

/* The angle and the speed at an instant. */
function at(text: string, t: number): [angle: number, speed: number] {
  const csv = csvOf(text);
  const row = columnOf(csv, "t").findIndex((one) => Math.abs(one - t) < 1e-9);
  return [columnOf(csv, "O.angle")[row]! / DEG, columnOf(csv, "O.speed")[row]! / DEG];
}

describe("constants", () => {
  it("come to what the engine makes of them", () => {
    expect(constant("2*pi")).toBeCloseTo(6.283185307, 9);
    expect(constant("60 rpm")).toBeCloseTo(2 * Math.PI, 12);
    expect(constant("-(30 deg + 2*15 deg)/2")).toBeCloseTo(-30 * DEG, 12);
    expect(constant("speed")).toBeNull();
    expect(constant("speed*2", (name) => (name === "speed" ? 3 : undefined))).toBe(6);
    expect(constant("1 +")).toBeNull();
    expect(termsOf("30 deg - 60 rpm*t + (a - b)*2e-3")).toEqual([
      { sign: 1, text: "30 deg" },
      { sign: -1, text: "60 rpm*t" },
      { sign: 1, text: "(a - b)*2e-3" },
    ]);
  });
});

describe("a motor's numbers", () => {
  it("are shown in the unit of the field, and mean it where none is typed", () => {
    expect(shownIn("2*pi", "rpm")).toBe("60");
    expect(shownIn("fast/2", "rpm")).toBe("fast/2");
    expect(typedIn("90", "deg")).toBe("90 deg");
    expect(typedIn("0,5", "s")).toBe("0.5 s");
    expect(typedIn("1 rad", "deg")).toBe("1 rad");
    expect(typedIn("full_speed", "rpm")).toBe("full_speed");
  });
});

describe("what a driver does", () => {
  it("is recognised in what people write", () => {
    expect(readMotorMotion("", "30 deg - 60 rpm*t")).toMatchObject({ way: "speed", from: "30 deg", speed: "-60 rpm" });
    expect(readMotorMotion("", "2*pi*t")).toMatchObject({ way: "speed", speed: "2*pi", from: "" });
    expect(readMotorMotion("", "t")).toMatchObject({ way: "speed", speed: "1" });
    expect(readMotorMotion("", "-1.6*(1 - cos(2*pi*t))/2")).toMatchObject({ way: "swing", to: "-1.6", period: "1 s" });
    expect(readMotorMotion("", "0.05*sin(2*pi*t)")).toMatchObject({ way: "swing", from: "-0.05", to: "0.05", centred: true }); // prettier-ignore
    expect(readMotorMotion("", "20 deg + 30 deg*sin(4*t)").period).toBe(`${Number((Math.PI / 2).toPrecision(12))} s`);
    for (const other of ["t^2", "sin(t)^2", "2*t + sin(t)", "if(t < 1, t, 1)", "a + b"])
      expect(readMotorMotion("", other).way, other).toBe("other");
  });

  it("is written and read back alike, in every way", () => {
    const limits = { from: "10 deg", to: "90 deg", speed: "20 rpm", acceleration: "400 deg/s^2" };
    const all: Partial<Motion>[] = [
      { way: "speed", from: "30 deg", speed: "-45 rpm" },
      { way: "move", ...limits },
      { way: "move", ...limits, jerk: "4000 deg/s^3", start: "0.5 s" },
      { way: "cycle", ...limits },
      { way: "cycle", ...limits, jerk: "4000 deg/s^3", dwell: "0.2 s" },
      { way: "swing", from: "10 deg", to: "70 deg", period: "2 s" },
      { way: "swing", from: "10 deg", to: "70 deg", period: "2 s", centred: true },
    ];
    for (const motion of all) {
      const text = written(motion);
      expect(read(text), text).toMatchObject(motion);
      expect(text).toContain("# swings");
      expect(text).toContain("# the motor");
      expect(() => csvOf(text), text).not.toThrow();
    }
  });

  it("leaves nothing behind when it changes, and keeps tables that others use", () => {
    const move = written({ way: "move", to: "90 deg", speed: "20 rpm", acceleration: "400 deg/s^2" });
    expect(move).toContain("drive_motion:");
    expect(written({ way: "speed", speed: "60 rpm" }, move).replace(/\n\n/g, "\n")).not.toContain("drive_motion");
    const shared = move.replace("analyses:", "outputs: {wanted: 'table(t, drive_motion)'}\nanalyses:");
    expect(written({ way: "speed", speed: "60 rpm" }, shared)).toContain("drive_motion:");
    const table = written({ way: "table" });
    expect(read(table)).toMatchObject({ way: "table", table: "drive_motion" });
    expect(written({ way: "speed", speed: "60 rpm" }, table)).toContain("points:"); // numbers that somebody typed stay
  });

  it("turns round by one click, whichever way it goes", () => {
    expect(reversed({ ...EMPTY, way: "speed", speed: "60 rpm" }).speed).toBe("-60 rpm");
    expect(reversed({ ...EMPTY, way: "move", from: "10 deg", to: "90 deg" }).to).toBe("-70 deg");
    const back = reversed({ ...EMPTY, way: "swing", from: "a", to: "b" });
    expect(directionOf({ ...EMPTY, way: "move", from: "10 deg", to: "-70 deg" })).toBe(-1);
    expect(back.to).toBe("a - (b - a)");
  });

  it("keeps its numbers from way to way", () => {
    const place = { turning: true, value: 0.5, size: 1 };
    const move = presetMotion("move", { ...EMPTY, way: "speed", speed: "60 rpm" }, place);
    expect(move).toMatchObject({ way: "move", to: "118.6479 deg", speed: "15 rpm" });
    expect(presetMotion("swing", move, place)).toMatchObject({ from: move.from, to: move.to, period: "2 s" });
  });

  it("stays within the stroke that there is", () => {
    const EMPTY_SLIDE = { ...EMPTY, way: "speed" as const };
    for (const [value, low, high] of [
      [0.5, 0.45, 0.6],
      [0.5, 0.4, 0.52],
      [0.5, 0.49, 0.501],
      [0.5, null, 0.5],
    ] as const) {
      const place = { turning: false, value, size: 1, range: [low, high] as const };
      const { from, to } = presetMotion("swing", EMPTY_SLIDE, place);
      const end = constant(to)!;
      expect(constant(from)).toBeCloseTo(value, 12);
      expect(end).not.toBe(value);
      expect(end).toBeGreaterThan(low ?? -Infinity);
      expect(end).toBeLessThan(high);
    }
  });
});

describe("the engine", () => {
  it("takes a trapezoid to its end in way/speed + speed/acceleration", () => {
    const text = written({ way: "move", from: "0 deg", to: "90 deg", speed: "15 rpm", acceleration: "180 deg/s^2" });
    const [way, speed, rate] = [90, 90, 180]; // deg, deg/s, deg/s^2
    const end = way / speed + speed / rate; // 1.5 s
    expect(at(text, end)[0]).toBeCloseTo(90, 9);
    expect(at(text, end + 0.5)[1]).toBeCloseTo(0, 9);
    expect(at(text, 0.25)[0]).toBeCloseTo((rate * 0.25 ** 2) / 2, 9);
    expect(at(text, end / 2)).toEqual([expect.closeTo(45, 9), expect.closeTo(90, 9)]);
  });

  it("takes an S-curve longer by acceleration/jerk", () => {
    const text = written({
      way: "move",
      from: "0 deg",
      to: "90 deg",
      speed: "15 rpm",
      acceleration: "180 deg/s^2",
      jerk: "1800 deg/s^3",
    });
    expect(at(text, 1.6)[0]).toBeCloseTo(90, 9);
    expect(at(text, 1.5)[0]).toBeLessThan(90 - 1e-3);
  });

  it("swings between its ends, and goes back and forth", () => {
    const swing = written({ way: "swing", from: "10 deg", to: "70 deg", period: "2 s" });
    expect(at(swing, 1)[0]).toBeCloseTo(70, 9);
    expect(at(swing, 0.5)[0]).toBeCloseTo(40, 9);
    const cycle = written({ way: "cycle", from: "0 deg", to: "90 deg", speed: "15 rpm", acceleration: "180 deg/s^2" });
    expect(at(cycle, 1.5)[0]).toBeCloseTo(90, 9);
    expect(at(cycle, 3)[0]).toBeCloseTo(0, 9);
  });
});
