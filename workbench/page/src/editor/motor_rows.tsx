/* motor_rows.tsx - the motor of the model that is chosen, in the form of its motion; and motors for joints that have none. */
import { settledText } from "../state/document";
import { scene, messages } from "../state/model";
import { selected, type Selected } from "../state/selection";
import { texts } from "../texts/texts";
import { analysisKind, firstAnalysis, goesOn } from "../state/description";
import { choose } from "./chosen";
import { commit, commitOrReport } from "./commit";
import { constant } from "./constant";
import { Draft } from "./draft";
import { faultAt } from "./form";
import { curveOf, type Curve } from "./motor_curve";
import { MotorForm, seconds, type Senses } from "./motor_form";
import {
  channelOf,
  type Drivable,
  drivableCylinder,
  drivableOf,
  drivableOfForce,
  drivablesOf,
  loadMotion,
  rewrite,
} from "./motor_kind";
import { directionOf, EMPTY, type Motion, readMotorMotion, reversed, type Way } from "./motor_motion";
import { presetMotion } from "./motor_presets";
import { inUnit, motorUnit } from "./motor_units";
import { beginsWith } from "./templates";
import { get, has, keysOf, remove, setValue } from "./text_edits";
import type { Path } from "./tree";
import { faults, root } from "./values";
import { homeOf } from "./scope";

export function sensesOf(turning: boolean, channel = ""): Senses {
  const { senses } = texts.motor;
  if (turning) return scene.value?.space ? senses.turningInSpace : senses.turning;
  return channel.endsWith(".length") ? senses.cylinder : senses.sliding;
}

/* Tables of one variable that a motor can follow. */
export function tablesToFollow(text: string): string[] {
  return keysOf(text, ["tables"]).filter((name) => {
    const table = get(text, ["tables", name]);
    const known = typeof table === "object" && !Array.isArray(table) ? table : {};
    return !("z" in known) && !("grid" in known) && !("road" in known) && !("columns" in known) && !("poses" in known);
  });
}

/* The first analysis that ends before a move does. */
function shortAnalysis(text: string, end: number): { path: Path; end: number } | null {
  const list = get(text, ["analyses"]);
  for (const [i, one] of (Array.isArray(list) ? list : []).entries()) {
    const kind = typeof one === "object" && !Array.isArray(one) ? Object.keys(one)[0] : undefined;
    const path = ["analyses", i, kind ?? "", "end"];
    const given = kind !== undefined && goesOn(kind) ? get(text, path) : undefined;
    const value = typeof given === "string" ? constant(given) : null;
    if (value !== null) return value < end - 1e-9 * end ? { path, end: value } : null;
  }
  return null;
}

function LengthenRun({ curve }: { curve: Curve }) {
  const end = curve.t[curve.t.length - 1] ?? 0;
  const short = curve.rests ? shortAnalysis(settledText.value, end) : null;
  if (!short) return null;
  const until = seconds(Math.ceil(end * 10 - 1e-6) / 10);
  return (
    <p class="motor-note">
      {texts.motor.endsEarly(seconds(end), seconds(short.end))}{" "}
      <button type="button" class="button" onClick={() => commitOrReport((now) => setValue(now, short.path, until))}>
        {texts.motor.runUntil(until)}
      </button>
    </p>
  );
}

function noteOf(motion: Motion, curve: Curve | null): string {
  const end = curve?.t[curve.t.length - 1] ?? 0;
  const begin = curve?.t[0] ?? 0;
  if (!curve || !(end > 0)) return "";
  if (motion.way === "move") return texts.motor.takes(seconds(end - begin));
  return motion.way === "cycle" ? texts.motor.repeats(seconds(end - begin)) : "";
}

/* What is wrong with the driver or the table that it follows. */
function faultOf(what: Selected, motion: Motion): string | undefined {
  void messages.value;
  const section = what.kind === "force" ? "forces" : "drivers";
  const own = faults.value.find(({ path }) => path[0] === section && path[1] === what.name);
  const table = faults.value.find(({ path }) => path[0] === "tables" && path[1] === motion.table);
  return (own ?? table)?.text ?? faultAt(faults.value, [section, what.name]);
}

export function MotorOf({ what, on, motion }: { what: Selected; on: Drivable; motion: Motion }) {
  const write = (next: Motion): string | undefined => {
    let after: Selected | null = null;
    const why = commit((now) => {
      const made = rewrite(now, what, on, next);
      after = made.selected;
      return made.changes;
    });
    if (why === undefined && after) selected.value = after;
    return why;
  };
  const size = scene.value?.size ?? 1;
  const turn = (way: Way): void => void write(presetMotion(way, motion, { ...on, size }));
  const known = scene.value?.motions?.find(({ name }) => name === motion.table.split(".")[0]);
  const curve = curveOf(motion, motion.table ? known : undefined);
  return (
    <>
      <MotorForm
        motion={motion}
        turning={on.turning}
        loads={on.load !== null}
        senses={sensesOf(on.turning, on.channel)}
        tables={tablesToFollow(settledText.value)}
        curve={curve}
        note={noteOf(motion, curve)}
        error={faultOf(what, motion)}
        here={on.value === null ? undefined : inUnit(0, motorUnit("value", on.turning)).split(" ")[0]}
        onWay={turn}
        onChange={write}
        onTable={(table) => choose({ kind: "table", table })}
      />
      {curve && motion.way === "move" && <LengthenRun curve={curve} />}
    </>
  );
}

/* The motor that an element of the text is; null: it is none, or of another kind. */
export function motorOf(what: Selected): { on: Drivable; motion: Motion } | null {
  const text = settledText.value;
  const home = homeOf(root(), what);
  if (!home || home.use || home.one) return null; // written elsewhere
  if (what.kind === "force") {
    const on = drivableOfForce(scene.value, text, what.name);
    return on && { on, motion: loadMotion(text, what.name, on) };
  }
  const channel = what.kind === "driver" ? channelOf(text, what.name) : null;
  const on = channel === null ? null : drivableOf(scene.value, channel);
  const value = channel === null ? undefined : get(text, ["drivers", what.name, channel]);
  return on && typeof value === "string" ? { on, motion: readMotorMotion(text, value) } : null;
}

/* The form of a driver, or of a motor with a torque; nothing where it is none. */
export function MotorRows({ what }: { what: Selected }) {
  const motor = motorOf(what);
  return motor && <MotorOf what={what} {...motor} />;
}

/* A driver that turns or moves a coordinate from where it stands. What `initial` asks of it would contradict, and something must be run. */
export function addMotor(text: string, on: Drivable, size: number): { draft: Draft; name: string } {
  const draft = new Draft(text);
  const name = draft.addDriver(on.channel, "0");
  const motion = presetMotion(on.turning ? "speed" : "swing", EMPTY, { ...on, size });
  const from = motion.from || startOf(on);
  draft.apply(rewrite(draft.text, { kind: "driver", name }, on, { ...motion, from }).changes);
  for (const given of keysOf(text, ["initial"]))
    if (given.startsWith(`${on.owner}.`)) draft.apply(remove(draft.text, ["initial", given]));
  const kind = firstAnalysis(false);
  if (!has(text, ["analyses", 0]) && kind) draft.addAnalysis(kind, beginsWith(analysisKind(kind)?.templates, false));
  return { draft, name };
}

/* Where it stands, as written; "" at zero. */
export function startOf({ value, turning }: Drivable): string {
  return value === null || Math.abs(value) < 1e-9 ? "" : inUnit(value, motorUnit("value", turning));
}

/* Buttons for the coordinates of a joint, or the length of a cylinder, that nothing drives yet. */
export function AddMotors({ what }: { what: Selected }) {
  const now = scene.value;
  if (!now || homeOf(root(), what)?.use) return null;
  const cylinder = what.kind === "force" ? drivableCylinder(now, what.name) : null;
  const all = what.kind === "joint" ? drivablesOf(now, what.name) : cylinder ? [cylinder] : [];
  const free = all.filter(({ channel }) => !now.drivers.some((driver) => driver.channel === channel));
  return (
    <>
      {free.map((on) => (
        <button
          type="button"
          class="button quiet"
          key={on.channel}
          onClick={() => {
            let name = "";
            const done = commitOrReport((text) => {
              const made = addMotor(text, on, now.size);
              name = made.name;
              return made.draft.changes();
            });
            if (done) choose({ kind: "driver", name });
          }}
        >
          {texts.motor.add(on.channel)}
        </button>
      ))}
    </>
  );
}

/* The other way round; false: it has no direction. */
export function reverseMotor(what: Selected): boolean {
  const motor = motorOf(what);
  if (!motor || directionOf(motor.motion) === 0) return false;
  return commitOrReport((now) => rewrite(now, what, motor.on, reversed(motor.motion)).changes);
}
