/* tabs.ts - which tab of the dock is on show. */
import { showPart } from "../shell/layout";
import { perDocument } from "../state/loads";
import { kept } from "../state/settings";

/* Ids of panels (panels.ts). Where there is little room those of the side stand in the same bar. */
export const mainTab = perDocument("plots");
export const sideTab = kept("analyse-side", "channels");

export function showResults(tab = "results"): void {
  mainTab.value = tab;
  showPart("results");
}

let turned = false; // by a run, not by the user

/* A few positions or modes are read as a list, motions and sweeps as curves; a tab that the user chose stays. */
export function tabForRun(asList: boolean): void {
  if (asList && mainTab.value === "plots") {
    mainTab.value = "results";
    turned = true;
  } else if (!asList && turned && mainTab.value === "results") {
    mainTab.value = "plots";
    turned = false;
  }
}
