/* picker.ts - from the pointer into space: which things a ray meets, and where it meets a plane that faces the screen. */
import { Raycaster, Vector2, Vector3, type Object3D } from "three";
import type { Vec } from "../engine/engine";
import type { ShownPoint } from "../drawing/points";
import type { Selected } from "../state/selection";
import { BATCHED } from "./batches";
import type { CameraControl } from "./camera_control";
import { spot, type Instant, type SpacePart } from "./part";
import { inOrder, probes, type Candidate } from "./pick";
import { dot, plus, times } from "./vectors";
import type { Ray } from "./work_plane";

const SEEN = 0.12; // of the grain: how far behind a surface a thing still counts as seen

function partOf(object: Object3D | null): SpacePart | null {
  for (let one = object; one; one = one.parent) if (one.userData.part) return one.userData.part as SpacePart;
  return null;
}

export class Picker {
  private ray = new Raycaster();

  constructor(
    private eye: CameraControl,
    private canvas: HTMLCanvasElement,
  ) {
    this.ray.layers.enable(BATCHED);
  }

  private aim(clientX: number, clientY: number): void {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const at = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    this.ray.setFromCamera(at, this.eye.camera);
  }

  under(
    now: Instant,
    parts: SpacePart[],
    points: ShownPoint[],
    clientX: number,
    clientY: number,
    reach: number,
    grain: number,
  ): Selected[] {
    const found: Candidate[] = [];
    const objects = parts.map((part) => part.object).filter(({ visible }) => visible);
    for (const [dx, dy] of probes(reach)) {
      const off = Math.hypot(dx, dy);
      this.aim(clientX + dx, clientY + dy);
      for (const hit of this.ray.intersectObjects(objects, true)) {
        const part = partOf(hit.object);
        /* a body is large enough to be met itself */
        if (part && (part.selected.kind !== "body" || off <= reach / 2))
          found.push({ selected: part.selected, depth: hit.distance, off });
      }
    }
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    for (const point of points) {
      const at = spot(now, point.body, point.at);
      const there = this.eye.project(at, width, height);
      const off = there ? Math.hypot(there[0] - (clientX - left), there[1] - (clientY - top)) : Infinity;
      if (off > reach) continue;
      const depth = new Vector3(...at).distanceTo(this.eye.camera.position);
      found.push({ selected: { kind: "point", name: point.name }, depth, off });
    }
    return inOrder(found, SEEN * grain);
  }

  ray3(clientX: number, clientY: number): Ray {
    this.aim(clientX, clientY);
    const { origin, direction } = this.ray.ray;
    return { from: origin.toArray() as Vec, along: direction.toArray() as Vec };
  }

  /* The face of a body under the pointer. */
  face(parts: SpacePart[], clientX: number, clientY: number): { at: Vec; normal: Vec } | null {
    this.aim(clientX, clientY);
    const bodies = parts.filter(({ selected }) => selected.kind === "body").map(({ object }) => object);
    const hit = this.ray.intersectObjects(bodies, true).find(({ face }) => face);
    if (!hit) return null;
    const normal = hit.face!.normal.clone().transformDirection(hit.object.matrixWorld);
    return { at: hit.point.toArray() as Vec, normal: normal.toArray() as Vec };
  }

  across(at: Vec, clientX: number, clientY: number): Vec {
    this.aim(clientX, clientY);
    const { origin, direction } = this.ray.ray;
    const [from, way] = [origin.toArray() as Vec, direction.toArray() as Vec];
    const [, , towards] = this.eye.screen();
    return plus(from, times(way, (dot(at, towards) - dot(from, towards)) / dot(way, towards)));
  }
}
