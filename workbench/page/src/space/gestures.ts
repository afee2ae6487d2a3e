/* gestures.ts - taps, long presses and the right button on the view of space; orbit, pan and zoom are those of the eye.
 *
 * A press on a point of a body that then moves leads the mechanism by that point (lead.ts), and the eye stands still.
 */
import { Leading, leadable } from "./lead";
import type { World } from "./world";

const SLACK = 4; // px: less is a tap
const LONG = 550; // ms

export interface Taps {
  tap(event: PointerEvent): void;
  menu(clientX: number, clientY: number): void;
  double(event: MouseEvent): void;
}

interface Press {
  event: PointerEvent;
  id: number;
  x: number;
  y: number;
  button: number;
  moved: boolean;
  lead: Leading | null;
}

export function watchPointer(world: World, taps: Taps): () => void {
  const { canvas } = world;
  const held = new Set<number>();
  let press: Press | null = null;
  let timer = 0;
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
    held.add(event.pointerId);
    window.clearTimeout(timer);
    if (held.size > 1) {
      if (press?.lead) handOver(press);
      if (press) press.moved = true;
      return;
    }
    const { pointerId: id, clientX: x, clientY: y, button } = event;
    const found = button === 0 ? leadable(world, x, y, event.pointerType === "touch" ? 18 : 9) : null;
    press = { event, id, x, y, button, moved: false, lead: found && new Leading(world, found) };
    world.eye.enabled = found === null;
    if (found) canvas.setPointerCapture(id);
    if (event.pointerType === "touch")
      timer = window.setTimeout(() => {
        if (!press || press.moved) return;
        press.moved = true;
        taps.menu(x, y);
      }, LONG);
  };

  const move = (event: PointerEvent): void => {
    if (!press || event.pointerId !== press.id) return;
    if (!press.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK) return;
    press.moved = true;
    window.clearTimeout(timer);
    press.lead?.move(event.clientX, event.clientY);
  };

  const up = (event: PointerEvent): void => {
    held.delete(event.pointerId);
    window.clearTimeout(timer);
    if (!press || event.pointerId !== press.id) return;
    const done = press;
    press = null;
    world.eye.enabled = true;
    if (event.type === "pointercancel") done.lead?.cancel();
    else if (done.moved) void done.lead?.end();
    else if (done.button === 0) taps.tap(event);
    else if (done.button === 2) taps.menu(event.clientX, event.clientY);
    if (!done.moved) done.lead?.cancel();
  };

  const escape = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && press?.lead && press.moved) press.lead.cancel();
  };
  const quiet = (event: Event): void => event.preventDefault();
  const double = (event: MouseEvent): void => taps.double(event);
  /* before the eye's own listeners, which ask whether they are enabled */
  canvas.addEventListener("pointerdown", down, { capture: true });
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);
  window.addEventListener("keydown", escape);
  canvas.addEventListener("contextmenu", quiet);
  canvas.addEventListener("dblclick", double);
  return () => {
    window.clearTimeout(timer);
    press?.lead?.cancel();
    canvas.removeEventListener("pointerdown", down, { capture: true });
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", up);
    window.removeEventListener("keydown", escape);
    canvas.removeEventListener("contextmenu", quiet);
    canvas.removeEventListener("dblclick", double);
  };
}
