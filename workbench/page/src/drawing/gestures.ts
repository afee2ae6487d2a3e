/* gestures.ts - pan, zoom and tap by mouse, pen and fingers; pointers that a tool claims are left alone. */
import type { PlaneView } from "./plane_view";

const SLACK = 4; // px: less is a tap
const LONG = 550; // ms

export interface Taps {
  tap(event: PointerEvent): void;
  menu(clientX: number, clientY: number): void;
  double(event: MouseEvent): void;
}

interface Held {
  x: number;
  y: number;
}

export function watchGestures(view: PlaneView, taps: Taps): () => void {
  const { svg } = view;
  const held = new Map<number, Held>();
  let moved = false;
  let timer = 0;

  const centre = (): Held & { apart: number } => {
    const list = [...held.values()];
    const x = list.reduce((sum, one) => sum + one.x, 0) / list.length;
    const y = list.reduce((sum, one) => sum + one.y, 0) / list.length;
    const apart = list.length > 1 ? Math.hypot(list[0]!.x - list[1]!.x, list[0]!.y - list[1]!.y) : 0;
    return { x, y, apart };
  };

  const down = (event: PointerEvent): void => {
    if (event.button > 1) return;
    if (event.button === 0 && held.size === 0 && view.claimed(event)) return;
    if (held.size === 0) moved = event.button === 1;
    held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    svg.setPointerCapture(event.pointerId);
    if (event.button === 1) event.preventDefault();
    window.clearTimeout(timer);
    if (event.pointerType === "touch" && held.size === 1)
      timer = window.setTimeout(() => {
        if (moved || held.size !== 1) return;
        moved = true;
        taps.menu(event.clientX, event.clientY);
      }, LONG);
  };

  const move = (event: PointerEvent): void => {
    const one = held.get(event.pointerId);
    if (!one) return;
    if (!moved && Math.hypot(event.clientX - one.x, event.clientY - one.y) < SLACK) return;
    moved = true;
    const before = centre();
    held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = centre();
    svg.classList.add("panning");
    view.panBy(after.x - before.x, after.y - before.y);
    if (before.apart > 0 && after.apart > 0) view.zoomBy(after.x, after.y, after.apart / before.apart);
  };

  const up = (event: PointerEvent): void => {
    if (!held.delete(event.pointerId)) return;
    window.clearTimeout(timer);
    svg.classList.remove("panning");
    if (!moved && event.type === "pointerup" && held.size === 0) taps.tap(event);
  };

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    if (event.shiftKey) view.panBy(-(event.deltaX || event.deltaY) * unit, 0);
    else view.zoomBy(event.clientX, event.clientY, Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0015)));
  };

  const menu = (event: MouseEvent): void => {
    event.preventDefault();
    if (held.size === 0) taps.menu(event.clientX, event.clientY);
  };

  const double = (event: MouseEvent): void => taps.double(event);
  svg.addEventListener("pointerdown", down);
  svg.addEventListener("pointermove", move);
  svg.addEventListener("pointerup", up);
  svg.addEventListener("pointercancel", up);
  svg.addEventListener("wheel", wheel, { passive: false });
  svg.addEventListener("contextmenu", menu);
  svg.addEventListener("dblclick", double);
  return () => {
    window.clearTimeout(timer);
    svg.removeEventListener("pointerdown", down);
    svg.removeEventListener("pointermove", move);
    svg.removeEventListener("pointerup", up);
    svg.removeEventListener("pointercancel", up);
    svg.removeEventListener("wheel", wheel);
    svg.removeEventListener("contextmenu", menu);
    svg.removeEventListener("dblclick", double);
  };
}
