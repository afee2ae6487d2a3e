/* Whole models in a mirror: every body moves as the mirror shows it, at every instant. LONG=1: all models and templates of the plane (minutes). */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mirror, rotation } from "../../src/tools/affine";
import { allOf } from "../../src/tools/moved";
import { movesWithPoints } from "../../src/tools/point_weight";
import { readSketch } from "../../src/tools/sketch";
import { transformed } from "../../src/tools/transform";
import { MODELS, modelText } from "./models";
import { csvOf, reportOf } from "./program";

const TEMPLATES = new URL("../../templates/", import.meta.url);
const templateText = (name: string): string => readFileSync(new URL(name, TEMPLATES), "utf8");

/* What each of them has that a mirror must see to. */
const SAMPLES: [what: string, text: string][] = [
  ["events and what they set", modelText("models/charpy/charpy.yaml")],
  ["an event on the angle of a pin with friction", modelText("models/pin-friction/pin-friction.yaml")],
  ["drivers of places, framed bodies", modelText("models/arm-inverse/arm-inverse.yaml")],
  ["one driver of a place", templateText("roberts.yaml")],
  ["a wall of the ground", modelText("models/double-pendulum-wall/double-pendulum-wall.yaml")],
  ["a moving belt of the ground", modelText("models/mass-on-belt/coulomb.yaml")],
  [
    "a torque by an angular velocity",
    modelText("models/ica-fourbar/ica-fourbar.yaml").replace("end: 1,", "end: 0.05,"),
  ],
  ["a controller", modelText("models/pid-arm/pid-arm.yaml")],
  ["forces by places", templateText("bicycle-brake.yaml")],
  ["a release by velocities", templateText("trebuchet.yaml")],
  ["a speed that is held, tyres that steer", modelText("models/single-track/single-track.yaml")],
  ["conjugate cams", modelText("models/conjugate-cams/conjugate-cams.yaml")],
  ["a trough about the origin of the ground", modelText("models/discs-in-trough/discs-in-trough.yaml")],
  ["an output in a force", templateText("punch-press.yaml")],
];

const LATER: [what: string, text: string][] = [
  ...MODELS.filter(([path]) => path.startsWith("models/")),
  ...readdirSync(TEMPLATES).map((name): [string, string] => [name, templateText(name)]),
];

/* As it stands at the start: what runs long need not run for that. */
function sketchOf(text: string): ReturnType<typeof readSketch> {
  const still =
    text.replace(/\nanalyses:[^]*?(\n(?=\w)|$)/, "\n") + "\nanalyses: [{dynamics: {end: 1e-9, output: 1e-9}}]\n";
  return readSketch(text, reportOf(still).scene);
}

/* Gravity is no part of what is mirrored: a slope that is given by it leans the other way. */
function leaning(text: string): string {
  return text.replace(/^gravity: *\[([^,]*),/m, (_, x: string) => `gravity: [-(${x}),`);
}

/* Columns by channel, in rows by time; instants that have several rows (impacts) are left out. */
function rowsOf(text: string): Map<string, Map<string, number>> {
  const [head, ...lines] = csvOf(text)
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("#"));
  const names = head!.split(",");
  const rows = new Map<string, Map<string, number> | null>();
  for (const line of lines) {
    const numbers = line.split(",").map(Number);
    const t = numbers[0]!.toFixed(9);
    rows.set(t, rows.has(t) ? null : new Map(names.map((name, i) => [name, numbers[i]!])));
  }
  return new Map([...rows].filter((row): row is [string, Map<string, number>] => row[1] !== null));
}

/* The mirror is x = 0.1: x' = 0.2 - x, and velocities along x have the other sign. */
function movesAsItsImage(text: string): void {
  const of = sketchOf(text);
  const [was, is] = [rowsOf(text), rowsOf(leaning(transformed(of, allOf(of), mirror([0.1, 0], [1, 0]))))];
  const channels = of.bodies
    .filter(({ name }) => name !== "ground")
    .flatMap(({ name }) => ["x", "y", "vx", "vy"].map((last) => [`${name}.${last}`, last] as const));
  const largest = (last: string): number =>
    Math.max(
      ...[...was.values()].flatMap((row) =>
        channels.filter((one) => one[1] === last).map(([name]) => Math.abs(row.get(name) ?? 0)),
      ),
    );
  const scale = { x: of.size, y: of.size, vx: largest("vx") + largest("vy"), vy: largest("vx") + largest("vy") };
  let count = 0;
  for (const [t, row] of was)
    for (const [name, last] of channels) {
      const [a, b] = [row.get(name), is.get(t)?.get(name)];
      if (a === undefined || b === undefined) continue;
      const image = last === "x" ? 0.2 - a : last === "vx" ? -a : a;
      expect(Math.abs(image - b), `${name} at ${t}`).toBeLessThan(1e-4 * scale[last as "x"] + 1e-9);
      count++;
    }
  if (was.values().next().value?.has(channels[0]![0])) expect(count).toBeGreaterThan(0); // modes have no places
}

describe("a model in a mirror moves as its image:", () => {
  it.each(SAMPLES)("%s", (_, text) => movesAsItsImage(text));
});

/* Refused with a reason, of space, or with tables in files beside the model. */
function isMirrored(text: string): boolean {
  try {
    const of = sketchOf(text);
    return !of.space && transformed(of, allOf(of), mirror([0.1, 0], [1, 0])) !== text;
  } catch {
    return false;
  }
}

describe.skipIf(!process.env.LONG)("every model of the plane in a mirror", () => {
  it.each(LATER)(
    "%s",
    (_, text) => {
      if (isMirrored(text)) movesAsItsImage(text);
    },
    120_000,
  );
});

describe("what is given by one component", () => {
  it("is refused where the image would mix it with another", () => {
    const of = sketchOf(templateText("roberts.yaml"));
    expect(() => transformed(of, allOf(of), mirror([0, 0], [1, 1]))).toThrow(/triangle.P.x is given and triangle.P.y/);
  });

  it("or is a point that depends on where the origin is", () => {
    const of = sketchOf(templateText("crank-shaper.yaml"));
    expect(() => transformed(of, allOf(of), mirror([0.1, 0], [1, 0]))).toThrow(/Point T is given by an expression/);
    const isPoint = (name: string): boolean => ["A", "B", "C"].includes(name);
    const moves = [
      "(A + B)/2",
      "A + 0.3*(B - A)",
      "A + arm/norm(C - A)*(C - A)",
      "A + [1, 2 mm]",
      "2*A - B",
      "(A + B + C)/3",
    ];
    const stays = ["2*A", "400 mm/norm(A)*A", "A + k*B", "A - B", "A + A.x*(B - C)", "A + norm(B)*(B - C)"];
    for (const text of moves) expect(movesWithPoints(text, isPoint), text).toBe(true);
    for (const text of stays) expect(movesWithPoints(text, isPoint), text).toBe(false);
  });

  it("and of a cam its direction, which is preset, turn with it", () => {
    const of = sketchOf(modelText("models/conjugate-cams/conjugate-cams.yaml"));
    expect(transformed(of, allOf(of), rotation(Math.PI / 2, [0, 0]))).toMatch(/main: +{.*direction: \[-1, 0\]}/);
  });
});
