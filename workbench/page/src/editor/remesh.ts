/* remesh.ts - a gear by teeth becomes one by a ratio, or the other way round. */
import { jointKind } from "../state/description";
import type { TextChange } from "../state/document";
import { typeAt } from "./form";
import { combine, has, remove, setValue } from "./text_edits";
import type { Path } from "./tree";

const SMALLER = 20; // teeth of the smaller wheel
const LARGEST = 400;

/* Whole teeth whose ratio is the nearest: of few where few are enough. */
export function teethOfRatio(ratio: number): [number, number] {
  const k = Math.max(Math.abs(ratio), 1 / Math.abs(ratio));
  let [small, large] = [SMALLER, Math.round(SMALLER * k)];
  for (let z = SMALLER; z <= 40 && z * k <= LARGEST; z++) {
    const other = Math.round(z * k);
    if (Math.abs(other / z - k) < Math.abs(large / small - k) - 1e-9) [small, large] = [z, other];
  }
  const sign = ratio > 0 ? -1 : 1; // the larger wheel is then a ring
  return Math.abs(ratio) >= 1 ? [sign * large, small] : [small, sign * large];
}

/* The changes of a text that let a gear be given in the other way; `ratio`: of the wheels; `sense`: of its joints. The fields of a kind that
 * come before its teeth are those of a ratio, the first of which gives it; those that follow belong to the teeth. */
export function remesh(text: string, path: Path, to: "teeth" | "ratio", ratio: number, sense: number): TextChange[] {
  const { fields, mesh } = jointKind(typeAt(text, path)!)!;
  const names = fields.map(({ name }) => name);
  const first = names.indexOf(mesh!.teeth);
  const gone = to === "teeth" ? names.slice(0, first) : names.slice(first);
  const value = to === "teeth" ? teethOfRatio(ratio).map(String) : String(Number((ratio * sense).toPrecision(9)));
  return combine(
    text,
    (now) => setValue(now, [...path, to === "teeth" ? mesh!.teeth : names[0]!], value),
    ...gone.filter((name) => has(text, [...path, name])).map((name) => (now: string) => remove(now, [...path, name])),
  );
}
