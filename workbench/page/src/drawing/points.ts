/* points.ts - the named points of a scene: of bodies (they move with them) and of the drawing (they stay where it was drawn). */
import type { Scene, Vec } from "../engine/engine";

export interface ShownPoint {
  name: string; // "crank.A"; of the drawing: "A"
  body: number; // -1: of the drawing
  at: Vec; // body frame
}

/* Those of the drawing first: they are what is edited. */
export function pointsOf(scene: Scene): ShownPoint[] {
  const drawing = scene.drawing.map((point): ShownPoint => ({ name: point.name, body: -1, at: point.at }));
  const bodies = scene.bodies.flatMap((body, i) =>
    body.points.map((point): ShownPoint => ({ name: `${body.name}.${point.name}`, body: i, at: point.at })),
  );
  return [...drawing, ...bodies];
}

/* "coupler.P" a point, "coupler" its centre of mass. */
export function findPoint(scene: Scene, name: string): ShownPoint | null {
  const body = scene.bodies.findIndex((one) => one.name === name);
  if (body >= 0) return { name, body, at: scene.bodies[body]!.com };
  return pointsOf(scene).find((one) => one.name === name && one.body >= 0) ?? null;
}
