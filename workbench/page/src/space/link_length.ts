/* link_length.ts - a link in space made longer or shorter: one of its ends moves along it. */
import { texts } from "../texts/texts";
import { translation } from "../tools/affine";
import { minus, vec } from "../tools/geometry";
import type { Side } from "../tools/link_size";
import { movedBy } from "../tools/moved";
import { groundJointAt, nameOfNode, nodeOfEnd, type Node, type Sketch } from "../tools/sketch";
import { transformed } from "../tools/transform";
import { times } from "./vectors";

/* The text with one end of a side moved along it, so that it is so long. */
export function withLength(of: Sketch, side: Side, long: number): string | { why: string } {
  const ends = [side.from, side.to].map((point) => nodeOfEnd(of, { body: side.body, point }));
  if (!(long > 0)) return { why: texts.sizes.notPositive };
  if (!ends[0] || !ends[1]) return { why: texts.sizes.gone(side.body) };
  const onPin = (node: Node): boolean => groundJointAt(of, node) !== undefined;
  const [still, moving] = onPin(ends[1]) && !onPin(ends[0]) ? [ends[1], ends[0]] : [ends[0], ends[1]];
  const by = vec(minus(moving.at, still.at));
  const shift = times(by, long / Math.hypot(...by) - 1);
  return transformed(of, movedBy(of, [{ kind: "point", name: nameOfNode(moving) }]), translation(shift));
}
