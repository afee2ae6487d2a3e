/* joint_part.ts - joints by their symbols, which the engine describes; joints of joints as wheels and racks. */
import type { Scene, SceneCurve, SceneJoint, SymbolPiece, Vec } from "../engine/engine";
import { called, connectsSurfaces, hasMotif, jointKind, tiesJoints } from "../state/description";
import { gearPart, rackPart } from "./gear_part";
import type { Point } from "./camera";
import { onCurve } from "./curve_part";
import { limitMarks } from "./joint_limits";
import { pathPart } from "./path_part";
import { group, move, nameOf, path, type Instant, type Part, type Pen } from "./part";
import { UNKNOWN } from "./symbol";
import { symbolPart, type Base } from "./symbol_part";
import { LOCK, touchPart } from "./touch_part";
import { placeOf } from "./writes";
import { texts } from "../texts/texts";

export function jointLabel(scene: Scene, joint: SceneJoint): string {
  if (joint.joints)
    return texts.view.jointPart.betweenJointsAnd(called(joint.type), joint.name, joint.joints[0], joint.joints[1]);
  return texts.view.jointPart.jointBetweenAnd(
    called(joint.type),
    joint.name,
    nameOf(scene, joint.bodies[0]),
    nameOf(scene, joint.bodies[1]),
  );
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
  if (joint.path) return pathPart(joint, joint.path, part);
  if (connectsSurfaces(joint.type)) return touchPart(scene, joint, part);
  const axis = isDirection(joint.axes[0]) ? joint.axes[0] : undefined;
  const { axes, ...of } = joint;
  if (joint.curve) return curvePart(scene, joint, joint.curve, part, symbol);
  const pieces = tiesJoints(joint.type) && !symbol.some(({ on }) => on === "line") ? [TIE, ...symbol] : symbol;
  return marked(scene, joint, symbolPart(scene, of, pieces, part, { axis, rubber: joint.compliant }));
}

/* The curve itself is drawn in place of what stands for it; what runs along it turns with the second body. */
function curvePart(scene: Scene, joint: SceneJoint, curve: SceneCurve, part: Base, symbol: SymbolPiece[]): Part {
  const { axes, ...of } = joint;
  const runs = symbol.filter(({ on }) => on === "second");
  const turns = { turned: -(joint.numbers["angle"] ?? 0) };
  const rotations = { ...joint, coordinates: joint.coordinates.filter(({ unit }) => unit === "rad") };
  const made = symbolPart(scene, of, runs, part, { ...turns, rubber: joint.compliant });
  return onCurve(scene.bodies[joint.bodies[0]]!, joint, curve, marked(scene, rotations, made));
}

const BESIDE: Point = [17, 19]; // of the joint

/* With the stops of its coordinates, and a lock while its friction sticks. */
function marked(scene: Scene, joint: SceneJoint, part: Part): Part {
  const limits = limitMarks(scene, joint);
  let lock: SVGGElement | null = null;
  part.element.append(...limits.map(({ element }) => element));
  const { layout, pose } = part;
  part.layout = (pen: Pen) => {
    layout.call(part, pen);
    for (const one of limits) one.layout(pen);
  };
  part.pose = (now: Instant) => {
    pose.call(part, now);
    /* a symbol that moves with its point as a whole carries its marks along */
    const off: Point = placeOf(part.element) ? part.anchor : [0, 0];
    for (const one of limits) one.pose(now, off);
    const sticks = (now.value(`${joint.name}.sticks`) ?? 0) > 0.5;
    if (sticks && !lock) part.element.append((lock = group("sticking", [path("sticking-lock", LOCK)])));
    part.element.classList.toggle("sticks", sticks);
    if (sticks) move(lock!, [part.anchor[0] - off[0] + BESIDE[0], part.anchor[1] - off[1] + BESIDE[1]]);
  };
  return part;
}
