/* halo.ts - the ring round a point that is chosen or under the pointer. */
import { effect } from "@preact/signals";
import { hovered, selection, type Selected } from "../state/selection";
import { circle } from "./geometry";
import { group, move, path, spot, type Instant } from "./part";
import type { PlaneView } from "./plane_view";
import { findPoint } from "./points";

export class Halo {
  private under = path("halo", circle(0, 0, 9));
  private chosen: SVGPathElement[] = []; // as many as were needed at once
  private sheet = group("layer-halo", [this.under]);

  constructor(private view: PlaneView) {
    view.layers.of.labels.after(this.sheet);
    view.overlays.push({ draw: (now) => this.draw(now) });
  }

  private draw(now: Instant): void {
    const points = selection.peek().filter(({ kind }) => kind === "point");
    while (this.chosen.length < points.length) {
      const ring = path("halo chosen", circle(0, 0, 9));
      this.chosen.push(ring);
      this.sheet.prepend(ring);
    }
    this.chosen.forEach((ring, i) => this.place(ring, points[i] ?? null, now));
    this.place(this.under, hovered.peek(), now);
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
      void selection.value;
      void hovered.value;
      this.view.redraw();
    });
  }
}
