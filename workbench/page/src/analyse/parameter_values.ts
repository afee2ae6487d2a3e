/* parameter_values.ts - what a parameter is in the text, and the unit it is read and typed in. */
import { computed } from "@preact/signals";
import { readNumber } from "../editor/numbers";
import { get } from "../editor/text_edits";
import { fieldUnit } from "../editor/typed";
import type { SceneParameter } from "../engine/engine";
import { type Shown, siUnit } from "../shell/display_units";
import { text } from "../state/document";

/* Parameters as the text has them. */
const inText = computed(() => get(text.value, ["parameters"]));

export function written(one: SceneParameter): string {
  const all = inText.value;
  const found =
    typeof all === "object" && all !== null && !Array.isArray(all) ? (all as Record<string, unknown>)[one.name] : null;
  return typeof found === "string" || typeof found === "number" ? String(found) : one.text;
}

/* In the unit of the document, of an expression in SI; where it is not known what the parameter measures, in the unit of the text. */
export function shownOf(one: SceneParameter, now: string): { value: number; unit: Shown } {
  const number = readNumber(now);
  const asWritten = number && one.unit === "" ? { ...siUnit(number.unit), factor: 1 / number.factor } : null;
  const unit = asWritten ?? fieldUnit([now], one.unit);
  return { value: Number(((number?.value ?? one.value) * unit.factor).toPrecision(12)), unit };
}
