/* labels.ts - names beside bodies, joints and points, where they are switched on; they cover neither each other nor pins and points. */
import type { Scene } from "../engine/engine";
import { connectsPoints } from "../state/description";
import type { Selected } from "../state/selection";
import type { Point } from "./camera";
import { leaderEnd, placeLabels, placesAround, placeSome, type Box, type LabelWish } from "./label_places";
import { element, set } from "./layers";
import { draw, move, path, spot, type Instant, type Part } from "./part";
import type { ShownPoint } from "./points";
import { noSample } from "./sample";

interface Label {
  content: string;
  kind: string;
  first: number; // of the places round its anchor: where it stands if that is free
  gap: number; // px from the anchor
  at(now: Instant): Point;
}

const [RIGHT_ABOVE, RIGHT_BELOW, LEFT_BELOW] = [0, 1, 3]; // of placesAround
const MOST = 80; // labels that look for a free place; of more those are seen that have room where they are
const FAR = 24; // px
const [LINE, ASCENT] = [14, 11]; // px: of a letter
const PIN = 7; // px: half of what a pin or point keeps free

function write({ content, kind }: Label): SVGTextElement {
  const made = element("text", { class: `name name-${kind}`, "aria-hidden": "true" });
  made.textContent = content;
  return made;
}

let pen: CanvasRenderingContext2D | null | undefined;

/* How wide a name is, told without a layout of the page; where there is no canvas, about. */
function widthOf({ content, kind }: Label): number {
  pen ??= typeof document === "undefined" ? null : (document.createElement("canvas").getContext?.("2d") ?? null);
  if (!pen) return 6.6 * content.length;
  pen.font = `${kind === "joint" ? "600 " : ""}12px ${getComputedStyle(document.documentElement).fontFamily}`;
  return pen.measureText(content).width;
}

/* Its places, the preferred one first. */
function placesOf(label: Label, width: number): Pick<LabelWish, "places" | "near"> {
  const { places, near } = placesAround(width, LINE, label.gap, label.gap + FAR);
  const order = (from: number): Point[] => [
    places[from + label.first]!,
    ...places.slice(from, from + near).filter((_, i) => i !== label.first),
  ];
  return { places: [...order(0), ...order(near)], near };
}

/* Labels that differ in their places alone. */
function alike(a: Label[], b: Label[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export class Labels {
  private list: Label[] = [];
  private texts: SVGTextElement[] = [];
  private shapes: Omit<LabelWish, "anchor">[] = [];
  private before: number[] = []; // where each stood in the last frame
  private readonly leaders = path("name-leaders");
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
        const first = ends ? LEFT_BELOW : kind === "joint" ? RIGHT_ABOVE : RIGHT_BELOW;
        const gap = ends ? 14 : kind === "joint" ? 8 : kind === "body" ? 7 : 12;
        return content ? [{ content, kind, first, gap, at: () => part.anchor }] : [];
      });
      const free = points
        .filter((point) => point.body >= 0 && !shared.has(key(spot(start, point.body, point.at))))
        .map((point): Label => {
          const content = point.name.slice(point.name.lastIndexOf(".") + 1);
          const at = (now: Instant): Point => spot(now, point.body, point.at);
          return { content, kind: "point", first: RIGHT_ABOVE, gap: 6, at };
        });
      return [...ofParts, ...free];
    };
  }

  /* window: what is seen of the world, px */
  pose(now: Instant, shown: boolean, window: Box): void {
    if (shown && this.stale) this.write(this.make());
    set(this.sheet, "visibility", shown ? "inherit" : "hidden");
    if (shown) this.place(now, window);
  }

  private place(now: Instant, window: Box): void {
    const wishes = this.list.map((label, i): LabelWish => ({ ...this.shapes[i]!, anchor: label.at(now) }));
    const many = wishes.length > MOST;
    /* bodies have their names on themselves: only pins and points must be seen */
    const pins = this.list.flatMap(({ kind }, i): Box[] => {
      const [x, y] = wishes[i]!.anchor;
      return many || kind === "body" ? [] : [{ x: x - PIN, y: y - PIN, width: 2 * PIN, height: 2 * PIN }];
    });
    const places = many
      ? placeSome(wishes, window, this.before)
      : placeLabels(wishes, [...pins, ...(now.taken ?? [])], this.before);
    this.before = places.map((one) => one?.place ?? -1);
    let lines = "";
    places.forEach((found, i) => {
      show(this.texts[i]!, found !== null);
      if (!found) return;
      const { box, far } = found;
      move(this.texts[i]!, [box.x, box.y + ASCENT]);
      if (!far) return;
      const { anchor } = wishes[i]!;
      const end = leaderEnd(box, anchor);
      lines += `M${anchor.map((x) => x.toFixed(1)).join(" ")}L${end.map((x) => x.toFixed(1)).join(" ")}`;
    });
    draw(this.leaders, lines);
  }

  private write(list: Label[]): void {
    this.stale = false;
    if (!alike(list, this.list)) {
      this.texts = list.map(write);
      this.shapes = list.map((label) => {
        const width = widthOf(label);
        return { width, height: LINE, ...placesOf(label, width) };
      });
      this.before = [];
      this.sheet.replaceChildren(this.leaders, ...this.texts);
      this.sheet.classList.toggle("many", list.length > MOST);
    }
    this.list = list;
  }
}

function show(text: SVGTextElement, seen: boolean): void {
  if (text.hasAttribute("display") !== seen) return;
  if (seen) text.removeAttribute("display");
  else text.setAttribute("display", "none");
}
