/* templates.ts - what a new element of a kind begins with, as the engine describes it. */
import type { Template } from "../engine/engine";
import { type Data, dataOf, readTree } from "./tree";

const LENGTH = "0.1"; // m: of what the text does not tell where its ends are

/* The fields by name, as they are written; none where nothing is described. */
export function beginsWith(templates: readonly Template[] | undefined, space: boolean): { [key: string]: Data } {
  const [first] = templates ?? [];
  const written = first ? (space ? first.space : first.plane).replace(/\bdrawn\b/, LENGTH) : "";
  const { root } = readTree(`{${written}}`);
  const data = root ? dataOf(root) : {};
  return typeof data === "object" && !Array.isArray(data) ? data : {};
}
