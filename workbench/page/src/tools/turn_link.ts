/* turn_link.ts - a body with a frame of its own is rotated to an angle: the engine leads the mechanism there, joints closed. */
import type { Place as Point } from "../drawing/camera";
import { commit } from "../editor/commit";
import { engine } from "../state/connection";
import { text } from "../state/document";
import { name, settings } from "../state/model";
import { texts } from "../texts/texts";
import { frameOf, minus, onGround } from "./geometry";
import { initialPositionAt } from "./initial_position";
import { measure, type Side } from "./link_size";
import { bodyNamed, type Sketch } from "./sketch";
import type { DragResult } from "../engine/engine";

const MAX_MOVES = 40;
const NEAR = 1e-9; // rad

/* Answers why it could not be; undefined where it was. */
export async function turnLink(sketch: Sketch, side: Side, angle: number): Promise<string | undefined> {
  const body = bodyNamed(sketch, side.body);
  const index = sketch.scene?.bodies.findIndex((one) => one.name === side.body) ?? -1;
  if (!body || index < 0) return texts.sizes.gone(side.body);
  const [from, to] = [body.points.get(side.from)!, body.points.get(side.to)!];
  const { length } = measure(body, side);
  const drag = await engine.drag(sketch.text, name.peek(), settings.peek()).catch(() => null);
  if (!drag) return texts.sizes.noAnswer;
  try {
    let frame = body.frame;
    let result: DragResult | null = null;
    for (let i = 0; i < MAX_MOVES; i++) {
      const base = onGround(frame, from);
      const by = minus(onGround(frame, to), base);
      const now = Math.atan2(by[1], by[0]);
      const left = Math.atan2(Math.sin(angle - now), Math.cos(angle - now));
      if (Math.abs(left) < NEAR) break;
      const next = now + Math.max(-0.5, Math.min(0.5, left)); // a little at a time, in the branch in which it is assembled
      const there: Point = [base[0] + length * Math.cos(next), base[1] + length * Math.sin(next)];
      result = await drag.move(index, [to[0], to[1], 0], [there[0], there[1], 0]);
      frame = frameOf(sketch.scene!.bodies[index]!.com, result.poses[index]!);
    }
    const by = minus(onGround(frame, to), onGround(frame, from));
    const off = Math.atan2(by[1], by[0]) - angle;
    if (!result) return undefined; // it stands there
    if (!result.closed || Math.abs(Math.sin(off)) > 1e-6 || Math.cos(off) < 0) return texts.sizes.noAngle;
    const restart = initialPositionAt(sketch, result);
    if ("why" in restart) return restart.why;
    if (text.peek() !== sketch.text) return texts.sizes.noAnswer;
    return commit(() => restart.changes);
  } catch {
    return texts.sizes.noAngle;
  } finally {
    drag.release();
  }
}
