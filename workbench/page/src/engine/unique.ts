/* unique.ts - reactions that are not unique: of redundant constraints the smallest reactions are told, others would balance as well. */
import type { Table } from "./engine";

const REACTION = /\.(f|t|[ft][xyz]|torque|force|tension|power)$/;

export const NOT_UNIQUE = "reactions not unique"; // name of a fact, as the engine writes it

function factOf(table: Table | null): string | undefined {
  return table?.facts.find(([name]) => name === NOT_UNIQUE)?.[1];
}

const known = new WeakMap<Table, Set<string>>();
const none = new Set<string>();

/* What a table tells is not unique: channels, "A.fx", or joints and drivers with all their reactions, "A". */
function notUnique(table: Table | null): Set<string> {
  if (!table) return none;
  let found = known.get(table);
  if (!found) known.set(table, (found = new Set(factOf(table)?.split(":")[0]!.split(", ") ?? [])));
  return found;
}

/* Which of the possible ones are shown: "of all reactions that balance the forces, the smallest". */
export function nonUniqueChoice(table: Table | null): string {
  const fact = factOf(table) ?? "";
  return fact.slice(fact.indexOf(":") + 1).trim();
}

/* Of a channel, or of the size of a vector, "|A.f|". */
export function isUnique(table: Table | null, channel: string): boolean {
  const name = channel.replace(/\|/g, "");
  const loose = notUnique(table);
  const parts = name === channel ? [name] : ["x", "y", "z"].map((axis) => name + axis);
  const whole = REACTION.test(name) && loose.has(name.slice(0, name.lastIndexOf(".")));
  return !whole && !parts.some((part) => loose.has(part));
}

/* "A (fx, fy), B": by element. */
export function nonUniqueText(table: Table | null): string {
  const found = new Map<string, string[]>();
  for (const name of notUnique(table)) {
    const dot = name.lastIndexOf(".");
    const element = dot < 0 ? name : name.slice(0, dot);
    found.set(element, [...(found.get(element) ?? []), ...(dot < 0 ? [] : [name.slice(dot + 1)])]);
  }
  return [...found].map(([name, parts]) => (parts.length ? `${name} (${parts.join(", ")})` : name)).join(", ");
}

const partsKnown = new WeakMap<Table, Map<string, string[]>>();

/* The components of one element that are not unique: "fx". Asked in each frame, for each load. */
export function nonUniqueParts(table: Table | null, element: string): string[] {
  if (!table || notUnique(table).size === 0) return [];
  let of = partsKnown.get(table);
  if (!of) partsKnown.set(table, (of = new Map()));
  let found = of.get(element);
  if (!found) of.set(element, (found = partsOf(table, element)));
  return found;
}

function partsOf(table: Table, element: string): string[] {
  const channels = table.channels.map(({ name }) => name);
  return channels
    .filter((name) => name.slice(0, name.lastIndexOf(".")) === element && !isUnique(table, name))
    .map((name) => name.slice(element.length + 1))
    .filter((part) => part !== "power");
}
