/* force_part.ts - what acts on a mechanism, by its symbol: springs, dampers, rams, motors, mounts, loads, drag; and drivers. */
import type { Scene, SceneDriver, SceneForce, SceneJoint, Vec } from "../engine/engine";
import type { Point } from "./camera";
import {
  arrow,
  circle,
  coilsFor,
  cylinder,
  dashpot,
  fromSegment,
  hatching,
  polyline,
  roundArrow,
  spiral,
  zigzag,
} from "./geometry";
import { draw, far, group, heading, move, nameOf, path, spot, type Instant, type Part } from "./part";
import { element } from "./layers";

type Base = Pick<Part, "selected" | "label" | "element" | "anchor" | "layout">;

export function forceLabel(scene: Scene, force: SceneForce): string {
  if (force.joint) return `${force.type} ${force.name} on joint ${force.joint}`;
  const on = force.bodies.map((body) => nameOf(scene, body));
  return `${force.type} ${force.name} ${on.length > 1 ? "between" : "on"} ${on.join(" and ")}`;
}

function base(scene: Scene, force: SceneForce, children: SVGElement[]): Base {
  return {
    selected: { kind: "force", name: force.name },
    label: forceLabel(scene, force),
    element: group(`part force ${force.type}`, children),
    anchor: [0, 0],
    layout() {},
  };
}

/* Something along the line of two points. `redraw` is given its length and that at the start, px. */
function along(
  scene: Scene,
  force: SceneForce,
  children: SVGElement[],
  redraw: (length: number, rest: number) => void,
): Part {
  const line = group("along", children);
  const foot = (): SVGElement[] => [path("earth-line", "M-9 3H9"), path("earth-hatch", hatching(-9, 9, 3, 5, 5))];
  const ends = force.bodies.map((body) =>
    group("eye", [...(body === 0 ? foot() : []), path("eye-dot", circle(0, 0, 2.5))]),
  );
  const part = base(scene, force, [line, ...ends]);
  let [a, b]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ];
  return {
    ...part,
    pose(now) {
      /* a cup and a piston are as long as the line was at the start */
      const start = now.scene.bodies.map((body) => body.pose);
      [a, b] = force.bodies.map((body, i) => spot(now, body, force.points[i]!)) as [Point, Point];
      const [p, q] = force.bodies.map((body, i) => spot({ ...now, poses: start }, body, force.points[i]!)) as [
        Point,
        Point,
      ];
      redraw(far(a, b), far(p, q));
      move(line, a, Math.atan2(a[1] - b[1], b[0] - a[0]));
      move(ends[0]!, a);
      move(ends[1]!, b);
      this.anchor = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    },
    distance(p) {
      return Math.max(fromSegment(p, a, b) - 4, 0);
    },
  };
}

function spring(scene: Scene, force: SceneForce): Part {
  const { stiffness, damping, preload } = force.numbers;
  const damped = (damping ?? 0) !== 0;
  const elastic = (stiffness ?? 0) !== 0 || (preload ?? 0) !== 0 || !damped;
  const [coil, cup, yokes] = [path("coil"), path("cup"), path("coil")];
  return along(scene, force, [coil, cup, yokes], (length, rest) => {
    const width = Math.min(6, Math.max(length / 8, 2));
    if (!damped) draw(coil, polyline(zigzag(length, width, coilsFor(rest))));
    else if (!elastic) draw(cup, dashpot(length, width, 0, rest));
    else {
      /* both side by side, between two yokes */
      const [lead, side] = [Math.min(9, length / 6), width + 2.5];
      const inner = Math.max(length - 2 * lead, 1);
      draw(coil, polyline(zigzag(inner, width * 0.8, coilsFor(rest), -side, 6).map(([x, y]): Point => [x + lead, y])));
      draw(cup, dashpot(inner, width * 0.8, 0, Math.max(rest - 2 * lead, 1)));
      cup.setAttribute("transform", `translate(${lead} ${side})`);
      draw(
        yokes,
        `M0 0H${lead}M${lead} ${-side}V${side}M${length - lead} ${-side}V${side}M${length - lead} 0H${length}`,
      );
    }
  });
}

function actuator(scene: Scene, force: SceneForce): Part {
  const [barrel, rod] = [path("barrel"), path("piston")];
  return along(scene, force, [rod, barrel], (length, rest) => {
    const drawn = cylinder(length, Math.min(6, Math.max(length / 8, 2.5)), rest);
    draw(barrel, drawn.barrel);
    draw(rod, drawn.rod);
  });
}

/* Rubber between two points, mostly in the same place: a square about the second, a tie to the first. */
function bushing(scene: Scene, force: SceneForce): Part {
  const tie = path("tie");
  const grounded = force.bodies[0] === 0;
  const earth = grounded ? [path("earth-line", "M-17 9H17"), path("earth-hatch", hatching(-17, 17, 9))] : [];
  const mount = group("mount", [path("rubber", "M-8 -8H8V8H-8Z"), path("mount-core", "M-3.5 -3.5H3.5V3.5H-3.5Z")]);
  const foot = group("foot", earth);
  const part = base(scene, force, [foot, tie, mount]);
  return {
    ...part,
    pose(now) {
      const [a, b] = force.bodies.map((body, i) => spot(now, body, force.points[i]!)) as [Point, Point];
      draw(tie, far(a, b) > 6 ? `M${a[0]} ${a[1]}L${b[0]} ${b[1]}` : "");
      move(mount, b, now.poses[force.bodies[0]!]!.angle);
      move(foot, a);
      this.anchor = b;
    },
    distance(p) {
      return Math.max(far(p, this.anchor) - 9, 0);
    },
  };
}

/* A symbol of fixed size at a point. */
function at(part: Base, place: (now: Instant) => Point, reach: number, more?: (now: Instant, at: Point) => void): Part {
  return {
    ...part,
    pose(now) {
      this.anchor = place(now);
      move(part.element, this.anchor);
      more?.(now, this.anchor);
    },
    distance(p) {
      return Math.max(far(p, this.anchor) - reach, 0);
    },
  };
}

/* What a force is at this instant: of the table, else of the model where it is constant; null: not known. */
function components(now: Instant, force: SceneForce): Point | null {
  const [fx, fy] = [now.value(`${force.name}.fx`), now.value(`${force.name}.fy`)];
  if (fx !== null && fy !== null) return [fx, fy];
  const n = force.numbers;
  const [x, y] = [n["value.x"], n["value.y"]];
  if (x === undefined && y === undefined) return null;
  const angle = force.axes === "body" ? now.poses[force.bodies[0]!]!.angle : 0;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * (x ?? 0) - s * (y ?? 0), s * (x ?? 0) + c * (y ?? 0)];
}

function load(scene: Scene, force: SceneForce): Part {
  const [shaft, top] = [path("load"), path("load-head")];
  const part = base(scene, force, [shaft, top]);
  const last = force.bodies.length - 1;
  const place = (now: Instant): Point => spot(now, force.bodies[last]!, force.points[last]!);
  return at(part, place, 10, (now) => {
    const f = components(now, force);
    const size = f ? Math.hypot(...f) : 0;
    const [ux, uy] = size > 0 ? [f![0] / size, -f![1] / size] : [Math.SQRT1_2, -Math.SQRT1_2];
    const drawn = arrow(0, 0, 40 * ux, 40 * uy);
    draw(shaft, drawn.shaft);
    draw(top, drawn.head);
    part.element.classList.toggle("at-rest", f !== null && size === 0);
  });
}

/* On the second body where there are two. */
function torque(scene: Scene, force: SceneForce): Part {
  const [shaft, top] = [path("load"), path("load-head")];
  const part = base(scene, force, [shaft, top]);
  const body = force.bodies[force.bodies.length - 1]!;
  const place = (now: Instant): Point => spot(now, body, now.scene.bodies[body]!.com);
  return at(part, place, 18, (now) => {
    const value = now.value(`${force.name}.torque`) ?? force.numbers.value ?? 1;
    const drawn = roundArrow(0, 0, 15, value);
    draw(shaft, drawn.shaft);
    draw(top, drawn.head);
  });
}

function jointOf(scene: Scene, name: string | undefined): SceneJoint | undefined {
  return scene.joints.find((joint) => joint.name === name);
}

/* The middle of what a force on a joint, or between two bodies, acts on. */
function middle(scene: Scene, force: SceneForce): (now: Instant) => Point {
  const joint = jointOf(scene, force.joint);
  if (joint) return (now) => spot(now, joint.bodies[1], joint.points[1]);
  const body = force.bodies[force.bodies.length - 1] ?? 0;
  return (now) => spot(now, body, force.points[force.bodies.length - 1] ?? now.scene.bodies[body]!.com);
}

function torsion(scene: Scene, force: SceneForce): Part {
  const coil = path("coil");
  const part = base(scene, force, [coil]);
  const first = force.bodies.length > 1 ? force.bodies[0]! : 0;
  const second = force.bodies[force.bodies.length - 1] ?? 0;
  return at(part, middle(scene, force), 17, (now) => {
    const turn = now.poses[second]!.angle - now.poses[first]!.angle;
    const end = -now.poses[second]!.angle;
    draw(
      coil,
      spiral(16, 2 - Math.min(Math.max(turn / (2 * Math.PI), -1), 1), end) +
        `l${9 * Math.cos(end)} ${9 * Math.sin(end)}`,
    );
  });
}

/* M in a circle, beside what it drives. */
const BADGE: Point = [-21, -21];

function badge([x, y]: Point): SVGElement[] {
  const text = element("text", { class: "motor-letter", x, y: y + 4, "text-anchor": "middle" });
  text.textContent = "M";
  return [path("motor-badge", circle(x, y, 8.5)), text];
}

/* A round arrow about a joint that turns, a double arrow along one that slides; and the badge. */
function motorSymbol(joint: SceneJoint | undefined, slides: boolean, sense: (now: Instant) => number, at = BADGE) {
  const [shaft, top] = [path("drive"), path("drive-head")];
  const update = (now: Instant): void => {
    if (slides && joint) {
      const angle = heading(now, joint.bodies[0], joint.axes[0]);
      const [c, s] = [Math.cos(angle), -Math.sin(angle)];
      const off: Point = [16 * s, -16 * c];
      const way = sense(now) < 0 ? -1 : 1;
      const drawn = arrow(off[0] - 18 * way * c, off[1] - 18 * way * s, 36 * way * c, 36 * way * s);
      draw(shaft, drawn.shaft);
      draw(top, drawn.head);
    } else {
      const drawn = roundArrow(0, 0, 15, sense(now));
      draw(shaft, drawn.shaft);
      draw(top, drawn.head);
    }
  };
  return { children: [shaft, top, ...badge(at)], update };
}

function motor(scene: Scene, force: SceneForce): Part {
  const joint = jointOf(scene, force.joint);
  const slides = joint?.type === "prismatic" || joint?.type === "slot";
  const symbol = motorSymbol(
    joint,
    slides,
    (now) => now.value(`${force.name}.torque`) ?? now.value(`${force.name}.force`) ?? 1,
  );
  const part = base(scene, force, symbol.children);
  const result = at(part, middle(scene, force), 17, symbol.update);
  return { ...result, distance: nearBadge(BADGE) };
}

function nearBadge([bx, by]: Point) {
  return function (this: Part, p: Point): number {
    const [x, y] = [p[0] - this.anchor[0], p[1] - this.anchor[1]];
    return Math.min(Math.max(Math.abs(Math.hypot(x, y) - 15) - 3, 0), Math.max(Math.hypot(x - bx, y - by) - 9, 0));
  };
}

function drag(scene: Scene, force: SceneForce): Part {
  const wave = "M-24 0q3 -4 6 0t6 0";
  const part = base(scene, force, [path("wind", wave), path("wind", wave), path("wind", wave)]);
  (part.element.children[0] as SVGElement).setAttribute("transform", "translate(0 -6)");
  (part.element.children[2] as SVGElement).setAttribute("transform", "translate(0 6)");
  const body = force.bodies[0]!;
  return at(part, (now) => spot(now, body, force.points[0] ?? now.scene.bodies[body]!.com), 14);
}

export function forcePart(scene: Scene, force: SceneForce): Part {
  switch (force.type) {
    case "spring":
      return spring(scene, force);
    case "actuator":
      return actuator(scene, force);
    case "bushing":
      return bushing(scene, force);
    case "torsion":
      return torsion(scene, force);
    case "motor":
      return motor(scene, force);
    case "torque":
      return torque(scene, force);
    case "drag":
      return drag(scene, force);
    default:
      return load(scene, force);
  }
}

/* ---- drivers: where the channel is that they prescribe ---- */

export interface DrivenPlace {
  joint?: SceneJoint;
  body?: number;
  point?: Vec;
  along?: Vec; // unit direction, ground axes, of what is prescribed; none: it turns
}

const AXES: Record<string, Vec> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

export function drivenPlace(scene: Scene, channel: string): DrivenPlace | null {
  const parts = channel.split(".");
  const last = parts[parts.length - 1]!;
  const joint = jointOf(scene, parts[0]);
  if (joint && parts.length === 2) return { joint };
  const body = scene.bodies.findIndex((one) => one.name === parts[0]);
  if (body < 0) return null;
  const found = parts.length === 3 ? scene.bodies[body]!.points.find((point) => point.name === parts[1]) : undefined;
  return { body, point: found?.at ?? scene.bodies[body]!.com, along: AXES[last] };
}

export function driverPart(scene: Scene, driver: SceneDriver): Part | null {
  const place = drivenPlace(scene, driver.channel);
  if (!place) return null;
  const { joint, along: axis } = place;
  const slides = /displacement$/.test(driver.channel);
  /* along an axis it stands at the tip of its arrow, so that two drivers of a point are apart */
  const beside: Point = axis ? [46 * axis[0], -46 * axis[1]] : BADGE;
  const symbol = motorSymbol(joint, slides, () => 1, beside);
  if (axis) {
    const drawn = arrow(0, 0, 34 * axis[0], -34 * axis[1]);
    draw(symbol.children[0] as SVGPathElement, drawn.shaft);
    draw(symbol.children[1] as SVGPathElement, drawn.head);
  }
  const part: Base = {
    selected: { kind: "driver", name: driver.name },
    label: `driver ${driver.name} of ${driver.channel}`,
    element: group("part driver", symbol.children),
    anchor: [0, 0],
    layout() {},
  };
  const [body, point] = joint ? [joint.bodies[1], joint.points[1]] : [place.body!, place.point!];
  const result = at(part, (now) => spot(now, body, point), 17, axis ? undefined : symbol.update);
  return { ...result, distance: nearBadge(beside) };
}
