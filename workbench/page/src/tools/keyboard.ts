/* keyboard.ts - the tools by keys: Escape gives up, Delete deletes, arrows move a crosshair or the selected point, digits are numbers.
 *
 * Keys are taken before other parts of the page see them, and only where nothing else is being typed or chosen.
 */
import type { Place as Point } from "../drawing/camera";
import { played } from "../drawing/player";
import { toast } from "../shell/toast";
import { focused, selected, selection, type Selected } from "../state/selection";
import { board, middleOf, type Board } from "./board";
import {
  aim,
  back,
  base,
  commitOutcome,
  choose,
  click,
  components,
  crosshair,
  entry,
  kinds,
  sketch,
  spatial,
  stopAtStart,
  toolId,
  typedPlace,
} from "./tool_state";
import { EMPTY_ENTRY, begins, isEmptyEntry, press } from "./entry";
import { distance } from "./geometry";
import { grabNode, nodeMeant, type Grab } from "./grab";
import { hand } from "./hints";
import { itemOf, nextKind, slots, type Slot } from "./kit";
import { Nudges } from "./nudges";
import { commitOrReport } from "../editor/commit";
import { whenChecked, type Drag } from "./drags";
import { mover } from "./group_move";
import { refusedByLock } from "./lock_guard";
import { removeAll } from "./remove_all";
import { gridStep } from "./snap";
import { texts } from "../texts/texts";

const ELSEWHERE =
  "input, textarea, select, [contenteditable=true], .cm-editor, .free-body, dialog, [role=dialog], [role=menu], [role=tablist], [role=toolbar], [role=separator], [role=slider], [role=listbox], [role=grid], [role=tree]";

const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/* Out of a work plane. */
const PAGES: Record<string, Point> = { PageUp: [0, 0, 1], PageDown: [0, 0, -1] };

/* Chooses a place of the palette; again: its next kind. V always leads back to the arrow. */
export function chooseSlot(slot: Slot): void {
  const now = toolId.value;
  if (slot.items[0]!.id === "select") return choose("select");
  const here = slot.items.some((one) => one.id === now);
  choose(here ? nextKind(now) : (kinds.value[slot.key] ?? slot.items[0]!.id));
}

/* What keys act on: the element that the keyboard stands on, else all that is selected. */
export function allMeant(): readonly Selected[] {
  return focused.value ? [focused.value] : selection.value;
}

export function deleteMeant(): boolean {
  const all = allMeant();
  if (all.length === 0) return false;
  if (refusedByLock(all)) return true;
  commitOutcome(() => removeAll(sketch.value, all));
  return true;
}

/* One press of an arrow key. */
interface Nudge {
  what: Selected | readonly Selected[]; // several go together
  event: KeyboardEvent;
  reshaping: boolean;
}

/* A tool that is taken up by keys aims from the middle of what is seen, and the drawing has the keys from now on. */
export function aimByKeys(): void {
  const on = board.value;
  if (!on || hand.value !== "keys") return;
  on.element.focus({ preventScroll: true });
  if (!itemOf(toolId.value).tool || crosshair.value) return;
  crosshair.value = aim.value?.spot.anchor.at ?? middleOf(on);
}

/* What is done by pointer, as keys see it. */
export interface Hand {
  busy: boolean; // something is being dragged
  cancel(): boolean; // true: something was under way
  start(taken: Grab): Drag | null;
}

function isSeen(on: Board, at: Point): boolean {
  const box = on.element.getBoundingClientRect();
  const [x, y] = on.toClient(at);
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

const TINY = 60; // px: what is drawn smaller than this cannot be worked on

/* Whether all that there is has been drawn into a small part of the window, as numbers do in space, where no scale tells how far one sees. */
function isTiny(on: Board): boolean {
  const places = sketch.value.nodes.map(({ at }) => on.toClient(at));
  if (places.length < 2) return false;
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) < TINY;
}

/* The tool's click at a place that is known to the last digit: what was typed, or where the crosshair stands. */
export function placeExactly(on: Board, exact: Point, shift: boolean): void {
  const { spot } = on.aim(on.toClient(exact), { shift, free: true, touch: false });
  const node = sketch.value.nodes.find((one) => distance(one.at, exact) <= 1e-6 * sketch.value.size) ?? null;
  const typed = !isEmptyEntry(entry.value);
  stopAtStart();
  on.hold();
  const { axis, about } = spot.anchor;
  click(
    typed || (spatial.value && !node && !spot.anchor.body)
      ? { ...spot, anchor: { at: exact, node, body: null, axis, about } }
      : spot,
  );
  entry.value = EMPTY_ENTRY;
  if (!isSeen(on, exact)) on.fit();
  else if (typed && spatial.value) void whenChecked().then(() => isTiny(on) && on.fit());
}

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);

/* A number for the tool that was just taken by a click on its button, which still has the focus. */
function isForTool(event: KeyboardEvent, target: Element): boolean {
  if (!target.closest(".palette") || !itemOf(toolId.value).tool || event.ctrlKey || event.metaKey) return false;
  return !isEmptyEntry(entry.value) || begins(event.key, spatial.value);
}

export class Keyboard {
  private readonly nudges = new Nudges<Nudge>((steps) => this.go(steps));
  private readonly listener = (event: KeyboardEvent): void => {
    if (!MODIFIERS.has(event.key)) hand.value = "keys";
    this.key(event);
  };

  /* Who takes up the mouse aims with it. */
  private readonly pointed = (event: PointerEvent): void => {
    if (event.type === "pointermove" && event.movementX === 0 && event.movementY === 0) return;
    hand.value = event.pointerType === "touch" ? "touch" : "mouse";
    crosshair.value = null;
  };

  constructor(
    private readonly board: Board,
    private readonly pointer: Hand,
  ) {
    addEventListener("keydown", this.listener, true);
    addEventListener("pointerdown", this.pointed, true);
    addEventListener("pointermove", this.pointed, true);
  }

  dispose(): void {
    removeEventListener("keydown", this.listener, true);
    removeEventListener("pointerdown", this.pointed, true);
    removeEventListener("pointermove", this.pointed, true);
  }

  private key(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : document.body;
    const typing = isForTool(event, target);
    if (!this.pointer.busy && !typing && target.closest(ELSEWHERE)) return;
    if (!this.pointer.busy && document.querySelector("dialog[open], [role=menu]")) return;
    const inDrawing =
      typing || target === document.body || target.closest(".drawing-area, .plane-svg, .space-canvas") !== null;
    if (!this.act(event, inDrawing)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private act(event: KeyboardEvent, inDrawing: boolean): boolean {
    if (event.key === "Escape") return this.pointer.cancel() || back();
    if (this.pointer.busy) return true; // nothing else changes the model under a drag
    if (event.ctrlKey || event.metaKey) return false;
    const placing = itemOf(toolId.value).tool !== null;
    if (placing && inDrawing && this.typing(event)) return true;
    if (spatial.value && !placing && ARROWS[event.key]) return false; // they orbit
    if (spatial.value && placing && inDrawing && PAGES[event.key]) return this.aimBy(event);
    if (ARROWS[event.key]) return inDrawing && (placing ? this.aimBy(event) : this.nudge(event));
    if (event.altKey) return false;
    if (event.key === "Delete" || event.key === "Backspace") return inDrawing && deleteMeant();
    if (event.shiftKey) return false;
    if (event.key === "Enter" && placing && inDrawing) return this.place(false);
    if ((event.key === "r" || event.key === "R") && !spatial.value) {
      choose("reshape");
      return true;
    }
    const slot = slots.value.find((one) => one.key.toLowerCase() === event.key.toLowerCase());
    if (!slot) return false;
    chooseSlot(slot);
    aimByKeys();
    return true;
  }

  /* ---- numbers ---- */

  private typing(event: KeyboardEvent): boolean {
    if (event.altKey) return false;
    const started = !isEmptyEntry(entry.value);
    if (!started && !begins(event.key, spatial.value)) return false;
    if (event.key === "Enter") return this.place(event.shiftKey);
    const next = press(
      entry.value,
      { key: event.key, shift: event.shiftKey },
      base.value,
      components.value !== null,
      spatial.value,
    );
    if (next) {
      entry.value = next;
      this.refresh();
    }
    return next !== null;
  }

  private here(): Point {
    return crosshair.value ?? aim.value?.spot.anchor.at ?? middleOf(this.board);
  }

  private refresh(): void {
    const at = crosshair.value ?? aim.value?.spot.anchor.at;
    const client = crosshair.value || !aim.value ? this.board.toClient(at ?? this.here()) : aim.value.client;
    aim.value = this.board.aim(client, { shift: false, free: false, touch: false });
    this.aimExactly();
  }

  /* Enter: what was typed, or where the crosshair stands. */
  private place(shift: boolean): boolean {
    const grid = gridStep(this.board.scale());
    const exact = isEmptyEntry(entry.value) ? this.here() : typedPlace(this.here(), grid);
    if (!exact) {
      toast(texts.tools.keyboard.thatIsNotANumber);
      return true;
    }
    placeExactly(this.board, exact, shift);
    crosshair.value = exact;
    this.refresh();
    return true;
  }

  /* In space many places lie behind one of the window: that of the crosshair is meant. */
  private aimExactly(): void {
    const [now, at] = [aim.value, crosshair.value];
    if (!now || !at || at[2] === undefined || now.spot.anchor.node || !isEmptyEntry(entry.value)) return;
    aim.value = { ...now, spot: { ...now.spot, anchor: { ...now.spot.anchor, at } } };
  }

  /* ---- arrows ---- */

  private step(event: KeyboardEvent, from: Point): Point {
    const by = ARROWS[event.key] ?? PAGES[event.key]!;
    return this.board.step(from, by, gridStep(this.board.scale()) * (event.shiftKey ? 5 : 1));
  }

  private aimBy(event: KeyboardEvent): boolean {
    crosshair.value = this.step(event, this.here());
    this.refresh();
    return true;
  }

  /* The selected point goes one step of the grid, as if it were dragged there; from another element the keys go on to the next. */
  private nudge(event: KeyboardEvent): boolean {
    const what = focused.value ? null : selected.value;
    if (what && !this.pointer.busy && refusedByLock(selection.value)) return true;
    if (what && selection.value.length > 1 && !this.pointer.busy && !played.peek()) {
      this.nudges.add({ what: selection.value, event, reshaping: false });
      return true;
    }
    const node = what ? nodeMeant(sketch.value, what) : undefined;
    if (!what || !node || this.pointer.busy || (played.peek() && !event.altKey)) return false;
    this.nudges.add({ what, event, reshaping: event.altKey || toolId.value === "reshape" });
    return true;
  }

  private async go(steps: readonly Nudge[]): Promise<void> {
    const { what, reshaping } = steps[steps.length - 1]!;
    if (!("kind" in what)) return this.goTogether(steps, what);
    const node = nodeMeant(sketch.value, what);
    const taken = node && grabNode(sketch.value, node, reshaping);
    const drag = taken && this.pointer.start(taken);
    if (!drag) return;
    const own = steps.filter((one) => one.what === what);
    drag.move(own.reduce((at, { event }) => this.step(event, at), node.at));
    await drag.end();
  }

  private async goTogether(steps: readonly Nudge[], what: readonly Selected[]): Promise<void> {
    const by = mover(sketch.value, what, [0, 0], 0);
    if ("why" in by) return void toast(by.why);
    const to = steps.filter((one) => one.what === what).reduce<Point>((at, { event }) => this.step(event, at), [0, 0]);
    commitOrReport(() => by.changes(to));
    await whenChecked();
  }
}
