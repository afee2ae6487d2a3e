/* The engine is asked about the latest text only, and a question that takes long is given up for a newer one. */
import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EngineError, type Checked } from "../../src/engine/engine";

const text = signal("");
let asked: { of: string; stop: AbortSignal; answer: (given: Checked) => void }[] = [];

function check(of: string, _name: string, _set: unknown, stop: AbortSignal): Promise<Checked> {
  return new Promise((answer, fail) => {
    asked.push({ of, stop, answer });
    stop.addEventListener("abort", () => fail(new EngineError("stopped", "It was stopped.")));
  });
}

vi.mock("../../src/state/document", () => ({ text, settledText: text, load: () => {}, change: () => {} }));
vi.mock("../../src/state/connection", () => ({ connection: signal("open"), engine: { check } }));

const { checkedText, messages } = await import("../../src/state/model");
const { running } = await import("../../src/state/runs");
const { watchText } = await import("../../src/state/check");
watchText();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  asked = [];
});
afterEach(() => vi.useRealTimers());

const settled = () => new Promise<void>((go) => setTimeout(go, 0));
const empty: Checked = { messages: [], scene: null, report: "" };

it("asks again about the latest text if it changed meanwhile", async () => {
  text.value = "a";
  text.value = "ab";
  text.value = "abc";
  expect(asked.map((one) => one.of)).toEqual(["a"]);
  expect(asked[0]!.stop.aborted).toBe(false); // quick answers are waited for: a drawing that is dragged goes on moving
  asked[0]!.answer(empty);
  await settled();
  expect(asked.map((one) => one.of)).toEqual(["a", "abc"]);
  asked[1]!.answer(empty);
  await settled();
  expect(checkedText.value).toBe("abc");
});

it("cancels a long check silently when a newer one is due", async () => {
  text.value = "slow";
  vi.advanceTimersByTime(1500);
  expect(asked[0]!.stop.aborted).toBe(false);
  text.value = "quick";
  expect(asked[0]!.stop.aborted).toBe(true);
  await settled();
  expect(asked.map((one) => one.of)).toEqual(["slow", "quick"]);
  expect(messages.value).toEqual([]);
  asked[1]!.answer(empty);
  await settled();
  expect(checkedText.value).toBe("quick");
});

it("waits for the run under way, which asks for its scene itself when the next one begins", async () => {
  const one = { part: 0, analysis: "", stop: () => {} };
  running.value = one;
  text.value = "S1";
  text.value = "S2";
  asked[0]!.answer(empty);
  await settled();
  expect(asked.map(({ of }) => of)).toEqual(["S1"]);
  text.value = "S3";
  running.value = { ...one }; // the next one
  await settled();
  expect(asked.map(({ of }) => of)).toEqual(["S1", "S3"]);
  running.value = null;
  asked[1]!.answer(empty);
  await settled();
});
