/* motor_curve.ts - the motion of a motor as points to plot: those of the engine where it follows a table, and of two formulas. */
import type { SceneMotion } from "../engine/engine";
import { constant } from "./constant";
import type { Motion } from "./motor_motion";

export interface Curve {
  t: number[];
  value: number[];
  speed: number[];
  rests: boolean; // it ends, and stays
}

const SAMPLES = 48;

function sampled(end: number, value: (t: number) => number, speed: (t: number) => number): Curve {
  const t = Array.from({ length: SAMPLES + 1 }, (_, i) => (end * i) / SAMPLES);
  return { t, value: t.map(value), speed: t.map(speed), rests: false };
}

function ofSpeed({ from, speed }: Motion): Curve | null {
  const [start, rate] = [constant(from || "0"), constant(speed)];
  return start === null || rate === null ? null : sampled(1, (t) => start + rate * t, () => rate); // prettier-ignore
}

function ofSwing({ from, to, period, centred }: Motion): Curve | null {
  const [a, b, T] = [constant(from || "0"), constant(to), constant(period)];
  if (a === null || b === null || T === null || !(T > 0)) return null;
  const [half, w] = [(b - a) / 2, (2 * Math.PI) / T];
  return centred
    ? sampled(T, (t) => a + half + half * Math.sin(w * t), (t) => half * w * Math.cos(w * t)) // prettier-ignore
    : sampled(T, (t) => a + half * (1 - Math.cos(w * t)), (t) => half * w * Math.sin(w * t)); // prettier-ignore
}

function ofTable(motion: SceneMotion): Curve {
  const number = (one: number | null): number => one ?? NaN;
  const curve = { t: [...motion.x], value: motion.value.map(number), speed: motion.first.map(number) };
  return { ...curve, rests: motion.period === 0 };
}

/* null: there is nothing to plot, or not yet. */
export function curveOf(motion: Motion, known: SceneMotion | undefined): Curve | null {
  if (motion.way === "speed") return ofSpeed(motion);
  if (motion.way === "swing") return ofSwing(motion);
  return known && known.x.length > 1 ? ofTable(known) : null;
}
