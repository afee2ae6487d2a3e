/* sliders.ts - how far the slider of a parameter reaches, and the numbers along its way. */

export interface Span {
  min: number;
  max: number;
}

/* Nice numbers about a value: from a fifth to twice it, about zero both ways. */
export function spanAbout(value: number): Span {
  if (value === 0 || !Number.isFinite(value)) return { min: -1, max: 1 };
  const far = nice(2 * Math.abs(value));
  const near = nice(Math.abs(value) / 5);
  return value > 0 ? { min: near, max: far } : { min: -far, max: -near };
}

/* The nearest of 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten. */
export function nice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
  const part = value / power;
  const best = steps.reduce((one, other) => (Math.abs(other - part) < Math.abs(one - part) ? other : one));
  return Number((best * power).toPrecision(12));
}

export const STEPS = 200;

/* Where the handle stands (0 to STEPS) and back; values come out as short as they can be. */
export function placeOf(value: number, { min, max }: Span): number {
  return Math.round(Math.min(1, Math.max(0, (value - min) / (max - min))) * STEPS);
}

export function valueAt(place: number, { min, max }: Span): number {
  const value = min + ((max - min) * place) / STEPS;
  const unit = 10 ** Math.floor(Math.log10((max - min) / STEPS));
  return Number((Math.round(value / unit) * unit).toPrecision(12));
}
