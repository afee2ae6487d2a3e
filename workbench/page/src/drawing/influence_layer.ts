/* influence_layer.ts - what parameters do to an answer, drawn where they stand: a disc whose area is the influence, and its number. */
import { effect } from "@preact/signals";
import type { Scene } from "../engine/engine";
import { influenceMarks, type InfluenceMark } from "../state/influence";
import { circle } from "./geometry";
import { element } from "./layers";
import { group, move, path, spot, type Instant } from "./part";
import type { PlaneView } from "./plane_view";
import { findPoint, pointsOf, type ShownPoint } from "./points";

const [LEAST, MOST] = [3, 22]; // px, radius

/* A point of the drawing is shown where a body has it. */
function placeOf(scene: Scene, name: string): ShownPoint | null {
  const on = (point: ShownPoint): boolean => point.body >= 0 && point.name.endsWith("." + name);
  return findPoint(scene, name) ?? pointsOf(scene).find(on) ?? null;
}

interface Drawn {
  mark: InfluenceMark;
  element: SVGGElement;
}

export class InfluenceLayer {
  private sheet = group("layer-influence");
  private drawn: Drawn[] = [];

  constructor(private view: PlaneView) {
    view.layers.of.labels.after(this.sheet);
    view.overlays.push({ draw: (now) => this.draw(now) });
  }

  /* One below the other where several stand at one place. */
  private make(marks: InfluenceMark[]): void {
    const lines = new Map<string, number>();
    this.drawn = marks.map((mark) => {
      const line = lines.get(mark.place) ?? 0;
      lines.set(mark.place, line + 1);
      const radius = Math.max(LEAST, MOST * Math.sqrt(mark.part));
      const text = element("text", { x: String(radius + 4), y: String(4 + 15 * line) });
      text.textContent = mark.text;
      const disc = path(mark.rises ? "influence rises" : "influence falls", circle(0, 0, radius));
      return { mark, element: group("influence-mark", [disc, text]) };
    });
    this.sheet.replaceChildren(...this.drawn.map((one) => one.element));
  }

  private draw(now: Instant): void {
    for (const { mark, element } of this.drawn) {
      const place = placeOf(now.scene, mark.place);
      element.setAttribute("visibility", place ? "inherit" : "hidden");
      if (place) move(element, spot(now, place.body, place.at));
    }
  }

  watch(): () => void {
    return effect(() => {
      this.make(influenceMarks.value);
      this.view.redraw();
    });
  }
}
