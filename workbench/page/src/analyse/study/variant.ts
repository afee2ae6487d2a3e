/* variant.ts - one point of a study, shown moving: its parameters are set beside the text until it is kept or left. */
import { batch, effect, untracked } from "@preact/signals";
import { writtenNumber } from "../../editor/typed";
import type { Settings } from "../../engine/engine";
import { playing } from "../../state/clock";
import { text } from "../../state/document";
import { perDocument } from "../../state/loads";
import { settings } from "../../state/model";
import { shown } from "../../state/runs";
import { runLive } from "../runner";
import { writeSet } from "../set_parameters";
import type { Axis, Point, Study } from "./state";

export interface Variant {
  point: Point;
  axes: Axis[];
  before: Settings; // what was set beside the text
  set: Settings; // what is set now
  text: string;
}

export const variant = perDocument<Variant | null>(null);

const still = typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

/* A number is written so that the same is read back: the run is that of the point, to the last bit. */
export function showVariant(of: Study, point: Point): void {
  const now = variant.peek();
  const before = now?.before ?? settings.peek();
  const set = { ...before, ...Object.fromEntries(of.axes.map(({ name }, i) => [name, String(point.values[i])])) };
  batch(() => {
    variant.value = { point, axes: of.axes, before, set, text: text.peek() };
    settings.value = set;
  });
  if (!shown.peek()) runLive();
  if (!still) playing.value = true;
}

type Measured = Pick<Axis, "name" | "unit">;

/* As a file has it, in the unit of the field. */
function writtenValue({ unit }: Measured, value: number): string {
  const shown = unit.factor === 1 ? value : Number((value * unit.factor).toPrecision(12));
  return writtenNumber(String(shown), unit);
}

/* Into the text, as one step. */
export function keepValues(axes: Measured[], values: number[]): void {
  const before = variant.peek()?.before ?? settings.peek();
  const written = axes.map((axis, i) => [axis.name, writtenValue(axis, values[i]!)]);
  batch(() => {
    variant.value = null;
    settings.value = { ...before, ...Object.fromEntries(written) };
    writeSet(axes.map(({ name }) => name));
  });
}

export function keepVariant(): void {
  const now = variant.peek();
  if (now) keepValues(now.axes, now.point.values);
}

export function leaveVariant(): void {
  const now = variant.peek();
  if (!now) return;
  batch(() => {
    variant.value = null;
    settings.value = now.before;
  });
}

let watching = false;

/* Called once: where the user moves a parameter or changes the text, it is that point no longer. */
export function watchVariant(): void {
  if (watching) return;
  watching = true;
  effect(() => {
    const [set, now] = [settings.value, text.value];
    untracked(() => {
      const of = variant.value;
      if (of && (of.text !== now || JSON.stringify(of.set) !== JSON.stringify(set))) variant.value = null;
    });
  });
}
