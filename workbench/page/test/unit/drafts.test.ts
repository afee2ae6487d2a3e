/* Unsaved work: what is kept, what is shown of it, and what the page begins with. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  allDrafts,
  beginning,
  clockTime,
  findDraft,
  isUnsavedAnywhere,
  keepDraft,
  readDraft,
  restoring,
  type Draft,
} from "../../src/shell/drafts";
import { Memory } from "./memory";

function draft(given: Partial<Draft> = {}): Draft {
  const of = { tab: "one", folder: "models", name: "a.yaml" };
  return { ...of, text: "new", saved: "old", stamp: "s1", time: 1000, ...given };
}

let store: Memory;
beforeEach(() => (store = new Memory()));

describe("keeping", () => {
  it("keeps a file's changes and gives them back", () => {
    expect(keepDraft(store, draft())).toBe(true);
    expect(readDraft(store, draft())).toEqual(draft());
  });

  it("keeps no draft of an unchanged file", () => {
    keepDraft(store, draft());
    expect(keepDraft(store, draft({ text: "old" }))).toBe(true);
    expect(store.length).toBe(0);
  });

  it("keeps text without a file for a reload, even if unchanged", () => {
    keepDraft(store, draft({ stamp: null, folder: "", text: "same", saved: "same" }));
    expect(store.length).toBe(1);
  });

  it("distinguishes files of the same name in two folders", () => {
    keepDraft(store, draft());
    keepDraft(store, draft({ folder: "other", text: "else" }));
    expect(readDraft(store, draft())!.text).toBe("new");
    expect(readDraft(store, draft({ folder: "other" }))!.text).toBe("else");
  });

  it("reports that storage is full", () => {
    expect(keepDraft(new Memory(10), draft())).toBe(false);
  });

  it("keeps all of many drafts", () => {
    for (let i = 0; i < 60; i++) keepDraft(store, draft({ name: `${i}.yaml`, time: i }));
    const names = allDrafts(store).map((one) => one.name);
    expect(names).toHaveLength(60);
    expect(names[0]).toBe("59.yaml");
  });

  it("ignores entries that are not drafts", () => {
    store.setItem("trammel.draft.one:models/broken.yaml", "{");
    store.setItem("trammel.draft.one:models/other.yaml", "{}");
    store.setItem("trammel.theme", '"dark"');
    expect(allDrafts(store)).toEqual([]);
  });
});

describe("several tabs", () => {
  const mine = { tab: "two", folder: "models", name: "a.yaml" };

  it("do not overwrite each other's work", () => {
    keepDraft(store, draft());
    keepDraft(store, draft({ tab: "two", text: "mine" }));
    expect(readDraft(store, draft())!.text).toBe("new");
    expect(readDraft(store, mine)!.text).toBe("mine");
  });

  it("restore their own work first, then that of a closed tab", () => {
    keepDraft(store, draft());
    keepDraft(store, draft({ tab: "three", text: "later", time: 2000 }));
    expect(findDraft(store, mine, () => true)).toBeNull();
    expect(findDraft(store, mine, () => false)!.text).toBe("later");
    expect(findDraft(store, mine, (tab) => tab === "three")!.text).toBe("new");
    keepDraft(store, draft({ tab: "two", text: "mine" }));
    expect(findDraft(store, mine, () => false)!.text).toBe("mine");
  });

  it("know about unsaved work in other tabs", () => {
    keepDraft(store, draft());
    expect(isUnsavedAnywhere(store, mine, (tab) => tab === "one")).toBe(true);
    expect(isUnsavedAnywhere(store, mine, (tab) => tab === "three")).toBe(false);
  });
});

describe("a file and its draft", () => {
  const file = { text: "old", stamp: "s1" };

  it.each<[string, Draft | null, typeof file | null, ReturnType<typeof restoring>]>([
    ["no draft", null, file, { show: "file" }],
    ["changes to this very file", draft(), file, { show: "draft", fileChanged: false }],
    ["a draft that is what the file holds by now", draft({ text: "old" }), file, { show: "file" }],
    ["a file changed by others", draft(), { text: "x", stamp: "s2" }, { show: "draft", fileChanged: true }],
    ["a file that is gone", draft(), null, { show: "draft", fileChanged: true }],
    ["an unchanged draft of an older file", draft({ text: "old" }), { text: "x", stamp: "s2" }, { show: "file" }],
  ])("%s", (_, kept, found, expected) => {
    expect(restoring(kept, found)).toEqual(expected);
  });
});

describe("the beginning", () => {
  const nothing = {
    link: false,
    tab: null,
    file: null,
    lists: false,
    last: null,
    folder: "models",
    hasDraft: () => false,
  };
  const last = { name: "b.yaml", folder: "models" };
  const loose = { name: "c.yaml", folder: "" };

  it("is the list of a folder that was named, but for a reload", () => {
    const all = { ...nothing, lists: true, last, hasDraft: () => true };
    expect(beginning(all)).toEqual({ from: "nothing" });
    expect(beginning({ ...all, tab: last })).toEqual({ from: "file", name: "b.yaml" });
  });

  it("is a link if there is one", () => {
    expect(beginning({ ...nothing, link: true, tab: last, file: "a.yaml", last })).toEqual({ from: "link" });
  });

  it("is what the tab showed before a reload", () => {
    expect(beginning({ ...nothing, tab: last, file: "a.yaml" })).toEqual({ from: "file", name: "b.yaml" });
  });

  it("is the file of the command line rather than the last work", () => {
    expect(beginning({ ...nothing, file: "a.yaml", last })).toEqual({ from: "file", name: "a.yaml" });
  });

  it("is otherwise the last work: a file, or an existing draft", () => {
    expect(beginning({ ...nothing, last })).toEqual({ from: "file", name: "b.yaml" });
    const kept = beginning({ ...nothing, last: loose, hasDraft: (of) => of === loose });
    expect(kept).toEqual({ from: "draft", of: loose });
    expect(beginning({ ...nothing, last: loose })).toEqual({ from: "nothing" });
  });

  it("does not confuse files of different folders", () => {
    const elsewhere = { ...nothing, hasDraft: () => true, last: { name: "b.yaml", folder: "elsewhere" } };
    expect(beginning(elsewhere)).toEqual({ from: "nothing" }); // it is in the list
    expect(beginning({ ...elsewhere, folder: "" })).toMatchObject({ from: "draft" }); // nobody knows where this is
    expect(beginning({ ...elsewhere, tab: elsewhere.last })).toMatchObject({ from: "draft" }); // what was on show stays
  });
});

it("times of today show the time, earlier ones the day", () => {
  const now = new Date(2026, 4, 3, 18, 0).getTime();
  expect(clockTime(new Date(2026, 4, 3, 12, 31).getTime(), now)).toBe("12:31");
  expect(clockTime(new Date(2026, 4, 2, 12, 31).getTime(), now)).toMatch(/2.*12:31/);
});
