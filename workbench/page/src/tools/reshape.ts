/* reshape.ts - a pin moved in its bodies: their lengths change, and all points that are the pin move together. What slides along one of
 * its rods stays along it (along.ts).
 *
 * Where its coordinates stand in the text is found once; then each place is but a few digits.
 */
import type { Place as Point } from "../drawing/camera";
import { formatNumber } from "../editor/numbers";
import { applyChanges } from "../editor/text_edits";
import { nodeAt, readTree, type ScalarNode } from "../editor/tree";
import type { TextChange } from "../state/document";
import { axesAlong, carried } from "./along";
import { inFrame, STILL, type Frame } from "./geometry";
import type { Refused } from "./make";
import { fineness } from "./numbers";
import { constrainedDrag } from "./sketch_rows";
import { bodyNamed, drawingPoints, groundJointAt, type Node, type Sketch } from "./sketch";
import { texts } from "../texts/texts";

interface Coordinate {
  number: ScalarNode;
  axis: 0 | 1;
  frame: Frame;
}

export interface Reshaper {
  changes(to: Point): TextChange[];
  text(to: Point): string;
}

function coordinates(sketch: Sketch, node: Node): Coordinate[] | Refused {
  const { root } = readTree(sketch.text);
  const found: Coordinate[] = [];
  const add = (path: (string | number)[], frame: Frame): void => {
    for (const axis of [0, 1] as const) {
      const number = nodeAt(root, [...path, axis]);
      if (number?.kind === "scalar") found.push({ number, axis, frame });
    }
  };
  for (const name of drawingPoints(node)) {
    if (!sketch.drawing.get(name)?.literal) return expression(name);
    add(["points", name], drawnFrame(sketch, node, name));
  }
  for (const end of node.ends) {
    const body = bodyNamed(sketch, end.body);
    if (!body || body.drawn) continue;
    if (!body.literal.has(end.point)) return expression(`${end.body}.${end.point}`);
    add(["bodies", end.body, "points", end.point], body.frame);
  }
  return found;
}

function expression(name: string): Refused {
  return { why: texts.tools.reshape.pointIsGivenByAnExpression(name) };
}

/* The ground has a pin where it is drawn, however the link that hangs on it is turned at the start. */
function drawnFrame(sketch: Sketch, node: Node, name = node.drawing): Frame {
  if (groundJointAt(sketch, node)) return STILL;
  const end = node.ends.find(({ body, point }) => point === name && bodyNamed(sketch, body)?.drawn);
  return (end && bodyNamed(sketch, end.body)?.frame) ?? STILL;
}

/* What the document holds stays true: other points move, too. */
function constrainedReshaper(sketch: Sketch, node: Node, held: (to: Point) => TextChange[]): Reshaper {
  const frame = drawnFrame(sketch, node);
  const changes = (to: Point): TextChange[] => held(inFrame(frame, to));
  return { changes, text: (to) => applyChanges(sketch.text, changes(to)) };
}

/* What brings a node to places on the ground. */
export function reshaper(sketch: Sketch, node: Node): Reshaper | Refused {
  const all = coordinates(sketch, node);
  if ("why" in all) return all;
  const held = node.drawing === null ? null : constrainedDrag(sketch, node.drawing);
  if (held) return constrainedReshaper(sketch, node, held);
  const along = carried(sketch, node).map((one) => ({ at: one.at, all: coordinates(sketch, one.node) }));
  const axes = axesAlong(sketch, node);
  const step = fineness(sketch.size, 7);
  const write = (those: Coordinate[], to: Point): TextChange[] =>
    those.map(({ number, axis, frame }) => ({
      from: number.from,
      to: number.to,
      insert: formatNumber(inFrame(frame, to)[axis], number.text, step),
    }));
  const changes = (to: Point): TextChange[] => [
    ...write(all, to),
    ...along.flatMap((one) => ("why" in one.all ? [] : write(one.all, one.at(to)))),
    ...axes.map((axis) => axis(to)),
  ];
  return { changes, text: (to) => applyChanges(sketch.text, changes(to)) };
}
