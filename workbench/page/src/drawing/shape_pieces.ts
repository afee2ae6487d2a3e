/* shape_pieces.ts - the shapes of a body: solids, each with the holes that are cut out of it. */
import type { Shape, SimpleShape } from "../engine/engine";

export interface ShapePiece {
  solid: SimpleShape;
  holes: SimpleShape[];
}

/* A hole belongs to the solid before it. A body without a shape has no pieces. */
export function piecesOf(shape: Shape): ShapePiece[] {
  if (shape.kind !== "several") return shape.kind === "none" ? [] : [{ solid: shape, holes: [] }];
  const pieces: ShapePiece[] = [];
  for (const one of shape.shapes)
    if (!one.hole) pieces.push({ solid: one, holes: [] });
    else pieces.at(-1)?.holes.push(one);
  return pieces.filter(({ solid }) => solid.kind !== "none");
}
