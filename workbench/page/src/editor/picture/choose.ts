/* choose.ts - which picture explains a field: of those that mark it, the one that knows most of the other fields of its kind.
 *
 * No kind is asked for by its name: a kind that is new finds its picture by its fields and their units. What is no quantity (a word, a
 * switch, a name) has a picture of how it is given.
 */
import type { FieldInfo } from "../../engine/engine";
import * as drives from "./drives";
import * as machines from "./machines";
import type { Family } from "./pieces";
import * as runs from "./runs";
import * as springs from "./springs";
import * as wheels from "./wheels";

/* The family, and what is marked in it. */
export interface FieldPicture {
  family: Family;
  of: string;
}

export type Asked = Pick<FieldInfo, "name" | "unit" | "type">;

const { choice, toggle, name, expression, ...computed } = runs;
const FAMILIES: Family[] = [machines, springs, drives, wheels, computed].flatMap((one) => Object.values(one));
const MARKS = new Map(FAMILIES.map((family) => [family, new Set(family.flatMap(({ of = [] }) => of))]));

/* "length m", "teeth". */
const keyOf = ({ name: called, unit }: Asked): string => (unit ? `${called} ${unit}` : called);

/* The picture of a quantity; null: none marks it. `beside`: all fields of its kind. */
export function quantityPicture(field: Asked, beside: readonly Asked[]): FieldPicture | null {
  const of = keyOf(field);
  const known = (family: Family): number => beside.filter((one) => MARKS.get(family)!.has(keyOf(one))).length;
  const found = FAMILIES.filter((family) => MARKS.get(family)!.has(of));
  if (found.length === 0) return null;
  return { family: found.reduce((best, one) => (known(one) > known(best) ? one : best)), of };
}

const VARIES = new Set(["varying", "varying_vector", "expressions", "number"]);

export function pictureOf(field: Asked, beside: readonly Asked[]): FieldPicture {
  const found = quantityPicture(field, beside);
  if (found) return found;
  if (field.type === "choice") return { family: choice, of: "choice" };
  if (field.type === "boolean") return { family: toggle, of: "toggle" };
  return VARIES.has(field.type) ? { family: expression, of: "expression" } : { family: name, of: "name" };
}
