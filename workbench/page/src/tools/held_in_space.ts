/* held_in_space.ts - a drawing in space of which something was moved, with what the document holds true again.
 *
 * What was moved stays where it was put, and other points follow; where they cannot, what was moved comes as near as they let it. Pins on
 * the ground stay.
 */
import { applyChanges } from "../editor/text_edits";
import { texts } from "../texts/texts";
import { drawingGeometry, rigidRows } from "./drawing_rows";
import { redrawn } from "./link_size";
import { GROUND, type Sketch } from "./sketch";
import type { SketchEntry } from "./sketch_entries";
import { entryRows, heldRows } from "./sketch_rows";
import { solvePoints, type Row } from "./solver";

export interface Put {
  points: ReadonlySet<string>; // of the drawing: where they were put they are wanted
  asked?: SketchEntry; // a dimension that is to have a value, whatever held it before
  value?: number;
}

/* The text with all that is held; or what of it cannot be. */
export function keptHeld(of: Sketch, { points, asked, value = 0 }: Put): string | { why: string } {
  const geometry = drawingGeometry(of);
  const held = heldRows(of, geometry, asked ? [asked.name] : []);
  if (held.length === 0) return of.text;
  const rows = [...held, ...(asked ? entryRows(of, geometry, asked, value) : [])];
  const wanted = geometry.names.map((name) => points.has(name));
  const ways: { rows: Row[]; free: (i: number) => boolean }[] = [
    { rows, free: (i) => !geometry.grounded[i] && !wanted[i] },
    { rows: [...rows, ...wholeBodies(of, points)], free: (i) => !geometry.grounded[i] },
    { rows: [...rows, ...wholeBodies(of, points)], free: (i) => !geometry.grounded[i] || wanted[i]! },
  ];
  let failed: string[] = [];
  for (const way of ways) {
    const movable = geometry.literal.map((literal, i) => literal && way.free(i));
    const solved = solvePoints(geometry.at, movable, way.rows, of.size);
    if (solved.failed.length === 0) return applyChanges(of.text, redrawn(of, geometry, solved.at));
    failed = solved.failed.filter((one) => one !== "" && one !== asked?.name);
  }
  return { why: texts.dimensions.conflict(failed) };
}

/* Bodies that were moved with all their points keep their shape. */
function wholeBodies(of: Sketch, points: ReadonlySet<string>): Row[] {
  const geometry = drawingGeometry(of);
  return of.bodies.flatMap((body) => {
    const own = body.drawn && body.name !== GROUND ? [...body.points.keys()] : [];
    if (own.length < 2 || !own.every((one) => points.has(one))) return [];
    return rigidRows(
      geometry.at,
      own.flatMap((one) => geometry.index.get(one) ?? []),
    );
  });
}
