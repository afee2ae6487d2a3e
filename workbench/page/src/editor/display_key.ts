/* display_key.ts - the units that a document is shown in, in its text: display: {length: mm, force: N, ...}. */
import type { DisplayUnits } from "../shell/display_units";
import type { TextChange } from "../state/document";
import { combine, get, setValue } from "./text_edits";
import { entryOf, nodeAt, readTree } from "./tree";

const KEY = "display";

function written(units: DisplayUnits): string {
  return `{${Object.entries(units)
    .map(([what, unit]) => `${what}: ${unit}`)
    .join(", ")}}`;
}

export function displayLine(units: DisplayUnits): string {
  return `${KEY}: ${written(units)}\n`;
}

/* The change of the text that says other units: what is written there already keeps its place and its comments; a new line stands below
 * the head of the file. */
export function setDisplay(text: string, units: DisplayUnits): TextChange[] {
  const { root } = readTree(text);
  const node = nodeAt(root, [KEY]);
  const wanted = Object.entries(units);
  if (node?.kind === "map")
    return combine(
      text,
      ...wanted
        .filter(([what, unit]) => get(text, [KEY, what]) !== unit)
        .map(
          ([what, unit]) =>
            (now: string) =>
              setValue(now, [KEY, what], unit),
        ),
    );
  if (node) return setValue(text, [KEY], written(units));
  const head = root?.kind === "map" && !root.flow ? ["space", "title", "trammel"].map((key) => entryOf(root, key)) : [];
  const last = head.find((entry) => entry !== undefined);
  if (!last) return setValue(text, [KEY], written(units));
  const end = text.indexOf("\n", last.value.to);
  const at = end < 0 ? text.length : end + 1;
  return [{ from: at, to: at, insert: (end < 0 ? "\n" : "") + displayLine(units) }];
}
