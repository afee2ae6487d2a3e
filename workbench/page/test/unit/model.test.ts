/* The text is checked once for each change, the latest only, and answers about a model that was left are dropped. */
import { signal } from "@preact/signals";
import { beforeEach, expect, it, vi } from "vitest";
import { EngineError, type Checked, type Connection, type Scene } from "../../src/engine/engine";

const text = signal("");
const connection = signal<Connection>("open");
interface Question {
  text: string;
  answer: (given?: Partial<Checked>) => Promise<void>;
  fail: (error: EngineError) => Promise<void>;
}
let asked: Question[] = [];

const settled = () => new Promise<void>((go) => setTimeout(go, 0));

function check(of: string): Promise<Checked> {
  return new Promise((resolve, reject) => {
    asked.push({
      text: of,
      answer: (given = {}) => {
        resolve({ messages: [], scene: { title: of } as Scene, report: "", ...given });
        return settled();
      },
      fail: (error) => {
        reject(error);
        return settled();
      },
    });
  });
}

vi.mock("../../src/state/document", () => ({ text, settledText: text }));
vi.mock("../../src/state/connection", () => ({ connection, engine: { check } }));

const model = await import("../../src/state/model");
const { watchText } = await import("../../src/state/check");
watchText();

beforeEach(async () => {
  connection.value = "open";
  text.value = "";
  for (const one of asked) await one.answer();
  asked = [];
  model.forget();
});

it("checks once for a change, and once more for changes meanwhile", async () => {
  text.value = "a";
  text.value = "ab";
  text.value = "abc";
  expect(asked.map((one) => one.text)).toEqual(["a"]);
  await asked[0]!.answer();
  expect(asked.map((one) => one.text)).toEqual(["a", "abc"]);
  await asked[1]!.answer();
  expect(asked).toHaveLength(2);
  expect(model.scene.value?.title).toBe("abc");
  expect(model.checkedText.value).toBe("abc");
});

it("checks again when a parameter changes", async () => {
  text.value = "a";
  await asked[0]!.answer();
  model.settings.value = { r: "2" };
  expect(asked).toHaveLength(2);
});

it("keeps the last valid scene while the text is wrong and marks it as stale", async () => {
  text.value = "good";
  await asked[0]!.answer();
  text.value = "bad";
  const message = { severity: "error" as const, text: "no", line: 1, column: 1 };
  await asked[1]!.answer({ scene: null, messages: [message] });
  expect(model.scene.value?.title).toBe("good");
  expect(model.stale.value).toBe(true);
});

it("drops the answer about a model that was closed", async () => {
  text.value = "old";
  model.forget();
  text.value = "new";
  await asked[0]!.answer();
  expect(model.scene.value).toBeNull();
  await asked[1]!.answer();
  expect(model.scene.value?.title).toBe("new");
});

it("waits for a connection and checks again when it is back", async () => {
  text.value = "a";
  await asked[0]!.fail(new EngineError("lost", "lost"));
  connection.value = "lost";
  text.value = "ab";
  expect(asked).toHaveLength(1);
  expect(model.messages.value).toEqual([]);
  connection.value = "open";
  expect(asked[1]!.text).toBe("ab");
});

it("reports a check that the engine gives up", async () => {
  text.value = "a";
  await asked[0]!.fail(new EngineError("time", "It took too long."));
  expect(model.messages.value[0]).toMatchObject({ severity: "error", text: "It took too long." });
});

it("does not check an empty text and shows nothing", async () => {
  text.value = "a";
  await asked[0]!.answer();
  text.value = "ab";
  text.value = "  \n";
  await asked[1]!.answer();
  expect(asked).toHaveLength(2);
  expect(model.scene.value).toBeNull();
});
