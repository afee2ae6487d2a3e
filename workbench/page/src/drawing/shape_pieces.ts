/* shape_pieces.ts - the shapes of a body: solids, each with the holes that are cut out of it. */
import type { MeshShape, Shape, SimpleShape } from "../engine/engine";

export interface ShapePiece {
  solid: SimpleShape;
  holes: SimpleShape[];
}

/* Files of triangles, which are drawn in space only. */
export function meshesOf(shape: Shape): MeshShape[] {
  const all = shape.kind === "several" ? shape.shapes : [shape];
  return all.filter((one) => one.kind === "mesh");
}

/* A hole belongs to the solid before it. A body without a shape has no pieces; meshes are none. */
export function piecesOf(shape: Shape): ShapePiece[] {
  if (shape.kind === "mesh") return [];
  if (shape.kind !== "several") return shape.kind === "none" ? [] : [{ solid: shape, holes: [] }];
  const pieces: ShapePiece[] = [];
  for (const one of shape.shapes)
    if (one.kind === "mesh") continue;
    else if (!one.hole) pieces.push({ solid: one, holes: [] });
    else pieces.at(-1)?.holes.push(one);
  return pieces.filter(({ solid }) => solid.kind !== "none");
}
