/* meshes.ts - the few forms everything in space is made of, each with its visible edges. */
import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  EdgesGeometry,
  ExtrudeGeometry,
  Group,
  LineSegments,
  Matrix4,
  Mesh,
  Object3D,
  Path,
  Shape as Outline,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
  type Material,
} from "three";
import { ConvexGeometry } from "three/examples/jsm/geometries/ConvexGeometry.js";
import type { Vec } from "../engine/engine";
import { still } from "./batches";
import type { Paint } from "./paint";
import type { Solid } from "./solids";
import { across, cross, dot, length, minus, unit } from "./vectors";

const Y = new Vector3(0, 1, 0);
const SHARP = 28; // degrees between faces: there is an edge
const MANY = 150; // bodies

function vector([x, y, z]: Vec): Vector3 {
  return new Vector3(x, y, z);
}

/* The object's own y along a direction. */
export function along(object: Object3D, direction: Vec): void {
  object.quaternion.setFromUnitVectors(Y, vector(unit(direction)));
}

/* The object's own axes are x, y and z (unit, right-handed). */
export function axes(object: Object3D, x: Vec, y: Vec, z: Vec): void {
  object.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(vector(x), vector(y), vector(z)));
}

/* The object's own y along a direction, and its x as near to `side` as that allows. */
export function aligned(object: Object3D, direction: Vec, side: Vec): void {
  const y = unit(direction);
  const off = minus(side, [y[0] * dot(side, y), y[1] * dot(side, y), y[2] * dot(side, y)]);
  const x = length(off) > 1e-6 ? unit(off) : across(y);
  axes(object, x, y, cross(x, y));
}

/* Of unit length along y from the origin: laid from a to b. */
export function stretch(object: Object3D, a: Vec, b: Vec, rest = 1): void {
  const d = minus(b, a);
  const size = length(d);
  object.position.set(...a);
  along(object, d);
  object.scale.y = Math.max(size, 1e-9) / rest;
}

export function mesh(geometry: BufferGeometry, material: Material): Mesh {
  const made = new Mesh(geometry, material);
  made.castShadow = !material.transparent;
  made.receiveShadow = !material.transparent;
  return made;
}

/* Of forms that many share they are found once. */
const known = new WeakMap<BufferGeometry, EdgesGeometry>();

function edgesOf(geometry: BufferGeometry, sharp: number): EdgesGeometry {
  const found = (sharp === SHARP && known.get(geometry)) || still(new EdgesGeometry(geometry, sharp));
  if (sharp === SHARP) known.set(geometry, found);
  return found;
}

function edged(paint: Paint, geometry: BufferGeometry, material: Material, sharp = SHARP): Group {
  const lines = new LineSegments(edgesOf(still(geometry), sharp), paint.line("ink", 0.45));
  lines.raycast = () => {}; // nobody points at an edge alone
  const group = new Group();
  group.add(mesh(geometry, material), lines);
  return group;
}

export class Forms {
  private shared = new Map<string, BufferGeometry>();
  private coarse = 1;

  constructor(readonly paint: Paint) {}

  /* A form that all of this kind and these measures share. */
  once<T extends BufferGeometry>(kind: string, measures: number[], make: () => T): T {
    const key = `${kind} ${measures.map((one) => one.toPrecision(7)).join()}`;
    const found = this.shared.get(key) ?? still(make());
    this.shared.set(key, found);
    return found as T;
  }

  /* Begins anew for so many bodies; objects keep their forms. Of many bodies each is seen small, and needs fewer corners. */
  begin(bodies: number): void {
    this.shared.clear();
    this.coarse = bodies > MANY ? 2 : 1;
  }

  private corners(count: number): number {
    return count / this.coarse;
  }

  /* Of a form of its own. `sharp`: degrees between faces from which on there is an edge. */
  edges(geometry: BufferGeometry, material: Material, sharp?: number): Group {
    return edged(this.paint, geometry, material, sharp);
  }

  ball(radius: number, material: Material): Mesh {
    return mesh(
      this.once("ball", [radius], () => new SphereGeometry(radius, this.corners(32), this.corners(20))),
      material,
    );
  }

  box(size: Vec, material: Material): Group {
    const form = this.once("box", size, () => new BoxGeometry(...size));
    return edged(this.paint, form, material);
  }

  /* Along y, the middle at the origin. */
  cylinder(radius: number, size: number, material: Material, sides = 40): Group {
    const form = this.once(
      "cylinder",
      [radius, size, sides],
      () => new CylinderGeometry(radius, radius, size, sides > 12 ? this.corners(sides) : sides),
    );
    return edged(this.paint, form, material);
  }

  /* Without edges: rods and pins. */
  rod(radius: number, size: number, material: Material): Mesh {
    const form = this.once("rod", [radius, size], () => new CylinderGeometry(radius, radius, size, this.corners(20)));
    return mesh(form, material);
  }

  /* Along y from the origin, of length 1, to be stretched. */
  stretched(radius: number, material: Material): Mesh {
    const form = this.once("stretched", [radius], () =>
      new CylinderGeometry(radius, radius, 1, 20).translate(0, 0.5, 0),
    );
    return mesh(form, material);
  }

  /* Along y, its tip at the origin. */
  tip(radius: number, size: number, material: Material): Mesh {
    const form = this.once("tip", [radius, size], () => new ConeGeometry(radius, size, 24).translate(0, -size / 2, 0));
    return mesh(form, material);
  }

  /* About y, from the x axis over an angle. */
  ring(radius: number, thick: number, material: Material, angle = 2 * Math.PI): Mesh {
    const form = this.once("ring", [radius, thick, angle], () =>
      new TorusGeometry(
        radius,
        thick,
        this.corners(12),
        Math.max(12, Math.round(this.corners(angle * 12))),
        angle,
      ).rotateX(-Math.PI / 2),
    );
    return mesh(form, material);
  }

  capsule(from: Vec, to: Vec, radius: number, material: Material): Mesh {
    const size = length(minus(to, from));
    const form = this.once(
      "capsule",
      [radius, size],
      () => new CapsuleGeometry(radius, size, this.corners(8), this.corners(20)),
    );
    const made = mesh(form, material);
    made.position.set((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2);
    along(made, minus(to, from));
    return made;
  }

  /* An outline in the plane of x and y, thick along z about 0. */
  slab(outline: [number, number][], thickness: number, material: Material, holes: [number, number][][] = []): Group {
    const shape = new Outline(outline.map(([x, y]) => new Vector2(x, y)));
    shape.holes = holes.map((hole) => new Path(hole.map(([x, y]) => new Vector2(x, y))));
    const geometry = new ExtrudeGeometry(shape, { depth: thickness, bevelEnabled: false });
    geometry.translate(0, 0, -thickness / 2);
    return edged(this.paint, geometry, material);
  }

  private plate({ corners, normal, thickness, holes }: Solid & { kind: "plate" }, material: Material): Group {
    const x = across(normal);
    const y = cross(normal, x);
    const origin = corners[0]!;
    const flat = (p: Vec): [number, number] => [dot(minus(p, origin), x), dot(minus(p, origin), y)];
    const cuts = (holes ?? []).map((hole) => hole.map(flat));
    const made = this.slab(corners.map(flat), thickness, material, cuts);
    axes(made, x, y, normal);
    made.position.set(...origin);
    return made;
  }

  of(solid: Solid, material: Material): Object3D {
    switch (solid.kind) {
      case "capsule":
        return this.capsule(solid.from, solid.to, solid.radius, material);
      case "ball": {
        const made = this.ball(solid.radius, material);
        made.position.set(...solid.at);
        return made;
      }
      case "box": {
        const made = this.box(solid.size, material);
        made.position.set(...solid.at);
        if (solid.axis) {
          const x = across(solid.axis);
          axes(made, x, cross(solid.axis, x), solid.axis);
        }
        return made;
      }
      case "cylinder": {
        const made = this.cylinder(solid.radius, solid.length, material);
        made.position.set(...solid.at);
        along(made, solid.axis);
        return made;
      }
      case "plate":
        return this.plate(solid, material);
      case "hull":
        return edged(this.paint, new ConvexGeometry(solid.corners.map(vector)), material);
    }
  }
}

/* Gives back what the graphics card holds of an object and all in it; materials are the paint's. */
export function disposeAll(object: Object3D): void {
  object.traverse((one) => {
    if (one instanceof Mesh || one instanceof LineSegments) one.geometry.dispose();
  });
}
