/* pointers.test.ts - how held pointers go together, and what the wheel says. */
import { describe, expect, it } from "vitest";
import { HeldPointers, readWheel, dragThreshold } from "../../src/shell/pointers";

function at(pointerId: number, clientX: number, clientY: number, pointerType = "touch"): PointerEvent {
  return { pointerId, clientX, clientY, pointerType } as PointerEvent;
}

function wheel(of: Partial<WheelEvent>): WheelEvent {
  return { deltaX: 0, deltaY: 0, deltaMode: 0, shiftKey: false, ctrlKey: false, ...of } as WheelEvent;
}

describe("held pointers", () => {
  it("move with one, and do not zoom", () => {
    const held = new HeldPointers();
    held.down(at(1, 10, 10));
    expect(held.gone(at(1, 13, 14))).toBe(5);
    expect(held.move(at(1, 13, 14))).toEqual({ x: 13, y: 14, dx: 3, dy: 4, factor: 1 });
    expect(held.gone(at(1, 13, 14))).toBe(0);
  });
  it("zoom with two, about their middle", () => {
    const held = new HeldPointers();
    held.down(at(1, 0, 0));
    held.down(at(2, 100, 0));
    expect(held.move(at(2, 200, 0))).toEqual({ x: 100, y: 0, dx: 50, dy: 0, factor: 2 });
    expect(held.up(at(1, 0, 0))).toBe(true);
    expect(held.move(at(2, 210, 0))).toEqual({ x: 210, y: 0, dx: 10, dy: 0, factor: 1 });
  });
  it("do not jump where two fingers meet", () => {
    const held = new HeldPointers();
    held.down(at(1, 0, 0));
    held.down(at(2, 2, 0));
    expect(held.move(at(2, 10, 0)).factor).toBe(1);
  });
  it("are distinguished from others", () => {
    const held = new HeldPointers();
    held.down(at(1, 0, 0));
    expect(held.has(at(2, 0, 0))).toBe(false);
    expect(held.up(at(2, 0, 0))).toBe(false);
    expect(held.count).toBe(1);
    expect(dragThreshold(at(1, 0, 0))).toBeGreaterThan(dragThreshold(at(1, 0, 0, "mouse")));
  });
});

describe("the wheel", () => {
  it("zooms in when rolled forward, equally in lines and pixels, within limits", () => {
    const once = readWheel(wheel({ deltaY: -48 }));
    expect("factor" in once && once.factor).toBeGreaterThan(1);
    expect(readWheel(wheel({ deltaY: -3, deltaMode: 1 }))).toEqual(once);
    expect(readWheel(wheel({ deltaY: 1e5 }))).toEqual(readWheel(wheel({ deltaY: 240 })));
  });
  it("pans sideways with Shift or with horizontal scrolling", () => {
    expect(readWheel(wheel({ deltaY: 30, shiftKey: true }))).toEqual({ along: -30 });
    expect(readWheel(wheel({ deltaX: 30, shiftKey: true }))).toEqual({ along: -30 });
    expect(readWheel(wheel({ deltaX: -30, deltaY: 4 }))).toEqual({ along: 30 });
  });
});
