/* solid_images.ts - what is written in the frame of a body, moved with it: shapes, surfaces, centre of mass, inertia.
 *
 * Which fields are places, directions and lengths is said by the kinds of shapes and surfaces.
 */
import { TextEditError, type Path } from "../editor/tree";
import type { FieldInfo } from "../engine/engine";
import { description } from "../state/description";
import { texts } from "../texts/texts";
import { boxAsCorners, isAskew } from "./box_corners";
import { direction, fineness } from "./numbers";
import { formatNumber } from "../editor/numbers";
import { GROUND } from "./sketch";
import { put } from "./edits";
import type { Vec } from "../engine/engine";
import type { Writing } from "./transform";
import { applied } from "./turned_frames";

const AXES: Record<string, Vec> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
const NEAR = 1e-9;

/* A direction that is not written is the one that the kind presets: its image must be. */
function presetDirection(to: Writing, at: Path, preset: string | undefined, m: number[][]): void {
  const axis = preset === undefined ? undefined : AXES[preset];
  if (!axis || to.node(at)) return;
  const there = applied(m, axis) as Vec;
  const size = Math.hypot(...there);
  if (there.some((one, i) => Math.abs(one / size - axis[i]!) > NEAR))
    to.puts.push(put([...at], direction(to.of.space ? there : [there[0], there[1]])));
}

/* Where nothing else is written, the ground has it in its origin. */
function atOrigin(to: Writing, at: Path, t: readonly number[]): void {
  const size = to.of.space ? 3 : 2;
  if (t.some((one, i) => i < size && one !== 0))
    to.puts.push(
      put(
        [...at],
        t.slice(0, size).map((one) => formatNumber(one, undefined, fineness(to.of.size, 9))),
      ),
    );
}

/* The edges of a box lie along the axes of its frame: they may change places, not lie between them. */
function sizes(to: Writing, body: string, m: number[][]): number[][] {
  const scaled = (row: readonly number[]): number[] => row.map((one) => Math.abs(one));
  if (!to.of.space) return m.map(scaled);
  const along = m.every((row) => row.filter((one) => Math.abs(one) > NEAR).length === 1);
  if (!along) throw new TextEditError(texts.gizmo.boxOf(body));
  return m.map(scaled);
}

/* Corners with two numbers lie in the plane z = 0 of their frame. */
function corners(to: Writing, at: Path, body: string, m: number[][], t: readonly number[] | null): void {
  const list = to.node(at);
  if (list?.kind !== "list") return;
  list.items.forEach((item, i) => {
    if (item.kind !== "list") return;
    const flat = to.of.space && item.items.length === 2;
    if (flat && (Math.abs(m[2]![0]!) > NEAR || Math.abs(m[2]![1]!) > NEAR))
      throw new TextEditError(texts.gizmo.boxOf(body));
    to.vector([...at, i], m, t);
  });
}

/* Fields of a shape or a surface by the kinds of values that they have: places, corners, directions, lengths. */
function solid(
  to: Writing,
  body: string,
  path: Path,
  kinds: readonly { name: string; fields: FieldInfo[] }[],
  m: number[][],
  t: readonly number[] | null,
): void {
  const node = to.node(path);
  if (node?.kind !== "map") return;
  const keys = node.entries.map(({ key }) => key.text);
  const kind = kinds.find(({ name }) => keys.includes(name));
  if (!kind) return;
  const inner = to.node([...path, kind.name]);
  const nested = inner?.kind === "map";
  const main = kind.fields[0];
  if (main?.type === "size" && !to.of.space && isAskew(m)) {
    to.puts.push(...boxAsCorners(to.of.text, path, kind.name, kinds, m, t));
    return;
  }
  const fields: [Path, FieldInfo][] = kind.fields.map((field) => [
    [...path, ...(nested ? [kind.name] : []), field.name],
    field,
  ]);
  if (!nested && main) fields.push([[...path, kind.name], main]);
  for (const [at, field] of fields) {
    const { type, unit } = field;
    if (type === "place") {
      if (body === GROUND && field.name === "at" && field !== main && t && !to.node(at)) atOrigin(to, at, t);
      to.vector(at, m, t);
    }
    if (type === "corners") corners(to, at, body, m, t);
    else if (type === "direction") {
      presetDirection(to, at, field.default, m);
      to.direction(at, m);
    } else if (type === "number" && unit === "m") to.scale(at);
    else if (type === "size" && to.node(at)) to.vector(at, sizes(to, body, m), null);
  }
}

/* All that is written in the frame of a body, its points apart. */
export function inFrameOf(to: Writing, body: string, m: number[][], t: readonly number[] | null): void {
  const path = ["bodies", body];
  to.vector([...path, "com"], m, t);
  if (to.of.space && to.turns)
    to.tensor(
      [...path, "inertia"],
      m.map((row) => row.map((one) => one / to.turn.factor)),
    );
  solid(to, body, [...path, "shape"], description.value.shapes, m, t);
  const shapes = to.node([...path, "shapes"]);
  if (shapes?.kind === "list")
    shapes.items.forEach((_, i) => solid(to, body, [...path, "shapes", i], description.value.shapes, m, t));
  const surfaces = to.node([...path, "surfaces"]);
  if (surfaces?.kind === "map")
    for (const { key } of surfaces.entries)
      solid(to, body, [...path, "surfaces", key.text], description.value.surfaces ?? [], m, t);
}
