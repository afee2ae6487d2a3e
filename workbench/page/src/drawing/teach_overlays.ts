/* teach_overlays.ts - the teaching overlays that are on, over the drawing in the plane: each on a sheet of its own. */
import { effect } from "@preact/signals";
import { overlayKinds, type DrawnOverlay, type OverlayKind } from "./overlay_kind";
import { isOn } from "./overlay_state";
import { group, type Instant } from "./part";
import { played } from "./player";
import type { PlaneView } from "./plane_view";

interface Shown {
  sheet: SVGGElement;
  drawn: DrawnOverlay;
  end: () => void; // no longer prepares it
}

export class TeachOverlays {
  private readonly shown = new Map<OverlayKind, Shown>();
  private readonly sheet = group("teach");

  constructor(private readonly view: PlaneView) {
    view.layers.of.arrows.before(this.sheet);
    view.overlays.push({ draw: (now) => this.draw(now) });
  }

  watch(): () => void {
    const stop = effect(() => {
      for (const kind of overlayKinds.filter((one) => one.make)) this.toggle(kind, isOn(kind.id));
      this.view.redraw();
    });
    return () => {
      stop();
      for (const kind of [...this.shown.keys()]) this.toggle(kind, false);
    };
  }

  private toggle(kind: OverlayKind, on: boolean): void {
    const known = this.shown.get(kind);
    if (on === (known !== undefined)) return;
    if (known) {
      known.end();
      known.sheet.remove();
      this.shown.delete(kind);
      return;
    }
    const sheet = group(`teach-${kind.id}`);
    this.sheet.append(sheet);
    const drawn = kind.make!(sheet, this.view);
    const end = effect(() => {
      const now = played.value;
      drawn.prepare(now && !now.modes && !now.scene.space ? now : null);
      this.view.redraw();
    });
    this.shown.set(kind, { sheet, drawn, end });
  }

  private draw(now: Instant): void {
    const current = played.peek();
    const same = current !== null && current.scene === now.scene;
    for (const { sheet, drawn } of this.shown.values()) {
      sheet.setAttribute("visibility", same ? "inherit" : "hidden");
      if (same) drawn.draw(now);
    }
  }
}
