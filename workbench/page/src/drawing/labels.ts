/* labels.ts - names beside bodies, joints and points, where they are switched on. */
import type { Scene } from "../engine/engine";
import type { Selected } from "../state/selection";
import type { Point } from "./camera";
import { element } from "./layers";
import { move, spot, type Instant, type Part } from "./part";
import type { ShownPoint } from "./points";
import { noSample } from "./sample";

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
      const start: Instant = { scene, poses: scene.bodies.map((body) => body.pose), value: noSample, scale: 1 };
      const near = 1e-6 * (scene.size || 1);
      const key = ([x, y]: Point): string => `${Math.round(x / near)} ${Math.round(y / near)}`;
      /* joints in one place share a label */
      const shared = new Map<string, string[]>();
      const joints = new Map<string, string>();
      for (const joint of scene.joints.filter((one) => !one.joints && one.type !== "distance")) {
        const place = key(spot(start, joint.bodies[1], joint.points[1]));
        shared.set(place, [...(shared.get(place) ?? []), joint.name]);
        joints.set(joint.name, place);
      }
      const title = ({ kind, name }: Selected): string => {
        const names = kind === "joint" ? shared.get(joints.get(name) ?? "") : undefined;
        return names ? (names[0] === name ? names.join(", ") : "") : name;
      };
      /* what stands round a joint has its name on the other side */
      const round = new Set(
        parts.filter((part) => part.element.matches(".motor, .torsion, .torque, .driver")).map((part) => part.element),
      );
      const ofParts = parts.flatMap((part): Label[] => {
        const { kind } = part.selected;
        const content = title(part.selected);
        const [dx, dy] = kind === "body" ? [8, 14] : kind === "joint" ? [9, -7] : [12, 18];
        const made = text(content, kind, round.has(part.element) ? -14 : dx, round.has(part.element) ? 22 : dy);
        if (round.has(part.element)) made.setAttribute("text-anchor", "end");
        return content ? [{ element: made, at: () => part.anchor }] : [];
      });
      const free = points
        .filter((point) => point.body >= 0 && !shared.has(key(spot(start, point.body, point.at))))
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
      this.sheet.classList.toggle("many", this.list.length > 80);
      this.stale = false;
    }
    this.sheet.setAttribute("visibility", shown ? "inherit" : "hidden");
    if (shown) for (const label of this.list) move(label.element, label.at(now));
  }
}
