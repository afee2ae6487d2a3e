/* part_set.ts - the parts of a scene in their layers. Where the scene changes, those stay that look the same.
 *
 * What a part is made of is kept beside it as text. Poses are no part of that: they come with each frame.
 */
import type { Scene, SceneDriver, SceneForce, SceneJoint, Vec } from "../engine/engine";
import { bodyPart, freePoints, isSeen, massPart } from "./body_part";
import { driverSense } from "./driver_sense";
import { drivenPlace, driverPart, forcePart, liesAlong } from "./force_part";
import { gearRadii } from "./gear_part";
import { jointPart } from "./joint_part";
import type { Layers, WorldLayer } from "./layers";
import { nameOf, type Part } from "./part";

const LAYERS = ["ground", "bodies", "forces", "joints", "marks"] as const;

interface Made {
  of: string;
  part: Part | null;
}

/* Where it starts on its coordinates is told by the pose. */
function lookOfJoint(joint: SceneJoint) {
  const { name, type, bodies, points, axes, joints, path, curve, numbers, compliant, coordinates } = joint;
  const limits = coordinates.map((one) => one.limits && [one.limits, one.value]);
  return [name, type, bodies, points, axes, joints, path, curve, numbers, compliant, limits];
}

function jointNamed(scene: Scene, name: string | undefined) {
  const found = scene.joints.find((joint) => joint.name === name);
  return found ? lookOfJoint(found) : null;
}

function madeOfJoint(scene: Scene, joint: SceneJoint): unknown {
  const names = joint.bodies.map((body) => nameOf(scene, body));
  /* stops are drawn from where the arm of the second body is at the start */
  const stops = joint.coordinates.some(({ limits }) => limits);
  const arms = stops && joint.bodies.map((body) => [scene.bodies[body]!.pose, scene.bodies[body]!.points]);
  if (!joint.joints) return [lookOfJoint(joint), names, arms];
  return [lookOfJoint(joint), joint.joints.map((name) => jointNamed(scene, name)), gearRadii(scene, joint)];
}

function madeOfForce(scene: Scene, { line, column, ...look }: SceneForce): unknown {
  return [look, look.bodies.map((body) => nameOf(scene, body)), jointNamed(scene, look.joint)];
}

function madeOfDriver(scene: Scene, driver: SceneDriver): unknown {
  const { name, channel } = driver;
  const place = drivenPlace(scene, channel);
  return (
    place && [name, channel, driverSense(scene, driver), { ...place, joint: place.joint && lookOfJoint(place.joint) }]
  );
}

function madeOfBody(scene: Scene, index: number, free: Vec[]): unknown {
  const { name, mass, com, points, shape, surfaces } = scene.bodies[index]!;
  const touching = surfaces?.map(({ line, column, ...look }) => look);
  return [index, name, mass, com, points.map(({ at }) => at), shape, touching, free];
}

export class PartSet {
  parts: Part[] = [];
  masses: Part[] = [];
  private made = new Map<string, Made>();
  private before = new Map<string, Made>();
  private fresh: Part[] = [];
  /* Called while the elements that go are still there, so that what has the focus can hand it on. */
  onParts: (parts: Part[]) => void = () => {};

  constructor(private layers: Layers) {}

  /* Returns the parts that were not there before. */
  build(scene: Scene): Part[] {
    this.before = this.made;
    this.made = new Map();
    this.fresh = [];
    const free = freePoints(scene);
    const bodies = scene.bodies.map((_, i) =>
      this.part(`body ${i}`, madeOfBody(scene, i, free[i]!), () => bodyPart(scene, i, free[i]!))!,
    );
    const joints = scene.joints.map((joint) =>
      this.part(`joint ${joint.name}`, madeOfJoint(scene, joint), () => jointPart(scene, joint))!,
    );
    const forces = scene.forces.map((force) =>
      this.part(`force ${force.name}`, madeOfForce(scene, force), () => forcePart(scene, force))!,
    );
    const drivers = scene.drivers
      .map((one) => this.part(`driver ${one.name}`, madeOfDriver(scene, one), () => driverPart(scene, one)))
      .filter((part) => part !== null);
    this.masses = scene.bodies.flatMap(({ name, mass }, i) =>
      i > 0 && mass > 0 ? [this.part(`mass ${i}`, name, () => massPart(scene, i))!] : [],
    );
    const ground = isSeen(scene.bodies[0]) ? bodies.slice(0, 1) : [];
    this.parts = [...joints, ...forces, ...drivers, ...bodies.slice(1), ...ground];
    this.arrange({
      ground,
      bodies: bodies.slice(1),
      /* centres of mass below the pins, which they often share a place with */
      forces: [
        ...joints.filter((_, i) => scene.joints[i]!.joints !== undefined),
        ...forces.filter((_, i) => liesAlong(scene.forces[i]!)),
        ...this.masses,
      ],
      joints: joints.filter((_, i) => scene.joints[i]!.joints === undefined),
      marks: [...forces.filter((_, i) => !liesAlong(scene.forces[i]!)), ...drivers],
    });
    return this.fresh;
  }

  private part(key: string, of: unknown, make: () => Part | null): Part | null {
    const said = JSON.stringify(of);
    const known = this.before.get(key);
    const made = known?.of === said ? known : { of: said, part: make() };
    if (made !== known && made.part) this.fresh.push(made.part);
    this.made.set(key, made);
    return made.part;
  }

  private arrange(order: Record<(typeof LAYERS)[number], Part[]>): void {
    for (const name of LAYERS) this.enter(name, order[name]);
    this.onParts(this.parts);
    const stay = new Set<Element>(LAYERS.flatMap((name) => order[name].map((part) => part.element)));
    for (const name of LAYERS)
      for (const element of [...this.layers.of[name].children]) if (!stay.has(element)) element.remove();
  }

  /* Those that are there are not touched: only what is new, or has another place, is put in. */
  private enter(layer: WorldLayer, parts: Part[]): void {
    const sheet = this.layers.of[layer];
    const stay = new Set<Element>(parts.map((part) => part.element));
    let at = sheet.firstElementChild;
    for (const { element } of parts) {
      while (at && !stay.has(at)) at = at.nextElementSibling;
      if (at === element) at = at.nextElementSibling;
      else sheet.insertBefore(element, at);
    }
  }
}
