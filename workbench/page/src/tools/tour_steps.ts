/* tour_steps.ts - the five steps to a moving mechanism: when each is done, and how the page does it for who would rather watch. */
import { active, addCurve, plots } from "../analyse/plots";
import type { Place } from "../drawing/camera";
import { perform } from "../shell/commands";
import { scene } from "../state/model";
import { shown, table } from "../state/runs";
import { distance } from "./geometry";
import { bodiesAt, drivenCoordinate, makeGroundPin, makeLink, makeMotor } from "./make";
import type { Anchor } from "./plan";
import { GROUND, groundJointAt, type Node } from "./sketch";
import { commitOutcome, sketch } from "./tool_state";

export type StepId = "draw" | "pin" | "motor" | "run" | "plot";

export interface Step {
  id: StepId;
  tool?: string; // command that takes it in hand
  part: "drawing" | "results";
  done: () => boolean;
  show: () => void; // does it
}

function anchorAt(at: Place): Anchor {
  const node = sketch.value.nodes.find((one) => distance(one.at, at) < 1e-6) ?? null;
  return { at, node, body: null };
}

/* A crank, a coupler and a rocker: Grashof's rule holds, so that the crank turns round. */
const PLACES: Place[] = [
  [0, 0],
  [0, 0.1],
  [0.3, 0.2],
  [0.3, 0],
];

function drawLinks(): void {
  for (let i = 1; i < PLACES.length; i++)
    commitOutcome(() => makeLink(sketch.value, [anchorAt(PLACES[i - 1]!), anchorAt(PLACES[i]!)]));
  perform("fit");
}

/* Ends of links that nothing holds. */
function looseEnds(): Node[] {
  const of = sketch.value;
  return of.nodes.filter(
    (node) => bodiesAt({ at: node.at, node, body: null }).length === 1 && !groundJointAt(of, node),
  );
}

function pinEnds(): void {
  const ends = looseEnds();
  for (const { at } of [ends[0], ends[ends.length - 1]].filter((one) => one !== undefined))
    commitOutcome(() => makeGroundPin(sketch.value, anchorAt(at)));
}

function putMotor(): void {
  const onGround = sketch.value.joints.find(
    (joint) => drivenCoordinate(joint, sketch.value) !== "" && joint.ends?.some((end) => end.body === GROUND),
  );
  if (onGround) commitOutcome(() => makeMotor(sketch.value, onGround, "driver"));
}

function curveCount(): number {
  return plots.value.reduce((sum, { curves }) => sum + curves.length, 0);
}

let curvesBefore = 0; // when the last step began
let ranBefore: number | null = null;

/* What counts from here on. */
export function beginStep(id: StepId): void {
  if (id === "run") ranBefore = shown.value?.id ?? null;
  if (id === "plot") curvesBefore = curveCount();
}

function plotMore(): void {
  const drawn = new Set(plots.value.flatMap(({ curves }) => curves));
  const more = table.value?.channels.find(({ name }) => name !== "t" && !drawn.has(name));
  if (more) addCurve(active.value?.id ?? null, more.name);
}

const pinned = (): number => scene.value?.joints.filter(({ bodies }) => bodies.includes(0)).length ?? 0;

export const STEPS: readonly Step[] = [
  {
    id: "draw",
    tool: "tool-L",
    part: "drawing",
    done: () => (scene.value?.bodies.length ?? 0) > 3,
    show: drawLinks,
  },
  { id: "pin", tool: "tool-G", part: "drawing", done: () => pinned() >= 2, show: pinEnds },
  {
    id: "motor",
    tool: "tool-M",
    part: "drawing",
    done: () => (scene.value?.drivers.length ?? 0) > 0,
    show: putMotor,
  },
  {
    id: "run",
    part: "drawing",
    done: () => shown.value !== null && shown.value.id !== ranBefore,
    show: () => perform("run"),
  },
  {
    id: "plot",
    part: "results",
    done: () => curveCount() > curvesBefore,
    show: plotMore,
  },
];
