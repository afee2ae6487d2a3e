/* outputs.test.ts - outputs, states and events of a run: how they are listed, what they come to, where they happened. */
import { expect, test } from "vitest";
import { bestTable } from "../../src/analyse/best_table";
import { firstCurves, groupsOf, timeOf } from "../../src/analyse/channels";
import { isListedFact, outputFacts } from "../../src/analyse/output_facts";
import { eventsOf, modelOf } from "../../src/analyse/plot_model";
import "./description";
import { reportOf } from "./program";

/* A rod falls from the horizontal onto a stop at -1 rad:  w^2 = 3 g sin(1)/l. */
const MODEL = `trammel: 1
points: {O: [0, 0], P: [1, 0]}
bodies: {rod: {points: [O, P], mass: 2, shape: rod}}
joints: {O: {revolute: [ground, rod]}}
outputs:
  load: {value: "hypot(O.fx, O.fy)", title: Force in the pin}
  height: {distance: [ground.O, rod.P], unit: mm, component: y}
states: {heat: {rate: 2*O.speed, unit: rad}}
events: {hit: {when: O.angle + 1, direction: falling, do: {set: {O.speed: -0.6*O.speed}}}}
analyses: [dynamics: {end: 0.8, output: 0.1}]
`;
const report = reportOf(MODEL);
const scene = report.scene!;
const motion = report.run.tables[0]!;

test("the motion is looked at first, not the table of its events", () => {
  expect(report.run.tables.map(({ kind }) => kind)).toEqual(["dynamics", "dynamics.events"]);
  expect(bestTable(report.run)).toBe(0);
  expect(timeOf(report.run.tables[1]!)).toBeNull();
});

test("outputs stand first among the channels, states together", () => {
  const groups = groupsOf(motion, scene);
  expect(groups[0]!.title).toBe("Outputs");
  expect(groups[0]!.channels.map(({ name, words, unit }) => `${name} ${words} ${unit}`)).toEqual([
    "load Force in the pin N",
    "height output mm",
  ]);
  const states = groups.find(({ title }) => title === "States")!;
  expect(states.channels.map(({ name }) => name)).toEqual(["heat", "heat.rate"]);
  expect(firstCurves(motion, scene)).toEqual([["O.angle"], ["load", "height"]]);
});

test("what outputs come to is told with its time", () => {
  const [load, height] = outputFacts(motion, scene);
  expect([load!.name, load!.title]).toEqual(["load", "Force in the pin"]);
  expect(height!.values.min!.text).toBe("\u2212841.47 mm");
  expect(height!.values.min!.time).toBeCloseTo(eventsOf(motion)[0]!.t, 9);
  expect(isListedFact(motion, scene, "load.max.time")).toBe(true);
  expect(isListedFact(motion, scene, "event hit")).toBe(true);
  expect(isListedFact(motion, scene, "tolerance")).toBe(false);
});

test("plots over time mark the events", () => {
  const plot = { id: 1, kind: "over", x: null, curves: ["load"], logX: false, logY: false, plane: "xy" } as const;
  const model = modelOf({ ...plot, curves: ["load"] }, motion, null);
  expect(model.events.map(({ name }) => name)).toEqual(["hit"]);
  expect(modelOf({ ...plot, curves: ["load"], x: "O.angle" }, motion, null).events).toEqual([]);
});
