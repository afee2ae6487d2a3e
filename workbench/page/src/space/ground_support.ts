/* ground_support.ts - what stands on the ground: a bearing block on a hatched plate, as the hatching says in the plane. */
import { BufferGeometry, CylinderGeometry, Float32BufferAttribute, Group, LineSegments } from "three";
import type { Scene, SceneBody, Vec } from "../engine/engine";
import { placed } from "../drawing/poses";
import { aligned, mesh } from "./meshes";
import type { Kit } from "./part";
import { dot, length, levelOf, minus, times } from "./vectors";

const STRIPES = 7;

/* Lines at 45 degrees across a square of side 2a in the plane y = 0. */
function stripes(a: number): BufferGeometry {
  const corners: number[] = [];
  for (let i = 1; i < 2 * STRIPES; i++) {
    const c = (2 * a * (i - STRIPES)) / STRIPES; // x + z = c
    corners.push(Math.max(c - a, -a), 0, Math.min(c + a, a), Math.min(c + a, a), 0, Math.max(c - a, -a));
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
  return geometry;
}

/* Where bodies are at the start: what a foot should not stand in. */
const crowds = new WeakMap<Scene, Vec[]>();

function crowd({ scene }: Kit): Vec[] {
  const known = crowds.get(scene);
  if (known) return known;
  const at = (body: SceneBody, p: Vec): Vec => placed(body, body.pose, p);
  const places = [
    ...scene.bodies.slice(1).flatMap((body) => [body.pose.at, ...body.points.map((point) => at(body, point.at))]),
    ...scene.joints.flatMap((joint) =>
      joint.bodies.flatMap((index, i) => (index > 0 ? [at(scene.bodies[index]!, joint.points[i]!)] : [])),
    ),
  ];
  crowds.set(scene, places);
  return places;
}

/* How much there is in a direction from a place, the nearer the more. */
function crowded(places: Vec[], at: Vec, way: Vec, grain: number): number {
  return places.reduce((sum, place) => {
    const out = minus(place, at);
    const far = length(out);
    if (far < 0.03 * grain || far > 1.5 * grain) return sum;
    return sum + (dot(out, way) > 0.75 * far ? grain / far : 0);
  }, 0);
}

/* Of two ways the first, unless there is less in the other. */
export function freerSide(kit: Kit, at: Vec, way: Vec): Vec {
  const places = crowd(kit);
  const back = times(way, -1);
  return crowded(places, at, way, kit.grain) > crowded(places, at, back, kit.grain) ? back : way;
}

/* Its top at a point of the ground. It stands, or hangs from above where it would stand in the mechanism's way. */
export function supportAt(kit: Kit, at: Vec): Group {
  const { forms, paint, grain, up } = kit;
  const [height, half] = [0.1 * grain, 0.075 * grain];
  const leg = forms.once("leg", [grain], () =>
    new CylinderGeometry(0.012 * grain, 0.05 * grain, height, 4).rotateY(Math.PI / 4),
  );
  const hatch = forms.once("hatch", [grain], () => stripes(half));
  const block = mesh(leg, paint.solid("body-0"));
  block.position.y = -height / 2;
  const plate = forms.box([2 * half, 0.012 * grain, 2 * half], paint.solid("body-0"));
  plate.position.y = -height - 0.006 * grain;
  const hatching = [0.0012 * grain, -0.0132 * grain].map((above) => {
    const lines = new LineSegments(hatch, paint.line("ink", 0.8));
    lines.raycast = () => {};
    lines.position.y = -height + above;
    return lines;
  });
  const group = new Group();
  group.add(block, plate, ...hatching);
  aligned(group, times(freerSide(kit, at, times(up, -1)), -1), levelOf(up)[0]);
  group.position.set(...at);
  return group;
}
