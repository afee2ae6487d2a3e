/* modes.ts - a mode as motion: the pose it is about, and amount * Re(shape e^(i w t)) added to each coordinate. */
import type { Pose, Scene, Table, Vec } from "../engine/engine";
import { fromRotationVector, motionOf, placed, posesAtRow, product } from "./poses";
import { channelColumn } from "./sample";
import { cross, length, minus, plus } from "./vectors";

export interface Mode {
  omega: number; // rad/s; 0: it does not oscillate
  sigma: number; // 1/s: it grows like e^(sigma t)
  period: number; // s, that is shown: of the oscillation, else a time that suits its growth or decay
}

export function modeOf(table: Table, row: number): Mode {
  const omega = channelColumn(table, "eigenvalue.im")?.[row] ?? 0;
  const sigma = channelColumn(table, "eigenvalue.re")?.[row] ?? 0;
  const size = Math.max(Math.abs(omega), Math.abs(sigma));
  return { omega, sigma, period: omega > 0 ? (2 * Math.PI) / omega : size > 1e-9 ? (2 * Math.PI) / size : 1 };
}

/* Of several positions that were found, the program says from which the next analysis starts; of a motion it is the end. */
function rowGoneOnFrom(table: Table): number {
  const solution = table.facts.find(([name]) => name === "the next analysis")?.[2] ?? 0;
  return solution >= 1 && solution <= table.rows ? solution - 1 : table.rows - 1;
}

/* Where the bodies are that the modes are about: where the last table before them that has poses left them, else the start. */
export function referencePoses(scene: Scene, tables: Table[], index: number): Pose[] {
  for (let i = index - 1; i >= 0; i--) {
    const motion = motionOf(scene, tables[i]!);
    if (motion.rows > 0 && motion.bodies.some((one) => one !== null))
      return posesAtRow(scene, motion, rowGoneOnFrom(tables[i]!));
  }
  return scene.bodies.map((body) => body.pose);
}

export interface Shape {
  re: Vec;
  im: Vec;
  turnRe: Vec; // rotation vectors, ground axes
  turnIm: Vec;
}

export function shapesOf(scene: Scene, table: Table, row: number): Shape[] {
  return scene.bodies.map(({ name }) => {
    const value = (what: string): number => channelColumn(table, `${name}.${what}`)?.[row] ?? 0;
    const turn = (part: string): Vec =>
      scene.space
        ? [value(`turnx.${part}`), value(`turny.${part}`), value(`turnz.${part}`)]
        : [0, 0, value(`angle.${part}`)];
    const at = (part: string): Vec => [value(`x.${part}`), value(`y.${part}`), value(`z.${part}`)];
    return { re: at("re"), im: at("im"), turnRe: turn("re"), turnIm: turn("im") };
  });
}

/* How far the point that moves most is moved by a shape of amount 1, m (small turns). */
export function largestShift(scene: Scene, reference: Pose[], shapes: Shape[]): number {
  let most = 0;
  scene.bodies.forEach((body, i) => {
    const { re, im, turnRe, turnIm } = shapes[i]!;
    const pose = reference[i]!;
    for (const p of [body.com, ...body.points.map((point) => point.at)]) {
      const d = minus(placed(body, pose, p), pose.at);
      const shift = (move: Vec, w: Vec): number => length(plus(move, cross(w, d)));
      most = Math.max(most, Math.hypot(shift(re, turnRe), shift(im, turnIm)));
    }
  });
  return most;
}

/* cosine and sine: of the phase, times the amount. */
export function posesOfMode(reference: Pose[], shapes: Shape[], cosine: number, sine: number): Pose[] {
  return reference.map((pose, i) => {
    const { re, im, turnRe, turnIm } = shapes[i]!;
    const mix = (a: Vec, b: Vec): Vec => [0, 1, 2].map((k) => a[k]! * cosine - b[k]! * sine) as Vec;
    const [move, turn] = [mix(re, im), mix(turnRe, turnIm)];
    return {
      at: plus(pose.at, move),
      angle: pose.angle + turn[2],
      q: product(fromRotationVector(turn), pose.q),
    };
  });
}
