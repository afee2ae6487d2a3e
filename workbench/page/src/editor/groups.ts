/* groups.ts - named groups of elements in the text (`groups:`): made, filled, hidden, locked, renamed, taken away. */
import type { TextChange } from "../state/document";
import type { Selected } from "../state/selection";
import { texts } from "../texts/texts";
import { get, has, keysOf, remove, renameKey, setValue, TextEditError } from "./text_edits";

const KEY = "groups";
const KINDS = new Set(["body", "joint", "force"]);

/* The names by which a group can have what is selected. */
export function namesOf(selection: readonly Selected[]): string[] {
  return selection.filter(({ kind, name }) => KINDS.has(kind) && name !== "ground").map(({ name }) => name);
}

/* The first of group1, group2 … that is free. */
export function freeGroupName(text: string): string {
  const taken = keysOf(text, [KEY]);
  let i = 1;
  while (taken.includes(`group${i}`)) i++;
  return `group${i}`;
}

function checkGroupName(text: string, name: string): void {
  if (!/^[A-Za-z]\w*$/.test(name)) throw new TextEditError(texts.groups.badName(name));
  if (keysOf(text, [KEY]).includes(name)) throw new TextEditError(texts.groups.taken(name));
}

export function addGroup(text: string, name: string, names: readonly string[]): TextChange[] {
  checkGroupName(text, name);
  return setValue(text, [KEY, name], { of: [...new Set(names)] });
}

function members(text: string, name: string): string[] {
  const of = get(text, [KEY, name, "of"]);
  return Array.isArray(of) ? of.map(String) : [];
}

export function putInto(text: string, name: string, names: readonly string[]): TextChange[] {
  return setValue(text, [KEY, name, "of"], [...new Set([...members(text, name), ...names])]);
}

export function takeOut(text: string, name: string, names: readonly string[]): TextChange[] {
  const left = members(text, name).filter((one) => !names.includes(one));
  return setValue(text, [KEY, name, "of"], left);
}

export function setGroup(text: string, name: string, key: "hidden" | "locked", on: boolean): TextChange[] {
  const path = [KEY, name, key];
  if (on) return setValue(text, path, "true");
  return has(text, path) ? remove(text, path) : [];
}

export function renameGroup(text: string, name: string, to: string): TextChange[] {
  checkGroupName(text, to);
  return renameKey(text, [KEY, name], to);
}

export function removeGroup(text: string, name: string): TextChange[] {
  return remove(text, [KEY, name]);
}
