/* unique.ts - reactions that are not unique: of redundant constraints the smallest reactions are told, others would balance as well. */
import type { Table } from "./engine";

const REACTION = /\.(f|t|[ft][xyz]|torque|force|tension|power)$/;

/* The joints and drivers whose reactions a table tells are not unique. */
export function notUnique(table: Table | null): Set<string> {
  const fact = table?.facts.find(([name]) => name === "reactions not unique");
  return new Set(fact ? fact[1].split(":")[0]!.split(", ") : []);
}

/* Of a channel, or of the size of a vector, "|A.f|". */
export function isUnique(table: Table | null, channel: string): boolean {
  const name = channel.replace(/\|/g, "");
  return !REACTION.test(name) || !notUnique(table).has(name.slice(0, name.lastIndexOf(".")));
}
