/* motifs.ts - the parts of symbols that follow the motion: coils and cups along a line; arrows, spirals and drives at a point.
 *
 * A motif knows no kind of joint or force: it is given the element it belongs to, and asks the table for its channels.
 */
import type { Scene, SceneJoint, Vec } from "../engine/engine";
import type { Point } from "./camera";
import { arrow, circle, coilsFor, cylinder, dashpot, polyline, roundArrow, spiral, zigzag } from "./geometry";
import { draw, heading, path, type Instant } from "./part";
import { element } from "./layers";

/* What is drawn: a joint or a force. */
export interface Drawn {
  name: string;
  bodies: number[];
  points: Vec[];
  numbers: Record<string, number>;
  joint?: string; // of a force on a joint
  coordinate?: string;
  axes?: unknown; // "body": the components of a force are along its axes
}

export interface LineMotif {
  elements: SVGElement[];
  /* Lays it from (0, 0) to (length, 0); `rest` is the length at the start, px. */
  lay(length: number, rest: number, width: number): void;
}

export interface PointMotif {
  elements: SVGElement[];
  update(now: Instant): void;
  reach: number; // px
  surrounds?: boolean; // it stands round its point
  /* How far a place is from it, from its own point; else as far as from a disc of its reach. */
  distance?(p: Point): number;
}

/* ---- along a line ---- */

function coil(): LineMotif {
  const wire = path("look-line");
  return {
    elements: [wire],
    lay(length, rest, width) {
      draw(wire, polyline(zigzag(length, width, coilsFor(rest), 0, width < 5 ? 6 : 12)));
    },
  };
}

function cup(): LineMotif {
  const outline = path("look-line");
  return { elements: [outline], lay: (length, rest, width) => draw(outline, dashpot(length, width, 0, rest)) };
}

function ram(): LineMotif {
  const [barrel, rod] = [path("look-panel"), path("look-thick")];
  return {
    elements: [rod, barrel],
    lay(length, rest, width) {
      const drawn = cylinder(length, Math.max(width, 2.5), rest);
      draw(barrel, drawn.barrel);
      draw(rod, drawn.rod);
    },
  };
}

export const LINE_MOTIFS: Record<string, () => LineMotif> = { coil, dashpot: cup, cylinder: ram };

/* ---- at a point ---- */

export function jointOf(scene: Scene, name: string | undefined): SceneJoint | undefined {
  return scene.joints.find((joint) => joint.name === name);
}

/* What a force is at this instant: of the table, else of the model where it is constant; null: not known. */
function components(now: Instant, of: Drawn): Point | null {
  const [fx, fy] = [now.value(`${of.name}.fx`), now.value(`${of.name}.fy`)];
  if (fx !== null && fy !== null) return [fx, fy];
  const [x, y] = [of.numbers["value.x"], of.numbers["value.y"]];
  if (x === undefined && y === undefined) return null;
  const angle = of.axes === "body" ? now.poses[of.bodies[0]!]!.angle : 0;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * (x ?? 0) - s * (y ?? 0), s * (x ?? 0) + c * (y ?? 0)];
}

function straightArrow(of: Drawn): PointMotif {
  const [shaft, top] = [path("load"), path("load-head")];
  return {
    elements: [shaft, top],
    reach: 10,
    update(now) {
      const f = components(now, of);
      const size = f ? Math.hypot(...f) : 0;
      const [ux, uy] = size > 0 ? [f![0] / size, -f![1] / size] : [Math.SQRT1_2, -Math.SQRT1_2];
      const drawn = arrow(0, 0, 40 * ux, 40 * uy);
      draw(shaft, drawn.shaft);
      draw(top, drawn.head);
      shaft.parentElement?.classList.toggle("at-rest", f !== null && size === 0);
    },
  };
}

function turningArrow(of: Drawn): PointMotif {
  const [shaft, top] = [path("load"), path("load-head")];
  return {
    elements: [shaft, top],
    reach: 18,
    surrounds: true,
    update(now) {
      const drawn = roundArrow(0, 0, 15, now.value(`${of.name}.torque`) ?? of.numbers.value ?? 1);
      draw(shaft, drawn.shaft);
      draw(top, drawn.head);
    },
  };
}

function wound(of: Drawn): PointMotif {
  const wire = path("look-line");
  const first = of.bodies.length > 1 ? of.bodies[0]! : 0;
  const second = of.bodies[of.bodies.length - 1] ?? 0;
  return {
    elements: [wire],
    reach: 17,
    surrounds: true,
    update(now) {
      const turn = now.poses[second]!.angle - now.poses[first]!.angle;
      const end = -now.poses[second]!.angle;
      const turns = 2 - Math.min(Math.max(turn / (2 * Math.PI), -1), 1);
      draw(wire, spiral(16, turns, end) + `l${9 * Math.cos(end)} ${9 * Math.sin(end)}`);
    },
  };
}

/* M in a circle, beside what it drives. */
export const BADGE: Point = [-21, -21];

function badge([x, y]: Point): SVGElement[] {
  const text = element("text", { class: "motor-letter", x, y: y + 4, "text-anchor": "middle" });
  text.textContent = "M";
  return [path("motor-badge", circle(x, y, 8.5)), text];
}

export function nearBadge([x, y]: Point, [bx, by]: Point): number {
  return Math.min(Math.max(Math.abs(Math.hypot(x, y) - 15) - 3, 0), Math.max(Math.hypot(x - bx, y - by) - 9, 0));
}

/* A round arrow about a joint that turns, a straight one along a joint that slides; and the badge. */
export function driveMotif(
  joint: SceneJoint | undefined,
  sliding: boolean,
  sense: (now: Instant) => number,
  at = BADGE,
): PointMotif {
  const [shaft, top] = [path("drive"), path("drive-head")];
  return {
    elements: [shaft, top, ...badge(at)],
    reach: 17,
    surrounds: true,
    distance: (p) => nearBadge(p, at),
    update(now) {
      let drawn = roundArrow(0, 0, 15, sense(now));
      if (sliding && joint) {
        const angle = heading(now, joint.bodies[0], joint.axes[0]);
        const [c, s] = [Math.cos(angle), -Math.sin(angle)];
        const way = sense(now) < 0 ? -1 : 1;
        drawn = arrow(16 * s - 18 * way * c, -16 * c - 18 * way * s, 36 * way * c, 36 * way * s);
      }
      draw(shaft, drawn.shaft);
      draw(top, drawn.head);
    },
  };
}

function drive(of: Drawn, scene: Scene): PointMotif {
  const joint = jointOf(scene, of.joint);
  const unit = joint?.coordinates.find(({ channel }) => channel === of.coordinate)?.unit;
  const sense = (now: Instant): number => now.value(`${of.name}.torque`) ?? now.value(`${of.name}.force`) ?? 1;
  return driveMotif(joint, unit === "m", sense);
}

export const POINT_MOTIFS: Record<string, (of: Drawn, scene: Scene) => PointMotif> = {
  arrow: straightArrow,
  turn: turningArrow,
  spiral: wound,
  drive,
};
