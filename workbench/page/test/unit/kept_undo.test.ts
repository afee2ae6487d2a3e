/* What can be undone, as it outlives the page. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dropOldestUndo, keepUndo, pruneUndo, readUndo } from "../../src/shell/kept_undo";
import { keepDraft } from "../../src/shell/drafts";
import { differenceOf } from "../../src/shell/text_difference";
import { Memory } from "./memory";

vi.mock("../../src/state/document", () => ({}));

const of = { tab: "one", folder: "models", name: "a.yaml" };
const steps = (count: number) => ({ done: Array.from({ length: count }, (_, i) => ({ i })), undone: [] });

let store: Memory;
beforeEach(() => (store = new Memory()));

describe("kept undo", () => {
  it("is given back for just its text", () => {
    keepUndo(store, of, "now", { steps: steps(3), cut: 0 });
    expect(readUndo(store, of, "now")?.steps).toEqual(steps(3));
    expect(readUndo(store, of, "other")).toBeNull();
    expect(readUndo(store, { ...of, tab: "two" }, "now")).toBeNull();
  });

  it("says how much had no room", () => {
    store.room = 200;
    keepUndo(store, of, "now", { steps: steps(100), cut: 2 });
    expect(readUndo(store, of, "now")).toMatchObject({ steps: steps(0), cut: 102 });
  });

  it("gives its room to drafts, the oldest first", () => {
    vi.useFakeTimers({ now: 1000 });
    keepUndo(store, of, "a", { steps: steps(1), cut: 0 });
    vi.setSystemTime(2000);
    keepUndo(store, { ...of, name: "b.yaml" }, "b", { steps: steps(1), cut: 0 });
    vi.useRealTimers();
    expect(dropOldestUndo(store)).toBe(true);
    expect(readUndo(store, of, "a")).toBeNull();
    expect(readUndo(store, { ...of, name: "b.yaml" }, "b")).not.toBeNull();
    expect([dropOldestUndo(store), dropOldestUndo(store)]).toEqual([true, false]);
  });

  it("goes with a closed tab, unless that left a draft", () => {
    const left = { ...of, name: "b.yaml" };
    keepUndo(store, of, "a", { steps: steps(1), cut: 0 });
    keepUndo(store, left, "b", { steps: steps(1), cut: 0 });
    keepDraft(store, { ...left, text: "b", saved: "", stamp: "s", time: 1 });
    pruneUndo(store, (tab) => tab === "one");
    expect(readUndo(store, of, "a")).not.toBeNull();
    pruneUndo(store, () => false);
    expect(readUndo(store, of, "a")).toBeNull();
    expect(readUndo(store, left, "b")).not.toBeNull();
  });
});

it.each([
  ["abc", "abc"],
  ["abc", "axc"],
  ["aaa", "aa"],
  ["", "new"],
  ["one two", "one three two"],
])("the difference of %j and %j leads from one to the other", (before, after) => {
  const found = differenceOf(before, after);
  if (before === after) expect(found).toBeNull();
  else expect(before.slice(0, found!.from) + found!.insert + before.slice(found!.to)).toBe(after);
});
