/* touch_parts.ts - bodies that touch, in space: a bead at the place, there while they press. */
import { Group } from "three";
import type { SceneForce, SceneJoint, Vec } from "../engine/engine";
import { touchAt, touchNames } from "../drawing/touches";
import { spot, type Instant, type Kit, type SpacePart } from "./part";

/* Of a contact, or of a joint of surfaces. */
export function touchPart(kit: Kit, force: SceneForce | SceneJoint, label: string): SpacePart {
  const { forms, paint, grain, scene } = kit;
  const names = touchNames(scene, force.name);
  const beads = names.map(() => forms.ball(0.014 * grain, paint.solid("force")));
  const group = new Group();
  for (const bead of beads) group.add(bead);
  const atStart = (now: Instant): Vec =>
    force.bodies.length > 0 ? spot(now, force.bodies[0]!, force.points[0]!) : [0, 0, 0];
  return {
    selected: { kind: "axes" in force && Array.isArray(force.axes) ? "joint" : "force", name: force.name },
    label,
    object: group,
    anchor: [0, 0, 0],
    pose(now) {
      let anchor: Vec | null = null;
      names.forEach((name, i) => {
        const touch = touchAt(now.value, name);
        beads[i]!.visible = touch ? touch.presses : i === 0;
        const at = touch?.at ?? atStart(now);
        beads[i]!.position.set(...at);
        if (beads[i]!.visible) anchor ??= at;
      });
      this.anchor = anchor ?? atStart(now);
    },
  };
}

/* Where friction sticks, in joints and contacts, as it is seen from somewhere; null: it is not. */
export function stuckAt<Seen>(now: Instant, seen: (at: Vec) => Seen | null): Seen[] {
  const { joints, forces } = now.scene;
  const held = joints.filter(({ name }) => (now.value(`${name}.sticks`) ?? 0) > 0.5);
  const touches = forces.flatMap(({ name }) => touchNames(now.scene, name).map((one) => touchAt(now.value, one)));
  const places = [
    ...held.map(({ bodies, points }) => spot(now, bodies[1], points[1])),
    ...touches.flatMap((touch) => (touch?.sticks ? [touch.at] : [])),
  ];
  return places.map(seen).filter((one) => one !== null);
}
