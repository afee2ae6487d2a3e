/* teeth.ts - teeth for two wheels at a distance: whole numbers near a wanted ratio, of a standard module where one fits.
 *
 * Of wheels side by side  distance = module (z1 + z2)/2, of a ring and a wheel in it  distance = module (z1 - z2)/2.
 */

export interface Teeth {
  counts: [number, number]; // of a ring below zero
  module: number | null; // m; null: no standard module fits the distance, which then gives it
}

/* A wheel that has teeth already. */
export interface Toothed {
  teeth: number; // above zero, of a ring too
  module: number; // m
}

const STANDARD = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 40, 50]; // mm: ISO 54, the first series
const FEWEST = 17; // teeth of the smaller wheel that need no correction
const USUAL = 24;
const MOST = 80;
const FIT = 2e-7; // of a distance that is written with 7 digits

/* Modules (m) with which `count` teeth lie round a wheel of so large a diameter, from MOST teeth to few. */
function modulesFor(diameter: number): number[] {
  const [least, most] = [diameter / MOST, diameter / 8];
  const found = STANDARD.map((mm) => mm / 1000);
  for (let power = -7; power < 6; power++)
    for (const one of [1, 2, 5]) {
      const module = one * 10 ** power;
      if (module < 0.9e-3 || module > 51e-3) found.push(module);
    }
  return found.filter((module) => module >= least && module <= most);
}

/* The standard module next to one, by their ratio. */
export function standardModule(near: number): number {
  const off = (module: number): number => Math.abs(Math.log(module / near));
  return modulesFor(24 * near).reduce(
    (best, one) => (off(one) < off(best) ? one : best),
    near > 1e-8 ? 50 * near : 1e-8,
  );
}

function whole(x: number): number | null {
  const near = Math.round(x);
  return Math.abs(x - near) <= FIT * Math.abs(x) + 1e-9 ? near : null;
}

/* How unlike what is wanted: another ratio, too few teeth, unusually many. */
function cost(small: number, large: number, ratio: number): number {
  const few = small < FEWEST ? 1 : 0;
  return 40 * Math.abs(Math.log(large / small / ratio)) + Math.abs(Math.log(small / USUAL)) + few;
}

/* Teeth of the smaller and of the larger wheel, whose radii are to be as 1 to `ratio`. */
function pairFor(
  distance: number,
  ratio: number,
  ring: boolean,
): { small: number; large: number; module: number | null } {
  const share = ring ? ratio - 1 : ratio + 1;
  let best = { small: USUAL, large: USUAL, module: null as number | null };
  let least = Infinity;
  const take = (small: number, large: number, module: number | null, extra: number): void => {
    if (small < 6 || large < small || (ring && large - small < 8)) return;
    const now = cost(small, large, ratio) + extra;
    if (now < least - 1e-12) [best, least] = [{ small, large, module }, now];
  };
  for (const module of modulesFor((2 * distance) / share)) {
    const sum = whole((2 * distance) / module);
    const small = sum === null ? 0 : Math.round(sum / share);
    if (sum !== null) take(small, ring ? sum + small : sum - small, module, 0);
  }
  for (let small = FEWEST; small <= 2 * FEWEST; small++) take(small, Math.round(small * ratio), null, 1);
  return best;
}

/* Teeth beside a wheel that has some: its module is kept where that leaves whole teeth, and its number always. */
function beside({ teeth, module }: Toothed, distance: number, ring: "first" | "second" | null): [number, boolean] {
  const sum = (2 * distance) / module;
  const exact = ring === "first" ? teeth - sum : ring === "second" ? teeth + sum : sum - teeth;
  const count = whole(exact);
  return count !== null && count >= 6 ? [count, true] : [Math.max(Math.round(exact), 6), false];
}

/* `radii`: of the first over the second, wanted; `ring`: the first wheel is a ring about the second. */
export function teethFor(
  distance: number,
  radii: number,
  ring: boolean,
  first: Toothed | null = null,
  second: Toothed | null = null,
): Teeth {
  const sign = ring ? -1 : 1;
  if (first && second) {
    const counts: [number, number] = [sign * first.teeth, second.teeth];
    const fits = whole((2 * distance) / first.module) === Math.abs(counts[0] + counts[1]);
    return { counts, module: fits ? first.module : null };
  }
  if (first) {
    const [count, fits] = beside(first, distance, ring ? "first" : null);
    return { counts: [sign * first.teeth, count], module: fits ? first.module : null };
  }
  if (second) {
    const [count, fits] = beside(second, distance, ring ? "second" : null);
    return { counts: [sign * count, second.teeth], module: fits ? second.module : null };
  }
  const { small, large, module } = pairFor(distance, Math.max(radii, 1 / radii), ring);
  return { counts: radii >= 1 || ring ? [sign * large, small] : [small, large], module };
}

/* Teeth of one wheel of so large a pitch radius, as the pinion of a rack. */
export function teethOfRadius(radius: number): { count: number; module: number | null } {
  let best = { count: USUAL, module: null as number | null };
  let least = Infinity;
  for (const module of modulesFor(2 * radius)) {
    const count = whole((2 * radius) / module);
    const off = count === null ? Infinity : cost(count, count, 1);
    if (count !== null && count >= 12 && off < least) [best, least] = [{ count, module }, off];
  }
  return best;
}

/* Pitch radii, m. */
export function radiiOf({ counts }: Teeth, distance: number): [number, number] {
  const sum = Math.abs(counts[0] + counts[1]);
  return [(distance * Math.abs(counts[0])) / sum, (distance * Math.abs(counts[1])) / sum];
}
