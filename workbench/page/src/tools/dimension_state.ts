/* dimension_state.ts - dimensions and constraints on the page: those of the text, what is measured, which one is open, and how each is
 * changed. */
import { computed } from "@preact/signals";
import { combine, difference, remove, setValue } from "../editor/text_edits";
import { commit } from "../editor/commit";
import { get } from "../editor/text_edits";
import { text } from "../state/document";
import type { TextChange } from "../state/document";
import { texts } from "../texts/texts";
import { drawingGeometry } from "./drawing_rows";
import { changesFor, put } from "./edits";
import { resize, sidesOf, type Side } from "./link_size";
import { measured } from "./measured";
import { entryRows, heldRows, satisfy } from "./sketch_rows";
import { freeName, sketchEntries, unitOf, writtenEntry, type SketchEntry } from "./sketch_entries";
import { writeSize } from "./size_text";
import { withLength } from "./space_length";
import { bodyNamed, type Sketch } from "./sketch";
import { sketch, stopAtStart } from "./tool_state";

export const entries = computed(() => sketchEntries(text.value));
export function entryNamed(name: string): SketchEntry | null {
  return name === "" ? measured.value : (entries.value.find((one) => one.name === name) ?? null);
}

/* What an entry is of, in words. */
export function titleOf({ kind, of }: SketchEntry): string {
  const words = of.map((line) => line.join("–"));
  return texts.dimensions.titleOf(texts.dimensions.kinds[kind], texts.dimensions.between(words));
}

/* The piece of a body that a length or angle is of; null: it is of several. */
function sideOf(now: Sketch, { of }: SketchEntry): Side | null {
  const [line, other] = of;
  if (!line || other) return null;
  if (line.length === 1) {
    const body = bodyNamed(now, line[0]);
    const points = body ? [...body.points.keys()] : [];
    return points.length < 2 ? null : { body: line[0], from: points[0]!, to: points[points.length - 1]! };
  }
  const [[a, p], [b, q]] = line.map((one) => [
    one.slice(0, one.lastIndexOf(".")),
    one.slice(one.lastIndexOf(".") + 1),
  ]) as [[string, string], [string, string]];
  return a === b && bodyNamed(now, a) && a !== "ground" ? { body: a, from: p, to: q } : null;
}

/* Where the radius of a body is written. */
function radiusPath(now: string, body: string): (string | number)[] | null {
  const path = ["bodies", body, "shape", "disc"];
  const disc = get(now, path);
  if (typeof disc === "string") return path;
  return disc && !Array.isArray(disc) && "radius" in disc ? [...path, "radius"] : null;
}

function changesTo(
  now: Sketch,
  entry: SketchEntry,
  value: number,
): { changes: TextChange[]; note?: string } | { why: string } {
  if (entry.kind === "radius") {
    const path = radiusPath(now.text, entry.of[0]![0]);
    if (!path) return { why: texts.dimensions.noRadius };
    if (!(value > 0)) return { why: texts.sizes.notPositive };
    return { changes: setValue(now.text, path, writeSize(value, "m")) };
  }
  const side = entry.kind === "length" ? sideOf(now, entry) : null;
  if (side && now.space) {
    const made = withLength(now, side, value, entry.name === "" ? null : entry);
    return typeof made === "string" ? { changes: difference(now.text, made) } : made;
  }
  if (!side) return satisfy(now, entry, value);
  return resize(now, side, { length: value }, heldRows(now, drawingGeometry(now), [entry.name]));
}

/* The drawing with a dimension at a value, which it is held at if it was; answers why not. */
export function setDimension(entry: SketchEntry, value: number): string | undefined {
  const made = changesTo(sketch.value, entry, value);
  if ("why" in made) return made.why;
  stopAtStart();
  const is = writeSize(value, unitOf(entry.kind));
  return commit((now) =>
    combine(
      now,
      () => made.changes,
      (next) => (entry.name !== "" && entry.is !== null ? setValue(next, ["sketch", entry.name, "is"], is) : []),
    ),
  );
}

/* Held at its value from now on, or no longer. */
export function holdDimension(entry: SketchEntry, value: number | null): string | undefined {
  const now = sketch.value;
  if (value === null) return commit((old) => remove(old, ["sketch", entry.name, "is"]));
  const rows = entryRows(now, drawingGeometry(now), entry, value);
  if (rows.length === 0) return texts.dimensions.notOfDrawing;
  const is = writeSize(value, unitOf(entry.kind));
  if (entry.name !== "") return commit((old) => setValue(old, ["sketch", entry.name, "is"], is));
  return addEntry({ ...entry, is });
}

export function addEntry(entry: SketchEntry): string | undefined {
  const name = freeName(entries.value, entry.kind);
  return commit((old) => changesFor(old, [put(["sketch", name], writtenEntry(entry))]));
}

export function removeEntry(name: string): void {
  commit((old) => remove(old, ["sketch", name]));
}

/* What holds a length or an angle of a link. */
export function holderOf(kind: "length" | "angle", side: Side): SketchEntry | null {
  const now = sketch.value;
  return (
    entries.value.find((entry) => {
      const own = entry.kind === kind && entry.is !== null ? sideOf(now, entry) : null;
      return own !== null && own.body === side.body && own.from === side.from && own.to === side.to;
    }) ?? null
  );
}

/* A length or angle of a link as an entry that is not written yet. */
export function entryOfSide(kind: "length" | "angle", side: Side): SketchEntry {
  const body = bodyNamed(sketch.value, side.body);
  const only = body && sidesOf(body).length === 1;
  const of: SketchEntry["of"] = [only ? [side.body] : [`${side.body}.${side.from}`, `${side.body}.${side.to}`]];
  return { name: "", kind, of, is: null, label: null };
}
