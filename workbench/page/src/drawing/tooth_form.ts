/* tooth_form.ts - the outline of a tooth: how wide it is at each height above the pitch line, in the plane and in space.
 *
 * Involute     half a tooth, as an angle at the radius rho:  psi = pi/(2 z) + inv(alpha) - inv(alpha_rho),  inv(a) = tan(a) - a,  cos(alpha_rho) = r cos(alpha)/rho
 *              below the base circle r cos(alpha) it is a little wider than there. The space of a ring is the tooth of the wheel that would fill it.
 * Rack         half a tooth: pitch/4 - h tan(alpha); threads of a worm have this form along its axis.
 */
import type { Point } from "./camera";

/* One place of a flank, from the root to the tip. */
export interface FlankPoint {
  h: number; // above the pitch line, in units of what the form was made with; towards the tip
  w: number; // half the width of the tooth there, of a pitch
}

export type ToothForm = FlankPoint[];

export const PRESSURE = (20 * Math.PI) / 180; // where none is given
export const ADDENDUM = 1; // of the module
export const DEDENDUM = 1.2;
const FLARE = 0.03; // of a pitch: by so much a tooth is wider at its root than at the base circle above it
const PLAY = 0.012; // of a pitch, on each flank: so that the flanks of both are seen

const involute = (angle: number): number => Math.tan(angle) - angle;

/* A wheel of pitch radius r; of a ring the teeth point inwards, and their number is below zero. `count`: pieces of a flank above its base. */
export function involuteTooth(r: number, teeth: number, pressure = PRESSURE, count = 5): ToothForm {
  const [z, ring] = [Math.abs(teeth), teeth < 0];
  const module = (2 * r) / z;
  const base = r * Math.cos(pressure);
  /* of the wheel whose tooth this is, or that fills the space of the ring */
  const [low, high] = ring ? [r - ADDENDUM * module, r + DEDENDUM * module] : [r - DEDENDUM * module, r + ADDENDUM * module]; // prettier-ignore
  const half = (rho: number): number => {
    const angle = rho > base ? Math.acos(base / rho) : 0;
    return Math.max((Math.PI / (2 * z) + involute(pressure) - involute(angle)) * (z / (2 * Math.PI)), 0.02);
  };
  const begin = Math.max(low, Math.min(base, high));
  const flare = (rho: number): number => half(rho) + (rho < begin ? FLARE : 0);
  const radii = [...(low < begin ? [low] : []), ...steps(begin, high, count)];
  if (ring) return radii.reverse().map((rho) => ({ h: r - rho, w: 0.5 - flare(rho) - PLAY }));
  return radii.map((rho) => ({ h: rho - r, w: flare(rho) - PLAY }));
}

function steps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);
}

export function rackTooth(pitch: number, pressure = PRESSURE): ToothForm {
  const module = pitch / Math.PI;
  return [-DEDENDUM * module, ADDENDUM * module].map((h) => ({
    h,
    w: Math.max(0.25 - (h * Math.tan(pressure)) / pitch, 0.02) - PLAY,
  }));
}

/* Height and place, in pitches from the middle of the tooth, once over a tooth. */
export function overTooth(form: ToothForm): { h: number; at: number }[] {
  return [...form.map(({ h, w }) => ({ h, at: -w })), ...[...form].reverse().map(({ h, w }) => ({ h, at: w }))];
}

/* All teeth of a wheel in the plane, anticlockwise; a tooth stands at `phase`, rad. */
export function wheelOutline(form: ToothForm, r: number, teeth: number, phase = 0): Point[] {
  const [z, sign] = [Math.abs(teeth), teeth < 0 ? -1 : 1];
  const over = overTooth(form);
  return Array.from({ length: z }, (_, i) =>
    over.map(({ h, at }): Point => {
      const angle = phase + (2 * Math.PI * (i + at)) / z;
      return [(r + sign * h) * Math.cos(angle), (r + sign * h) * Math.sin(angle)];
    }),
  ).flat();
}
