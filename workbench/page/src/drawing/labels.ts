/* labels.ts - names beside bodies, joints and points, where they are switched on. */
import type { Scene } from "../engine/engine";
import type { Point } from "./camera";
import { element } from "./layers";
import { move, spot, type Instant, type Part } from "./part";
import type { ShownPoint } from "./points";

interface Label {
  element: SVGTextElement;
  at(now: Instant): Point;
}

export class Labels {
  private list: Label[] = [];
  private stale = true;
  private make: () => Label[] = () => [];

  constructor(private sheet: SVGGElement) {}

  build(scene: Scene, parts: Part[], points: ShownPoint[]): void {
    this.stale = true;
    this.sheet.replaceChildren();
    this.make = () => {
      const text = (content: string, kind: string, dx: number, dy: number): SVGTextElement => {
        const made = element("text", { class: `name name-${kind}`, dx, dy, "aria-hidden": "true" });
        made.textContent = content;
        return made;
      };
      const named = new Set(scene.joints.map((joint) => joint.name));
      const ofParts = parts.map((part): Label => {
        const { kind, name } = part.selected;
        const [dx, dy] = kind === "body" ? [8, 14] : kind === "joint" ? [9, -7] : [12, 18];
        return { element: text(name, kind, dx, dy), at: () => part.anchor };
      });
      const free = points
        .filter((point) => point.body >= 0 && !named.has(point.name.slice(point.name.indexOf(".") + 1)))
        .map((point): Label => {
          const short = point.name.slice(point.name.indexOf(".") + 1);
          return { element: text(short, "point", 6, -6), at: (now) => spot(now, point.body, point.at) };
        });
      return [...ofParts, ...free];
    };
  }

  pose(now: Instant, shown: boolean): void {
    if (shown && this.stale) {
      this.list = this.make();
      this.sheet.replaceChildren(...this.list.map((one) => one.element));
      this.stale = false;
    }
    this.sheet.setAttribute("visibility", shown ? "inherit" : "hidden");
    if (shown) for (const label of this.list) move(label.element, label.at(now));
  }
}
