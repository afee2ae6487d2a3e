/* labels.ts - names beside bodies, joints and points, where they are switched on. */
import type { Scene } from "../engine/engine";
import { connectsPoints } from "../state/description";
import type { Selected } from "../state/selection";
import type { Point } from "./camera";
import { element, set } from "./layers";
import { move, spot, type Instant, type Part } from "./part";
import type { ShownPoint } from "./points";
import { noSample } from "./sample";

interface Label {
  content: string;
  kind: string;
  by: [dx: number, dy: number]; // px from its place
  ends: boolean; // there, else it begins there
  at(now: Instant): Point;
}

function write({ content, kind, by: [dx, dy], ends }: Label): SVGTextElement {
  const anchor = ends ? "end" : undefined;
  const made = element("text", { class: `name name-${kind}`, dx, dy, "text-anchor": anchor, "aria-hidden": "true" });
  made.textContent = content;
  return made;
}

/* Labels that differ in their places alone. */
function alike(a: Label[], b: Label[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export class Labels {
  private list: Label[] = [];
  private texts: SVGTextElement[] = [];
  private stale = true;
  private make: () => Label[] = () => [];

  constructor(private sheet: SVGGElement) {}

  build(scene: Scene, parts: Part[], points: ShownPoint[]): void {
    this.stale = true;
    this.make = () => {
      const start: Instant = { scene, poses: scene.bodies.map((body) => body.pose), value: noSample, scale: 1 };
      const near = 1e-6 * (scene.size || 1);
      const key = ([x, y]: Point): string => `${Math.round(x / near)} ${Math.round(y / near)}`;
      /* joints in one place share a label */
      const shared = new Map<string, string[]>();
      const joints = new Map<string, string>();
      for (const joint of scene.joints.filter((one) => !one.joints && !connectsPoints(one.type))) {
        const place = key(spot(start, joint.bodies[1], joint.points[1]));
        shared.set(place, [...(shared.get(place) ?? []), joint.name]);
        joints.set(joint.name, place);
      }
      const title = ({ kind, name }: Selected): string => {
        const names = kind === "joint" ? shared.get(joints.get(name) ?? "") : undefined;
        return names ? (names[0] === name ? names.join(", ") : "") : name;
      };
      /* what stands round a joint has its name on the other side */
      const round = new Set(parts.filter((part) => part.element.matches(".surrounds")).map((part) => part.element));
      const ofParts = parts.flatMap((part): Label[] => {
        const { kind } = part.selected;
        const content = title(part.selected);
        const ends = round.has(part.element);
        const by: Label["by"] = ends ? [-14, 22] : kind === "body" ? [8, 14] : kind === "joint" ? [9, -7] : [12, 18];
        return content ? [{ content, kind, by, ends, at: () => part.anchor }] : [];
      });
      const free = points
        .filter((point) => point.body >= 0 && !shared.has(key(spot(start, point.body, point.at))))
        .map((point): Label => {
          const content = point.name.slice(point.name.lastIndexOf(".") + 1);
          const at = (now: Instant): Point => spot(now, point.body, point.at);
          return { content, kind: "point", by: [6, -6], ends: false, at };
        });
      return [...ofParts, ...free];
    };
  }

  pose(now: Instant, shown: boolean): void {
    if (shown && this.stale) this.write(this.make());
    set(this.sheet, "visibility", shown ? "inherit" : "hidden");
    if (shown) this.list.forEach((label, i) => move(this.texts[i]!, label.at(now)));
  }

  private write(list: Label[]): void {
    this.stale = false;
    if (!alike(list, this.list)) {
      this.texts = list.map(write);
      this.sheet.replaceChildren(...this.texts);
      this.sheet.classList.toggle("many", list.length > 80);
    }
    this.list = list;
  }
}
