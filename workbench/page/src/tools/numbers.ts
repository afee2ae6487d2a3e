/* numbers.ts - numbers as a person would write them into the model, and as a person types them. */
import type { Place as Point } from "../drawing/camera";
import { decimal, readNumber } from "../editor/numbers";
import { length } from "./geometry";

/* The power of ten that is `digits` places below the leading one of `size`. */
export function fineness(size: number, digits: number): number {
  return size > 0 && Number.isFinite(size) ? 10 ** (Math.floor(Math.log10(size)) - digits) : 10 ** -digits;
}

/* x to the nearest multiple of a power of ten, without the noise of binary fractions: "0.3", never "0.30000000000000004". */
export function tidy(x: number, step = 1e-9): string {
  return decimal(x, Math.round(-Math.log10(step)));
}

export function vector(at: Point, step?: number): string {
  return `[${at.map((one) => tidy(one!, step)).join(", ")}]`;
}

export function degrees(angle: number, places = 7): string {
  return `${tidy((angle * 180) / Math.PI, 10 ** -places)} deg`;
}

/* A direction as an axis: [1, 0] where it lies along one, in space x, else components with the largest digits that matter. */
export function direction(by: Point): string {
  const size = length(by);
  const text = vector(by.map((one) => one! / size) as Point, by.length > 2 ? 1e-12 : 1e-7); // in space axes must agree where they are redundant
  return AXES.get(text) ?? text;
}

const AXES = new Map([
  ["[1, 0, 0]", "x"],
  ["[0, 1, 0]", "y"],
  ["[0, 0, 1]", "z"],
]);

/* A magnitude with two digits that matter, for presets. */
export function rounded(x: number, digits = 2): number {
  return x === 0 ? 0 : Number(x.toPrecision(digits));
}

/* What was typed, in SI; null where it is no number. A comma may stand for the point. */
export function typed(text: string): number | null {
  return readNumber(text.replace(",", ".").replace("°", " deg"))?.value ?? null;
}
