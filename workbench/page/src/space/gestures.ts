/* gestures.ts - taps, long presses and the right button on the view of space; orbit, pan and zoom are those of the eye.
 *
 * A press on a point of a body that then moves leads the mechanism by that point (point_drag.ts), and the eye stands still.
 */
import type { Taps } from "../drawing/gestures";
import { listen } from "../shell/listen";
import { HeldPointers, LongPress, dragThreshold } from "../shell/pointers";
import { draggablePoint, PointDrag } from "./point_drag";
import type { ToolPointer } from "./drawing_tools";
import type { World } from "./world";

interface Press {
  event: PointerEvent;
  id: number;
  button: number;
  moved: boolean;
  lead: PointDrag | null;
}

export interface Watched {
  cancel(): boolean; // true: a point was being dragged
  stop(): void;
}

export function watchPointer(world: World, taps: Taps, tools: ToolPointer): Watched {
  const { canvas } = world;
  const held = new HeldPointers();
  const long = new LongPress();
  let press: Press | null = null;
  let handing = false;

  /* A finger on a point was to lead it; with a second one both are the eye's, which has not heard of the first. */
  const handOver = (first: Press): void => {
    first.lead?.cancel();
    first.lead = null;
    world.eye.enabled = true;
    handing = true;
    canvas.dispatchEvent(new PointerEvent("pointerdown", first.event));
    handing = false;
  };

  const down = (event: PointerEvent): void => {
    if (handing) return;
    held.down(event);
    long.end();
    if (held.count > 1) {
      if (press?.lead) handOver(press);
      if (press) press.moved = true;
      return;
    }
    const { pointerId: id, clientX: x, clientY: y, button } = event;
    const found =
      button === 0 && !tools.placing() ? draggablePoint(world, x, y, event.pointerType === "touch" ? 18 : 9) : null;
    press = { event, id, button, moved: false, lead: found && new PointDrag(world, found) };
    world.eye.enabled = found === null;
    if (found) canvas.setPointerCapture(id);
    long.begin(event, () => {
      if (!press || press.moved) return;
      press.moved = true;
      taps.menu(x, y);
    });
  };

  const move = (event: PointerEvent): void => {
    if (!press || event.pointerId !== press.id) return;
    if (!press.moved && held.gone(event) < dragThreshold(event)) return;
    press.moved = true;
    long.end();
    press.lead?.move(event.clientX, event.clientY);
  };

  const up = (event: PointerEvent): void => {
    held.up(event);
    long.end();
    if (!press || event.pointerId !== press.id) return;
    const done = press;
    press = null;
    world.eye.enabled = true;
    if (event.type === "pointercancel") done.lead?.cancel();
    else if (done.moved) void done.lead?.end();
    else if (done.button === 0 && tools.placing()) tools.place(event);
    else if (done.button === 0) taps.tap(event);
    else if (done.button === 2) taps.menu(event.clientX, event.clientY);
    if (!done.moved) done.lead?.cancel();
  };

  const deaf = [
    /* before the eye's own listeners, which ask whether they are enabled */
    listen(canvas, { pointerdown: down }, { capture: true }),
    listen(canvas, {
      contextmenu: (event) => event.preventDefault(),
      dblclick: (event) => {
        if (!tools.placing()) taps.double(event);
      },
      pointermove: (event) => {
        if (event.buttons === 0 && event.pointerType !== "touch") tools.hover(event);
      },
      pointerleave: (event) => {
        if (event.pointerType !== "touch") tools.leave();
      },
    }),
    listen(window, { pointermove: move, pointerup: up, pointercancel: up }),
  ];
  return {
    cancel() {
      const leading = press?.lead && press.moved;
      if (leading) press!.lead!.cancel();
      return Boolean(leading);
    },
    stop() {
      long.end();
      press?.lead?.cancel();
      deaf.forEach((stop) => stop());
    },
  };
}
