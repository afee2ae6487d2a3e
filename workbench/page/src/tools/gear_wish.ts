/* gear_wish.ts - what the form of a gear tool says before wheels are placed: teeth and module. What is left empty follows from the
 * distance of the two clicks; where all is given, the distance follows, and the second wheel is put there.
 */
import { typedNumber } from "../editor/typed";
import { quantity } from "../shell/quantity";
import { shownUnit } from "../shell/display_units";
import { texts } from "../texts/texts";
import type { Refused } from "./make";
import { valuesOf, type ToolOption } from "./options";
import { teethOfRadius, type Teeth } from "./teeth";

export interface Wish {
  counts: [number | null, number | null]; // above zero
  module: number | null; // m
}

const ANYTHING: Wish = { counts: [null, null], module: null };
const words = texts.gearWish;

export const PAIR_OPTIONS: ToolOption[] = [
  { key: "first", label: words.first, value: "", empty: words.fits, about: words.about },
  { key: "second", label: words.second, value: "", empty: words.fits, about: words.about },
  { key: "module", label: words.module, value: "", empty: words.fits, unit: "m", about: words.about },
];

export const RACK_OPTIONS: ToolOption[] = [
  { key: "first", label: words.pinion, value: "", empty: words.fits, about: words.aboutRack },
  { key: "module", label: words.module, value: "", empty: words.fits, unit: "m", about: words.aboutRack },
];

function countOf(text: string): number | null | Refused {
  if (text.trim() === "") return null;
  const count = Math.abs(Number(text));
  return Number.isInteger(count) && count >= 6 && count <= 1000 ? count : { why: words.notTeeth(text) };
}

function isRefused(value: unknown): value is Refused {
  return typeof value === "object" && value !== null && "why" in value;
}

/* What the form says; it may say what cannot be. */
export function wishOf(tool: string, options: readonly ToolOption[]): Wish | Refused {
  const values = valuesOf(tool, options);
  const [first, second] = [countOf(values["first"] ?? ""), countOf(values["second"] ?? "")];
  if (isRefused(first)) return first;
  if (isRefused(second)) return second;
  const said = (values["module"] ?? "").trim();
  const module = said === "" ? null : typedNumber(said, shownUnit("m"));
  if (said !== "" && !(module! > 0)) return { why: words.notModule(said) };
  return { counts: [first, second], module };
}

export function isAnything({ counts, module }: Wish): boolean {
  return counts[0] === null && counts[1] === null && module === null;
}

export { ANYTHING };

/* A module that is a short number in mm; null: only the distance can give it. */
function short(module: number): number | null {
  const mm = Number((1000 * module).toFixed(4));
  return Math.abs(mm / 1000 - module) <= 1e-7 * module ? mm / 1000 : null;
}

/* Teeth as they are wished, and how far apart the axes then are. `radii`: of the first over the second where nothing else says it. */
export function wishedTeeth(
  wish: Wish,
  apart: number,
  radii: number,
  ring: boolean,
): { teeth: Teeth; apart: number } | Refused {
  const [z1, z2] = wish.counts;
  const { module } = wish;
  const sum = module === null ? null : Math.max(Math.round((2 * apart) / module), 1);
  let [first, second] = [z1, z2];
  if (first === null && second === null) {
    const share = ring ? radii - 1 : radii + 1;
    second = Math.max(Math.round(sum! / share), 6);
    first = ring ? sum! + second : Math.max(sum! - second, 6);
  } else if (first === null)
    first = sum === null ? Math.max(Math.round(second! * radii), 6) : ring ? sum + second! : Math.max(sum - second!, 6);
  else if (second === null)
    second = sum === null ? Math.max(Math.round(first / radii), 6) : Math.max(ring ? first - sum : sum - first, 6);
  if (ring && first - second! < 2) return { why: words.ringTooSmall(first, second!) };
  const all = ring ? first - second! : first + second!;
  const counts: [number, number] = [ring ? -first : first, second!];
  return module === null
    ? { teeth: { counts, module: short((2 * apart) / all) }, apart }
    : { teeth: { counts, module }, apart: (module * all) / 2 };
}

export function doNotFit(wanted: number, apart: number): Refused {
  return { why: words.doNotFit(quantity(wanted, "m"), quantity(apart, "m")) };
}

/* A pinion as it is wished: its teeth, module and pitch radius. */
export function wishedPinion(wish: Wish, radius: number): { count: number; module: number | null; radius: number } {
  const [count] = wish.counts;
  const { module } = wish;
  if (count !== null && module !== null) return { count, module, radius: (count * module) / 2 };
  if (count !== null) return { count, module: short((2 * radius) / count), radius };
  if (module === null) return { ...teethOfRadius(radius), radius };
  const fit = Math.max(Math.round((2 * radius) / module), 6);
  return { count: fit, module, radius: (fit * module) / 2 };
}
