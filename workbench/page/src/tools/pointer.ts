/* pointer.ts - mouse, pen and finger on the drawing while a tool is in hand: clicks place, drags move, Escape gives up. */
import { effect, untracked } from "@preact/signals";
import { nextOf, toggleAt } from "../drawing/plane";
import { isLocked, unlocked } from "../drawing/locked";
import type { Stage } from "../drawing/stage";
import { listen } from "../shell/listen";
import { LongPress, dragThreshold } from "../shell/pointers";
import { toast } from "../shell/toast";
import { connection } from "../state/connection";
import { loads } from "../state/document";
import { sameSelected, selected, selection, type Selected } from "../state/selection";
import { snap } from "../state/settings";
import { aimAt, aimDragged, REACH, REACH_TOUCH, type Modifiers } from "./aiming";
import { attach } from "./attach";
import { Band } from "./band";
import {
  aim,
  base,
  commitOutcome,
  click,
  dragging,
  sketch,
  spatial,
  stopAtStart,
  toolId,
  toolState,
} from "./tool_state";
import { MechanismDrag, Reshape, type Drag } from "./drags";
import { grab, type Grab } from "./grab";
import { mover } from "./group_move";
import { hand } from "./hints";
import { itemOf } from "./kit";
import { openMenu } from "../drawing/context_menu";
import { reshaper } from "./reshape";
import { openSizes } from "./size_rows";
import { GROUND, type Node, type Sketch } from "./sketch";
import { gridStep } from "./snap";
import { texts } from "../texts/texts";

interface Press {
  id: number;
  x: number;
  y: number;
  touch: boolean;
  hits: Selected[];
  moved: boolean;
  fresh: boolean; // the press itself was the first click of a pair
  empty: boolean; // on empty ground, by a mouse: it draws a box
}

/* An end of a force on its way to another place. */
class Attaching implements Drag {
  constructor(
    private readonly force: string,
    private readonly index: number,
  ) {
    dragging.value = "attach";
  }
  move(): void {}
  end(): Promise<void> {
    const force = sketch.value.forces.find((one) => one.name === this.force);
    dragging.value = "";
    const there = aim.value?.spot.anchor;
    if (force && there) commitOutcome(() => attach(sketch.value, force, this.index, there));
    return Promise.resolve();
  }
  cancel(): void {
    dragging.value = "";
    aim.value = null;
  }
}

export class Pointer {
  private press: Press | null = null;
  private drag: Drag | null = null;
  private dragged: { of: Sketch; node: Node } | null = null; // a pin, and the model as it was
  private yielding = false; // a second finger has come: both are the drawing's
  private readonly longPress = new LongPress();
  private readonly stops: (() => void)[];

  constructor(private readonly stage: Stage) {
    const { svg } = stage;
    this.stops = [
      stage.claim((event, hits) => this.claim(event, hits)),
      listen(svg, {
        pointermove: (event) => this.move(event),
        pointerup: (event) => this.up(event),
        pointercancel: (event) => this.give(event),
        pointerleave: (event) => this.leave(event),
        dblclick: (event) => this.double(event),
      }),
      effect(() => {
        void loads.value; // what is dragged of one model has no place in another
        untracked(() => this.cancel());
      }),
    ];
  }

  dispose(): void {
    this.cancel();
    this.stops.forEach((stop) => stop());
  }

  get busy(): boolean {
    return this.drag !== null;
  }

  private mods(event: PointerEvent | MouseEvent): Modifiers {
    return {
      shift: event.shiftKey,
      free: event.ctrlKey || event.metaKey,
      touch: "pointerType" in event && event.pointerType === "touch",
    };
  }

  private claim(event: PointerEvent, hits: Selected[]): boolean {
    if (spatial.value || this.yielding || event.button !== 0) return false;
    if (this.press) return this.share(event);
    const touch = event.pointerType === "touch";
    hand.value = touch ? "touch" : "mouse";
    const { tool } = itemOf(toolId.value);
    const there = touch ? this.stage.hitTest(event.clientX, event.clientY, REACH_TOUCH) : hits;
    const found = tool ? there : unlocked(there);
    const empty = !tool && isBandStart(event, found);
    if (!tool && !empty && !picksSeveral() && !this.takes(event, found, touch)) return false;
    this.press = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      touch,
      hits: found,
      moved: false,
      fresh: false,
      empty,
    };
    this.longPress.begin(event, () => this.long());
    this.stage.svg.setPointerCapture(event.pointerId);
    if (tool) this.pressTool(event);
    return true;
  }

  /* Whether a press takes hold of something: of all that is selected, or of what lies there. */
  private takes(event: PointerEvent, hits: Selected[], touch: boolean): boolean {
    return isOfSeveral(hits) || this.grabAt(event.clientX, event.clientY, hits, touch, event.altKey) !== null;
  }

  /* Two fingers zoom: what the first had begun is given up, and the drawing gets both. */
  private share(event: PointerEvent): boolean {
    const first = this.press!;
    if (!first.touch || event.pointerType !== "touch" || this.drag) return true;
    this.cancel();
    this.yielding = true;
    const { svg } = this.stage;
    svg.dispatchEvent(
      new PointerEvent("pointerdown", {
        pointerId: first.id,
        pointerType: "touch",
        clientX: first.x,
        clientY: first.y,
        button: 0,
        bubbles: false,
      }),
    );
    this.yielding = false;
    return false;
  }

  private long(): void {
    const { press } = this;
    if (!press || press.moved) return;
    this.cancel();
    openMenu(this.stage, press.x, press.y);
  }

  /* ---- tools that place ---- */

  private pressTool(event: PointerEvent): void {
    stopAtStart();
    this.stage.moved = true; // what is drawn stays where it was clicked
    const { tool } = itemOf(toolId.value);
    aim.value = aimAt(this.stage, [event.clientX, event.clientY], this.mods(event));
    if (tool!.drags && base.value === null) {
      click(aim.value.spot);
      this.press!.fresh = true;
    }
  }

  /* ---- moving ---- */

  private move(event: PointerEvent): void {
    const { press } = this;
    const client: [number, number] = [event.clientX, event.clientY];
    if (press && press.id === event.pointerId && !press.moved) {
      if (Math.hypot(client[0] - press.x, client[1] - press.y) < dragThreshold(event)) return;
      press.moved = true;
      this.longPress.end();
      if (!itemOf(toolId.value).tool) this.begin(press, event);
    }
    if (press && press.id !== event.pointerId) return;
    if (this.drag) this.dragTo(client, event);
    else if (itemOf(toolId.value).tool && !spatial.value && (press || event.buttons === 0))
      aim.value = aimAt(this.stage, client, this.mods(event));
  }

  /* A link that is double-clicked shows its length and angle, to be typed. */
  private double(event: MouseEvent): void {
    if (itemOf(toolId.value).tool || spatial.value) return;
    openSizes(this.stage.hitTest(event.clientX, event.clientY), [event.clientX, event.clientY]);
  }

  private leave(event: PointerEvent): void {
    if (!this.press && event.pointerType !== "touch") aim.value = null;
  }

  private grabAt(x: number, y: number, hits: Selected[], touch: boolean, alt: boolean): Grab | null {
    const reach = (touch ? REACH_TOUCH : REACH) / this.stage.camera.peek().scale;
    const reshaping = alt || toolId.value === "reshape";
    return grab(sketch.value, hits, this.stage.toModel(x, y), reach, selected.value, reshaping);
  }

  private begin(press: Press, event: PointerEvent): void {
    if (press.empty) {
      this.drag = new Band(this.stage, [press.x, press.y], event.shiftKey || picksSeveral());
      return;
    }
    if (isOfSeveral(press.hits)) return this.beginGroup(press, event);
    if (picksSeveral()) return;
    const taken = this.grabAt(press.x, press.y, press.hits, press.touch, event.altKey);
    if (!taken) return;
    stopAtStart();
    this.drag = this.start(taken);
    if (this.drag) this.stage.svg.classList.add("tool-dragging");
  }

  private beginGroup(press: Press, event: PointerEvent): void {
    stopAtStart();
    const grid = snap.value && !this.mods(event).free ? gridStep(this.stage.camera.peek().scale) : 0;
    const by = mover(sketch.value, selection.value, this.stage.toModel(press.x, press.y), grid);
    if ("why" in by) return void toast(by.why);
    this.drag = new Reshape(this.stage, by, "move");
    this.stage.svg.classList.add("tool-dragging");
  }

  start(taken: Grab): Drag | null {
    const now = sketch.value;
    if (taken.way === "attach") return new Attaching(taken.force.name, taken.index);
    const locked = taken.way === "reshape" ? lockedAt(taken.node) : null;
    if (locked) {
      toast(texts.groups.isLocked(locked));
      return null;
    }
    if (taken.way === "reshape") {
      const by = reshaper(now, taken.node);
      if ("why" in by) {
        toast(by.why);
        return null;
      }
      this.dragged = { of: now, node: taken.node };
      return new Reshape(this.stage, by);
    }
    if (connection.value !== "open") {
      toast(texts.tools.pointer.trammelIsNotRespondingSoThe, { kind: "error" });
      return null;
    }
    return new MechanismDrag(this.stage, taken.body, [taken.point[0], taken.point[1], 0]);
  }

  private dragTo(client: [number, number], event: PointerEvent): void {
    if (this.drag instanceof Reshape && this.dragged) {
      const { of, node } = this.dragged;
      aim.value = aimDragged(of, this.stage, client, this.mods(event), node);
      this.drag.move(aim.value.spot.anchor.at);
    } else if (this.drag instanceof Band) this.drag.over(client);
    else if (this.drag instanceof Attaching) aim.value = aimAt(this.stage, client, this.mods(event));
    else this.drag?.move(this.stage.toModel(client[0], client[1]));
  }

  /* ---- letting go ---- */

  private up(event: PointerEvent): void {
    const { press } = this;
    if (!press || press.id !== event.pointerId) return;
    this.longPress.end();
    this.press = null;
    const { tool } = itemOf(toolId.value);
    if (this.drag) this.finish();
    else if (tool) this.release(press, event);
    else if (press.moved) return;
    else if (event.shiftKey || picksSeveral()) toggleAt(press.hits);
    else selected.value = nextOf(press.hits, selected.value);
  }

  private finish(): void {
    const { drag } = this;
    this.drag = null;
    this.dragged = null;
    void drag?.end(); // it may need where the pointer was
    aim.value = null;
    this.stage.svg.classList.remove("tool-dragging");
  }

  /* A click; or the second end of what was pressed here and let go there. */
  private release(press: Press, event: PointerEvent): void {
    const client: [number, number] = press.moved ? [event.clientX, event.clientY] : [press.x, press.y];
    if (press.fresh && !press.moved) return;
    aim.value = aimAt(this.stage, client, this.mods(event));
    const dragged = press.fresh && press.moved;
    click(aim.value.spot);
    if (dragged) endChain();
    if (press.touch) aim.value = null;
  }

  private give(event: PointerEvent): void {
    if (this.press?.id === event.pointerId) this.cancel();
  }

  /* True: something was under way. */
  cancel(): boolean {
    const { press, drag } = this;
    this.longPress.end();
    if (press?.fresh) endChain();
    this.press = null;
    this.drag = null;
    this.dragged = null;
    drag?.cancel();
    this.stage.svg.classList.remove("tool-dragging");
    if (drag || press?.touch) aim.value = null;
    return drag !== null;
  }
}

/* The tool by which a finger adds to the selection: there is no Shift to hold. */
const picksSeveral = (): boolean => toolId.value === "several";

/* A mouse on empty ground draws a box; with Ctrl, as with its other buttons, it pans, and so does a finger without that tool. */
function isBandStart(event: PointerEvent, hits: Selected[]): boolean {
  if ((event.pointerType === "touch" && !picksSeveral()) || event.ctrlKey || event.metaKey) return false;
  return hits.every(({ kind, name }) => kind === "body" && name === GROUND);
}

/* What lies here is among several that are selected. */
function isOfSeveral(hits: Selected[]): boolean {
  const all = selection.peek();
  return all.length > 1 && hits.some((hit) => all.some((one) => sameSelected(one, hit)));
}

/* A link that was dragged stands by itself: the next begins anew. */
function endChain(): void {
  toolState.value = itemOf(toolId.value).tool?.start ?? null;
}

/* A body of a locked group that a point belongs to: it would change with it. */
function lockedAt({ ends }: Node): string | null {
  return ends.find(({ body }) => isLocked.value({ kind: "body", name: body }))?.body ?? null;
}
