/* ready_parts.ts - parts that need not be written: what a use of one may give, as the engine describes it. A part of the text hides one of its name. */
import type { ReadyPart } from "../engine/engine";
import { description } from "../state/description";
import { type Node, nodeAt } from "./tree";

const isWritten = (root: Node | null, part: string): boolean => nodeAt(root, ["parts", part]) !== undefined;

/* Those that a text may use. */
export function readyParts(root: Node | null): ReadyPart[] {
  return (description.value.ready_parts ?? []).filter(({ name }) => !isWritten(root, name));
}

export function readyPart(root: Node | null, part: string): ReadyPart | undefined {
  return readyParts(root).find(({ name }) => name === part);
}

export function readyPorts({ ports }: ReadyPart): string[] {
  return ports.split(" ").filter(Boolean);
}

/* What a use gives to begin with: "with: {sun: 20, …}". */
export function readyFields({ templates }: ReadyPart, space: boolean): string {
  return (space ? templates[0]?.space : templates[0]?.plane) ?? "";
}
