/* paint.test.ts - a list of shapes on a canvas: where carriers put them, and what is told once and stays. */
import { expect, test, vi } from "vitest";
import { matrixOn } from "../../src/drawing/display_list";
import { Painter, type Look, type Pencil, type Picture } from "../../src/drawing/paint";

class Line {
  constructor(readonly d: string) {}
}
vi.stubGlobal("Path2D", Line);

/* A pen that writes down what it does. */
function pencil(): { done: string[]; canvas: { width: number; height: number }; pen: Pencil } {
  const done: string[] = [];
  const canvas = { width: 0, height: 0 };
  const own: Record<string, unknown> = {
    canvas,
    clearRect: (...box: number[]) => done.push(`clear ${box.join(" ")}`),
    setTransform: (...m: number[]) => done.push(`at ${m.join(" ")}`),
    setLineDash: () => {},
  };
  const line = (act: string) => (shape: Line) =>
    done.push(`${act} ${shape.d} ${String(own[`${act}Style`])} ${String(own.globalAlpha)}`);
  own.fill = line("fill");
  own.stroke = line("stroke");
  own.fillText = (words: string, x: number, y: number) => done.push(`write ${words} ${x} ${y}`);
  return { done, canvas, pen: own as unknown as Pencil };
}

const LOOK: Look = {
  ...{ fill: "red", stroke: "blue", fillAlpha: 0.25, strokeAlpha: 1, width: 2, dash: [], cap: "butt", join: "round" },
  ...{ rule: "evenodd", glow: null, strokeFirst: false, font: "", align: "left" },
};

const PICTURE: Picture = {
  shapes: [
    [0, "M0 0"],
    [1, { words: "M", x: 3, y: 4 }],
  ],
  looks: [
    [0, LOOK],
    [1, { ...LOOK, stroke: null }],
  ],
  list: Int32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 1), // carrier, shape, look
  matrices: Float32Array.of(1, 0, 0, 1, 10, 20, 0, 1, -1, 0, 5, 5),
  ...{ width: 100, height: 50, ratio: 2, x0: 1, y0: 2 },
};

test("shapes are put where their carriers are, filled and then drawn round, on all pixels of the screen", () => {
  const { done, canvas, pen } = pencil();
  new Painter(pen).paint(PICTURE);
  expect(canvas).toMatchObject({ width: 200, height: 100 });
  expect(done).toEqual([
    "at 1 0 0 1 0 0",
    "at 2 0 0 2 22 44",
    "fill M0 0 red 0.25",
    "stroke M0 0 blue 1",
    "at 0 2 -2 0 12 14",
    "fill M0 0 red 0.25",
    "stroke M0 0 blue 1",
    "write M 3 4",
  ]);
});

test("a light round a shape is below it, and leaves its own line as it is", () => {
  const { done, pen } = pencil();
  new Painter(pen).paint({ ...PICTURE, looks: [[0, { ...LOOK, glow: "gold" }]], list: Int32Array.of(0, 0, 0) });
  expect(done.slice(2)).toEqual([
    ...["stroke M0 0 gold 0.22", "stroke M0 0 gold 0.22", "stroke M0 0 gold 0.22"],
    ...["fill M0 0 red 0.25", "stroke M0 0 blue 1"],
  ]);
  expect(pen.lineWidth).toBe(2);
});

test("what was told before stays: a frame brings places alone, or a line that is another", () => {
  const { done, pen } = pencil();
  const painter = new Painter(pen);
  painter.paint(PICTURE);
  done.length = 0;
  painter.paint({ ...PICTURE, shapes: [[0, "M1 1"]], looks: [], list: null, matrices: PICTURE.matrices.map(() => 1) });
  expect(done).toEqual([
    "at 1 0 0 1 0 0",
    "clear 0 0 200 100",
    "at 2 2 2 2 4 6",
    "fill M1 1 red 0.25",
    "stroke M1 1 blue 1",
    "at 2 2 2 2 4 6",
    "fill M1 1 red 0.25",
    "stroke M1 1 blue 1",
    "write M 3 4",
  ]);
});

test("a place on a carrier is turned and moved with it; a rail that is turned round is its mirror image", () => {
  const m = new Float32Array(12);
  matrixOn(m, 0, { x: 100, y: 0, turn: 90, then: "" }, -1);
  matrixOn(m, 6, { x: 10, y: 0, turn: 90, then: " scale(1 -1)" }, 0);
  const at = (k: number, x: number, y: number): number[] =>
    [m[k]! * x + m[k + 2]! * y + m[k + 4]!, m[k + 1]! * x + m[k + 3]! * y + m[k + 5]!].map((one) => Math.round(one));
  expect(at(0, 3, 1)).toEqual([99, 3]); // x goes down, y to the left
  expect(at(6, 3, 1)).toEqual([97, 11]); // half a turn on (100, 10), y the other way round: -3 to the left, 1 down
});
