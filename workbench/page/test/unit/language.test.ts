/* language.test.ts - a translation replaces what it has, and English says the rest. */
import { expect, test } from "vitest";
import { layOver, translationFor } from "../../src/texts/language";

test("a translation is laid over the texts section by section, and leaves its source alone", () => {
  const english = { run: { start: "Run", stop: "Stop", left: (n: number) => `${n} left` }, file: { open: "Open" } };
  const texts = { ...english };
  layOver(texts, { run: { start: "Start", left: (n: number) => `noch ${n}` } });
  expect(texts.run.start).toBe("Start");
  expect(texts.run.stop).toBe("Stop");
  expect(texts.run.left(2)).toBe("noch 2");
  expect(texts.file.open).toBe("Open");
  expect(english.run.start).toBe("Run");
});

test("the first language that there is serves, also for its regions; English is what needs none", () => {
  const load = async (): Promise<{ texts: Record<string, unknown> }> => ({ texts: {} });
  const there = { "./de.ts": load };
  expect(translationFor(["fr", "de-AT", "en"], there)?.tag).toBe("de");
  expect(translationFor(["en-GB", "de"], there)).toBeNull();
  expect(translationFor(["fr"], there)).toBeNull();
});
