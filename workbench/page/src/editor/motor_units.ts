/* motor_units.ts - the units in which a motor's numbers are shown and typed: a number alone means the unit beside its field. */
import { displayUnits, shownUnit } from "../shell/display_units";
import { scene } from "../state/model";
import { constant } from "./constant";
import { decimal, readNumber } from "./numbers";

export type Quantity = "value" | "speed" | "acceleration" | "jerk" | "time" | "load";

/* Those of the document; the speed of a motor is in rpm unless that says otherwise. */
export function motorUnit(quantity: Quantity, turning: boolean): string {
  const { angle, length } = displayUnits.value;
  switch (quantity) {
    case "value":
      return turning ? angle : length;
    case "speed":
      return turning ? (scene.value?.display?.speed ?? "rpm") : `${length}/s`;
    case "acceleration":
      return shownUnit(turning ? "rad/s^2" : "m/s^2").written;
    case "jerk":
      return `${turning ? angle : length}/s^3`;
    case "time":
      return "s";
    case "load":
      return shownUnit(turning ? "N*m" : "N").written;
  }
}

const DIGITS = 7; // that a number keeps when it is shown in another unit

function factorOf(unit: string): number {
  return readNumber(`1 ${unit}`)?.factor ?? 1;
}

/* A constant in the unit of its field, without it; any other expression as it is written. */
export function shownIn(text: string, unit: string): string {
  const value = constant(text);
  if (value === null) return text;
  const shown = Number((value / factorOf(unit)).toPrecision(DIGITS));
  return Math.abs(shown) >= 1e9 || (shown !== 0 && Math.abs(shown) < 1e-6) ? String(shown) : decimal(shown, 9);
}

/* What was typed, as it is written into the model: a number alone gets the unit of its field. */
export function typedIn(text: string, unit: string): string {
  const plain = text
    .trim()
    .replace(/^([-+]?\d+),(\d+)/, "$1.$2")
    .replace(/°/g, " deg");
  return /^[-+]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(plain) ? `${plain} ${unit}` : plain;
}

/* SI as written in a unit. */
export function inUnit(value: number, unit: string, digits = 6): string {
  const shown = Number((value / factorOf(unit)).toPrecision(digits));
  return `${decimal(Math.abs(shown) < 1e-9 ? 0 : shown, 9)} ${unit}`;
}
