/* joint_part.ts - joints by their symbols: pins, sliders, slots, welds, rods; on the ground with hatching. */
import type { Scene, SceneJoint, Vec } from "../engine/engine";
import type { Point } from "./camera";
import { gearPart, rackPart } from "./gear_part";
import { circle, fromSegment, hatching } from "./geometry";
import {
  colourClass,
  draw,
  far,
  group,
  heading,
  move,
  nameOf,
  path,
  spot,
  type Instant,
  type Part,
  type Pen,
} from "./part";

const PIN = 5.5; // px
const BLOCK: Point = [13, 8.5]; // half the sides of a slider

export function jointLabel(scene: Scene, joint: SceneJoint): string {
  if (joint.joints) return `${joint.type} ${joint.name} between joints ${joint.joints[0]} and ${joint.joints[1]}`;
  return `${joint.type} joint ${joint.name} between ${nameOf(scene, joint.bodies[0])} and ${nameOf(scene, joint.bodies[1])}`;
}

/* Where a joint is reported: the point of its second body, or of the first where that is the ground. */
function jointSpot(now: Instant, joint: SceneJoint): Point {
  return spot(now, joint.bodies[1], joint.points[1]);
}

function base(
  scene: Scene,
  joint: SceneJoint,
  children: SVGElement[],
): Pick<Part, "selected" | "label" | "element" | "anchor"> {
  const compliant = joint.compliant ? " compliant" : "";
  return {
    selected: { kind: "joint", name: joint.name },
    label: jointLabel(scene, joint),
    element: group(`part joint ${joint.type}${compliant}`, children),
    anchor: [0, 0],
  };
}

/* The triangle of a bearing on hatched ground, below (0, 0). */
function bearing(): SVGElement[] {
  return [
    path("bearing", "M0 0L11 17H-11Z"),
    path("earth-line", "M-17 17H17"),
    path("earth-hatch", hatching(-17, 17, 17)),
  ];
}

function pin(scene: Scene, joint: SceneJoint): Part {
  const grounded = joint.bodies.includes(0);
  const ring = joint.compliant ? [path("rubber", circle(0, 0, PIN + 3.5))] : [];
  const symbol = [...ring, path("pin", circle(0, 0, PIN)), path("dot", circle(0, 0, 1.6))];
  const part = base(scene, joint, [...(grounded ? bearing() : []), ...symbol]);
  const body = joint.bodies[1] === 0 ? 1 : 0;
  return {
    ...part,
    layout() {},
    pose(now) {
      /* the side that is fixed to the ground stands still where the joint is compliant */
      this.anchor = grounded ? spot(now, joint.bodies[body]!, joint.points[body]!) : jointSpot(now, joint);
      move(part.element, this.anchor);
    },
    distance(p) {
      return Math.max(far(p, this.anchor) - PIN - 2, 0);
    },
  };
}

function weld(scene: Scene, joint: SceneJoint): Part {
  const grounded = joint.bodies.includes(0);
  const earth = grounded ? [path("earth-line", "M-17 0H17"), path("earth-hatch", hatching(-17, 17, 0))] : [];
  const part = base(scene, joint, [...earth, path("weld", "M-6 -6H6V6H-6ZM-6 -6L6 6M6 -6L-6 6")]);
  return {
    ...part,
    layout() {},
    pose(now) {
      this.anchor = jointSpot(now, joint);
      move(part.element, this.anchor);
    },
    distance(p) {
      return Math.max(far(p, this.anchor) - 8, 0);
    },
  };
}

function extent(pen: Pen, joint: SceneJoint, spare: number): [number, number] {
  const travel = pen.travel(joint.name);
  const [from, to] = travel ?? [0, 0];
  return [Math.min(from * pen.scale, 0) - spare, Math.max(to * pen.scale, 0) + spare];
}

/* Along its own x: a guide in the first body, and what moves on it. */
function sliding(scene: Scene, joint: SceneJoint): Part {
  const slot = joint.type === "slot";
  const earth = joint.bodies[0] === 0;
  const [guide, hatch, block] = [path(slot ? "slot" : "guide"), path("earth-hatch"), group("block")];
  const rail = group(`rail ${colourClass(joint.bodies[0])}${earth ? " earth" : ""}`, [guide, hatch]);
  const [w, h] = BLOCK;
  if (slot) block.append(path("pin", circle(0, 0, PIN)), path("dot", circle(0, 0, 1.6)));
  else block.append(path("slider", `M${-w} ${-h}H${w}V${h}H${-w}Z`), path("dot", circle(0, 0, 1.6)));
  const part = base(scene, joint, [rail, block]);
  block.classList.add(colourClass(joint.bodies[1]));
  let at: Point = [0, 0];
  let ends: [Point, Point] = [at, at];
  let reach: [number, number] = [0, 0];
  return {
    ...part,
    layout(pen) {
      const [from, to] = (reach = extent(pen, joint, slot ? PIN + 10 : w + 10));
      const side = slot ? PIN + 2.5 : h + 1;
      if (slot) {
        const [a, b, r] = [from + side, to - side, side];
        draw(guide, `M${a} ${-r}H${b}A${r} ${r} 0 0 1 ${b} ${r}H${a}A${r} ${r} 0 0 1 ${a} ${-r}Z`);
      } else draw(guide, earth ? `M${from} ${side}H${to}` : `M${from} 0H${to}`);
      draw(hatch, earth ? hatching(from, to, side) : "");
    },
    pose(now) {
      const origin = spot(now, joint.bodies[0], joint.points[0]);
      const angle = heading(now, joint.bodies[0], joint.axes[0]);
      at = spot(now, joint.bodies[1], joint.points[1]);
      /* hatching lies below: a rail that points to the left is turned round */
      const over = earth && Math.cos(angle) < -1e-9;
      rail.setAttribute(
        "transform",
        `translate(${origin[0]} ${origin[1]}) rotate(${(-angle * 180) / Math.PI})${over ? " scale(1 -1)" : ""}`,
      );
      move(block, at, angle);
      const [c, s] = [Math.cos(angle), -Math.sin(angle)];
      ends = reach.map((x): Point => [origin[0] + x * c, origin[1] + x * s]) as [Point, Point];
      this.anchor = at;
    },
    distance(p) {
      return Math.min(Math.max(far(p, at) - w, 0), fromSegment(p, ends[0], ends[1]) + 3);
    },
  };
}

/* A thin rod with an eye at each end. */
function rod(scene: Scene, joint: SceneJoint): Part {
  const line = path("thin-rod");
  const eyes = joint.bodies.map((body) =>
    group("eye", [...(body === 0 ? bearing() : []), path("pin", circle(0, 0, 4)), path("dot", circle(0, 0, 1.3))]),
  );
  const part = base(scene, joint, [line, ...eyes]);
  let ends: Point[] = [
    [0, 0],
    [0, 0],
  ];
  return {
    ...part,
    layout() {},
    pose(now) {
      ends = joint.bodies.map((body, i) => spot(now, body, joint.points[i]!));
      const [a, b] = ends as [Point, Point];
      draw(line, `M${a[0]} ${a[1]}L${b[0]} ${b[1]}`);
      eyes.forEach((eye, i) => move(eye, ends[i]!));
      this.anchor = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    },
    distance(p) {
      return fromSegment(p, ends[0]!, ends[1]!);
    },
  };
}

const none: Vec = [0, 0, 0];

export function jointPart(scene: Scene, joint: SceneJoint): Part {
  const slides = joint.axes[0].some((x, i) => x !== none[i]);
  switch (joint.type) {
    case "gear":
      return gearPart(scene, joint, base(scene, joint, []));
    case "rack":
      return rackPart(scene, joint, base(scene, joint, []));
    case "distance":
      return rod(scene, joint);
    case "fixed":
      return weld(scene, joint);
    case "prismatic":
    case "slot":
      return slides ? sliding(scene, joint) : pin(scene, joint);
    default:
      return pin(scene, joint);
  }
}
