/* sketched.ts - dimensions and constraints of the drawing go with the bodies and points that they are of. */
import type { TextChange } from "../state/document";
import { applyChanges, difference } from "./changes";
import { mentions } from "./roles";
import { remove, validTree } from "./text_edits";

/* `goes`: whether a body or point is no longer there. */
export function removeSketched(text: string, goes: (place: string) => boolean): TextChange[] {
  const gone = mentions(text, validTree(text).root)
    .filter(({ role, path, name }) => role === "place" && path[0] === "sketch" && goes(name))
    .map(({ path }) => String(path[1]));
  const now = [...new Set(gone)].reduce((rest, entry) => applyChanges(rest, remove(rest, ["sketch", entry])), text);
  return difference(text, now);
}
