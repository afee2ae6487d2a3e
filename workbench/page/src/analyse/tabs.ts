/* tabs.ts - which tab of the dock is on show. */
import { signal } from "@preact/signals";
import { showPart } from "../shell/layout";
import { kept } from "../state/settings";

export type MainTab = "plots" | "table" | "results" | "verify";
export type SideTab = "channels" | "parameters" | "runs";

/* Where there is little room those of the side stand in the same bar. */
export const mainTab = signal<MainTab | SideTab>("plots");
export const sideTab = kept<SideTab>("analyse-side", "channels");

export function showResults(tab: MainTab = "results"): void {
  mainTab.value = tab;
  showPart("results");
}
