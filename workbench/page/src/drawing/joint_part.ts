/* joint_part.ts - joints by their symbols, which the engine describes; joints of joints as wheels and racks. */
import type { Scene, SceneJoint, SymbolPiece, Vec } from "../engine/engine";
import { hasMotif, jointKind, tiesJoints } from "../state/description";
import { gearPart, rackPart } from "./gear_part";
import { group, nameOf, type Part } from "./part";
import { UNKNOWN } from "./symbol";
import { symbolPart, type Base } from "./symbol_part";

export function jointLabel(scene: Scene, joint: SceneJoint): string {
  if (joint.joints) return `${joint.type} ${joint.name} between joints ${joint.joints[0]} and ${joint.joints[1]}`;
  return `${joint.type} joint ${joint.name} between ${nameOf(scene, joint.bodies[0])} and ${nameOf(scene, joint.bodies[1])}`;
}

function base(scene: Scene, joint: SceneJoint): Base {
  const compliant = joint.compliant ? " compliant" : "";
  return {
    selected: { kind: "joint", name: joint.name },
    label: jointLabel(scene, joint),
    element: group(`part joint ${joint.type}${compliant}`),
    anchor: [0, 0],
  };
}

const isDirection = (axis: Vec): boolean => axis.some((x) => x !== 0);

/* What ties two joints, and has no motif of its own: a line from one to the other, its symbol at the second. */
const TIE: SymbolPiece = { on: "line", look: "dashed", path: "M0 0H100" };

export function jointPart(scene: Scene, joint: SceneJoint): Part {
  const symbol = jointKind(joint.type)?.symbol ?? UNKNOWN;
  const part = base(scene, joint);
  if (hasMotif(joint.type, "gears")) return gearPart(scene, joint, part);
  if (hasMotif(joint.type, "rack")) return rackPart(scene, joint, part);
  const axis = isDirection(joint.axes[0]) ? joint.axes[0] : undefined;
  const { axes, ...of } = joint;
  const pieces = tiesJoints(joint.type) && !symbol.some(({ on }) => on === "line") ? [TIE, ...symbol] : symbol;
  return symbolPart(scene, of, pieces, part, { axis, rubber: joint.compliant });
}
