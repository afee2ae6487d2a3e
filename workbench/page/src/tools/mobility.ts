/* mobility.ts - in words: what keeps a mechanism from moving as it is asked to, as the engine has found it, and what to take away. */
import { goesOn } from "../state/description";
import type { Message, Mobility } from "../engine/engine";
import type { Selected } from "../state/selection";
import { isMap, type Sketch } from "./sketch";
import { texts } from "../texts/texts";

export interface Verdict {
  text: string;
  remove: Selected[]; // any of these would do
}

function listed(names: string[], last: string): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names[names.length - 1]}`;
}

/* "drive (O.angle) and lift (C.angle)" */
export function listDrivers(drivers: Sketch["drivers"]): string {
  return listed(
    drivers.map((driver) => `${driver.name} (${driver.channel})`),
    "and",
  );
}

function immobile({ remedies }: Mobility): Verdict {
  const advice =
    remedies.length > 0
      ? texts.tools.mobility.removeOrAJoint(listed(remedies, "or"))
      : texts.tools.mobility.removeAJoint;
  return {
    text: texts.tools.mobility.nothingCanMoveTheJointsLock(advice),
    remove: remedies.map((name) => ({ kind: "body", name })),
  };
}

function overdriven({ drivers, excess, remedies }: Mobility, sketch: Sketch): Verdict {
  const left = drivers - excess;
  const named = listDrivers(sketch.drivers.filter(({ name }) => remedies.includes(name)));
  return {
    text:
      `${drivers} drivers for ${left} ${left === 1 ? "degree" : "degrees"} of freedom: ${named} contradict each other. ` +
      texts.tools.mobility.remove(excess === 1 ? "one" : excess),
    remove: remedies.map((name) => ({ kind: "driver", name })),
  };
}

/* null: it moves, or it need not. */
export function verdictOn(sketch: Sketch, messages: readonly Message[]): Verdict | null {
  const mobility = sketch.scene?.mobility;
  if (!mobility || sketch.space || !sketch.readable || mobility.verdict === "moves") return null;
  if (mobility.verdict === "overdriven") return overdriven(mobility, sketch);
  /* a frame that is to stand still is no mistake */
  const asked = sketch.analyses.some((one) => (isMap(one) ? Object.keys(one) : [String(one)]).some(goesOn));
  const driven = sketch.drivers.length > 0;
  return driven || (asked && messages.length === 0) ? immobile(mobility) : null;
}
