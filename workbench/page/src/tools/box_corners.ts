/* box_corners.ts - a box lies along the axes of its body: rotated by less than a quarter turn it is written by its four corners. */
import { readNumber } from "../editor/numbers";
import { dataOf, nodeAt, readTree, TextEditError, type Data, type Path } from "../editor/tree";
import { texts } from "../texts/texts";
import { put, remove, type Edit } from "./edits";
import { fineness, vector } from "./numbers";
import { isMap } from "./sketch";

/* Whether a map leaves the axes no axes. */
export function isAskew(m: number[][]): boolean {
  const scale = Math.max(...m.flat().map(Math.abs));
  return m.slice(0, 2).some((row) => row.slice(0, 2).every((x) => Math.abs(x) > 1e-9 * scale));
}

interface Kind {
  name: string;
  fields: { name: string; type: string }[];
}

function numbers(given: Data | undefined, otherwise: number[] | null, body: string): number[] {
  if (given === undefined && otherwise) return otherwise;
  const read = Array.isArray(given) ? given.map((one) => readNumber(String(one))?.value) : [];
  if (read.length < 2 || read.some((one) => one === undefined)) throw new TextEditError(texts.mirror.boxAskew(body));
  return read as number[];
}

/* Edits that make corners of a box at a path, moved by m and t; what else it has, such as a thickness, stays. */
export function boxAsCorners(
  text: string,
  path: Path,
  box: string,
  kinds: readonly Kind[],
  m: number[][],
  t: readonly number[] | null,
): Edit[] {
  const node = nodeAt(readTree(text).root, path);
  const given = node ? dataOf(node) : {};
  const inner = isMap(given) ? given[box] : undefined;
  const fields = kinds.find(({ name }) => name === box)!.fields;
  const [size, place] = ["size", "place"].map((type) => fields.find((field) => field.type === type)?.name ?? "");
  const said = isMap(inner) ? inner : isMap(given) ? { ...given, [size!]: inner! } : {};
  const body = String(path[1]);
  const [w, h] = numbers(said[size!], null, body);
  const [x, y] = numbers(said[place!], [0, 0], body);
  const cornered = kinds.find((one) => one.fields[0]?.type === "corners");
  if (!cornered) throw new TextEditError(texts.mirror.boxAskew(body));
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([i, j]) => [x! + (i! * w!) / 2, y! + (j! * h!) / 2]);
  const image = (p: number[]): [number, number] =>
    [0, 1].map((i) => m[i]![0]! * p[0]! + m[i]![1]! * p[1]! + (t?.[i] ?? 0)) as [number, number];
  const step = fineness(Math.max(w!, h!), 7);
  const list = `[${corners.map((one) => vector(image(one), step)).join(", ")}]`;
  const removed = [box, ...(isMap(inner) ? [] : [place!])].filter((key) => isMap(given) && key in given);
  return [put([...path, cornered.name], list), ...removed.map((key) => remove([...path, key]))];
}
