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
export const LINE = 15; // px between lines of text

/* The area of its disc is the influence. */
export function discRadius({ part }: InfluenceMark): number {
  return Math.max(LEAST, MOST * Math.sqrt(part));
}

/* A point of the drawing is shown where a body has it. */
export function influencePlace(scene: Scene, { place }: InfluenceMark): ShownPoint | null {
  const on = (point: ShownPoint): boolean => point.body >= 0 && point.name.endsWith("." + place);
  return findPoint(scene, place) ?? pointsOf(scene).find(on) ?? null;
}

/* How many marks stand at the same place before each: one below the other. */
export function linesOf(marks: readonly InfluenceMark[]): number[] {
  const lines = new Map<string, number>();
  return marks.map(({ place }) => {
    const line = lines.get(place) ?? 0;
    lines.set(place, line + 1);
    return line;
  });
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

  private make(marks: InfluenceMark[]): void {
    const lines = linesOf(marks);
    this.drawn = marks.map((mark, i) => {
      const radius = discRadius(mark);
      const text = element("text", { x: String(radius + 4), y: String(4 + LINE * lines[i]!) });
      text.textContent = mark.text;
      const disc = path(mark.rises ? "influence rises" : "influence falls", circle(0, 0, radius));
      return { mark, element: group("influence-mark", [disc, text]) };
    });
    this.sheet.replaceChildren(...this.drawn.map((one) => one.element));
  }

  private draw(now: Instant): void {
    for (const { mark, element } of this.drawn) {
      const place = influencePlace(now.scene, mark);
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
