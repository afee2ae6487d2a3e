/* unit_text.ts - units as they are printed: N*m -> N·m, m/s^2 -> m/s², deg/s -> °/s, us -> µs. */
export function unitText(unit: string): string {
  return unit
    .replace(/\*/g, "·")
    .replace(/\^2/g, "²")
    .replace(/\^3/g, "³")
    .replace(/\^4/g, "⁴")
    .replace(/\bdeg\b/g, "°")
    .replace(/\bu(?=[msgNAVFHW]\b)/g, "µ")
    .replace(/\bN m\b/g, "N·m");
}
