/* words.ts - a point of a study in words. */
import { few, withUnitText } from "../../shell/number_text";
import { quantity } from "../../shell/quantity";
import { inDisplayUnits } from "../../shell/units_in_text";
import { texts } from "../../texts/texts";
import type { Axis } from "./form";
import type { Point, Study } from "./state";

/* "L = 1.95 m, m = 2 kg". */
export function valuesText(axes: Axis[], values: number[]): string {
  return axes
    .map(({ name, unit }, i) => `${name} = ${withUnitText(few(values[i]! * unit.factor, 6), unit.unit)}`)
    .join(", ");
}

/* What it has for an answer, or why it has none. */
export function answerText({ answer: { name, unit } }: Study, { answer, reason }: Point): string {
  if (Number.isFinite(answer)) return `${name} = ${quantity(answer, unit, 6)}`;
  return inDisplayUnits(reason ?? texts.results.study.noAnswer);
}

export function pointText(of: Study, point: Point): string {
  return `${texts.results.study.point(point.number)}: ${valuesText(of.axes, point.values)}; ${answerText(of, point)}`;
}
