/* held_frames.ts - in the plane: bodies whose frames keep their angle when they are rotated or mirrored, since they hang by joints on the
 * ground or on a body that is drawn. What is written in these frames is turned instead: then all angles of joints stay what they were, in a
 * mirror but for their sign, and so does what limits, drives and loads them.
 */
import { jointKind } from "../state/description";
import type { Moved } from "./moved";
import { bodyNamed, type Sketch } from "./sketch";

export function heldFrames(of: Sketch, what: Moved): Set<string> {
  const held = new Set<string>();
  const framed = (name: string): boolean => what.bodies.has(name) && bodyNamed(of, name)?.drawn === false;
  const joints = of.joints.filter(({ ends, type }) => ends && jointKind(type)?.connects === "bodies");
  for (let grown = true; grown;) {
    grown = false;
    for (const { ends } of joints) {
      const [a, b] = ends!.map(({ body }) => body) as [string, string];
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const) {
        if (!framed(one) || held.has(one) || (framed(other) && !held.has(other))) continue;
        held.add(one);
        grown = true;
      }
    }
  }
  return held;
}
