/* output_facts.ts - what the outputs of a run come to, from the facts of its table: "load.max", "load.max.time", "load.mean" … */
import type { Scene, Table } from "../engine/engine";
import { orZero } from "../shell/number_text";
import { quantity } from "../shell/quantity";

export const MEASURES = ["max", "min", "mean", "rms", "integral", "final"] as const;
export type Measure = (typeof MEASURES)[number];

export interface OutputFacts {
  name: string;
  title: string;
  values: Record<Measure, { text: string; time: number | null } | null>; // null: it is not told
}

/* "41.3591474 N at t = 0.375 s": the number in five digits, in the unit of the document unless the output asks for another; zero where it is that to rounding. */
function short(text: string, largest: number): string {
  const [number = "", ...unit] = text.replace(/ at t = .*$/, "").split(" ");
  return quantity(orZero(Number(number), largest), unit.join("*"), 5);
}

export function outputFacts(table: Table, scene: Scene): OutputFacts[] {
  const facts = new Map(table.facts.map(([name, text, number]) => [name, { text, number: number ?? null }]));
  return (scene.outputs ?? []).flatMap(({ name, title }) => {
    const largest = Math.max(...["max", "min"].map((one) => Math.abs(facts.get(`${name}.${one}`)?.number ?? 0)));
    const values = Object.fromEntries(
      MEASURES.map((measure) => {
        const fact = facts.get(`${name}.${measure}`);
        const time = facts.get(`${name}.${measure}.time`)?.number ?? null;
        return [measure, fact ? { text: short(fact.text, largest), time } : null];
      }),
    ) as OutputFacts["values"];
    return Object.values(values).some((one) => one !== null) ? [{ name, title, values }] : [];
  });
}

/* Whether a fact is one of those, or tells an event that the table of events has. */
export function isListedFact(table: Table, scene: Scene, name: string): boolean {
  if (name.startsWith("event ") && table.events) return true;
  const measure = MEASURES.find((one) => name.endsWith("." + one) || name.endsWith(`.${one}.time`));
  const owner = measure === undefined ? "" : name.slice(0, name.lastIndexOf("." + measure));
  return (scene.outputs ?? []).some((one) => one.name === owner);
}
