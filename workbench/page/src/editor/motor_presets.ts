/* motor_presets.ts - numbers to begin with where a motor gets another motion: those that it had are kept as far as they mean the same. */
import { constant } from "./constant";
import { sum, type Motion, type Way } from "./motor_motion";
import { inUnit, motorUnit } from "./motor_units";

interface Place {
  turning: boolean;
  value: number | null; // where it stands, SI
  size: number; // m, of the mechanism
  range?: Range; // as far as a stroke or stops let it
}

export type Range = readonly [low: number | null, high: number | null];

const TURN = Math.PI / 2; // rad: how far a move goes

/* A length with one digit. */
function round(x: number): number {
  return Number(x.toPrecision(1));
}

/* How far, in the unit of the field: a quarter turn, or a part of the mechanism. */
function reachOf({ turning, size }: Place): number {
  return turning ? TURN : round(size / 5 || 0.1);
}

const OF_ROOM = 0.8; // how much of the room up to a stop is used

/* How far a move goes, with its sign: the usual way, or what a stop leaves of it on the side where there is more room. */
function moveOf(place: Place): number {
  const reach = reachOf(place);
  const [low, high] = place.range ?? [null, null];
  const here = place.value ?? 0;
  const [down, up] = [low === null ? Infinity : here - low, high === null ? Infinity : high - here];
  if (up >= reach) return reach;
  const room = Math.max(up, down);
  const far = Math.min(reach, OF_ROOM * Math.max(room, 0));
  return Number((up >= down ? far : -far).toPrecision(2));
}

export function presetMotion(way: Way, before: Motion, place: Place): Motion {
  const { turning, value } = place;
  const unit = (of: Parameters<typeof motorUnit>[0]): string => motorUnit(of, turning);
  const reach = reachOf(place);
  const here = value !== null && Math.abs(value) > 1e-9 ? inUnit(value, unit("value")) : `0 ${unit("value")}`;
  const from = before.from || here;
  const to = before.to || sum(from, inUnit(moveOf(place), unit("value")));
  const speed = before.speed.replace(/^-\s*/, "");
  const next: Motion = { ...before, way, from, to };
  if (way === "speed" && before.way === "speed" && before.speed) return before;
  if (way === "speed") {
    const usual = turning ? "60 rpm" : inUnit(reach, unit("speed"));
    const back = before.way !== "load" && before.to !== "" && (constant(before.to) ?? 0) < (constant(before.from) ?? 0);
    return { ...next, from: before.from, speed: (back ? "-" : "") + (speed || usual) };
  }
  if (way === "move" || way === "cycle")
    return {
      ...next,
      speed: before.acceleration && speed ? speed : turning ? "15 rpm" : inUnit(reach, unit("speed")),
      acceleration: before.acceleration || inUnit(2 * reach, unit("acceleration")),
      start: way === "move" ? before.start : "",
      over: before.over,
    };
  if (way === "swing") return { ...next, period: before.period || `2 ${unit("time")}` };
  if (way === "load") return { ...next, load: before.load || `10 ${unit("load")}` };
  return { ...next, table: "" };
}

/* An S-curve takes a tenth of a second to reach its acceleration. */
export function presetJerk(motion: Motion, turning: boolean): string {
  const acceleration = constant(motion.acceleration);
  const reach = turning ? TURN : 0.1;
  return inUnit(10 * (acceleration ?? 2 * reach), motorUnit("jerk", turning), 3);
}
