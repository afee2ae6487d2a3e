/* overlay.ts - what is written over the view of space, flat and crisp: axes, gravity, scale, legend, names, centres of mass, rings, locks. */
import type { Vec } from "../engine/engine";
import { ARROW_UNITS } from "../drawing/arrow_set";
import { NARROW } from "../drawing/gravity";
import { quantity } from "../shell/quantity";
import { lengthText, roundValue } from "../drawing/grid";
import { LINE } from "../drawing/influence_layer";
import { LOCK } from "../drawing/touch_part";
import type { Legend } from "./arrows";
import type { Paint } from "./paint";
import { texts } from "../texts/texts";

export type Place = [x: number, y: number];

export interface Label {
  text: string;
  at: Place;
  bold: boolean;
}

export interface Written {
  width: number;
  height: number;
  right: Vec; // of the screen, ground axes
  up: Vec;
  towards: Vec; // to the eye
  gravity: Vec;
  step: number | null; // m between lines of the grid
  metre: number; // px, where the mechanism is
  legend: Legend[];
  labels: Label[];
  values: { text: string; at: Place; colour: string }[]; // of arrows, at their tips
  masses: Place[];
  rings: { at: Place; chosen: boolean }[];
  locks: Place[]; // where friction sticks
  discs: { at: Place; radius: number; text: string; line: number; rises: boolean }[]; // what parameters do to an answer
}

type Pen = CanvasRenderingContext2D;

const AXES: [string, Vec, string][] = [
  ["x", [1, 0, 0], "error"],
  ["y", [0, 1, 0], "ok"],
  ["z", [0, 0, 1], "accent"],
];
const FONT = '12px system-ui, "DejaVu Sans", sans-serif';

export class Overlay {
  constructor(private paint: Paint) {}

  draw(pen: Pen, written: Written): void {
    pen.lineCap = "round";
    pen.lineJoin = "round";
    pen.font = FONT;
    for (const at of written.masses) this.mass(pen, at);
    for (const at of written.locks) this.lock(pen, at);
    for (const ring of written.rings) this.ring(pen, ring.at, ring.chosen);
    this.labels(pen, written.labels);
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    this.discs(pen, written);
    this.values(pen, written);
    this.triad(pen, written);
    this.gravity(pen, written);
    this.legend(pen, written);
  }

  private text(pen: Pen, text: string, x: number, y: number, colour: string): void {
    pen.lineWidth = 3.5;
    pen.strokeStyle = this.paint.text("paper");
    pen.strokeText(text, x, y);
    pen.fillStyle = this.paint.text(colour);
    pen.fillText(text, x, y);
  }

  /* Beside the tips of their arrows, the largest first; one that finds no free place gives way. */
  private values(pen: Pen, { values, width: wide, height }: Written): void {
    const taken: Box[] = [];
    for (const { text, at, colour } of values) {
      const box = freeValueBox(taken, at, pen.measureText(text).width, wide, height);
      if (!box) continue;
      taken.push(box);
      this.text(pen, text, box.left, box.top, colour);
    }
  }

  private arrow(pen: Pen, from: Place, by: Place, colour: string, width = 2): void {
    const size = Math.hypot(...by);
    pen.strokeStyle = pen.fillStyle = this.paint.text(colour);
    pen.lineWidth = width;
    const [ux, uy] = size > 0 ? [by[0] / size, by[1] / size] : [0, 0];
    const head = Math.min(8, size);
    const tip: Place = [from[0] + by[0], from[1] + by[1]];
    pen.beginPath();
    pen.moveTo(...from);
    pen.lineTo(tip[0] - 0.8 * head * ux, tip[1] - 0.8 * head * uy);
    pen.stroke();
    pen.beginPath();
    pen.moveTo(...tip);
    pen.lineTo(tip[0] - head * ux - 0.45 * head * uy, tip[1] - head * uy + 0.45 * head * ux);
    pen.lineTo(tip[0] - head * ux + 0.45 * head * uy, tip[1] - head * uy - 0.45 * head * ux);
    pen.closePath();
    pen.fill();
  }

  /* x red, y green, z blue; the farthest is drawn first. */
  private triad(pen: Pen, { height, right, up, towards }: Written): void {
    const [cx, cy] = [44, height - 46];
    const sorted = AXES.map(([name, axis, colour]) => {
      const along = (of: Vec): number => of[0] * axis[0] + of[1] * axis[1] + of[2] * axis[2];
      return { name, colour, x: along(right), y: -along(up), depth: along(towards) };
    }).sort((a, b) => a.depth - b.depth);
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = `600 ${FONT}`;
    for (const { name, colour, x, y } of sorted) {
      this.arrow(pen, [cx, cy], [26 * x, 26 * y], colour, 2.5);
      const off = Math.hypot(x, y) > 0.25 ? 35 : 12;
      const way: Place = Math.hypot(x, y) > 0.02 ? [x / Math.hypot(x, y), y / Math.hypot(x, y)] : [0.7, 0.7];
      const far = Math.max(26 * Math.hypot(x, y) + 9, off === 12 ? 14 : 0);
      this.text(pen, name, cx + far * way[0], cy + far * way[1], colour);
    }
    pen.font = FONT;
  }

  private gravity(pen: Pen, { width, right, up, gravity }: Written): void {
    const g = Math.hypot(...gravity);
    if (!(g > 0)) return;
    const along = (of: Vec): number => (of[0] * gravity[0] + of[1] * gravity[1] + of[2] * gravity[2]) / g;
    const [x, y] = [along(right), -along(up)];
    const [cx, cy] = [width - 28, 36];
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    const beside = width >= NARROW;
    this.text(pen, `g ${quantity(g, "m/s^2", 3)}`, beside ? cx - 14 : width - 8, beside ? cy : cy + 34, "muted");
    this.arrow(pen, [cx - 17 * x, cy - 17 * y], [34 * x, 34 * y], "muted");
    if (Math.hypot(x, y) > 0.15) return;
    pen.beginPath();
    pen.arc(cx, cy, 4, 0, 2 * Math.PI);
    pen.stroke();
  }

  /* The scale of the grid, and one arrow of a round value for each kind of arrows. */
  private legend(pen: Pen, { height, step, metre, legend }: Written): void {
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    let y = height - 18;
    if (step !== null) {
      this.text(pen, texts.spaceView.overlay.grid(lengthText(step)), 96, y, "muted");
      y -= 20;
    }
    for (const { kind, perUnit } of [...legend].reverse()) {
      const px = perUnit * metre;
      const value = roundValue(34 / px, ARROW_UNITS[kind]);
      this.arrow(pen, [96, y], [value * px, 0], kind);
      this.text(pen, `${quantity(value, ARROW_UNITS[kind], 1)} ${kind}`, 104 + value * px, y, "ink");
      y -= 20;
    }
  }

  /* The quartered disc that marks a centre of mass. */
  private mass(pen: Pen, [x, y]: Place): void {
    pen.fillStyle = this.paint.text("paper");
    pen.strokeStyle = this.paint.text("ink");
    pen.lineWidth = 1.4;
    pen.beginPath();
    pen.arc(x, y, 6, 0, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = this.paint.text("ink");
    for (const start of [0, Math.PI]) {
      pen.beginPath();
      pen.moveTo(x, y);
      pen.arc(x, y, 6, start, start + Math.PI / 2);
      pen.fill();
    }
    pen.beginPath();
    pen.arc(x, y, 6, 0, 2 * Math.PI);
    pen.stroke();
  }

  private ring(pen: Pen, [x, y]: Place, chosen: boolean): void {
    pen.strokeStyle = this.paint.text("accent");
    pen.lineWidth = chosen ? 2.5 : 1.5;
    pen.beginPath();
    pen.arc(x, y, 9, 0, 2 * Math.PI);
    pen.stroke();
  }

  /* As in the plane: the area is the influence. */
  private discs(pen: Pen, { discs }: Written): void {
    for (const { at, radius, rises } of discs) {
      pen.globalAlpha = 0.45;
      pen.fillStyle = this.paint.text(rises ? "force" : "accent");
      pen.beginPath();
      pen.arc(...at, radius, 0, 2 * Math.PI);
      pen.fill();
      pen.globalAlpha = 1;
    }
    for (const { at, radius, text, line } of discs)
      this.text(pen, text, at[0] + radius + 4, at[1] + LINE * line, "ink");
  }

  /* Beside the place, as in the plane. */
  private lock(pen: Pen, [x, y]: Place): void {
    const shape = new Path2D();
    shape.addPath(new Path2D(LOCK), { e: x + 14, f: y + 15 });
    pen.fillStyle = this.paint.text("paper");
    pen.strokeStyle = this.paint.text("ink");
    pen.lineWidth = 1.75;
    pen.fill(shape);
    pen.stroke(shape);
  }

  private labels(pen: Pen, labels: Label[]): void {
    pen.textAlign = "left";
    pen.textBaseline = "alphabetic";
    const taken: Box[] = [];
    for (const { text, at, bold } of labels) {
      pen.font = bold ? `600 ${FONT}` : FONT;
      const box = freeBox(taken, at, pen.measureText(text).width);
      taken.push(box);
      this.text(pen, text, box.left, box.top + 10, bold ? "ink" : "muted");
    }
    pen.font = FONT;
  }
}

export interface Box {
  left: number;
  top: number;
  width: number;
}

const HIGH = 13; // px, of a line

function meet(a: Box, b: Box): boolean {
  const beside = a.left + a.width < b.left || b.left + b.width < a.left;
  return !beside && Math.abs(a.top - b.top) < HIGH;
}

/* Beside the tip of an arrow, in the view and where no other value is yet; null: there is no room. `top`: the middle of the line. */
export function freeValueBox(taken: Box[], [x, y]: Place, width: number, wide: number, height: number): Box | null {
  const boxes = [0, 14, -14, 28, -28].flatMap((dy): Box[] =>
    [7, -7 - width].map((dx) => ({ left: x + dx, top: y + dy, width })),
  );
  const inView = ({ left, top }: Box): boolean => left > 2 && left + width < wide - 2 && top > 8 && top < height - 8;
  return (
    boxes.find(
      (box) =>
        inView(box) && !taken.some((other) => meet(box, { ...other, left: other.left - 4, width: other.width + 8 })),
    ) ?? null
  );
}

/* Beside a place, where no other name is yet: right above, right below, left, and further down. */
export function freeBox(taken: Box[], [x, y]: Place, width: number): Box {
  const sides: Place[] = [
    [9, -17],
    [9, 5],
    [-9 - width, -17],
    [-9 - width, 5],
    [9, 19],
    [9, -31],
  ];
  const boxes = sides.map(([dx, dy]): Box => ({ left: x + dx, top: y + dy, width }));
  return boxes.find((box) => !taken.some((other) => meet(box, other))) ?? boxes[0]!;
}
