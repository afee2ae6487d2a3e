/* drags.test.ts - a mechanism that follows the hand: what is held is what was checked, and nothing stays behind when it is over. */
import { signal } from "@preact/signals";
import { beforeEach, expect, it, vi } from "vitest";
import { applyChanges } from "../../src/editor/text_edits";
import type { DragResult } from "../../src/engine/engine";
import type { TextChange } from "../../src/state/document";
import { body, GROUND, pose, scene } from "./plane_scene";

const text = signal("");
const loads = signal(0);
const undone: string[] = [];
const document = {
  text,
  loads,
  change: (changes: TextChange[]) => answered(applyChanges(text.value, changes)),
  undo: () => undone.push(text.value),
};
const begin = vi.fn();
const release = vi.fn();
const move = vi.fn<(body: number) => Promise<DragResult>>();

vi.mock("../../src/state/document", () => document);
vi.mock("../../src/state/connection", () => ({
  connection: signal("open"),
  engine: { drag: begin, schema: () => new Promise(() => undefined) },
}));
const { MechanismDrag } = await import("../../src/tools/drags");
const { Nudges } = await import("../../src/tools/nudges");
const model = await import("../../src/state/model");
const desk = await import("../../src/tools/tool_state");
const { removeElement } = await import("../../src/tools/remove");
const { renaming } = await import("../../src/tools/renaming");
const { dismiss, toasts } = await import("../../src/shell/toast");
const { toastWithUndo } = await import("../../src/shell/undo_toast");

const MODEL = `trammel: 1
points: {O: [0, 0], A: [1, 0]}
bodies:
  arm: {points: [O, A], mass: 1}
joints:
  O: {revolute: [ground, arm]}
`;
const ARM = body("arm", [0.5, 0, 0], true, pose([0.5, 0], 0));
const UP = pose([0, 0.5], Math.PI / 2);
const stage = { showPoses: vi.fn() };
const turns = () => Promise.resolve();

function answered(of: string, bodies = [GROUND, ARM]): void {
  text.value = of;
  model.accept(of, {}, { messages: [], scene: scene(bodies, 1), report: "" });
}

function follow(): InstanceType<typeof MechanismDrag> {
  return new MechanismDrag(stage as never, "arm", [1, 0, 0]);
}

beforeEach(() => {
  vi.clearAllMocks();
  begin.mockResolvedValue({ move, release });
  move.mockImplementation((index) =>
    Promise.resolve({
      poses: [0, 1, 2].map((one) => (one === index ? UP : pose([0, 0], 0))),
      coordinates: { "O.angle": Math.PI / 2 },
      distance: 0,
      closed: true,
    }),
  );
  toasts.value = [];
  answered(MODEL);
});

it("writes the position on release", async () => {
  const drag = follow();
  drag.move([0, 1]);
  await drag.end();
  expect(text.value).toContain("A: [0, 1]");
  expect(stage.showPoses).toHaveBeenLastCalledWith(null);
  expect(release).toHaveBeenCalled();
});

it("waits until its text is checked, since bodies are indexed in it", async () => {
  const added = MODEL.replace("bodies:\n", "bodies:\n  base: {points: [O], mass: 1}\n");
  text.value = added;
  const drag = follow();
  drag.move([0, 1]);
  await turns();
  expect(begin).not.toHaveBeenCalled();
  answered(added, [GROUND, body("base", [0, 0, 0], true, pose([0, 0], 0)), ARM]);
  await drag.end();
  expect(begin.mock.calls[0]![0]).toBe(added);
  expect(move.mock.calls[0]![0]).toBe(2);
  expect(text.value).toContain("A: [0, 1]");
});

it("reports what cannot be written and restores the drawing", async () => {
  const shared = `trammel: 1
parameters: {a: &one 0}
bodies:
  arm: {points: {O: [0, 0], A: [1, 0]}, mass: 1, angle: *one}
`;
  answered(shared, [GROUND, { ...ARM, drawn: false }]);
  const drag = follow();
  drag.move([0, 1]);
  await drag.end();
  expect(text.value).toBe(shared);
  expect(toasts.value.map((one) => one.text)).toEqual([expect.stringContaining('"&one"')]);
  expect(stage.showPoses).toHaveBeenLastCalledWith(null);
});

it("steps that arrive during another are combined, and none is lost", async () => {
  const made: number[][] = [];
  let done = () => {};
  const nudges = new Nudges<number>((steps) => {
    made.push([...steps]);
    return new Promise((go) => (done = go));
  });
  for (const step of [1, 2, 3]) nudges.add(step);
  expect(made).toEqual([[1]]);
  done();
  await turns();
  nudges.add(4);
  done();
  await turns();
  expect(made).toEqual([[1], [2, 3], [4]]);
});

it("another model resets the tool without asking for a name", () => {
  desk.choose("link");
  desk.toolState.value = { anchors: [{ at: [0, 0], node: null, body: null }] };
  desk.entry.value = { ...desk.entry.value, texts: { ...desk.entry.value.texts, x: "1" } };
  renaming.value = { what: { kind: "body", name: "arm" }, at: [0, 0], wrong: "" };
  loads.value++;
  expect(desk.toolId.value).toBe("select");
  expect(desk.toolState.value).toBeNull();
  expect(desk.entry.value.texts.x).toBe("");
  expect(renaming.value).toBeNull();
});

it("a deletion that the text does not allow is reported; a defect of the page is not hidden", () => {
  const arm = { kind: "body" as const, name: "arm" };
  for (const wrong of [MODEL + "forces: [\n", MODEL.replace("{points", "&arm {points") + "forces: *arm\n"]) {
    toasts.value = [];
    text.value = wrong;
    expect(desk.commitOutcome(() => removeElement(desk.sketch.value, arm))).toBe(false);
    expect(text.value).toBe(wrong);
    expect(toasts.value).toHaveLength(1);
  }
  const faulty = () => {
    throw new TypeError("a fault");
  };
  expect(() => desk.commitOutcome(faulty)).toThrow(TypeError);
});

it("the undo in a toast is offered only while it applies", () => {
  const before = text.value;
  text.value = before + "# one\n";
  toastWithUndo("Deleted one");
  expect(toasts.value).toHaveLength(1);
  toasts.value[0]!.action!.run();
  expect(undone).toEqual([before + "# one\n"]);
  text.value = before + "# two\n";
  expect(toasts.value).toEqual([]);
  toastWithUndo("Deleted two");
  dismiss(toasts.value[0]!.id);
  text.value = before;
  expect(toasts.value).toEqual([]);
});
