/* new_model.ts - the text that a new mechanism begins with, in the units that were chosen last. */
import { kept } from "../state/settings";
import type { DisplayUnits } from "./display_units";
import { HINTS } from "./naming";

export const NEW_NAME = "untitled.yaml";

/* What new documents are shown in. */
export const newUnits = kept<DisplayUnits>("units", {
  length: "mm",
  force: "N",
  angle: "deg",
  speed: "rpm",
  mass: "kg",
});

/* In space z is up. */
export function newText(space = false): string {
  const { length, force, angle, speed, mass } = newUnits.value;
  return `${HINTS.join("\n")}
trammel: 1
title: New mechanism${space ? " in space\nspace: space" : ""}
display: {length: ${length}, force: ${force}, angle: ${angle}, speed: ${speed}, mass: ${mass}}
${space ? "gravity: [0, 0, -9.81]\n" : ""}
analyses:
  - dynamics: {end: 5, output: 0.01}    # the motion over 5 s, a row every 0.01 s
`;
}
