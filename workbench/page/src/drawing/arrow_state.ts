/* arrow_state.ts - how long arrows are drawn, and of which bodies. */
import { perDocument } from "../state/loads";

export const arrowScale = perDocument(1); // times the length chosen for the run
export const arrowsOf = perDocument<"all" | "selected">("all");
