/* plot_gestures.ts - what mouse, wheel, fingers and keys mean in a plot.
 *
 *   click, drag of the clock's line, one finger   sets the clock
 *   drag                                          zooms into what is marked
 *   wheel, two fingers                            zooms about the place
 *   shift or middle button and drag, shift wheel  moves along
 *   double click                                  shows everything
 */
import { listen } from "../shell/listen";
import { HeldPointers, readWheel, dragThreshold, type PointerMove } from "../shell/pointers";

export interface Target {
  element: HTMLElement;
  clockLeft(): number | null; // CSS px of the clock's line; null: there is none
  both: boolean; // zooms y as well
  hover(left: number | null, top: number): void;
  pick(left: number, top: number): void; // set the clock
  mark(box: [number, number, number, number] | null): void;
  zoomTo(box: [number, number, number, number]): void;
  zoomAbout(left: number, top: number, factor: number, dx?: number, dy?: number): void; // factor below 1: closer; then moved
  moveBy(dx: number, dy: number): void; // CSS px
  reset(): void;
}

const NEAR = 8;

type Mode = "none" | "scrub" | "maybe" | "box" | "pan" | "pinch";

export function watchGestures(target: Target): () => void {
  const { element } = target;
  const held = new HeldPointers();
  let mode: Mode = "none";
  let from = { x: 0, y: 0 };

  const place = (event: MouseEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const inside = (x: number): number => Math.max(0, Math.min(x, element.clientWidth));
  const boxTo = (to: { x: number; y: number }): [number, number, number, number] =>
    target.both
      ? [inside(from.x), from.y, inside(to.x), to.y]
      : [inside(from.x), 0, inside(to.x), element.clientHeight];

  const pointerdown = (event: PointerEvent): void => {
    const at = place(event);
    held.down(event);
    element.setPointerCapture(event.pointerId);
    from = at;
    if (held.count === 2) mode = "pinch";
    else if (event.button === 1 || event.shiftKey) mode = "pan";
    else if (event.button !== 0) mode = "none";
    else {
      const clock = target.clockLeft();
      const grabbed = clock !== null && Math.abs(clock - at.x) <= NEAR;
      mode = event.pointerType === "touch" || grabbed ? "scrub" : "maybe";
      if (mode === "scrub" && event.pointerType !== "touch") target.pick(at.x, at.y);
    }
    if (event.button === 1) event.preventDefault();
  };

  const pinch = ({ x, y, dx, dy, factor }: PointerMove): void => {
    const box = element.getBoundingClientRect();
    target.zoomAbout(x - box.left, y - box.top, 1 / factor, dx, dy);
  };

  const pointermove = (event: PointerEvent): void => {
    const at = place(event);
    if (event.pointerType !== "touch") target.hover(inside(at.x), at.y);
    if (!held.has(event)) return;
    const sway = held.move(event);
    if (mode === "maybe" && Math.hypot(at.x - from.x, at.y - from.y) > dragThreshold(event)) mode = "box";
    if (mode === "scrub") target.pick(inside(at.x), at.y);
    else if (mode === "box") target.mark(boxTo(at));
    else if (mode === "pan") target.moveBy(sway.dx, sway.dy);
    else if (mode === "pinch") pinch(sway);
  };

  const pointerup = (event: PointerEvent): void => {
    if (!held.up(event)) return;
    const at = place(event);
    if (mode === "maybe") target.pick(at.x, at.y);
    else if (mode === "scrub") target.pick(inside(at.x), at.y);
    else if (mode === "box") {
      target.mark(null);
      const box = boxTo(at);
      if (Math.abs(box[2] - box[0]) > dragThreshold(event)) target.zoomTo(box);
    }
    if (held.count === 0) mode = "none";
  };

  const lost = (event: PointerEvent): void => {
    held.up(event);
    target.mark(null);
    mode = "none";
  };

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const at = place(event);
    const turn = readWheel(event);
    if ("along" in turn) target.moveBy(turn.along, 0);
    else target.zoomAbout(at.x, at.y, 1 / turn.factor);
  };

  return listen(element, {
    pointerdown,
    pointermove,
    pointerup,
    pointercancel: lost,
    pointerleave: () => target.hover(null, 0),
    wheel,
    dblclick: () => target.reset(),
  });
}
