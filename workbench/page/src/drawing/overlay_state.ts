/* overlay_state.ts - which teaching overlays are on, and what each of them is set to; kept from visit to visit. */
import { signal } from "@preact/signals";
import { kept } from "../state/settings";

export const overlaysOn = kept<string[]>("overlays", []);
export const ghostCount = kept("overlay-ghosts", 8);
export const gridSize = kept("overlay-grid", 5); // points along the longer side of the grid of coupler curves
export const centresOf = kept<"all" | "ground">("overlay-centres", "all");

/* What belongs to one model is not kept: names of bodies and points; "": the overlay chooses. */
export const curvesOf = signal("");
export const centrodesOf = signal("");
export const polygonOf = signal("");
export const hodographOf = signal("");

export function isOn(id: string): boolean {
  return overlaysOn.value.includes(id);
}

export function setOverlay(id: string, on: boolean): void {
  const others = overlaysOn.value.filter((one) => one !== id);
  overlaysOn.value = on ? [...others, id] : others;
}
