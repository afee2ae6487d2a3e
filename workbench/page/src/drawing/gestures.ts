/* gestures.ts - pan, zoom and tap by mouse, pen and fingers; pointers that a tool claims are left alone. */
import { listen } from "../shell/listen";
import { HeldPointers, LongPress, readWheel, dragThreshold } from "../shell/pointers";
import type { PlaneView } from "./plane_view";

export interface Taps {
  tap(event: PointerEvent): void;
  menu(clientX: number, clientY: number): void;
  double(event: MouseEvent): void;
}

export function watchGestures(view: PlaneView, taps: Taps): () => void {
  const { svg } = view;
  const held = new HeldPointers();
  const long = new LongPress();
  let moved = false;
  let right = false; // the right button: it pans, and without moving opens the menu where it is let go

  const pointerdown = (event: PointerEvent): void => {
    if (event.button > 2) return;
    if (event.button === 0 && held.count === 0 && view.claimed(event)) return;
    if (held.count === 0) moved = event.button === 1;
    if (held.count === 0) right = event.button === 2;
    held.down(event);
    svg.setPointerCapture(event.pointerId);
    if (event.button === 1) event.preventDefault();
    long.end();
    if (held.count === 1)
      long.begin(event, () => {
        if (moved || held.count !== 1) return;
        moved = true;
        taps.menu(event.clientX, event.clientY);
      });
  };

  const pointermove = (event: PointerEvent): void => {
    if (!held.has(event) || (!moved && held.gone(event) < dragThreshold(event))) return;
    moved = true;
    const { x, y, dx, dy, factor } = held.move(event);
    svg.classList.add("panning");
    view.panBy(dx, dy);
    if (factor !== 1) view.zoomBy(x, y, factor);
  };

  const up = (event: PointerEvent): void => {
    if (!held.up(event)) return;
    long.end();
    svg.classList.remove("panning");
    if (moved || event.type !== "pointerup" || held.count > 0) return;
    if (right) taps.menu(event.clientX, event.clientY);
    else taps.tap(event);
  };

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const turn = readWheel(event);
    if ("along" in turn) view.panBy(turn.along, 0);
    else view.zoomBy(event.clientX, event.clientY, turn.factor);
  };

  const contextmenu = (event: MouseEvent): void => {
    event.preventDefault();
    if (held.count === 0 && event.button !== 2) taps.menu(event.clientX, event.clientY); // by keys
  };

  const deaf = listen(svg, {
    pointerdown,
    pointermove,
    pointerup: up,
    pointercancel: up,
    wheel,
    contextmenu,
    dblclick: taps.double,
  });
  return () => {
    long.end();
    deaf();
  };
}
