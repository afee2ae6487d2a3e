/* pointers.ts - mouse, pen and fingers, as all views follow them: what is held down and how it goes, a press that lasts, the wheel. */

const LONG_MS = 550;
const CLOSE = 20; // px: nearer together, fingers do not tell how far apart they are
const FASTEST = 240; // px of the wheel at once
const PER_PIXEL = 0.0015;
const PER_PIXEL_PINCHED = 0.01; // two fingers on a touchpad come as a wheel with Ctrl, and small steps

/* How far a pointer that is down may go, in px, and still stand still: fingers tremble. */
export function dragThreshold(event: PointerEvent): number {
  return event.pointerType === "touch" ? 9 : 4;
}

interface Place {
  x: number;
  y: number;
}

/* How the pointers went that are held: their middle is at x, y and moved by dx, dy; they are `factor` times as far apart. */
export interface PointerMove extends Place {
  dx: number;
  dy: number;
  factor: number;
}

function placeOf(event: PointerEvent): Place {
  return { x: event.clientX, y: event.clientY };
}

export class HeldPointers {
  private readonly places = new Map<number, Place>();

  get count(): number {
    return this.places.size;
  }

  has(event: PointerEvent): boolean {
    return this.places.has(event.pointerId);
  }

  down(event: PointerEvent): void {
    this.places.set(event.pointerId, placeOf(event));
  }

  /* How far it has gone since it was last taken note of. */
  gone(event: PointerEvent): number {
    const from = this.places.get(event.pointerId);
    return from ? Math.hypot(event.clientX - from.x, event.clientY - from.y) : 0;
  }

  private middle(): Place & { apart: number } {
    const [first, second] = this.places.values();
    if (!first || !second) return { ...first!, apart: CLOSE };
    const apart = Math.max(Math.hypot(first.x - second.x, first.y - second.y), CLOSE);
    return { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2, apart };
  }

  /* Of a pointer that is held. */
  move(event: PointerEvent): PointerMove {
    const before = this.middle();
    this.down(event);
    const { x, y, apart } = this.middle();
    return { x, y, dx: x - before.x, dy: y - before.y, factor: apart / before.apart };
  }

  /* False: it was not held. */
  up(event: PointerEvent): boolean {
    return this.places.delete(event.pointerId);
  }
}

/* A finger that stays does what the right button of a mouse does. */
export class LongPress {
  private timer = 0;

  begin(event: PointerEvent, act: () => void): void {
    this.end();
    if (event.pointerType === "touch") this.timer = window.setTimeout(act, LONG_MS);
  }

  end(): void {
    window.clearTimeout(this.timer);
  }
}

/* What a turn of the wheel means: to go sideways, in px, or to be so many times closer. */
export function readWheel(event: WheelEvent): { along: number } | { factor: number } {
  const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
  const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
  if (event.shiftKey || sideways) return { along: -unit * (sideways ? event.deltaX : event.deltaY) };
  const turned = Math.max(-FASTEST, Math.min(unit * event.deltaY, FASTEST));
  return { factor: Math.exp(-turned * (event.ctrlKey ? PER_PIXEL_PINCHED : PER_PIXEL)) };
}
