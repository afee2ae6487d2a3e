/* sketch_images.ts - dimensions and constraints of bodies that are mirrored, rotated or scaled: they go along as far as they stay true.
 *
 * Values that are held are scaled; in a mirror a number stands on the other side of its line; by a quarter turn what was horizontal is
 * vertical. By any other angle nothing is horizontal any more: such a constraint is left out.
 */
import { readNumber } from "../editor/numbers";
import { applyChanges, remove, setValue } from "../editor/text_edits";
import type { Turn } from "./affine";
import { combined } from "./image_text";
import { fineness, tidy } from "./numbers";
import { sketchEntries, unitOf, writtenEntry, type EntryKind, type SketchEntry } from "./sketch_entries";

const ACROSS: Partial<Record<EntryKind, EntryKind>> = {
  horizontal: "vertical",
  vertical: "horizontal",
  distance_x: "distance_y",
  distance_y: "distance_x",
};

/* The bodies that an entry is of. */
export function bodiesOf({ of }: SketchEntry): string[] {
  return of.flat().map((place) => place.split(".")[0]!);
}

/* What directions along the axes become: the same, the other axis, or neither. */
function quarters({ angle }: Turn): "along" | "across" | "askew" {
  const turns = angle / (Math.PI / 2);
  if (Math.abs(turns - Math.round(turns)) > 1e-9) return "askew";
  return Math.round(turns) % 2 === 0 ? "along" : "across";
}

function imageOf(entry: SketchEntry, turn: Turn): SketchEntry | null {
  const other = ACROSS[entry.kind];
  const way = other ? quarters(turn) : "along";
  if (way === "askew") return null;
  const { factor, mirrors } = turn;
  const length = unitOf(entry.kind) === "m";
  const is =
    entry.is === null || factor === 1 || !length
      ? entry.is
      : combined([entry.is], [factor], 0, entry.is, fineness(readNumber(entry.is)?.value ?? 1, 9));
  const side = mirrors && entry.kind !== "radius" && entry.kind !== "angle" ? -1 : 1;
  const label: SketchEntry["label"] = entry.label && [factor * entry.label[0], side * factor * entry.label[1]];
  return { ...entry, kind: way === "across" ? other! : entry.kind, is, label };
}

/* A text in which some bodies have become their images; in `left` what cannot be said of these any more. */
export function sketchImage(text: string, bodies: ReadonlySet<string>, turn: Turn, left: string[] = []): string {
  let now = text;
  for (const entry of sketchEntries(text)) {
    if (!bodiesOf(entry).every((body) => bodies.has(body))) continue;
    const image = imageOf(entry, turn);
    if (JSON.stringify(image) === JSON.stringify(entry)) continue;
    if (!image) left.push(entry.name);
    const label = image?.label && `[${image.label.map((x) => tidy(x, fineness(Math.abs(x), 4))).join(", ")}]`;
    const change = image
      ? setValue(now, ["sketch", entry.name], writtenEntry(image, label ?? undefined))
      : remove(now, ["sketch", entry.name]);
    now = applyChanges(now, change);
  }
  return now;
}
