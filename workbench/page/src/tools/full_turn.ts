/* full_turn.ts - a crank that is to turn round and cannot: the words for it, from how far the engine says it goes, and a motion to and fro
 * in place of the turn, towards the side where there is more room.
 */
import type { Range } from "../engine/engine";
import { put } from "./edits";
import type { Made } from "./make";
import { quantity } from "../shell/quantity";
import { degrees, rounded } from "./numbers";
import { texts } from "../texts/texts";

/* A driver that turns a crank on the ground. */
export interface CrankDriver {
  driver: string;
  channel: string; // "O.angle"
  crank: string;
  start: number; // rad
}

export interface Swing {
  text: string;
  make: () => Made;
}

/* null: it turns round. */
export function swingInstead({ driver, channel, crank, start }: CrankDriver, range: Range): Swing | null {
  if (range.low === null || range.high === null) return null;
  const [forth, back] = [range.high - range.start, range.start - range.low];
  const swing = `${rounded((0.8 * (forth >= back ? forth : -back) * 180) / Math.PI)} deg`;
  const base = Math.abs(start) < 1e-9 ? "" : `${degrees(start, 6)} + `;
  const shorter =
    range.maxLength > 0
      ? texts.tools.fullTurn.makeItShorterThan(quantity(range.maxLength, "m", 3))
      : texts.tools.fullTurn.changeLengths;
  return {
    text: `${crank} cannot make a full turn: it locks after ${quantity(forth, "rad", 2)}. ${shorter}, or let it swing.`,
    make: () => ({
      edits: [put(["drivers", driver, channel], `${base}${swing}*(1 - cos(2*pi*t))/2`)],
      select: { kind: "driver", name: driver },
    }),
  };
}
