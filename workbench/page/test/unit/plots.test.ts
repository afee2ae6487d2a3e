/* plots.test.ts - the set of plots: each has a name of its own, and all look at a part of the motion that there is. */
import { describe, expect, it } from "vitest";
import { activeId, addPlot, changePlot, plots, xWindow } from "../../src/analyse/plots";
import { watchReadout } from "../../src/analyse/readout";
import { comparedId, runs, shownId, type Run } from "../../src/state/runs";
import { runOf, tableOf } from "./tables";

watchReadout();

describe("a copy of a plot", () => {
  it("is independent", () => {
    addPlot(["O.angle"], { logY: true });
    const [first] = plots.value;
    addPlot(first!.curves, first);
    const [, copy] = plots.value;
    expect(copy).toEqual({ ...first, id: copy!.id });
    expect(copy!.id).not.toBe(first!.id);
    expect(activeId.value).toBe(copy!.id);
    changePlot(copy!.id, { curves: [] });
    expect(plots.value[0]!.curves).toEqual(["O.angle"]);
  });
});

describe("the part of the time axis that is seen", () => {
  const run = (id: number, end: number): Run => runOf(id, "", [tableOf(`t,O.angle\n0,0\n${end},1\n`)]);
  const seen = (window: [number, number], end: number): [number, number] | null => {
    runs.value = [run(1, 10)];
    shownId.value = 1;
    xWindow.value = window;
    runs.value = [run(1, end)];
    return xWindow.value;
  };
  it("stays within the motion when that becomes shorter", () => {
    expect(seen([2, 4], 5)).toEqual([2, 4]);
    expect(seen([2, 8], 5)).toEqual([2, 5]);
    expect(seen([6, 8], 5)).toBeNull();
    expect(seen([0, 8], 5)).toBeNull();
  });
  it("may cover the compared run only", () => {
    runs.value = [run(1, 5), run(2, 10)];
    shownId.value = 1;
    comparedId.value = 2;
    xWindow.value = [6, 8];
    runs.value = [run(1, 4), run(2, 10)];
    expect(xWindow.value).toEqual([6, 8]);
    comparedId.value = null;
    expect(xWindow.value).toBeNull();
  });
});
