/* motor_tool.ts - the motor that moves a pin, a slider or a cylinder as its form says: at a speed, from here to there, back and forth. */
import { drivableCylinder, isCylinder } from "../editor/motor_kind";
import { description, slides } from "../state/description";
import { texts } from "../texts/texts";
import { jointMeant } from "./load_tools";
import { makeMotor, type Made, type Refused } from "./make";
import { cylinderTarget, makeDriver } from "./make_driver";
import { put } from "./edits";
import { draftLoad, drafts } from "./motor_draft";
import { Plan } from "./plan";
import { products } from "./products";
import type { Sketch, SketchForce, SketchJoint } from "./sketch";
import { NOTHING, type Spot, type Tool } from "./tool";

function cylinderMeant(sketch: Sketch, spot: Spot): SketchForce | null {
  const hit = spot.hits.find(({ kind }) => kind === "force" || kind === "joint");
  const force = hit?.kind === "force" ? sketch.forces.find(({ name }) => name === hit.name) : undefined;
  return force && !spot.anchor.node && isCylinder(force.type) ? force : null;
}

/* A torque in place of a motion is made by the plain motor: the first product on a joint. */
function withLoad(sketch: Sketch, joint: SketchJoint, load: string): Made | Refused {
  const acts = (kind: string): boolean =>
    description.value.forces.some((one) => one.name === kind && one.acts_on === "joint");
  const plain = products.value.find(({ section, kind }) => section === "forces" && acts(kind));
  const template = slides(joint.type) ? plain?.template.sliding : plain?.template.plane;
  const field = /^\s*(\w+):/.exec(template ?? "")?.[1];
  if (!plain || !field) return { why: texts.motor.nothing };
  return makeMotor(sketch, joint, plain.id, { [field]: load });
}

function onJoint(sketch: Sketch, joint: SketchJoint): Made | Refused {
  const place = slides(joint.type) ? "sliding" : "turning";
  const load = draftLoad(place);
  return load === null ? makeMotor(sketch, joint, "driver", {}, drafts.value[place]) : withLoad(sketch, joint, load);
}

function onCylinder(sketch: Sketch, force: SketchForce): Made | Refused {
  const known = sketch.scene && drivableCylinder(sketch.scene, force.name);
  if (!known || known.value === null) return { why: texts.motor.nothing };
  const load = draftLoad("sliding");
  if (load !== null && known.load)
    return {
      edits: [put(["forces", force.name, known.load.field], load)],
      select: { kind: "force", name: force.name },
    };
  return makeDriver(new Plan(sketch), cylinderTarget(force, known.value, known.range), drafts.value.sliding);
}

/* The driver that is clicked, or that moves the joint that is. */
function motorThere(sketch: Sketch, spot: Spot): string | null {
  const hit = spot.hits.find(({ kind }) => kind === "driver");
  if (hit) return hit.name;
  const owner = cylinderMeant(sketch, spot)?.name ?? jointMeant(sketch, spot)?.name;
  return sketch.drivers.find(({ channel }) => owner !== undefined && channel.startsWith(`${owner}.`))?.name ?? null;
}

export const driverTool: Tool<null> = {
  start: null,
  drags: false,
  form: "motor",
  hint: () => texts.motor.hint,
  click(state, spot, sketch) {
    const there = motorThere(sketch, spot);
    if (there !== null) return { state, motor: there };
    const cylinder = cylinderMeant(sketch, spot);
    const joint = cylinder ? null : jointMeant(sketch, spot);
    const made = cylinder
      ? onCylinder(sketch, cylinder)
      : joint
        ? onJoint(sketch, joint)
        : { why: texts.motor.nothing };
    return { state, made };
  },
  preview(_, spot, sketch) {
    const cylinder = cylinderMeant(sketch, spot);
    const joint = cylinder ? null : jointMeant(sketch, spot);
    const label = cylinder ? cylinder.name : joint ? texts.tools.motorTool.joint(joint.name) : "";
    return label ? { ...NOTHING, marks: [spot.anchor.at], label } : NOTHING;
  },
  base: () => null,
};
