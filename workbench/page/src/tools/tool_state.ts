/* tool_state.ts - what the tools have in common on the page: the tool in hand, its state, the sketch, and how edits are made. */
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { Place as Point } from "../drawing/camera";
import { played, toStart } from "../drawing/player";
import { commitOrReport, orReport } from "../editor/commit";
import { reverseMotor } from "../editor/motor_rows";
import { homeOf } from "../editor/scope";
import { readTree } from "../editor/tree";
import { rerunRequest } from "../shell/session";
import { toast } from "../shell/toast";
import { toggleTrace, withTrace } from "../drawing/trace_choice";
import { toastWithUndo } from "../shell/undo_toast";
import { playing } from "../state/clock";
import { engine } from "../state/connection";
import { loads, text } from "../state/document";
import { name, scene, settings } from "../state/model";
import { selected } from "../state/selection";
import { traces } from "../state/settings";
import { changesFor, put } from "./edits";
import { EMPTY_ENTRY, isEmptyEntry, resolve, resolveComponents, type Entry } from "./entry";
import { swingInstead, type CrankDriver } from "./full_turn";
import { itemOf, slotOf, type ToolId } from "./kit";
import { refused, type Made, type Refused } from "./make";
import { resetOptions } from "./options";
import { readSketch } from "./sketch";
export { spatial } from "./products";
import type { Guide, Sign } from "./snap";
import { NOTHING, type Outcome, type Preview, type Spot, type Tool } from "./tool";
import { texts } from "../texts/texts";

export const toolId = signal<ToolId>("select");
/* The kind that each place of the palette shows: the one used last. */
export const kinds = signal<Partial<Record<string, ToolId>>>({});
export const toolState = signal<unknown>(null);
export const entry = signal<Entry>(EMPTY_ENTRY);
/* Where the next click would be; null while the pointer is elsewhere. */
export interface Aim {
  spot: Spot;
  guides: Guide[];
  signs: Sign[]; // what holds it there
  client: [x: number, y: number];
}
export const aim = signal<Aim | null>(null);
export const crosshair = signal<Point | null>(null); // moved by keys
/* What was done last, for those who do not see it. */
export const done = signal("");
export const dragging = signal<"" | "follow" | "reshape" | "attach" | "band" | "move">("");
export const immobileNoteShown = signal(false); // a note over the drawing says that nothing can move
export const dragFault = signal(""); // why there is no mechanism where it is dragged to

export const sketch = computed(() => readSketch(text.value, scene.value));

export const base = computed(() => itemOf(toolId.value).tool?.base(toolState.value) ?? null);

/* Whether what is typed now are components, and not a place. */
export const components = computed(() => (base.value ? (itemOf(toolId.value).tool?.typed ?? null) : null));

/* The place that is typed, where the pointer is at one; null: it is no number. */
export function typedPlace(pointer: Point, grid: number): Point | null {
  const per = components.value;
  return per
    ? resolveComponents(entry.value, pointer, base.value!, grid / per.perStep)
    : resolve(entry.value, pointer, base.value);
}

export const preview = computed<Preview>(() => {
  const { tool } = itemOf(toolId.value);
  return tool && aim.value ? tool.preview(toolState.value, aim.value.spot, sketch.value) : NOTHING;
});

/* A chain that ended by itself: the Escape that would have ended it leaves the tool in hand, as it does after every other chain. */
let chainEnded = false;

/* A tool and its state belong together: nobody sees the one without the other. */
export function choose(id: ToolId): void {
  chainEnded = false;
  batch(() => {
    toolId.value = id;
    toolState.value = itemOf(id).tool?.start ?? null;
    kinds.value = { ...kinds.value, [slotOf(id).key]: id };
    entry.value = EMPTY_ENTRY;
    crosshair.value = null;
    if (!itemOf(id).tool) aim.value = null;
  });
}

effect(() => {
  void loads.value;
  /* another model: the tool in hand, and the kinds and numbers that were chosen, were for the one before */
  untracked(() => {
    kinds.value = {};
    resetOptions();
    choose("select");
  });
});

/* Editing is of the start: what plays stops, and is shown there. */
export function stopAtStart(): void {
  if (!played.peek()) return;
  playing.value = false;
  toStart();
}

/* Writes what is made, in one step of undo, or says why not. */
export function commitOutcome(make: () => Made | Refused): boolean {
  const made = orReport(make);
  if (!made) return false;
  if (refused(made)) {
    if (!(made.immobile && immobileNoteShown.value)) toast(made.why);
    return false;
  }
  if (!commitOrReport((now) => changesFor(now, made.edits))) return false;
  if (made.select || selectionIsGone()) selected.value = made.select;
  done.value = made.select ? `${made.select.kind} ${made.select.name} added` : "";
  if (made.toast) toastWithUndo(made.toast);
  if (made.offer) tellOffer(made.offer);
  if (made.crank) void checkFullTurn(made.crank);
  return true;
}

function tellOffer({ text: words, title, make }: NonNullable<Made["offer"]>): void {
  toastWithUndo(words, { title, run: () => void commitOutcome(() => make(sketch.value)) });
}

/* Says where a crank cannot turn round, unless the text has changed meanwhile. */
async function checkFullTurn(crank: CrankDriver): Promise<void> {
  const of = text.value;
  const range = await engine.range(of, name.value, crank.channel, settings.value).catch(() => null); // it cannot be told
  const swing = range && text.value === of ? swingInstead(crank, range) : null;
  if (swing)
    toastWithUndo(swing.text, { title: texts.tools.toolState.letItSwing, run: () => void commitOutcome(swing.make) });
}

function selectionIsGone(): boolean {
  const what = selected.value;
  if (!what || what.kind === "parameter") return false;
  if (homeOf(readTree(text.value).root, what)) return false;
  if (what.kind === "point") {
    const [body, point] = what.name.split(".");
    return point === undefined
      ? !sketch.value.drawing.has(what.name)
      : !sketch.value.bodies.some((one) => one.name === body && one.points.has(point));
  }
  return !sketch.value.names.has(what.name);
}

function tellTrace(point: string): void {
  const on = traces.value.includes(point);
  toast(on ? texts.tools.toolState.thePathOfIsDrawnWhen(point) : texts.tools.toolState.thePathOfIsNoLonger(point));
}

/* A point that was not there before, and its path: one step of undo. What is on show is run again, so that the path is seen. */
function traceNew(point: string, made: Made): boolean {
  const names = withTrace(point);
  const done = commitOutcome(() => ({ ...made, edits: [...made.edits, put(["display", "paths"], names)] }));
  if (!done) return false;
  traces.value = names;
  tellTrace(point);
  rerunRequest.value++;
  return true;
}

/* The first click on a motor shows it in the form, the next turns it round. */
function takeMotor(name: string): void {
  const what = { kind: "driver" as const, name };
  if (selected.value?.kind === "driver" && selected.value.name === name) reverseMotor(what);
  else selected.value = what;
}

function take(outcome: Outcome<unknown>): void {
  batch(() => {
    entry.value = EMPTY_ENTRY;
    if (outcome.trace && outcome.made && !refused(outcome.made)) {
      traceNew(outcome.trace, outcome.made);
      return;
    }
    if (outcome.trace) {
      toggleTrace(outcome.trace);
      tellTrace(outcome.trace);
    }
    if (outcome.motor !== undefined) takeMotor(outcome.motor);
    const { made } = outcome;
    if (!made || commitOutcome(() => made)) toolState.value = outcome.state;
  });
}

/* A click of the tool in hand. */
export function click(spot: Spot): void {
  const { tool } = itemOf(toolId.value);
  const outcome = tool && orReport(() => tool.click(toolState.value, spot, sketch.value));
  if (!outcome) return;
  const wasUnderWay = isUnderWay(tool);
  take(outcome);
  chainEnded = tool.chains === true && wasUnderWay && !isUnderWay(tool);
}

function isUnderWay(tool: Tool<unknown>): boolean {
  return JSON.stringify(toolState.value) !== JSON.stringify(tool.start);
}

/* One step back: numbers, then places, then the tool, then the selection. False: there was nothing to give up. */
export function back(): boolean {
  const { tool } = itemOf(toolId.value);
  if (!isEmptyEntry(entry.value)) entry.value = EMPTY_ENTRY;
  else if (tool && isUnderWay(tool)) toolState.value = tool.start;
  else if (chainEnded) chainEnded = false;
  else if (toolId.value !== "select") choose("select");
  else if (selected.value) selected.value = null;
  else return false;
  return true;
}
