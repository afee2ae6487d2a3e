/* gear_part.ts - joints of joints: gears as toothed pitch circles that turn with their bodies, a rack as a toothed line. */
import type { Scene, SceneJoint, Vec } from "../engine/engine";
import { slides } from "../state/description";
import { placed } from "./poses";
import type { Point } from "./camera";
import { circle, fromSegment, pitchRadii, polyline } from "./geometry";
import { involuteTooth, overTooth, rackTooth, wheelOutline, type ToothForm } from "./tooth_form";
import { colourClass, draw, far, group, heading, move, path, spot, type Part } from "./part";

type Base = Pick<Part, "selected" | "label" | "element" | "anchor">;

/* Teeth that only say that this is a gear: how many there are is not in the model. px */
function someTeeth(r: number): Point[] {
  const count = Math.max(8, Math.round((2 * Math.PI * r) / 9));
  const depth = Math.min(3, r / 5);
  const form = [
    { h: -1.1 * depth, w: 0.34 },
    { h: 0.9 * depth, w: 0.16 },
  ];
  return wheelOutline(form, r, count);
}

/* Teeth round a circle, px; one stands at `phase`. Of a ring they point inwards, and its rim is about them. */
function teeth(r: number, given?: number, phase = 0, pressure?: number): string {
  const flip = (points: Point[]): string =>
    polyline(
      points.map(([x, y]) => [x, -y]),
      true,
    );
  if (given === undefined) return flip(someTeeth(r));
  const module = (2 * r) / Math.abs(given);
  const form = involuteTooth(r, given, pressure, module > 6 ? 5 : 2); // small ones need few corners
  return flip(wheelOutline(form, r, given, phase)) + (given < 0 ? circle(0, 0, r + 3.5 * module) : "");
}

/* How far a wheel of a pitch radius reaches, m: its teeth, or the rim of a ring. */
export function wheelReach(gear: SceneJoint, i: number, radius: number): number {
  const count = gear.numbers[i ? "teeth.y" : "teeth.x"];
  return count ? radius * (1 + (count < 0 ? 7 : 2) / Math.abs(count)) : radius;
}

function wheel(body: number): { element: SVGGElement; shape: SVGPathElement; pitch: SVGPathElement } {
  const [shape, pitch] = [path("gear-teeth"), path("gear-pitch")];
  return { element: group(`gear-wheel ${colourClass(body)}`, [shape, pitch]), shape, pitch };
}

function byName(scene: Scene, name: string | undefined): SceneJoint | undefined {
  return scene.joints.find((joint) => joint.name === name);
}

function startSpot(scene: Scene, body: number, p: Vec): Vec {
  const one = scene.bodies[body]!;
  return placed(one, one.pose, p);
}

/* +1 where a wheel is the second body of its joint, and rotates as that counts; -1 where it is the first, as beside an arm. */
function senseOf(scene: Scene, gear: SceneJoint, i: 0 | 1): number {
  const joint = byName(scene, gear.joints?.[i]);
  return joint && joint.bodies[1] !== gear.bodies[i] && joint.bodies[0] === gear.bodies[i] ? -1 : 1;
}

/* Whether a ratio of the joints is that of the wheels, seen from what carries both, or has the other sign. */
export function ratioSense(scene: Scene, gear: SceneJoint): number {
  return senseOf(scene, gear, 0) * senseOf(scene, gear, 1);
}

/* Speed of the second wheel over that of the first, seen from what carries both: given, or by teeth, which are negative inside a ring. */
export function gearRatio(scene: Scene, gear: SceneJoint): number {
  const { numbers } = gear;
  const [first, second] = [numbers["teeth.x"], numbers["teeth.y"]];
  if (numbers.ratio !== undefined) return numbers.ratio * ratioSense(scene, gear);
  return first !== undefined && second ? -first / second : -1;
}

/* Radii (m) of the two wheels; null where the centres coincide. */
export function gearRadii(scene: Scene, gear: SceneJoint): [number, number] | null {
  const [a, b] = [byName(scene, gear.joints?.[0]), byName(scene, gear.joints?.[1])];
  if (!a || !b || slides(a.type) || slides(b.type)) return null;
  const [p, q] = gear.bodies.map((body, i) => startSpot(scene, body, gear.points[i]!)) as [Vec, Vec];
  const apart = Math.hypot(q[0] - p[0], q[1] - p[1]);
  return apart > 1e-6 * scene.size ? pitchRadii(apart, gearRatio(scene, gear)) : null;
}

/* Where a tooth of each wheel stands in the frame of its body, rad, by the name of its gear: so that teeth stand in gaps at the start. Wheels that
 * are in several gears are the same in all of them; `again`: an earlier gear has it, too. */
export interface Toothing {
  phases: [number, number];
  again: [boolean, boolean];
}

export function toothings(scene: Scene): Map<string, Toothing> {
  return toothed(scene).found;
}

const wheelKey = (body: number, teeth: number): string => `${body} ${teeth}`;

function toothed(scene: Scene): { found: Map<string, Toothing>; known: Map<string, number> } {
  const known = new Map<string, number>(); // by body and number of teeth
  const found = new Map<string, Toothing>();
  for (const gear of scene.joints) {
    const [z1, z2] = [gear.numbers["teeth.x"], gear.numbers["teeth.y"]];
    if (!z1 || !z2 || !gear.joints) continue;
    const keys = gear.bodies.map((body, i) => wheelKey(body, [z1, z2][i]!));
    const [p, q] = gear.bodies.map((body, i) => startSpot(scene, body, gear.points[i]!)) as [Vec, Vec];
    const [t1, t2] = gear.bodies.map((body) => scene.bodies[body]!.pose.angle) as [number, number];
    const towards = Math.atan2(q[1] - p[1], q[0] - p[0]);
    /* directions from both centres to the pitch point; whether both count round it the same way */
    const inner = z1 * z2 < 0;
    const [b1, b2] = inner
      ? z1 < 0
        ? [towards, towards]
        : [towards + Math.PI, towards + Math.PI]
      : [towards, towards + Math.PI];
    const sense = inner ? 1 : -1;
    /* how far a tooth stands behind the pitch point, in teeth: the other has a gap there */
    const gap = (phase: number, angle: number, at: number, z: number): number =>
      0.5 - ((at - angle - phase) * Math.abs(z)) / (2 * Math.PI);
    const other = (part: number, angle: number, at: number, z: number): number =>
      at + (sense * part * 2 * Math.PI) / Math.abs(z) - angle;
    let [first, second] = keys.map((key) => known.get(key));
    if (first === undefined && second === undefined) first = 0;
    if (second === undefined) second = other(gap(first!, t1, b1!, z1), t2, b2!, z2);
    else first ??= other(gap(second, t2, b2!, z2), t1, b1!, z1);
    const again = keys.map((key) => known.has(key)) as [boolean, boolean];
    [first!, second].forEach((phase, i) => again[i] || known.set(keys[i]!, phase));
    found.set(gear.name, { phases: [first!, second], again });
  }
  return { found, known };
}

export function gearPart(scene: Scene, gear: SceneJoint, part: Base): Part {
  const joints = [byName(scene, gear.joints?.[0]), byName(scene, gear.joints?.[1])];
  const wheels = gear.bodies.map((body) => wheel(body));
  const radii = gearRadii(scene, gear);
  const toothing = toothings(scene).get(gear.name);
  wheels.forEach((one, i) => toothing?.again[i] && one.shape.classList.add("gear-again"));
  const ratio = Math.abs(gearRatio(scene, gear));
  const inner = radii !== null && gearRatio(scene, gear) > 0;
  part.element.append(...wheels.map((one) => one.element));
  let spots: Point[] = [];
  let reach: number[] = [];
  return {
    ...part,
    layout(pen) {
      /* wheels on one axis have no pitch circle that could be known: one of a size that can be seen */
      reach = radii ? radii.map((r) => r * pen.scale) : [26, Math.min(Math.max(26 / ratio, 14), 60)];
      wheels.forEach((one, i) => {
        const turns = joints[i] !== undefined && !slides(joints[i].type);
        draw(
          one.shape,
          turns
            ? teeth(reach[i]!, gear.numbers[i ? "teeth.y" : "teeth.x"], toothing?.phases[i], gear.numbers.pressure)
            : "",
        );
        draw(one.pitch, turns ? circle(0, 0, reach[i]!) : "");
      });
    },
    pose(now) {
      spots = gear.bodies.map((body, i) => spot(now, body, gear.points[i]!));
      gear.bodies.forEach((body, i) => move(wheels[i]!.element, spots[i]!, now.poses[body]!.angle));
      const [a, b] = spots as [Point, Point];
      const part_ = reach[0]! / (reach[0]! + (inner ? -1 : 1) * reach[1]!);
      this.anchor = [a[0] + part_ * (b[0] - a[0]), a[1] + part_ * (b[1] - a[1])];
    },
    distance(p) {
      return Math.min(...spots.map((at, i) => Math.abs(far(p, at) - reach[i]!))) + 1;
    },
  };
}

/* A toothed line along x, px: teeth stand beside `gap`, towards -y or y. */
function rackTeeth(half: number, pitch: number, form: ToothForm, gap: number, towards: number): string {
  const points: Point[] = [];
  for (let k = Math.ceil((-half - gap) / pitch); gap + (k + 1) * pitch <= half; k++)
    for (const { h, at } of overTooth(form)) points.push([gap + (k + 0.5 + at) * pitch, towards * h]);
  return polyline(points);
}

/* A rack whose teeth are not in the model. */
const SOME_RACK: ToothForm = [
  { h: -2.75, w: 0.34 },
  { h: 2.25, w: 0.16 },
];

/* As drawn: how far the pitch line is from the axis of the pinion (m), on which side of the line's own frame, and where a tooth of the pinion, one
 * of which stands at `phase` in its body, is in the rack (m from its point). */
function rackStart(scene: Scene, turning: SceneJoint, sliding: SceneJoint, phase: number, teeth?: number) {
  const at = startSpot(scene, sliding.bodies[1], sliding.points[1]);
  const centre = startSpot(scene, turning.bodies[1], turning.points[1]);
  const turn = scene.bodies[sliding.bodies[0]]!.pose.angle;
  const [x, y] = sliding.axes[0];
  const [ux, uy] = [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
  const across = (at[0] - centre[0]) * uy - (at[1] - centre[1]) * ux; // along the line's own y, which is downwards beside x
  const along = (at[0] - centre[0]) * ux + (at[1] - centre[1]) * uy;
  const side = Math.sign(across) || 1;
  const radius = Math.abs(across);
  const pinion = Math.atan2(-ux * side, uy * side) - scene.bodies[turning.bodies[1]]!.pose.angle - phase;
  /* at the pitch point the pinion, as its angle grows, goes along side x */
  return { radius, side, gap: teeth ? -along - side * pinion * radius : 0 };
}

/* Half the length of a rack as it is drawn at least, in radii of its pinion. */
export const RACK = 2.2;

export function rackPart(scene: Scene, rack: SceneJoint, part: Base): Part {
  const [turning, sliding] = [byName(scene, rack.joints?.[0]), byName(scene, rack.joints?.[1])];
  const pinion = wheel(turning?.bodies[1] ?? 0);
  const bar = path("rack-teeth");
  const line = group(`rack-bar ${colourClass(sliding?.bodies[1] ?? 0)}`, [bar]);
  part.element.append(line, pinion.element);
  const count = rack.numbers.teeth;
  /* where gears have this wheel, too, it has their teeth */
  const phase = (count && toothed(scene).known.get(wheelKey(turning?.bodies[1] ?? 0, count))) || 0;
  const start = turning && sliding ? rackStart(scene, turning, sliding, phase, count) : { radius: 0, side: 1, gap: 0 };
  const radius = rack.numbers.radius ?? start.radius;
  let [r, half, side] = [10, 60, 1];
  let centre: Point = [0, 0];
  let ends: [Point, Point] = [centre, centre];
  return {
    ...part,
    layout(pen) {
      r = Math.max(Math.abs(radius) * pen.scale, 6);
      const travel = pen.travel(sliding?.name ?? "");
      half = Math.max(r * RACK, travel ? Math.max(Math.abs(travel[0]), Math.abs(travel[1])) * pen.scale + r : 0);
      draw(pinion.shape, teeth(r, count, phase, rack.numbers.pressure));
      draw(pinion.pitch, circle(0, 0, r));
      const pitch = count ? (2 * Math.PI * r) / count : 9;
      const form = count ? rackTooth(pitch, rack.numbers.pressure) : SOME_RACK;
      draw(bar, rackTeeth(half, pitch, form, (start.gap * pen.scale) % pitch, -start.side));
    },
    pose(now) {
      if (!turning || !sliding) return;
      centre = spot(now, turning.bodies[1], turning.points[1]);
      move(pinion.element, centre, now.poses[turning.bodies[1]]!.angle);
      const at = spot(now, sliding.bodies[1], sliding.points[1]);
      const angle = heading(now, sliding.bodies[0], sliding.axes[0]);
      const [c, s] = [Math.cos(angle), -Math.sin(angle)];
      /* on the side of the pinion where the rack is, or where its travel turns the pinion the right way */
      const across = -(centre[0] - at[0]) * s + (centre[1] - at[1]) * c;
      side = Math.abs(across) > 1 ? -Math.sign(across) : radius > 0 ? 1 : -1;
      const along = (at[0] - centre[0]) * c + (at[1] - centre[1]) * s;
      const mid: Point = [centre[0] + along * c - side * r * s, centre[1] + along * s + side * r * c];
      move(line, mid, angle);
      ends = [
        [mid[0] - half * c, mid[1] - half * s],
        [mid[0] + half * c, mid[1] + half * s],
      ];
      this.anchor = [centre[0] - side * r * s, centre[1] + side * r * c];
    },
    distance(p) {
      return Math.min(Math.abs(far(p, centre) - r), fromSegment(p, ends[0], ends[1])) + 1;
    },
  };
}
