/* views.ts - the pictures that a study has, and the one that is looked at.
 *
 *   graph         the answer over one parameter
 *   map, levels   the answer as a colour over two parameters of a grid, with lines of equal answers
 *   dots          the same where samples were taken
 *   lines         parallel axes: a line for each point, through its parameters to its answer
 *   matrix        every parameter and answer over every other
 *   descent       the goal of a search, point by point, and the best so far
 *   front         two goals of a search over each other
 */
import { perDocument } from "../../state/loads";
import type { Study } from "./state";

export type View = "graph" | "map" | "levels" | "dots" | "lines" | "matrix" | "descent" | "front";

export const wanted = perDocument<View | null>(null);

/* By what is varied. */
function overParameters({ axes }: Study): View[] {
  if (axes.length === 1) return ["graph"];
  if (axes.length > 2) return ["lines"];
  return axes.every(({ levels }) => levels !== null && levels.length > 1) ? ["map", "levels"] : ["dots"];
}

/* The first is shown unless another is wanted. */
export function viewsOf(of: Study): View[] {
  const own = overParameters(of);
  const matrix: View[] = of.axes.length + of.answers.length > 2 ? ["matrix"] : [];
  if (of.wish.kind === "sweep") return [...own, ...matrix];
  return [of.wish.goals > 1 ? "front" : "descent", ...own, ...matrix];
}

export function viewOf(of: Study): View {
  const views = viewsOf(of);
  return views.find((one) => one === wanted.value) ?? views[0]!;
}
