/* templates.ts - what a new element of a kind begins with, as the engine describes it. */
import type { Scene, Template } from "../engine/engine";
import { analysisKind } from "../state/description";
import { type Data, dataOf, readTree } from "./tree";

const LENGTH = "0.1"; // m: of what the text does not tell where its ends are

/* The fields by name, as they are written; none where nothing is described. */
export function beginsWith(templates: readonly Template[] | undefined, space: boolean): { [key: string]: Data } {
  const [first] = templates ?? [];
  const written = first ? (space ? first.space : first.plane).replace(/\bdrawn\b/g, LENGTH) : "";
  return fieldsOf(`{${written}}`);
}

/* A new analysis, with options that suit this model where the engine has proposed some. */
export function analysisBegins(kind: string, of: Scene | null): { [key: string]: Data } {
  const proposed = of?.proposals?.[kind]?.options;
  return proposed === undefined ? beginsWith(analysisKind(kind)?.templates, false) : fieldsOf(proposed);
}

function fieldsOf(written: string): { [key: string]: Data } {
  const { root } = readTree(written);
  const data = root ? dataOf(root) : {};
  return typeof data === "object" && !Array.isArray(data) ? data : {};
}
