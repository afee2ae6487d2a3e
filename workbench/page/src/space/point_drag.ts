/* point_drag.ts - a mechanism in space led by one of its points: the point goes where the pointer is, on the plane through it that faces
 * the screen, and the joints stay closed. It starts where it is let go, or springs back where its text cannot tell that.
 */
import type { DragResult, Scene, Vec } from "../engine/engine";
import { applyChanges } from "../editor/text_edits";
import { findPoint, type ShownPoint } from "../drawing/points";
import { played, toStart } from "../drawing/player";
import { toast } from "../shell/toast";
import { playing } from "../state/clock";
import { engine } from "../state/connection";
import { change, text, type TextChange } from "../state/document";
import { checkedText, name, settings, stale } from "../state/model";
import { shown } from "../state/runs";
import { whenChecked } from "../tools/drags";
import { unlocked } from "../drawing/locked";
import { DragSession } from "../tools/drag_session";
import { spot } from "./part";
import { shiftOf, initialPositionsFor } from "./initial_position";
import type { World } from "./world";
import { texts } from "../texts/texts";

const NEAR = 1e-4; // of the mechanism's size

/* The point of a moving body under the pointer; none where what is shown is not what the text says. */
export function draggablePoint(world: World, clientX: number, clientY: number, reach: number): ShownPoint | null {
  const frame = world.frame();
  if (!frame || stale.peek() || checkedText.peek() !== text.peek()) return null;
  if (played.peek() && shown.peek()?.text !== text.peek()) return null;
  const [first] = unlocked(world.hitTest(clientX, clientY, reach));
  const found = first?.kind === "point" ? findPoint(frame.scene, first.name) : null;
  return found && found.body > 0 ? found : null;
}

/* Of the ways to write the start the first that leads there. */
async function changesTo(of: string, scene: Scene, result: DragResult): Promise<TextChange[] | null> {
  for (const changes of initialPositionsFor(of, scene, result)) {
    const { scene: there } = await engine.check(applyChanges(of, changes), name.peek(), settings.peek());
    if (
      there?.assembled &&
      there.bodies.every((body, i) => shiftOf(body.pose, result.poses[i]!, scene.size) < NEAR * scene.size)
    )
      return changes;
  }
  return null;
}

/* A press on a point that may become a drag of it. */
export class PointDrag {
  private readonly scene: Scene;
  private readonly at: Vec;
  private readonly of = text.peek();
  private readonly session: DragSession;
  private begun = false;

  constructor(
    private world: World,
    point: ShownPoint,
  ) {
    const frame = world.frame()!;
    this.scene = frame.scene;
    this.at = spot(frame, point.body, point.at);
    this.session = new DragSession({
      model: () => Promise.resolve({ text: this.of, size: frame.scene.size, body: point.body }),
      point: point.at,
      show: (poses) => world.showPoses(poses),
      keep: (result) => this.keep(result),
    });
  }

  move(clientX: number, clientY: number): void {
    if (!this.begun) {
      /* what plays stops: the start is what is led */
      playing.value = false;
      if (played.peek()) toStart();
    }
    this.begun = true;
    this.session.to(this.world.across(this.at, clientX, clientY));
  }

  private async keep(result: DragResult): Promise<void> {
    const changes = await changesTo(this.of, this.scene, result);
    if (text.peek() !== this.of) return;
    if (!changes) {
      const set = this.scene.drivers.length > 0;
      toast(
        set
          ? texts.spaceView.pointDrag.theInitialPositionIsSetBy
          : texts.spaceView.pointDrag.theModelSetsItsInitialPosition,
      );
      return;
    }
    change(changes);
    await whenChecked();
  }

  end(): Promise<void> {
    return this.session.end();
  }

  cancel(): void {
    this.session.cancel();
  }
}
