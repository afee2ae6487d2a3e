/* settings.ts - how the user likes things shown; kept from visit to visit. */
import { effect, signal, type Signal } from "@preact/signals";

/* A page that is only read, such as a report, says so: it opens as it was made, and leaves nothing behind. */
function keeps(): boolean {
  return typeof document === "undefined" || document.documentElement.dataset.keeps !== "no";
}

export function kept<T>(key: string, preset: T): Signal<T> {
  if (!keeps()) return signal(preset);
  let first = preset;
  try {
    const stored = localStorage.getItem("trammel." + key);
    if (stored !== null) first = JSON.parse(stored) as T;
  } catch {
    /* a broken or forbidden store only means that nothing is kept */
  }
  const value = signal(first);
  effect(() => {
    try {
      localStorage.setItem("trammel." + key, JSON.stringify(value.value));
    } catch {
      /* the same */
    }
  });
  return value;
}

export const theme = kept<"system" | "light" | "dark">("theme", "system");
export const arrows = kept("arrows", { velocity: false, acceleration: false, force: false });
export const showNames = kept("names", false);
export const showMasses = kept("masses", true);
export const showGrid = kept("grid", true);
export const showConstruction = kept("construction", false); // base circles, lines of action, pressure angles
export const showDimensions = kept("dimensions", true); // and constraints of the drawing
export const snap = kept("snap", true);
export const traces = signal<string[]>([]); // "coupler.P": points whose paths are drawn
