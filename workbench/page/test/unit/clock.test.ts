/* clock.test.ts - the clock goes on whenever there is something to play. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Table } from "../../src/engine/engine";
import { fourbarScene, runOf, tableOf } from "./tables";

let frames: ((stamp: number) => void)[] = [];
vi.stubGlobal("requestAnimationFrame", (act: (stamp: number) => void) => frames.push(act));

/* Lets the browser draw one frame, a tenth of a second after the one before. */
let stamp = performance.now();
function frame(): void {
  const due = frames;
  frames = [];
  stamp = Math.max(stamp, performance.now()) + 100;
  for (const act of due) act(stamp);
}

const { playing, speed, time } = await import("../../src/state/clock");
const model = await import("../../src/state/model");
const { runs, shownId, tableIndex } = await import("../../src/state/runs");
const player = await import("../../src/drawing/player");

const scene = fourbarScene();
const motion = tableOf("t,crank.x,crank.y,crank.angle\n0,0,0,0\n5,1,0,1\n10,2,0,2\n");
let lastId = 0;

function check(text: string): void {
  model.accept(text, {}, { messages: [], scene: { ...scene, title: text }, report: "" });
}

function show(text: string, table: Table): void {
  runs.value = [runOf(++lastId, text, [table])];
  tableIndex.value = 0;
  shownId.value = lastId;
}

beforeEach(() => {
  playing.value = false;
  frame();
  check("a");
  show("a", motion);
  time.value = 0;
  speed.value = 1;
});

/* Whether time goes by. */
function goes(): boolean {
  const before = time.value;
  frame();
  return time.value > before;
}

describe("the clock", () => {
  it("continues when a run replaces what was edited during playback", () => {
    playing.value = true;
    expect(goes()).toBe(true);
    check("b");
    expect(player.played.value).toBeNull();
    expect(goes()).toBe(false);
    show("b", motion);
    playing.value = true; // as a run does that is asked for; a live one leaves it as it is
    expect(goes()).toBe(true);
  });

  it("continues when the run of another state of the model is shown again", () => {
    playing.value = true;
    check("b");
    frame();
    player.showRun();
    expect(goes()).toBe(true);
  });

  it("plays that run at once on request", () => {
    playing.value = true;
    check("b");
    frame();
    player.togglePlay();
    expect(playing.value).toBe(true);
    expect(goes()).toBe(true);
  });
});
