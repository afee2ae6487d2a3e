/* units.ts - where quantities are said; kept for those who look for them here. */
export { type Shown, shownUnit } from "../shell/display_units";
export { duration, markText, quantity, scaled, signed } from "../shell/quantity";
