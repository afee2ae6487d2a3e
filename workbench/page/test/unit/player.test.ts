/* player.test.ts - steps from row to row, the rows between the curves of a sweep, and the run that is laid over. */
import { beforeEach, describe, expect, it } from "vitest";
import { comparison, comparisonPoses } from "../../src/drawing/comparison";
import { moment, snapToRow, step, toEnd } from "../../src/drawing/player";
import { stateLabel } from "../../src/drawing/states";
import type { Table } from "../../src/engine/engine";
import { stateEntries } from "../../src/analyse/state_entries";
import { rowsText, setFor } from "../../src/analyse/summary";
import { row, time } from "../../src/state/clock";
import { comparedId, type Run, runs, shownId, tableIndex } from "../../src/state/runs";
import { fourbarScene, runOf as runWith, tableOf } from "./tables";

const MOTION = tableOf("t,crank.x,crank.y,crank.angle\n0,0,0,0\n0.1,1,0,0\n0.30000000000000004,2,0,0\n0.4,3,0,0\n");
const SWEEP = tableOf(
  "t,crank.x,crank.y,crank.angle,O.angle\n0,1,0,0,1\n0,2,0,0,2\nnan,nan,nan,nan,nan\n0,4,0,0,4\n",
  "steady",
);

const runOf = (id: number, table: Table): Run => runWith(id, "", [table]);

function show(...list: Run[]): void {
  runs.value = list;
  shownId.value = list[0]!.id;
  tableIndex.value = 0;
  row.value = 0;
}

beforeEach(() => void (comparedId.value = null));

describe("steps from row to row", () => {
  it("treats a time equal to a row's up to rounding as that row", () => {
    show(runOf(1, MOTION));
    time.value = 0.3;
    step(1);
    expect(time.value).toBe(0.4);
    time.value = 0.3;
    step(-1);
    expect(time.value).toBe(0.1);
  });

  it("goes to the previous or next row from in between", () => {
    time.value = 0.2;
    step(1);
    expect(time.value).toBe(0.30000000000000004);
    time.value = 0.2;
    step(-1);
    expect(time.value).toBe(0.1);
  });

  it("snaps to the nearest", () => {
    time.value = 0.34;
    snapToRow();
    expect(time.value).toBe(0.30000000000000004);
  });
});

describe("a sweep of several curves", () => {
  it("has no state between them", () => {
    show(runOf(2, SWEEP));
    expect(stateEntries(SWEEP, fourbarScene()).map((entry) => entry.row)).toEqual([0, 1, 3]);
    expect(rowsText(SWEEP)).toBe("3 steady states");
    row.value = 1;
    step(1);
    expect(row.value).toBe(3);
    step(-1);
    expect(row.value).toBe(1);
    toEnd();
    expect(row.value).toBe(3);
    step(1);
    expect(row.value).toBe(0);
    row.value = 2; // by the table
    expect(moment()!.poses[1]!.at[0]).toBe(2);
    expect(stateLabel(SWEEP, row.value)).toBe("Steady state 2 of 3");
  });
});

describe("the compared run", () => {
  it("is shown at the same instant", () => {
    const other = tableOf("t,crank.x,crank.y,crank.angle\n0,0,5,0\n0.4,4,5,0\n");
    show(runOf(3, MOTION), runOf(4, other));
    expect(comparison.value).toBeNull();
    comparedId.value = 4;
    time.value = 0.2;
    expect(comparisonPoses(comparison.value!)[1]!.at).toEqual([2, 5, 0]);
  });

  it("is absent if it has no such analysis", () => {
    show(runOf(5, MOTION), runOf(6, SWEEP));
    comparedId.value = 6;
    expect(comparison.value).toBeNull();
  });
});

it("names the parameters that its analysis set", () => {
  const run = runOf(7, { ...MOTION, scene: "1" });
  const letter = { name: "letter", line: 0, column: 0, text: "0", value: 0, unit: "" };
  run.scene = { ...run.scene, parameters: [letter] };
  run.scenes = { 1: { ...run.scene, parameters: [{ ...letter, value: 0.02, unit: "kg" }] } };
  expect(setFor(run, run.tables[0]!)).toBe("letter = 0.02 kg");
  expect(setFor(run, MOTION)).toBe("");
});
