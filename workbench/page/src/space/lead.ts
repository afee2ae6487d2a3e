/* lead.ts - a mechanism in space led by one of its points: the point goes where the pointer is, on the plane through it that faces
 * the screen, and the joints stay closed. It starts where it is let go, or springs back where its text cannot tell that.
 */
import type { Hand, Lead, Scene, Vec } from "../engine/engine";
import { applyChanges } from "../editor/surgery";
import { findPoint, type ShownPoint } from "../drawing/points";
import { played, toStart } from "../drawing/player";
import { toast } from "../shell/toast";
import { playing } from "../state/clock";
import { engine } from "../state/connection";
import { change, text, type TextChange } from "../state/document";
import { checkedText, name, settings, stale } from "../state/model";
import { shown } from "../state/runs";
import { whenChecked } from "../tools/drags";
import { Latest } from "../tools/latest";
import { spot } from "./part";
import { shiftOf, startsAt } from "./start";
import type { World } from "./world";

const NEAR = 1e-4; // of the mechanism's size

/* The point of a moving body under the pointer; none where what is shown is not what the text says. */
export function leadable(world: World, clientX: number, clientY: number, reach: number): ShownPoint | null {
  const frame = world.frame();
  if (!frame || stale.peek() || checkedText.peek() !== text.peek()) return null;
  if (played.peek() && shown.peek()?.text !== text.peek()) return null;
  const [first] = world.hitTest(clientX, clientY, reach);
  const found = first?.kind === "point" ? findPoint(frame.scene, first.name) : null;
  return found && found.body > 0 ? found : null;
}

/* Of the ways to write the start the first that leads there. */
async function wayThere(of: string, scene: Scene, lead: Lead): Promise<TextChange[] | null> {
  for (const changes of startsAt(of, scene, lead)) {
    const { scene: there } = await engine.check(applyChanges(of, changes), name.peek(), settings.peek());
    if (
      there?.assembled &&
      there.bodies.every((body, i) => shiftOf(body.pose, lead.poses[i]!, scene.size) < NEAR * scene.size)
    )
      return changes;
  }
  return null;
}

export class Leading {
  private readonly of = text.peek();
  private readonly scene: Scene;
  private readonly at: Vec;
  private hand: Promise<Hand> | null = null;
  private lead: Lead | null = null;
  private away = Infinity;
  private target: Vec | null = null;
  private over = false;
  private readonly latest: Latest<Vec, Lead>;

  constructor(
    private world: World,
    point: ShownPoint,
  ) {
    const frame = world.frame()!;
    this.scene = frame.scene;
    this.at = spot(frame, point.body, point.at);
    this.latest = new Latest(
      async (to) => (await this.hand!).lead(point.body, point.at, to),
      (lead, to) => this.take(lead, to),
      (error) => this.fail(error),
    );
  }

  move(clientX: number, clientY: number): void {
    if (this.over) return;
    if (!this.hand) {
      /* what plays stops: the start is what is led */
      playing.value = false;
      if (played.peek()) toStart();
      this.hand = engine.hold(this.of, name.peek(), settings.peek());
    }
    this.target = this.world.across(this.at, clientX, clientY);
    this.away = Infinity;
    this.latest.put(this.target);
  }

  private take(lead: Lead, to: Vec): void {
    this.lead = lead;
    this.world.showPoses(lead.poses);
    const nearer = lead.distance < 0.999 * this.away;
    this.away = lead.distance;
    /* what is far off is approached in several steps */
    if (nearer && lead.distance > NEAR * this.scene.size && to === this.target)
      requestAnimationFrame(() => {
        if (!this.over && to === this.target) this.latest.put(to);
      });
  }

  private fail(error: unknown): void {
    if (this.over) return;
    toast(error instanceof Error ? error.message : "The mechanism cannot be led by hand.", { kind: "error" });
    this.cancel();
  }

  async end(): Promise<void> {
    await this.latest.done();
    if (this.over) return;
    this.finish();
    try {
      if (this.lead) await this.keep(this.lead);
    } catch {
      toast("The new start could not be written, so it stays as it was.");
    }
    this.world.showPoses(null);
  }

  private async keep(lead: Lead): Promise<void> {
    if (!lead.closed) {
      toast("The joints could not be kept closed there, so the start stays as it was.");
      return;
    }
    const changes = await wayThere(this.of, this.scene, lead);
    if (text.peek() !== this.of) return;
    if (!changes) {
      const set = this.scene.drivers.length > 0;
      toast(set ? "The start is set by drivers; it went back there." : "The model sets its start; it went back there.");
      return;
    }
    change(changes);
    await whenChecked();
  }

  private finish(): void {
    this.over = true;
    this.latest.stop();
    void this.hand?.then((hand) => hand.release()).catch(() => {});
  }

  cancel(): void {
    if (this.over) return;
    this.finish();
    if (this.hand) this.world.showPoses(null);
  }
}
