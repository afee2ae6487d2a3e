/* found.ts - what a search has found: the best point, or the points of a Pareto front, among those that it has tried. */
import type { RunAnswer, Table } from "../../engine/engine";
import type { Point, Study } from "./state";

export interface Found {
  best: number | null; // the number of the point; null: there are several goals, or nothing was found
  front: number[]; // numbers of points, in the order of the first goal
  feasible: boolean; // the best satisfies the constraints
  converged: boolean;
  ended: string; // why it did
}

function fact(of: Table, name: string): { text: string; number: number } | null {
  const found = of.facts.find(([one]) => one === name);
  return found ? { text: found[1], number: found[2] ?? NaN } : null;
}

function same(a: number[], b: number[]): boolean {
  return a.every((value, i) => value === b[i]);
}

/* The point with these values; one that was not told is added. */
function pointWith(points: Point[], values: number[], answers: number[], shown: number): number {
  const known = points.find((point) => same(point.values, values) && Number.isFinite(point.answer));
  if (known) return known.number;
  const number = points.length;
  points.push({ number, values, answers, answer: answers[shown] ?? NaN, reason: null });
  return number;
}

function column(of: Table, name: string): Float64Array | undefined {
  return of.columns[of.channels.findIndex((one) => one.name === name)];
}

export function foundBy(of: Study, { tables }: RunAnswer): Study {
  const history = tables.find(({ kind }) => kind === "optimize");
  if (!history || of.axes.length === 0) return of;
  const points = [...of.points];
  const front = tables.find(({ kind }) => kind === "front");
  const rows = front ? Array.from({ length: front.rows }, (_, row) => row) : [];
  const numbers = rows.map((row) => {
    const at = ({ name }: { name: string }): number => column(front!, name)?.[row] ?? NaN;
    return pointWith(points, of.axes.map(at), of.answers.map(at), of.shown);
  });
  const values = of.axes.map(({ name }) => fact(history, `best ${name}`)?.number ?? NaN);
  const goals = of.answers.map(({ name }) => fact(history, `best ${name}`)?.number ?? NaN);
  const best = values.every(Number.isFinite) ? pointWith(points, values, goals, of.shown) : null;
  const found: Found = {
    best,
    front: numbers,
    feasible: fact(history, "feasible")?.number !== 0,
    converged: fact(history, "converged")?.number !== 0,
    ended: fact(history, "ended")?.text ?? "",
  };
  return { ...of, points, found };
}
