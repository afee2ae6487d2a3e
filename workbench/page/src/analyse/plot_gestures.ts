/* plot_gestures.ts - what mouse, wheel, fingers and keys mean in a plot.
 *
 *   click, drag of the clock's line, one finger   sets the clock
 *   drag                                          zooms into what is marked
 *   wheel, two fingers                            zooms about the place
 *   shift or middle button and drag, shift wheel  moves along
 *   double click                                  shows everything
 */
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
const STILL = 4;

type Mode = "none" | "scrub" | "maybe" | "box" | "pan" | "pinch";

export function listen(target: Target): () => void {
  const { element } = target;
  const fingers = new Map<number, { x: number; y: number }>();
  let mode: Mode = "none";
  let from = { x: 0, y: 0 };
  let last = { x: 0, y: 0 };

  const place = (event: PointerEvent | WheelEvent | MouseEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const inside = (x: number): number => Math.max(0, Math.min(x, element.clientWidth));
  const boxTo = (to: { x: number; y: number }): [number, number, number, number] =>
    target.both
      ? [inside(from.x), from.y, inside(to.x), to.y]
      : [inside(from.x), 0, inside(to.x), element.clientHeight];

  const down = (event: PointerEvent): void => {
    const at = place(event);
    fingers.set(event.pointerId, at);
    element.setPointerCapture(event.pointerId);
    from = last = at;
    if (fingers.size === 2) mode = "pinch";
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

  const pinch = (event: PointerEvent, at: { x: number; y: number }): void => {
    const [id, other] = [...fingers].find(([one]) => one !== event.pointerId) ?? [];
    const before = fingers.get(event.pointerId);
    if (id === undefined || !other || !before) return;
    const apart = (p: { x: number; y: number }): number => Math.max(20, Math.hypot(p.x - other.x, p.y - other.y));
    const factor = apart(before) / apart(at);
    target.zoomAbout((at.x + other.x) / 2, (at.y + other.y) / 2, factor, (at.x - before.x) / 2, (at.y - before.y) / 2);
  };

  const move = (event: PointerEvent): void => {
    const at = place(event);
    if (event.pointerType !== "touch") target.hover(inside(at.x), at.y);
    if (!fingers.has(event.pointerId)) return;
    if (mode === "pinch") pinch(event, at);
    fingers.set(event.pointerId, at);
    if (mode === "maybe" && Math.hypot(at.x - from.x, at.y - from.y) > STILL) mode = "box";
    if (mode === "scrub") target.pick(inside(at.x), at.y);
    else if (mode === "box") target.mark(boxTo(at));
    else if (mode === "pan") target.moveBy(at.x - last.x, at.y - last.y);
    last = at;
  };

  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    const at = place(event);
    if (mode === "maybe") target.pick(at.x, at.y);
    else if (mode === "scrub") target.pick(inside(at.x), at.y);
    else if (mode === "box") {
      target.mark(null);
      const box = boxTo(at);
      if (Math.abs(box[2] - box[0]) > STILL) target.zoomTo(box);
    }
    if (fingers.size === 0) mode = "none";
  };

  const lost = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    target.mark(null);
    mode = "none";
  };

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const at = place(event);
    const amount = (event.deltaMode === 1 ? 16 : 1) * (event.deltaY || event.deltaX);
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) target.moveBy(-amount, 0);
    else target.zoomAbout(at.x, at.y, Math.exp(Math.max(-240, Math.min(amount, 240)) * 0.0022));
  };
  const leave = (): void => target.hover(null, 0);
  const double = (): void => target.reset();

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", lost);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("wheel", wheel, { passive: false });
  element.addEventListener("dblclick", double);
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", lost);
    element.removeEventListener("pointerleave", leave);
    element.removeEventListener("wheel", wheel);
    element.removeEventListener("dblclick", double);
  };
}
