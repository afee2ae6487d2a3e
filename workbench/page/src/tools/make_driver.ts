/* make_driver.ts - what is written for a motor that prescribes a motion: of a pin, a slider, or the length of a cylinder. */
import { drivablesOf } from "../editor/motor_kind";
import { EMPTY, type Motion } from "../editor/motor_motion";
import { presetMotion, type Range } from "../editor/motor_presets";
import { inUnit, motorUnit } from "../editor/motor_units";
import { partsOf } from "../editor/motor_write";
import { slides } from "../state/description";
import { put, remove } from "./edits";
import { currentValue, type Made, type Refused } from "./make";
import { listDrivers } from "./mobility";
import type { Plan } from "./plan";
import { GROUND, type Sketch, type SketchForce, type SketchJoint } from "./sketch";
import { writeValue } from "../editor/write";
import { texts } from "../texts/texts";

/* What is driven. */
export interface Target {
  owner: string; // "O"
  channel: string; // "O.angle"
  called: string; // "joint O"
  turning: boolean;
  start: number; // where it stands
  range?: Range; // as far as a stroke or stops let it
  crank: string | null; // the one body that turns about a pin of the ground
}

/* What a motor does where nothing was chosen; without a start: from where its joint stands. */
export const USUAL: Record<"turning" | "sliding", Motion> = {
  turning: { ...EMPTY, way: "speed", speed: "60 rpm" },
  sliding: { ...EMPTY, way: "swing", period: "1 s" },
};

export function targetOf(sketch: Sketch, joint: SketchJoint, coordinate: string): Target {
  const channel = `${joint.name}.${coordinate}`;
  const turning = !slides(joint.type, sketch.space);
  const bodies = joint.ends?.map((end) => end.body).filter((body) => body !== GROUND);
  return {
    owner: joint.name,
    channel,
    called: texts.tools.makeDriver.joint(joint.name),
    turning,
    start: currentValue(sketch, joint, channel),
    range: sketch.scene
      ? drivablesOf(sketch.scene, joint.name).find((one) => one.channel === channel)?.range
      : undefined,
    crank: turning && bodies?.length === 1 ? bodies[0]! : null,
  };
}

export function cylinderTarget({ name, type }: SketchForce, length: number, range?: Range): Target {
  return {
    owner: name,
    channel: `${name}.length`,
    called: `${type} ${name}`,
    turning: false,
    start: length,
    range,
    crank: null,
  };
}

function whyNot({ sketch }: Plan, { channel, called }: Target): Refused | null {
  const there = sketch.drivers.find((driver) => driver.channel === channel);
  if (there) return { why: texts.tools.makeDriver.driverAlreadyDrives(there.name, called) };
  if (sketch.dof !== 0) return null;
  if (sketch.drivers.length === 0)
    return {
      why: texts.tools.makeDriver.nothingCanMoveHereTheJoints,
      immobile: true,
    };
  return {
    why: texts.tools.makeDriver.everyDegreeOfFreedomIsAlready(listDrivers(sketch.drivers)),
  };
}

/* What `initial` asks of the joint would contradict the motor. */
export function makeDriver(plan: Plan, target: Target, asked: Motion): Made | Refused {
  const why = whyNot(plan, target);
  if (why) return why;
  const { sketch } = plan;
  const { owner, channel, turning, start, range } = target;
  const unit = motorUnit("value", turning);
  const here = Math.abs(start) < 1e-9 ? "" : inUnit(start, unit, 9);
  const from = asked.from || here;
  const way = asked.way === "load" || asked.way === "other" ? "speed" : asked.way;
  const motion = {
    ...presetMotion(way, { ...asked, from }, { turning, value: start, size: sketch.size, range }),
    from,
  };
  const name = plan.newName("drive", true);
  const { expression, table } = partsOf(sketch.text, name, motion, [motorUnit("time", turning), unit]);
  if (table?.fields) plan.edits.push(put(["tables", table.name], table.fields));
  plan.edits.push(put(["drivers", name], `{${channel}: ${writeValue(expression, { flow: true, json: false })}}`));
  for (const given of Object.keys(sketch.initial))
    if (given.startsWith(owner + ".") || sketch.dof === 1) plan.edits.push(remove(["initial", given]));
  plan.addAnalysis();
  const made: Made = { edits: plan.edits, select: { kind: "driver", name } };
  const turnsRound = way === "speed" && target.crank !== null;
  return turnsRound ? { ...made, crank: { driver: name, channel, crank: target.crank!, start } } : made;
}
