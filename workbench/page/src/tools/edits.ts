/* edits.ts - what a tool wants to be different in the model, and the changes of its text that make it so. */
import { deleteElement } from "../editor/rename";
import {
  applyChanges,
  combine,
  insertItem,
  remove as removeAt,
  renameKey,
  setValue,
  type Value,
} from "../editor/text_edits";
import type { TextChange } from "../state/document";
import type { Kind } from "../state/selection";

export type Path = (string | number)[];

export type Edit =
  | { do: "put"; path: Path; value: Value } // a key and its value; what is missing above it is made
  | { do: "insert"; path: Path; index: number; value: Value } // into a list; -1: at its end
  | { do: "remove"; path: Path }
  | { do: "rename"; path: Path; to: string } // a key alone; what refers to it is not touched
  | { do: "rewrite"; changes: TextChange[] } // of the text as it was: the first of all edits
  | { do: "delete"; kind: Kind; name: string }; // with all that cannot be without it

export function put(path: Path, value: Value): Edit {
  return { do: "put", path, value };
}

export function remove(path: Path): Edit {
  return { do: "remove", path };
}

function changesOf(text: string, edit: Edit): TextChange[] {
  switch (edit.do) {
    case "put":
      return setValue(text, edit.path, edit.value);
    case "insert":
      return insertItem(text, edit.path, edit.index < 0 ? Number.MAX_SAFE_INTEGER : edit.index, edit.value);
    case "remove":
      return removeAt(text, edit.path);
    case "rename":
      return renameKey(text, edit.path, edit.to);
    case "rewrite":
      return edit.changes;
    case "delete":
      return deleteElement(text, edit.kind, edit.name).changes;
  }
}

const VERSION = "trammel: 1\n";

/* All edits, as changes of the text; throws a TextEditError where one cannot be made. A text without anything gets its first line. */
export function changesFor(text: string, edits: Edit[]): TextChange[] {
  const head = (now: string): TextChange[] => (now.trim() === "" ? [{ from: 0, to: now.length, insert: VERSION }] : []);
  return combine(text, head, ...edits.map((edit) => (now: string) => changesOf(now, edit)));
}

export function edited(text: string, edits: Edit[]): string {
  return applyChanges(text, changesFor(text, edits));
}
