/* suggested_units.ts - the units that suit a quantity, of those that the engine describes. */
import { description } from "../state/description";

const SAME = 7; // of units of one dimension so many are offered
const OTHERS = 3; // of each factor of a product

/* The unit of a dimension that a factor has: "kN" is of N. */
function siOf(name: string): string {
  return description.value.units.find((unit) => unit.name === name)?.si ?? "";
}

function alike(si: string): string[] {
  return description.value.units.filter((unit) => unit.si === si).map(({ name }) => name);
}

/* "N/m" with one factor replaced: kN/m, N/mm; rates stay per second. */
function variations(unit: string): string[] {
  const factors = [...unit.matchAll(/[A-Za-z]+/g)].filter(([name]) => name !== "s");
  return factors.flatMap(({ 0: name, index }) =>
    alike(siOf(name))
      .filter((other) => other !== name)
      .slice(0, OTHERS - 1)
      .map((other) => unit.slice(0, index) + other + unit.slice(index + name.length)),
  );
}

/* The first two of each dimension: what is common where nothing is known. */
function common(): string[] {
  const count = new Map<string, number>();
  return description.value.units.flatMap(({ name, si }) => {
    const before = count.get(si) ?? 0;
    count.set(si, before + 1);
    return before < 2 ? [name] : [];
  });
}

/* Units in which a quantity of this SI unit may be given, the likely ones first. */
export function suggestedUnits(unit: string): string[] {
  if (unit === "") return common();
  const single = siOf(unit);
  if (single !== "") return [...new Set([unit, ...alike(single)])].slice(0, SAME);
  return [...new Set([unit, ...alike(unit).slice(0, OTHERS), ...variations(unit)])];
}
