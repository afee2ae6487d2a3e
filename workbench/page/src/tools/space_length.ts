/* space_length.ts - a link in space made longer or shorter: one of its ends moves along it; what the document holds stays true. */
import { times } from "../drawing/vectors";
import { texts } from "../texts/texts";
import { translation } from "./affine";
import { minus, vec } from "./geometry";
import { keptHeld } from "./held_in_space";
import type { Side } from "./link_size";
import { movedBy } from "./moved";
import { drawingPoints, groundJointAt, nameOfNode, nodeOfEnd, readSketch, type Node, type Sketch } from "./sketch";
import type { SketchEntry } from "./sketch_entries";
import { transformed } from "./transform";

/* The text with one end of a side moved along it, so that it is so long; `holder`: what holds it, which is to have this value from now on. */
export function withLength(
  of: Sketch,
  side: Side,
  long: number,
  holder: SketchEntry | null = null,
): string | { why: string } {
  const ends = [side.from, side.to].map((point) => nodeOfEnd(of, { body: side.body, point }));
  if (!(long > 0)) return { why: texts.sizes.notPositive };
  if (!ends[0] || !ends[1]) return { why: texts.sizes.gone(side.body) };
  const onPin = (node: Node): boolean => groundJointAt(of, node) !== undefined;
  const [still, moving] = onPin(ends[1]) && !onPin(ends[0]) ? [ends[1], ends[0]] : [ends[0], ends[1]];
  const by = vec(minus(moving.at, still.at));
  const shift = times(by, long / Math.hypot(...by) - 1);
  const what = movedBy(of, [{ kind: "point", name: nameOfNode(moving) }]);
  const after = readSketch(transformed(of, what, translation(shift)), of.scene);
  const line: SketchEntry["of"] = [[`${side.body}.${side.from}`, `${side.body}.${side.to}`]];
  const asked: SketchEntry = holder ?? { name: "", kind: "length", of: line, is: null, label: null };
  return keptHeld(after, { points: new Set(drawingPoints(moving)), asked, value: long });
}
