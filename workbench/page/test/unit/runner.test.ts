/* What comes of a run is shown with the model that it was asked for, and with no other. */
import { effect, signal } from "@preact/signals";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EngineError, type Checked, type RunAnswer, type Scene, type Settings } from "../../src/engine/engine";

const text = signal("");
let answers: ((given?: Partial<RunAnswer>) => Promise<void>)[] = [];
let names: string[] = [];
const settled = () => new Promise<void>((go) => setTimeout(go, 0));
const scene = { title: "", bodies: [], analyses: [], parameters: [] } as unknown as Scene;

function run(_: string, name: string): Promise<RunAnswer> {
  names.push(name);
  return new Promise((resolve) =>
    answers.push((given = {}) => {
      resolve({ status: "ok", messages: [], seconds: 0, tables: [], ...given });
      return settled();
    }),
  );
}

/* As the engine: an answer at once, or, while it is slow, one that only a stop ends. */
let slow = false;
function check(_text: string, _name: string, _set: Settings, stop?: AbortSignal): Promise<Checked> {
  if (!slow) return Promise.resolve({ messages: [], scene, report: "1 coordinate" });
  return new Promise((_, reject) =>
    stop?.addEventListener("abort", () => reject(new EngineError("stopped", "Stopped."))),
  );
}

vi.mock("../../src/state/document", () => ({ text, load: () => {}, change: () => {} }));
vi.mock("../../src/state/connection", () => ({
  connection: signal("open"),
  engine: { run, check },
}));

const model = await import("../../src/state/model");
const { forgotten, running, runs } = await import("../../src/state/runs");
const runner = await import("../../src/analyse/runner");
const { howMade } = await import("../../src/analyse/report_file");

const table = {
  kind: "dynamics",
  rows: 2,
  channels: [{ name: "time", unit: "s" }],
  rowNames: null,
  facts: [],
  columns: [new Float64Array([0, 1])],
};

beforeEach(() => {
  runs.value = [];
  answers = [];
  slow = false;
  names = [];
  model.forget();
  text.value = "a";
  model.name.value = "a.yaml";
});

it("keeps a run whose model was renamed meanwhile", async () => {
  runner.run();
  model.name.value = "b.yaml";
  await answers[0]!({ tables: [table] });
  expect(runs.value).toHaveLength(1);
});

it("keeps the newest twelve and those with a name, and counts what had to go", async () => {
  forgotten.value = 0;
  for (let i = 0; i < 15; i++) {
    text.value = `model ${i}`;
    runner.run();
    await settled();
    await answers.at(-1)!({ tables: [table] });
    if (i === 0) runner.renameRun(runs.value[0]!.id, "the first");
  }
  expect(runs.value.map((one) => one.text)).toEqual([
    "model 0",
    ...Array.from({ length: 12 }, (_, i) => `model ${i + 3}`),
  ]);
  expect(forgotten.value).toBe(2);
});

it("keeps the check and options of a run, whatever is chosen later", async () => {
  runner.choices.value = { ...runner.AS_WRITTEN, formulation: "joint", tolerance: "1e-9" };
  runner.run();
  runner.choices.value = runner.AS_WRITTEN;
  await answers[0]!({ tables: [table] });
  expect(runs.value[0]).toMatchObject({ check: "1 coordinate", options: { formulation: "joint", tolerance: 1e-9 } });
  expect(howMade(runs.value[0]!.options)).toBe("the workbench, formulation joint, tolerance 1e-9");
});

it("drops a run whose model was closed meanwhile, even for one of the same name", async () => {
  runner.run();
  model.forget();
  await answers[0]!({ status: "stopped", tables: [table] });
  expect(runs.value).toHaveLength(0);
});

it("asks for the next run before it shows what has come", async () => {
  let shownThen = -1;
  runner.runLive();
  runner.runLive();
  const end = effect(() => {
    if (runs.value.length > 0 && shownThen < 0) shownThen = names.length;
  });
  await answers[0]!({ tables: [table] });
  expect(shownThen).toBe(2);
  end();
  await answers[1]!({ tables: [table] });
});

it("does not start a run of a model that was closed", async () => {
  runner.run();
  runner.runLive();
  model.forget();
  await answers[0]!({ tables: [table] });
  expect(names).toEqual(["a.yaml"]);
});

it("ends if it is cancelled during the check", async () => {
  slow = true;
  runner.run();
  runner.cancel();
  await answers[0]!({ status: "stopped", tables: [] });
  expect(running.value).toBeNull();
  expect(runner.outcome.value?.status).toBe("stopped");
});

it("keeps the results of a cancelled run if the page knows the model", async () => {
  model.accept("a", {}, { messages: [], scene, report: "" });
  slow = true;
  runner.run();
  runner.cancel();
  await settled();
  await answers[0]!({ status: "stopped", tables: [table] });
  expect(runs.value).toHaveLength(1);
});

it("does not report a run that another one replaced", async () => {
  slow = true;
  runner.run();
  runner.run();
  slow = false;
  runner.outcome.value = null;
  await answers[0]!({ status: "stopped", tables: [] });
  expect(runner.outcome.value).toBeNull();
  await answers[1]!({ tables: [table] });
  expect(runs.value).toHaveLength(1);
});

describe("a live run", () => {
  const live = async (): Promise<number> => {
    runner.runLive();
    await answers.at(-1)!({ tables: [table] });
    return runs.value.at(-1)!.id;
  };
  it("takes the place of the one before it", async () => {
    await live();
    await live();
    expect(runs.value).toHaveLength(1);
  });
  it("leaves one that has a name", async () => {
    runner.renameRun(await live(), "the best");
    await live();
    expect(runs.value.map((one) => one.label)[0]).toBe("the best");
    expect(runs.value).toHaveLength(2);
  });
  it("leaves one that was compared", async () => {
    runner.compareRun(await live());
    runner.compareRun(null);
    await live();
    expect(runs.value).toHaveLength(2);
  });
});
