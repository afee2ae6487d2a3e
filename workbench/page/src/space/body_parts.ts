/* body_parts.ts - a body in space: its solids, and dots at points where nothing takes hold. */
import { Group } from "three";
import type { Scene, Vec } from "../engine/engine";
import { meshesOf } from "../drawing/shape_pieces";
import { gripsOf } from "./grips";
import { rotation, type Instant, type Kit, type SpacePart } from "./part";
import { bodyColour } from "./paint";
import { solidsOf } from "./solids";
import { surfaceObjects } from "./surfaces";
import { distance } from "./vectors";
import { texts } from "../texts/texts";

function freePoints(scene: Scene, index: number): Vec[] {
  const taken = gripsOf(scene, index);
  return scene.bodies[index]!.points.map((point) => point.at).filter(
    (at) => !taken.some((other) => distance(at, other.at) < 1e-6 * scene.size),
  );
}

/* `glass`: see paint.ts */
export function bodyPart(kit: Kit, index: number, glass = 1): SpacePart {
  const { scene, forms, files, paint, grain } = kit;
  const body = scene.bodies[index]!;
  const group = new Group();
  const inner = new Group();
  inner.position.set(-body.com[0], -body.com[1], -body.com[2]);
  group.add(inner);
  const material = paint.solid(bodyColour(index), glass);
  for (const solid of solidsOf(scene, index, grain)) inner.add(forms.of(solid, material));
  if (files) for (const one of meshesOf(body.shape)) inner.add(files.object(one, material));
  const shaped = body.shape.kind !== "none";
  for (const surface of surfaceObjects(kit, index, shaped, glass)) inner.add(surface);
  for (const at of freePoints(scene, index)) {
    const dot = forms.ball(0.018 * grain, paint.solid("line-strong", glass));
    dot.position.set(...at);
    inner.add(dot);
  }
  return {
    selected: { kind: "body", name: body.name },
    label: `${index === 0 ? texts.spaceView.bodyParts.theGround : "body"} ${index === 0 ? "" : body.name}`.trim(),
    object: group,
    anchor: [0, 0, 0],
    pose(now: Instant) {
      const pose = now.poses[index]!;
      group.position.set(...pose.at);
      rotation(group, pose.q);
      this.anchor = pose.at;
    },
  };
}
