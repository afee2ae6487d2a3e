/* lead.ts - a mechanism in space led by one of its points: the point goes where the pointer is, on the plane through it that faces
 * the screen, and the joints stay closed. When it is let go it springs back to its start.
 */
import type { Hand, Vec } from "../engine/engine";
import { findPoint, type ShownPoint } from "../drawing/points";
import { played } from "../drawing/player";
import { toast } from "../shell/toast";
import { engine } from "../state/connection";
import { text } from "../state/document";
import { checkedText, name, settings, stale } from "../state/model";
import { spot } from "./part";
import type { World } from "./world";

/* The point of a moving body under the pointer. A motion that is played is not led. */
export function leadable(world: World, clientX: number, clientY: number, reach: number): ShownPoint | null {
  const frame = world.frame();
  if (!frame || played.peek() || stale.peek() || checkedText.peek() !== text.peek()) return null;
  const [first] = world.hitTest(clientX, clientY, reach);
  const found = first?.kind === "point" ? findPoint(frame.scene, first.name) : null;
  return found && found.body > 0 ? found : null;
}

export class Leading {
  private hand: Promise<Hand> | null = null;
  private wanted: Vec | null = null;
  private busy = false;
  private over = false;
  private at: Vec;

  constructor(
    private world: World,
    private point: ShownPoint,
  ) {
    this.at = spot(world.frame()!, point.body, point.at);
  }

  move(clientX: number, clientY: number): void {
    if (this.over) return;
    this.hand ??= engine.hold(text.peek(), name.peek(), settings.peek());
    this.wanted = this.world.across(this.at, clientX, clientY);
    if (!this.busy) void this.follow();
  }

  /* One request under way at a time, always for the latest place. */
  private async follow(): Promise<void> {
    this.busy = true;
    try {
      const hand = await this.hand!;
      while (this.wanted && !this.over) {
        const to = this.wanted;
        this.wanted = null;
        const lead = await hand.lead(this.point.body, this.point.at, to);
        if (!this.over) this.world.showPoses(lead.poses);
      }
    } catch (error) {
      if (!this.over)
        toast(error instanceof Error ? error.message : "The mechanism cannot be led by hand.", { kind: "error" });
      this.cancel();
    }
    this.busy = false;
  }

  async end(): Promise<void> {
    this.cancel();
  }

  cancel(): void {
    if (this.over) return;
    this.over = true;
    void this.hand?.then((hand) => hand.release()).catch(() => {});
    if (this.hand) this.world.showPoses(null);
  }
}
