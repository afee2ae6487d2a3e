/* halo.ts - the ring round a point that is chosen or under the pointer. */
import { effect } from "@preact/signals";
import { hovered, selected, type Selected } from "../state/selection";
import { circle } from "./geometry";
import { group, move, path, spot, type Instant } from "./part";
import type { PlaneView } from "./plane_view";
import { findPoint } from "./points";

export class Halo {
  private rings = [path("halo chosen", circle(0, 0, 9)), path("halo", circle(0, 0, 9))];

  constructor(private view: PlaneView) {
    view.layers.of.labels.after(group("layer-halo", this.rings));
    view.overlays.push({ draw: (now) => this.draw(now) });
  }

  private draw(now: Instant): void {
    [selected.peek(), hovered.peek()].forEach((one, i) => this.place(this.rings[i]!, one, now));
  }

  private place(ring: SVGPathElement, what: Selected | null, now: Instant): void {
    const drawn = what?.kind === "point" ? now.scene.drawing.find((point) => point.name === what.name) : undefined;
    const found = what?.kind === "point" && !drawn ? findPoint(now.scene, what.name) : null;
    ring.setAttribute("visibility", drawn || found ? "inherit" : "hidden");
    if (drawn) move(ring, [now.scale * drawn.at[0], -now.scale * drawn.at[1]]);
    if (found) move(ring, spot(now, found.body, found.at));
  }

  watch(): () => void {
    return effect(() => {
      void selected.value;
      void hovered.value;
      this.view.redraw();
    });
  }
}
