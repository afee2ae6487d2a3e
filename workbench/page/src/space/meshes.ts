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
import type { Paint } from "./paint";
import type { Solid } from "./solids";
import { across, cross, dot, length, minus, unit } from "./vectors";

const Y = new Vector3(0, 1, 0);
const SHARP = 28; // degrees between faces: there is an edge

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

function edged(paint: Paint, geometry: BufferGeometry, material: Material, sharp = SHARP): Group {
  const lines = new LineSegments(new EdgesGeometry(geometry, sharp), paint.line("ink", 0.45));
  lines.raycast = () => {}; // nobody points at an edge alone
  const group = new Group();
  group.add(mesh(geometry, material), lines);
  return group;
}

export class Forms {
  constructor(readonly paint: Paint) {}

  /* Of a form of its own. `sharp`: degrees between faces from which on there is an edge. */
  edges(geometry: BufferGeometry, material: Material, sharp?: number): Group {
    return edged(this.paint, geometry, material, sharp);
  }

  ball(radius: number, material: Material): Mesh {
    return mesh(new SphereGeometry(radius, 32, 20), material);
  }

  box(size: Vec, material: Material): Group {
    return edged(this.paint, new BoxGeometry(...size), material);
  }

  /* Along y, the middle at the origin. */
  cylinder(radius: number, size: number, material: Material, sides = 40): Group {
    return edged(this.paint, new CylinderGeometry(radius, radius, size, sides), material);
  }

  /* Without edges: rods and pins. */
  rod(radius: number, size: number, material: Material): Mesh {
    return mesh(new CylinderGeometry(radius, radius, size, 20), material);
  }

  /* Along y from the origin, of length 1, to be stretched. */
  stretched(radius: number, material: Material): Mesh {
    const geometry = new CylinderGeometry(radius, radius, 1, 20);
    geometry.translate(0, 0.5, 0);
    return mesh(geometry, material);
  }

  /* Along y, its tip at the origin. */
  tip(radius: number, size: number, material: Material): Mesh {
    const geometry = new ConeGeometry(radius, size, 24);
    geometry.translate(0, -size / 2, 0);
    return mesh(geometry, material);
  }

  /* About y, from the x axis over an angle. */
  ring(radius: number, thick: number, material: Material, angle = 2 * Math.PI): Mesh {
    const geometry = new TorusGeometry(radius, thick, 12, Math.max(12, Math.round(angle * 12)), angle);
    geometry.rotateX(-Math.PI / 2);
    return mesh(geometry, material);
  }

  capsule(from: Vec, to: Vec, radius: number, material: Material): Mesh {
    const made = mesh(new CapsuleGeometry(radius, length(minus(to, from)), 8, 20), material);
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
