/* words.ts - a point of a study in words. */
import { few, withUnitText } from "../../shell/number_text";
import { quantity } from "../../shell/quantity";
import { inDisplayUnits } from "../../shell/units_in_text";
import { texts } from "../../texts/texts";
import type { Axis, Point, Study } from "./state";

/* "L = 1.95 m, m = 2 kg". */
export function valuesText(axes: Axis[], values: number[]): string {
  return axes
    .map(({ name, unit }, i) => `${name} = ${withUnitText(few(values[i]! * unit.factor, 6), unit.unit)}`)
    .join(", ");
}

/* What it has for answers, that which is shown first, or why it has none. */
export function answerText({ answers, shown }: Study, point: Point): string {
  const order = [shown, ...answers.keys()].filter((one, i) => i === 0 || one !== shown);
  const said = order.flatMap((i) => {
    const value = point.answers[i] ?? NaN;
    return Number.isFinite(value) ? [`${answers[i]!.name} = ${quantity(value, answers[i]!.unit, 6)}`] : [];
  });
  if (said.length > 0 && Number.isFinite(point.answer)) return said.join(", ");
  return inDisplayUnits(point.reason ?? texts.results.study.noAnswer);
}

export function pointText(of: Study, point: Point): string {
  return `${texts.results.study.point(point.number)}: ${valuesText(of.axes, point.values)}; ${answerText(of, point)}`;
}
