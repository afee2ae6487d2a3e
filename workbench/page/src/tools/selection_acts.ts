/* selection_acts.ts - what is done with all that is selected, on the page: copied, pasted, mirrored, turned, repeated, aligned.
 *
 * Each is one step of undo. What plays stops, and is shown at its start, which is what is edited.
 */
import type { Point } from "../drawing/camera";
import { stage } from "../drawing/stage";
import { commitOrReport, orReport } from "../editor/commit";
import { difference } from "../editor/text_edits";
import { toast } from "../shell/toast";
import { toastWithUndo } from "../shell/undo_toast";
import { text } from "../state/document";
import { scene } from "../state/model";
import { sameSelected, selectAll, selected, selection, type Selected } from "../state/selection";
import { texts } from "../texts/texts";
import { translation, type Affine, type Place } from "./affine";
import { aligned, type Alignment } from "./align";
import { duplicate } from "./duplicate";
import { edited, remove } from "./edits";
import { fragmentOf, type Fragment } from "./fragment";
import { allMeant } from "./keyboard";
import { refusedByLock } from "./lock_guard";
import { joinMeeting } from "./meeting";
import { movedBy } from "./moved";
import { pasted, pastedAll, type Pasted } from "./paste";
import { removeAll } from "./remove_all";
import { GROUND, readSketch } from "./sketch";
import { gridStep } from "./snap";
import { commitOutcome, done, sketch, spatial, stopAtStart } from "./tool_state";
import { transformed } from "./transform";

/* Everything in the model that can be chosen: in space what the scene has. */
export function everything(): Selected[] {
  const on = stage.peek();
  if (on && !spatial.peek()) return on.everything();
  const now = scene.peek();
  if (!now) return [];
  const of = (kind: Selected["kind"], list: readonly { name: string }[]): Selected[] =>
    list.filter(({ name }) => name !== GROUND).map(({ name }) => ({ kind, name }));
  return [
    ...of("driver", now.drivers),
    ...of("force", now.forces),
    ...of("joint", now.joints),
    ...of("body", now.bodies),
  ];
}

export function selectEverything(): void {
  selectAll(everything());
}

export function invertSelection(): void {
  const before = selection.peek();
  selectAll(everything().filter((one) => !before.some((other) => sameSelected(one, other))));
}

/* Writes another text, in one step of undo. */
function write(make: () => string): boolean {
  stopAtStart();
  return commitOrReport((now) => difference(now, make()));
}

/* ---- copies ---- */

function isEverything(list: readonly Selected[]): boolean {
  return everything().every((one) => list.some((other) => sameSelected(one, other)));
}

/* What is meant as a model of its own; null: there is nothing to copy, which is told. */
export function copyMeant(): Fragment | null {
  const all = allMeant();
  if (all.length === 0) return null;
  const made = orReport(() => fragmentOf(sketch.peek(), all, isEverything(all)));
  if (!made || made.count === 0) {
    if (made) toast(texts.selection.cannotCopy);
    return null;
  }
  const { count, left } = made;
  const words = left.length > 0 ? texts.selection.copiedWithout(count, left.join(", ")) : texts.selection.copied(count);
  if (left.length > 0) toast(words);
  done.value = words;
  return made;
}

export function cutMeant(): Fragment | null {
  const all = allMeant();
  if (refusedByLock(all)) return null;
  const made = copyMeant();
  if (made) commitOutcome(() => removeAll(sketch.peek(), all));
  return made;
}

/* `joins`: where its points lie on others they are pinned, since it was put there by hand. */
function take(make: () => Pasted, joins: boolean): boolean {
  stopAtStart();
  const made = orReport(make);
  const joined = made && joins && !spatial.peek() ? orReport(() => joinedText(made.text, made.selection)) : null;
  if (!made || !commitOrReport((now) => difference(now, joined?.text ?? made.text))) return false;
  selectAll(made.selection);
  if (made.left.length > 0) toastWithUndo(texts.selection.leftOut(made.left.join(", ")));
  if (joined) tellJoined(joined);
  return true;
}

/* A text with pins where bodies that were put there meet others; null: none do. */
function joinedText(now: string, list: readonly Selected[]): { text: string; joints: string[]; at: string[] } | null {
  const bodies = new Set(list.filter(({ kind }) => kind === "body").map(({ name }) => name));
  const { plan, joints, at } = joinMeeting(readSketch(now, scene.peek()), bodies);
  return joints.length > 0 ? { text: edited(now, plan.edits), joints, at } : null;
}

function tellJoined({ joints, at }: { joints: string[]; at: string[] }): void {
  const loosen = (): boolean =>
    commitOutcome(() => ({ edits: joints.map((name) => remove(["joints", name])), select: null }));
  toastWithUndo(texts.meeting.pinned(at), { title: texts.meeting.leaveLoose, run: () => void loosen() });
}

/* What was moved onto points of others: pins are offered, for it was not drawn but moved. */
function offerJoining(list: readonly Selected[]): void {
  if (spatial.peek()) return;
  const found = orReport(() => joinedText(text.peek(), list));
  if (!found) return;
  const join = (): void => void write(() => found.text);
  toastWithUndo(texts.meeting.meets(found.at), { title: texts.meeting.pinThem, run: join });
}

/* The middle of what a model draws, without the engine. */
function middleOf(piece: string): Point | null {
  const { nodes, bodies } = readSketch(piece, null);
  const all = [
    ...nodes.map(({ at }) => at),
    ...bodies.filter(({ name, drawn }) => name !== GROUND && !drawn).map(({ frame }) => frame.origin),
  ];
  if (all.length === 0) return null;
  const mid = (axis: 0 | 1): number =>
    (Math.min(...all.map((at) => at[axis])) + Math.max(...all.map((at) => at[axis]))) / 2;
  return [mid(0), mid(1)];
}

function grid(): number {
  return gridStep(stage.peek()?.camera.peek().scale ?? 300);
}

/* `at`: where its middle is to be, by whole steps of the grid; null: beside the original. */
export function paste(piece: string, at: Point | null): boolean {
  const middle = middleOf(piece);
  const step = grid();
  const by = (): Affine => {
    if (spatial.peek()) return translation([0.5 * (scene.peek()?.size ?? 1), 0, 0]);
    if (!at || !middle) return translation(isEmpty() ? [0, 0] : [2 * step, -2 * step]);
    return translation([0, 1].map((i) => Math.round((at[i]! - middle[i]!) / step) * step));
  };
  return take(() => pasted(text.peek(), piece, by(), at !== null), at !== null);
}

function isEmpty(): boolean {
  return sketch.peek().bodies.length === 0 && sketch.peek().drawing.size === 0;
}

export function duplicateMeant(): void {
  const all = allMeant();
  const step = grid();
  const [only] = all;
  if (all.length === 1 && only && only.kind !== "body" && !spatial.peek()) {
    commitOutcome(() => duplicate(sketch.peek(), only, [2 * step, -2 * step]));
    return;
  }
  const piece = copyMeant();
  const by = spatial.peek() ? [0.25 * (scene.peek()?.size ?? 1), 0, 0] : [2 * step, -2 * step];
  if (piece) take(() => pasted(text.peek(), piece.text, translation(by)), false);
}

/* ---- images ---- */

/* In place of what is selected, or as copies of it. */
export function transformSelection(images: readonly Affine[], copies: boolean): boolean {
  const all = allMeant();
  if (all.length === 0) {
    toast(texts.selection.nothing);
    return false;
  }
  if (!copies) {
    if (refusedByLock(all)) return false;
    const left: string[] = [];
    const written = write(() => images.reduce((now, by) => changed(now, all, by, left), text.peek()));
    if (written) offerJoining(all);
    if (written && left.length > 0) toastWithUndo(texts.selection.untrue(left.join(", ")));
    return written;
  }
  const piece = copyMeant();
  return piece !== null && take(() => pastedAll(text.peek(), piece.text, images, true), true);
}

function changed(now: string, all: readonly Selected[], by: Affine, left: string[]): string {
  const of = readSketch(now, sketch.peek().scene);
  return transformed(of, movedBy(of, all, isEverything(all)), by, left);
}

export function alignSelection(how: Alignment): void {
  if (refusedByLock(allMeant())) return;
  const made = orReport(() => aligned(sketch.peek(), allMeant(), how));
  if (made === null) return;
  if (typeof made !== "string") toast(made.why);
  else write(() => made);
}

/* The middle of the box round what is selected, on the ground; in the plane also of its right or its upper edge. */
export function middleOfSelection(edge?: "right" | "upper"): Place | null {
  const of = sketch.peek();
  if (spatial.peek()) {
    const names = new Set(allMeant().map(({ name }) => name));
    const at =
      scene
        .peek()
        ?.bodies.filter(({ name }) => names.has(name))
        .map(({ pose }) => pose.at) ?? [];
    if (at.length === 0) return null;
    return [0, 1, 2].map((i) => at.reduce((sum, one) => sum + one[i]!, 0) / at.length);
  }
  const what = movedBy(of, allMeant());
  const nodes = of.nodes.filter(
    ({ drawing, ends }) =>
      (drawing !== null && what.points.has(drawing)) ||
      ends.some(
        ({ body, point }) => what.bodies.has(body) || what.ends.some((end) => end.body === body && end.point === point),
      ),
  );
  if (nodes.length === 0) return null;
  const mid = (axis: 0 | 1, atEdge: boolean): number => {
    const values = nodes.map(({ at }) => at[axis]);
    const most = Math.max(...values);
    return atEdge ? most : (Math.min(...values) + most) / 2;
  };
  return [mid(0, edge === "right"), mid(1, edge === "upper")];
}

/* A place that is named: of a point of the drawing, or of a body. */
export function placeOfPoint(name: string): Place | null {
  const now = scene.peek();
  const node = sketch
    .peek()
    .nodes.find(({ drawing, ends }) => drawing === name || ends.some(({ body, point }) => `${body}.${point}` === name));
  if (node && !spatial.peek()) return node.at;
  return now?.drawing.find((point) => point.name === name)?.at ?? null;
}

export function somethingMeant(): boolean {
  return selected.value !== null || allMeant().length > 0;
}
