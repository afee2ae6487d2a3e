/* surfaces.ts - surfaces of bodies in space: solids where the body has no shape of its own, else as glass over it; planes and ground as sheets. */
import { BufferAttribute, BufferGeometry, Group, type Object3D } from "three";
import type { SceneSurface, SurfaceForm, Vec } from "../engine/engine";
import { placed } from "../drawing/poses";
import { along, mesh } from "./meshes";
import { bodyColour } from "./paint";
import type { Kit } from "./part";
import { enclosed } from "./solids";
import { distance, dot, minus, plus, times, unit } from "./vectors";

const GLASS = 0.3; // of what lies over a shape, or is touched from within
const PANE = 0.5; // of planes
const BESIDE = 1.004; // times as large as the shape it may coincide with

/* The triangles between rows of points. */
export function trianglesOf(count: number, columns: number): number[] {
  const list: number[] = [];
  for (let row = 0; row + 1 < count / columns; row++)
    for (let i = 0; i + 1 < columns; i++) {
      const a = row * columns + i;
      list.push(a, a + 1, a + columns, a + 1, a + columns + 1, a + columns);
    }
  return list;
}

function sheet({ points, columns }: SurfaceForm & { kind: "sheet" }): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(points.flat()), 3));
  geometry.setIndex(trianglesOf(points.length, columns));
  geometry.computeVertexNormals();
  return geometry;
}

/* Below where the mechanism moves: a pane of a plane without ends. */
function pane(kit: Kit, index: number, { at, normal }: SurfaceForm & { kind: "plane" }): Object3D {
  const { scene, forms, paint, grain } = kit;
  const side = spanOf(kit);
  const thick = 0.006 * grain;
  const made = forms.box([side, thick, side], paint.solid(bodyColour(index), PANE));
  const middle = index > 0 ? scene.bodies[index]!.com : reachOf(kit).middle;
  const off = minus(middle, at);
  const n = unit(normal);
  made.position.set(...plus(at, minus(off, times(n, dot(off, n) + thick / 2))));
  along(made, n);
  made.userData.endless = true;
  return made;
}

/* The box, in the frame of the ground, that holds the centres of mass of what moves as long as it is played: its middle and half its diagonal. */
export function reachOf({ scene, range }: Pick<Kit, "scene" | "range">): { middle: Vec; radius: number } {
  const low: Vec = [Infinity, Infinity, Infinity];
  const high: Vec = [-Infinity, -Infinity, -Infinity];
  for (const body of scene.bodies.slice(1)) {
    const start = placed(body, body.pose, body.com);
    (["x", "y", "z"] as const).forEach((axis, i) => {
      const [least, most] = range(`${body.name}.${axis}`) ?? [start[i]!, start[i]!];
      low[i] = Math.min(low[i]!, least);
      high[i] = Math.max(high[i]!, most);
    });
  }
  if (scene.bodies.length < 2) return { middle: [0, 0, 0], radius: 0 };
  return { middle: times(plus(low, high), 0.5), radius: distance(low, high) / 2 };
}

/* How long what has no ends is drawn. */
function spanOf(kit: Kit): number {
  const own = kit.scene.bodies.slice(1).flatMap((body) => (body.surfaces ?? []).flatMap(ballsOfSurface));
  return 2.2 * Math.max(kit.scene.size, reachOf(kit).radius + Math.max(0, ...own.map(({ radius }) => 2 * radius)));
}

function bare(kit: Kit, index: number, surface: SceneSurface, glass: number): Object3D | null {
  const { forms, paint, grain } = kit;
  const material = paint.solid(bodyColour(index), glass);
  const put = (object: Object3D, at: Vec): Object3D => {
    object.position.set(...at);
    return object;
  };
  switch (surface.kind) {
    case "plane":
      return pane(kit, index, surface);
    case "sheet":
      return mesh(sheet(surface), paint.solid(bodyColour(index), 0.95));
    case "ring": {
      const made = forms.ring(surface.radius, surface.tube, material);
      along(made, surface.axis);
      return put(made, surface.at);
    }
    case "point":
      return put(forms.ball(0.014 * grain, material), surface.at);
    case "sphere":
      return put(forms.ball(surface.radius, paint.solid(bodyColour(index), GLASS)), surface.at);
    case "cylinder": {
      const length = surface.length ?? spanOf(kit);
      const clear = paint.solid(bodyColour(index), surface.hollow ? GLASS : glass);
      const made = forms.cylinder(surface.radius, length, clear);
      along(made, surface.axis);
      return put(made, surface.at);
    }
    default:
      return null;
  }
}

/* shaped: the body is drawn by a shape of its own. `glass`: see paint.ts */
export function surfaceObjects(kit: Kit, index: number, shaped: boolean, glass: number): Object3D[] {
  const clear = shaped ? Math.min(GLASS, glass) : glass;
  return (kit.scene.bodies[index]!.surfaces ?? []).flatMap((surface) => {
    const solid = enclosed(surface, kit.grain);
    if (!solid) return bare(kit, index, surface, glass) ?? [];
    if (!shaped && index > 0) return []; // it is the body
    const made = kit.forms.of(solid, kit.paint.solid(bodyColour(index), clear));
    if (!shaped) return [made];
    const about = new Group();
    about.add(made);
    made.scale.multiplyScalar(BESIDE);
    return [about];
  });
}

/* Balls that hold a surface, body frame; what has no ends has none. */
export function ballsOfSurface(surface: SurfaceForm): { at: Vec; radius: number }[] {
  switch (surface.kind) {
    case "sphere":
    case "circle":
      return [{ at: surface.at, radius: surface.radius }];
    case "ring":
      return [{ at: surface.at, radius: surface.radius + surface.tube }];
    case "capsule":
      return [surface.from, surface.to].map((at) => ({ at, radius: surface.radius }));
    case "cylinder":
      return surface.length === undefined
        ? []
        : [{ at: surface.at, radius: Math.hypot(surface.radius, surface.length / 2) }];
    case "box":
      return [{ at: surface.at, radius: Math.hypot(...surface.size) / 2 }];
    case "hull":
      return surface.corners.map((at) => ({ at, radius: 0 }));
    case "sheet":
      return surface.points.map((at) => ({ at, radius: 0 }));
    case "point":
      return [{ at: surface.at, radius: 0 }];
    default:
      return [];
  }
}
